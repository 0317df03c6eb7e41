import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { Schedule, Tick } from "#shared/contracts/schedule.ts";
import { sayIn } from "#shared/messages/say.ts";
import type { StandingCommand } from "../../language/commands/lexicon.ts";
import { hereAt } from "../../language/time/piece.ts";
import type { Outcome } from "../outcome.ts";
import type { StandingTurn, Turn } from "../turn.ts";
import { asked, requestOf, resumeAt } from "./request.ts";
import { showLines } from "./show-schedule.ts";

/** What a command works with. */
export type Commanded = {
  readonly turn: StandingTurn;
  readonly command: StandingCommand;
  readonly intent: IntentOutput;
};

export const hereOf = ({ startedAt, timezone }: Pick<Turn, "startedAt" | "timezone">) =>
  hereAt(startedAt, timezone);

/** What is done to several only after a yes. */
export type DoesToAll = "cancel" | "pause";
const MOST_NAMED = 20;

/** Asks whether it is meant for all of them, by their names and number. */
export function askAll(
  turn: Turn,
  intent: IntentOutput,
  does: DoesToAll,
  meant: readonly Schedule[],
): Outcome {
  const say = sayIn("schedules", turn.locale);
  const lines = showLines(meant.slice(0, MOST_NAMED), turn);
  const more = meant.length - lines.length;
  const all = [...lines, ...(more > 0 ? [say("and_more", { count: more })] : [])].join("\n");
  const each = { does, ids: meant.map(({ id }) => id) };
  const resume = { ...resumeAt("all", requestOf(turn.entry.input_text)), each };
  const question = `${say(`all_of.${does}`, { count: meant.length })}\n${all}`;
  return asked(turn, intent, question, resume, "yes");
}

/** Asks which one, as options that can be chosen on any channel. */
export function which({ turn, command, intent }: Commanded, meant: readonly Schedule[]): Outcome {
  const options = showLines(meant.slice(0, MOST_NAMED), turn).map((line, at) => ({
    label: line.replace(/^\d+\. /, ""),
    params: { id: meant[at]?.id ?? "", does: command.does },
  }));
  const resume = resumeAt("which", requestOf(turn.entry.input_text));
  return asked(turn, intent, sayIn("schedules", turn.locale)("which_one"), resume, options);
}

/** Those that stand, or all there are, the newest last. */
export const schedulesOf = async (
  { deps, key }: Pick<Turn, "deps" | "key">,
  are: "open" | "all",
): Promise<Schedule[]> => (await deps.store.schedules.list(key, MOST, are === "open")).toReversed();

/** A reminder that rang so long ago is not spoken of any more. */
const RANG_FOR_MS = 24 * 60 * 60 * 1000;
const MOST = 100;

/** The last occurrence that its owner was told of; undefined: none in a day. */
export async function lastRang({ deps, key, startedAt }: Turn): Promise<Tick | undefined> {
  const ticks = await deps.store.schedules.ticks(key, { after: startedAt - RANG_FOR_MS }, MOST);
  return ticks.find(
    ({ status, at }) => (status === "fired" || status === "late") && at <= startedAt,
  );
}
