import { type IsoDate, startOf } from "#shared/calendar/days.ts";
import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { Schedule, ScheduleTiming } from "#shared/contracts/schedule.ts";
import type { Comparison, RecurrenceRule } from "#shared/contracts/schedule-rule.ts";
import { wording, wordSet } from "#shared/language/words.ts";
import { nextOf } from "../../calendar/next-instants.ts";
import { instantOf, localTimeOf } from "../../calendar/zoned.ts";
import { COMMAND_LEXICONS } from "../../language/commands/lexicon.ts";
import { withoutName } from "../../language/commands/names-one.ts";
import { pick } from "../../language/commands/pick.ts";
import { tokens } from "../../language/text.ts";
import { TIME_LEXICONS } from "../../language/time/lexicons.ts";
import { endOf } from "../../language/time/phrases.ts";
import { piecesOf } from "../../language/time/pieces-of.ts";
import { recogniseMoney } from "../../language/values/money.ts";
import { recogniseNumber } from "../../language/values/number.ts";
import { recognisePercent } from "../../language/values/percent.ts";
import { changeStored } from "../../standing/change-stored.ts";
import { isTrue, observe } from "../../standing/observe.ts";
import { standingWords } from "../../standing/say.ts";
import { showInstant, showTiming } from "../../standing/show-when.ts";
import { type Outcome, words } from "../outcome.ts";
import type { Turn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";
import { isWorthLeaving } from "../understand-message.ts";
import { type Commanded, hereOf, which } from "./commanded.ts";
import { AT, halfOf, hoursOf } from "./hours-of.ts";
import { look } from "./look.ts";
import { IN_HALF, shiftTiming } from "./shift-timing.ts";
import { nameOf } from "./show-schedule.ts";
import { untilSaid } from "./until-said.ts";
import { restated, withSubject, withValue } from "./with-subject.ts";

/** "muda o das 9 para as 10h", "muda para 45": another time, or another threshold. undefined: it is about something else. */
export async function changeStanding(
  commanded: Commanded,
  open: readonly Schedule[],
  last: Schedule | undefined,
): Promise<Outcome | undefined> {
  const { turn, standing, command, intent } = commanded;
  const { locale } = turn;
  const say = standingWords(locale);
  const said = tokens(command.rest);
  const into = COMMAND_LEXICONS[locale].into;
  const at = said.findIndex(
    (_, place) => endOf(into, said, place) !== undefined && !isAfterOne(said, place),
  );
  if (open.length === 0)
    return command.isNamed ? words("clarification", say.noneStanding, intent) : undefined;
  // "make it 950": what it becomes stands right behind the verb.
  if (at < 0) {
    const made =
      last &&
      ((await changeLast(
        turn,
        standing,
        last,
        earlierIn(turn, withoutName(command.rest, locale)),
        intent,
      )) ??
        (await changeSubject(turn, standing, last, command.rest, undefined, intent)));
    if (made !== undefined) return made;
    return command.isNamed ? words("clarification", say.changeHow, intent) : undefined;
  }
  const names = command.rest.slice(0, said[at]?.start ?? 0);
  const wanted = command.rest.slice(
    said[endOf(into, said, at) ?? at]?.start ?? command.rest.length,
  );
  // "troca a vale pela weg"
  const swapped =
    at > 0 && last !== undefined
      ? await changeSubject(turn, standing, last, wanted, names, intent)
      : undefined;
  if (swapped !== undefined) return swapped;
  // Without a name only "muda para ..." is about what was just made.
  if (!command.isNamed && at > 0) return undefined;
  const { picked, says, unread } = pick(names, open, locale, hereOf(turn));
  const isOther = unread.length > 0;
  if (isOther && isWorthLeaving(turn, turn.entry.input_text, 0.5)) return undefined;
  const isLast = !says && last !== undefined && (names === "" || picked.includes(last));
  const meant = isOther ? open : isLast ? [last] : picked;
  const [one, other] = meant;
  if (one === undefined) return words("clarification", say.notFound, intent);
  if (other !== undefined) return which(commanded, meant);
  const timed = changeTo(turn, standing, one, wanted, command.rest.slice(said[at]?.start ?? 0));
  if (timed !== undefined) return keepChanged(turn, standing, one, timed, intent);
  const about = await changeSubject(turn, standing, one, wanted, undefined, intent);
  return about ?? words("clarification", say.changeHow, intent);
}

/** "troca pela weg": what was agreed on is about that from now on. */
async function changeSubject(
  turn: Turn,
  standing: StandingRequests,
  one: Schedule,
  wanted: string,
  instead: string | undefined,
  intent: IntentOutput,
): Promise<Outcome | undefined> {
  const valued = withValue(wanted);
  const other = withSubject(turn, standing, one, valued?.subject ?? wanted, instead);
  if (other === undefined) return undefined;
  const timed =
    valued === undefined ? other : changeTo(turn, standing, other, valued.value, valued.value);
  return timed && keepChanged(turn, standing, other, timed, intent, one);
}

/** "na verdade 8%", "e só nos dias úteis": what was made or changed last becomes so. undefined: the words say no such thing. */
export async function changeLast(
  turn: Turn,
  standing: StandingRequests,
  last: Schedule,
  wanted: string,
  intent: IntentOutput,
): Promise<Outcome | undefined> {
  const said = tokens(wanted);
  const into = endOf(COMMAND_LEXICONS[turn.locale].into, said, 0);
  const value = wanted.slice(into === undefined ? 0 : (said[into]?.start ?? 0));
  const timed = changeTo(turn, standing, last, value, wanted);
  return timed && keepChanged(turn, standing, last, timed, intent);
}

/** The same with other days. */
export function changeRule(
  turn: Turn,
  standing: StandingRequests,
  last: Schedule,
  rule: RecurrenceRule,
  intent: IntentOutput,
): Promise<Outcome> {
  const next_at = nextOf(rule, last.zone, turn.startedAt, standing.holidays) ?? null;
  const timed = { timing: { kind: "every" as const, rule }, next_at, until: last.until };
  return keepChanged(turn, standing, last, timed, intent);
}

async function keepChanged(
  turn: Turn,
  standing: StandingRequests,
  one: Schedule,
  timed: Pick<Schedule, "timing" | "next_at" | "until">,
  intent: IntentOutput,
  before: Schedule = one,
): Promise<Outcome> {
  const { deps, locale, startedAt, shownBy } = turn;
  const say = standingWords(locale);
  const wanted: Schedule = {
    ...one,
    ...timed,
    action: restated(one, timed.timing, locale),
    rights: shownBy ?? one.rights,
    status: "active",
    paused: null,
    updated_at: startedAt,
  };
  const asWanted = ({ status, failures }: Schedule) =>
    status === one.status ? { next: { ...wanted, failures } } : undefined;
  const done = await changeStored(deps.store.schedules, one, asWanted, one);
  if (done.is !== "changed") return words("clarification", say.changedMeanwhile, intent);
  const { next } = done;
  if (next.next_at !== null) standing.wakeAt(next.next_at);
  const changed = say.changed(nameOf(one), showTiming(next, locale, startedAt));
  const answer =
    next.until === null || next.until === before.until
      ? changed
      : `${changed} ${say.ends(showInstant(next.until, next.zone, locale, startedAt), false)}`;
  const already = await trueNow(turn, next);
  const told = already === undefined ? answer : `${answer} ${say.waitsForNext(already)}`;
  return { ...words("success", told, intent), standing: { id: one.id, before } };
}

/** The value of a watch that is satisfied as it stands; undefined: it is not, or cannot be seen. */
async function trueNow({ deps, mayUse }: Turn, next: Schedule): Promise<string | undefined> {
  if (next.timing.kind !== "when") return undefined;
  const seen = await look({ ...next, watch: next.timing.watch }, deps, mayUse);
  const { watch, counts } = observe(next.timing.watch, seen);
  if (seen === undefined || !counts || !isTrue(watch, seen.value)) return undefined;
  return typeof seen.value === "number"
    ? seen.value.toLocaleString(next.locale)
    : String(seen.value);
}

/** "*adianta* uma hora", "bring it *forward* an hour": so much earlier. */
function earlierIn({ entry, locale }: Turn, rest: string): string {
  const isForward = tokens(entry.input_text).some(({ word }) => FORWARD.has(word));
  return isForward ? `${rest.replace(/^by\s+/i, "")} ${EARLIER[locale]}` : rest;
}
const FORWARD = wordSet("verbs.bringing-forward");
const EARLIER = wording("wordings.earlier");

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
): Pick<Schedule, "timing" | "next_at" | "until"> | undefined {
  const { holidays, endsAfterMs } = standing;
  const end = endSaid(where, standing, one, wanted) ?? endSaid(where, standing, one, withInto);
  if (end !== undefined) return { timing: one.timing, next_at: one.next_at, until: end };
  const timing = timingAfter(where, standing, one, wanted, withInto);
  if (timing === undefined) return undefined;
  // What happens once has no end of its own.
  const until = one.until ?? where.startedAt + endsAfterMs;
  switch (timing.kind) {
    case "every": {
      const next_at = nextOf(timing.rule, one.zone, where.startedAt, holidays) ?? null;
      return { timing, next_at, until };
    }
    case "when":
      return { timing, next_at: where.startedAt, until };
    case "at":
    case "after":
      return { timing, next_at: timing.at, until: null };
  }
}

/** "até o fim do mês", "extend it until December": only its end is another one. */
function endSaid(
  where: Pick<Turn, "locale" | "startedAt" | "timezone">,
  standing: StandingRequests,
  { timing, next_at }: Schedule,
  said: string,
): number | undefined {
  if (timing.kind !== "every" && timing.kind !== "when") return undefined;
  const until = untilSaid(where, standing, said);
  if (until?.isAll !== true || until.end <= where.startedAt) return undefined;
  const isOver = timing.kind === "every" && next_at !== null && until.end < next_at;
  return isOver ? undefined : until.end;
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
    // What is waited for by name, or at any change, has no threshold.
    if (NO_THRESHOLD.has(timing.watch.comparison.is)) return undefined;
    // An hour is no threshold.
    if (/\d\s?(?:h|:)\d*\b/i.test(wanted)) return undefined;
    const sentence = { text: wanted, words: tokens(wanted), locale, today: () => undefined };
    const percent = recognisePercent(sentence, 0);
    const value = percent ?? recogniseMoney(sentence, 0) ?? recogniseNumber(sentence, 0);
    // Nothing but the value may be said, and of a band both ends.
    if (value === undefined || timing.watch.comparison.upper !== undefined) return undefined;
    if (value.to < sentence.words.length && !CURRENCIES.has(sentence.words[value.to]?.word ?? ""))
      return undefined;
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
  for (const said of [wanted, withInto]) {
    const later = shiftTiming(one, said, locale, startedAt, (text) =>
      readTime(text, startedAt, timezone, locale),
    );
    if (later !== undefined) return later;
  }
  // An hour without a day is one of the day that it is on.
  const own =
    one.next_at !== null && timing.kind !== "every"
      ? localTimeOf(one.next_at, one.zone)
      : undefined;
  // "muda pra terça" of what is on Monday next week: that week's.
  const begins: Readonly<Record<ReturnType<typeof dayNamed>, IsoDate | undefined>> = {
    none: own?.date,
    weekday: own && startOf(own.date, "week"),
    other: undefined,
  };
  const read = (text: string) => {
    const date = begins[dayNamed(text, locale)];
    const from = date === undefined ? startedAt : instantOf({ date, time: "00:00" }, one.zone);
    return readTime(text, Math.max(startedAt, from), timezone, locale);
  };
  const minutes = wanted.replace(HOUR_AND_MINUTES, (_, hour: string, minute: string) => {
    const isLater = halfOf(one) === "pm" && Number(hour) < 12;
    return `${Number(hour) + (isLater ? 12 : 0)}h${minute}`;
  });
  for (const said of [wanted, withInto, `${AT[locale]} ${wanted}`, `${AT[locale]} ${minutes}`]) {
    const days = read(said);
    // "só nos dias úteis", "amanhã": the hour stays.
    const whole =
      days.asks === "needs_hour" && days.rest === "" ? `${said} ${hoursOf(one, locale)}` : said;
    // "make that 7:30": in the half of the day that it is in.
    const isHalfOpen =
      days.asks === "unclear_half" || (days.asks === "passed" && days.instants.length > 1);
    const text = isHalfOpen ? inHalf(said, halfOf(one), locale) : whole;
    const halved = text === said ? days : read(text);
    const reading = isHalfOpen && halved.kind === "ask" ? days : halved;
    const left = tokens(reading.rest).some(({ word }) => !NEUTRAL.has(word));
    if (left && reading.rest !== text) continue;
    const [first] = reading.instants;
    if (reading.kind === "every" && reading.rule !== undefined)
      return { kind: "every", rule: onOtherDays(timing, reading.rule, text !== said) };
    if (timing.kind === "every" && timing.rule.by === "calendar") {
      const monthly = onOtherMonthDay(timing.rule, said, locale);
      if (monthly !== undefined) return { kind: "every", rule: monthly };
      // Another hour on the same days.
      const every = readTime(`${EVERY_DAY[locale]} ${text}`, startedAt, timezone, locale);
      if (every.kind === "every" && every.rule?.by === "calendar" && every.rest === "")
        return { kind: "every", rule: { ...timing.rule, times: every.rule.times } };
    } else if (first !== undefined && (reading.kind === "at" || reading.kind === "after"))
      return { kind: "at", at: first };
  }
  return undefined;
}

/** "8 e 20": one hour, where one takes the place of another. */
const HOUR_AND_MINUTES = /^(\d{1,2}) e (\d{2})$/;
const NEUTRAL = wordSet("schedules.around-a-value");

/** "4:45 on fridays" in the afternoon: "4:45 pm on fridays". */
const inHalf = (said: string, half: "am" | "pm", locale: Locale): string =>
  /\d/.test(said)
    ? said.replace(/\d{1,2}(?:[:.]\d{2})?/, (clock) => `${clock} ${half}`)
    : `${said} ${IN_HALF[locale][half]}`;

/** "muda pro dia 5" of what is on one day of each month. undefined: it is not, or more is said. */
function onOtherMonthDay(
  rule: Extract<RecurrenceRule, { by: "calendar" }>,
  said: string,
  locale: Locale,
): RecurrenceRule | undefined {
  if (rule.days.on !== "month_days" || rule.days.days.length !== 1) return undefined;
  const [piece, other] = piecesIn(said, locale);
  const isAll = piece !== undefined && other === undefined && piece.to === tokens(said).length;
  if (!isAll || piece.is !== "date" || piece.day === undefined || piece.month !== undefined)
    return undefined;
  return piece.day > 28 ? undefined : { ...rule, days: { on: "month_days", days: [piece.day] } };
}

/** "only on workdays" of what is every two hours: that stays. `isDaysOnly`: no hour was said. */
function onOtherDays(
  timing: ScheduleTiming,
  said: RecurrenceRule,
  isDaysOnly: boolean,
): RecurrenceRule {
  const isElapsed = timing.kind === "every" && timing.rule.by === "elapsed";
  if (!isElapsed || !isDaysOnly || said.by !== "calendar") return said;
  const { not_on: _before, ...rule } = timing.rule;
  return { ...rule, days: said.days, ...(said.not_on !== undefined && { not_on: said.not_on }) };
}

const NO_THRESHOLD: ReadonlySet<Comparison["is"]> = new Set(["becomes", "changes"]);

/** Other words of a day, or of how long from now, are said from where the person is. */
function dayNamed(text: string, locale: Locale): "none" | "weekday" | "other" {
  const days = piecesIn(text, locale).filter(({ is }) => is !== "clock" && is !== "part");
  const areWeekdays = days.every((piece) => piece.is === "weekday" && !piece.next);
  return days.length === 0 ? "none" : areWeekdays ? "weekday" : "other";
}

/** Words of time, wherever the person is. */
function piecesIn(text: string, locale: Locale) {
  const here = { date: "2026-01-01", time: "12:00", weekday: 4 };
  const lexicon = TIME_LEXICONS[locale];
  return piecesOf({ text, words: tokens(text), locale, lexicon, here, today: () => undefined });
}

const CURRENCIES = wordSet("nouns.units-of-values");
const EVERY_DAY = wording("wordings.every-day");
