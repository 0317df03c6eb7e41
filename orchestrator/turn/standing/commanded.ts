import { weekdayOf } from "#shared/calendar/days.ts";
import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { localTimeOf } from "../../standing/calendar/zoned.ts";
import type { StandingCommand } from "../../standing/commands/standing-command.ts";
import { standingWords } from "../../standing/say.ts";
import type { Outcome } from "../outcome.ts";
import type { Turn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";
import { asked, requestOf, resumeAt } from "./request.ts";
import { showLine } from "./show-schedule.ts";

/** What a command works with. */
export type Commanded = {
  readonly turn: Turn;
  readonly standing: StandingRequests;
  readonly command: StandingCommand;
  readonly intent: IntentOutput;
};

export const hereOf = ({ startedAt, timezone }: Pick<Turn, "startedAt" | "timezone">) => {
  const { date, time } = localTimeOf(startedAt, timezone);
  return { date, time, weekday: weekdayOf(date) };
};

/** Asks which one, as options that can be chosen on any channel. */
export function which({ turn, command, intent }: Commanded, meant: readonly Schedule[]): Outcome {
  const { locale, startedAt, entry } = turn;
  const options = meant.slice(0, 20).map((each, at) => ({
    label: showLine(each, at + 1, locale, startedAt).replace(/^\d+\. /, ""),
    params: { id: each.id, does: command.does },
  }));
  const resume = resumeAt("which", requestOf(entry.input_text));
  return asked(turn, intent, {
    kind: "select",
    question: standingWords(locale).whichOne,
    options,
    resume,
  });
}
