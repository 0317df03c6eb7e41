import type { Schedule, ScheduleTiming } from "#shared/contracts/schedule.ts";
import { nextOf } from "../../standing/calendar/next-instants.ts";
import { COMMAND_LEXICONS } from "../../standing/commands/lexicon.ts";
import { pick } from "../../standing/commands/pick.ts";
import { standingWords } from "../../standing/say.ts";
import { showTiming } from "../../standing/show-when.ts";
import { endOf } from "../../standing/words/phrases.ts";
import { recogniseMoney } from "../../understanding/recognisers/money.ts";
import { recogniseNumber } from "../../understanding/recognisers/number.ts";
import { recognisePercent } from "../../understanding/recognisers/percent.ts";
import { tokens } from "../../understanding/text.ts";
import { type Outcome, words } from "../outcome.ts";
import type { Turn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";
import { type Commanded, hereOf, which } from "./commanded.ts";
import { nameOf } from "./show-schedule.ts";

const AT: Readonly<Record<Commanded["turn"]["locale"], string>> = { "pt-BR": "às", en: "at" };

/** "muda o das 9 para as 10h", "muda para 45": another time, or another threshold. undefined: it is about something else. */
export async function changeStanding(
  commanded: Commanded,
  _listed: readonly Schedule[],
  last: Schedule | undefined,
): Promise<Outcome | undefined> {
  const { turn, standing, command, intent } = commanded;
  const { deps, key, locale, startedAt } = turn;
  const say = standingWords(locale);
  const said = tokens(command.rest);
  const into = COMMAND_LEXICONS[locale].into;
  const at = said.findIndex(
    (_, place) => endOf(into, said, place) !== undefined && !isAfterOne(said, place),
  );
  const open = (await deps.store.schedules.list(key, 100, true)).toReversed();
  if (open.length === 0)
    return command.isNamed ? words("clarification", say.noneStanding, intent) : undefined;
  if (at < 0) return command.isNamed ? words("clarification", say.changeHow, intent) : undefined;
  // Without a name only "muda para ..." is about what was just made.
  if (!command.isNamed && at > 0) return undefined;
  const names = command.rest.slice(0, said[at]?.start ?? 0);
  const wanted = command.rest.slice(
    said[endOf(into, said, at) ?? at]?.start ?? command.rest.length,
  );
  const { picked, says } = pick(names, open, locale, hereOf(turn));
  const meant = says ? picked : last !== undefined ? [last] : open;
  const [one, other] = meant;
  if (one === undefined) return words("clarification", say.notFound, intent);
  if (other !== undefined) return which(commanded, meant);
  const timed = changeTo(turn, standing, one, wanted, command.rest.slice(said[at]?.start ?? 0));
  if (timed === undefined) return words("clarification", say.changeHow, intent);
  const next: Schedule = {
    ...one,
    ...timed,
    status: "active",
    paused: null,
    version: one.version + 1,
    updated_at: startedAt,
  };
  if (!(await deps.store.schedules.change(next)))
    return words("clarification", say.changedMeanwhile, intent);
  if (next.next_at !== null) standing.wakeAt(next.next_at);
  const answer = say.changed(nameOf(one), showTiming(next, locale, startedAt));
  return { ...words("success", answer, intent), standing: { id: one.id, before: one } };
}

/** "o das 9": the hour names it. */
const isAfterOne = (said: ReturnType<typeof tokens>, at: number): boolean =>
  said[at]?.word === "as" && ["das", "o"].includes(said[at - 1]?.word ?? "");

/** Another time, or another threshold of a watch, with when that is next; undefined: the words say none. */
export function changeTo(
  where: Pick<Turn, "locale" | "startedAt" | "timezone">,
  standing: StandingRequests,
  one: Schedule,
  wanted: string,
  withInto: string,
): Pick<Schedule, "timing" | "next_at"> | undefined {
  const timing = timingAfter(where, standing, one, wanted, withInto);
  if (timing === undefined) return undefined;
  switch (timing.kind) {
    case "every":
      return {
        timing,
        next_at: nextOf(timing.rule, one.zone, where.startedAt, standing.holidays) ?? null,
      };
    case "when":
      return { timing, next_at: where.startedAt };
    case "at":
    case "after":
      return { timing, next_at: timing.at };
  }
}

function timingAfter(
  { locale, startedAt, timezone }: Pick<Turn, "locale" | "startedAt" | "timezone">,
  { readTime }: StandingRequests,
  one: Schedule,
  wanted: string,
  withInto: string,
): ScheduleTiming | undefined {
  const { timing } = one;
  if (timing.kind === "when") {
    const sentence = { text: wanted, words: tokens(wanted), locale, today: () => undefined };
    const percent = recognisePercent(sentence, 0);
    const value = percent ?? recogniseMoney(sentence, 0) ?? recogniseNumber(sentence, 0);
    if (value === undefined) return undefined;
    const { percent: _percent, value: _value, ...comparison } = timing.watch.comparison;
    const isPercent =
      percent !== undefined ||
      (timing.watch.comparison.percent !== undefined && percent === undefined);
    const changed = {
      ...comparison,
      ...(isPercent ? { percent: value.value } : { value: value.value }),
    };
    // Where it stands to the new threshold is seen by the next look.
    return {
      kind: "when",
      watch: { ...timing.watch, comparison: changed, last: null, fresh: null, armed: true },
    };
  }
  for (const text of [wanted, withInto, `${AT[locale]} ${wanted}`]) {
    const reading = readTime(text, startedAt, timezone, locale);
    if (reading.rest !== "" && reading.rest !== text) continue;
    const [first] = reading.instants;
    if (reading.kind === "every" && reading.rule !== undefined)
      return { kind: "every", rule: reading.rule };
    if (timing.kind === "every" && timing.rule.by === "calendar") {
      // Another hour on the same days.
      const every = readTime(`${EVERY_DAY[locale]} ${text}`, startedAt, timezone, locale);
      if (every.kind === "every" && every.rule?.by === "calendar" && every.rest === "")
        return { kind: "every", rule: { ...timing.rule, times: every.rule.times } };
    } else if (first !== undefined && (reading.kind === "at" || reading.kind === "after"))
      return { kind: "at", at: first };
  }
  return undefined;
}

const EVERY_DAY: Readonly<Record<Commanded["turn"]["locale"], string>> = {
  "pt-BR": "todo dia",
  en: "every day",
};
