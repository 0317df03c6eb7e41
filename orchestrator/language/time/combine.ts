import { type IsoDate, shift, weekdayOf } from "#shared/calendar/days.ts";
import { nextInstants } from "#shared/calendar/next-instants.ts";
import { instantOf, laterLocally, localTimeOf } from "#shared/calendar/zoned.ts";
import { CONVENTIONS } from "#shared/contracts/names.ts";
import type { Comparison, DayRule, RecurrenceRule } from "#shared/contracts/schedule-rule.ts";
import { hereAt, type Piece, type PieceOf, type Said } from "./piece.ts";
import { datesOf, daysOf, isDayPiece, placeDays, withoutDays } from "./place-days.ts";
import { later, type Now, placeBetween, placeTime, timesOf, untilOf } from "./place-times.ts";
import { type Amount, asking, type Combined } from "./reading.ts";

const SHOWN = 5;
const MOST_COUNTED = 1000;
const MINUTE_MS = 60_000;

/** What words of time say together; contradictions and gaps are asked about. Pure. */
export function combine(said: Said, pieces: readonly Piece[], at: Now): Combined {
  const late = pieces.find((piece) => piece.is === "late");
  if (late === undefined) return together(said, pieces, at);
  const others = pieces.filter(({ is }) => is !== "late");
  const main = together(said, others, at);
  if (main.kind === "when") return asking("unread");
  return main.kind === "none" || main.kind === "ask" ? main : { ...main, if_late: late.does };
}

function together(said: Said, pieces: readonly Piece[], at: Now): Combined {
  const of = <Kind extends Piece["is"]>(is: Kind): PieceOf<Kind>[] =>
    pieces.filter((piece): piece is PieceOf<Kind> => piece.is === is);
  const telling = pieces.filter(({ is }) => is !== "nothing");
  if (
    telling.length === 0 ||
    (telling.length === 1 && telling[0]?.is === "away" && telling[0].days === 0)
  )
    return { kind: "none", instants: [] };
  const [condition] = of("condition");
  if (condition !== undefined) return conditional(said, telling, condition, at);
  const timed = telling.filter(({ is }) => is !== "vague");
  const ahead = aheadOf(said, telling, at);
  if (ahead !== undefined) return ahead;
  const isVague = of("vague").some(({ later }) => later !== true);
  if (isVague || (timed.length < telling.length && of("clock").length === 0))
    return asking("vague");
  const recurs = of("days").length + of("each").length + of("elapsed").length > 0;
  if (recurs && hasOwnTimes(timed)) return asking("unread");
  if (recurs && of("slack").length === 0) return recurring(said, timed, at);
  if (of("slack").length > 0) return asking("unread");
  if (of("month_place").length > 0) return asking("unclear_day");
  if (telling.every(({ is }) => is === "part")) return asking("needs_hour");
  if (telling.every(({ is }) => ["until", "times", "starting"].includes(is)))
    return { kind: "none", instants: [] };
  if (of("except").length > 0) return asking("unread");
  if (of("until").length + of("times").length + of("starting").length + of("between").length > 0)
    return asking("unread");
  return once(said, timed, at);
}

function aheadOf(said: Said, pieces: readonly Piece[], at: Now): Combined | undefined {
  const [vague, other] = pieces.filter((piece) => piece.is === "vague");
  if (vague?.ahead === undefined || other !== undefined) return undefined;
  const others = pieces.filter((piece) => piece !== vague);
  const main = together(said, others, at);
  const [instant] = main.instants;
  if (main.kind === "none") return { ...asking("vague"), ahead: vague.ahead };
  // What it is named by may have a time of its own.
  if (vague.ahead.of !== undefined) return undefined;
  if (main.kind !== "at" || instant === undefined) return main.kind === "ask" ? main : undefined;
  const earlier = instantAhead(instant, vague.ahead.amount, at.zone);
  return earlier > at.now ? { kind: "at", instants: [earlier] } : asking("over");
}

/** So long before an instant. */
export function instantAhead(instant: number, { months, days, ms }: Amount, zone: string): number {
  const { date, time } = localTimeOf(instant, zone);
  const on = shift(shift(date, -months, "month"), -days, "day");
  return instantOf({ date: on, time }, zone) - ms;
}

function hasOwnTimes(pieces: readonly Piece[]): boolean {
  const order = pieces
    .filter(({ is }) => is === "clock" || is === "days" || is === "weekday")
    .toSorted((a, b) => a.from - b.from)
    .map(({ is }) => (is === "clock" ? "t" : "d"))
    .join("");
  return /dt+d+t/.test(order) || /td+t+d/.test(order);
}

function conditional(
  said: Said,
  pieces: readonly Piece[],
  { again, subject, comparison, clause }: PieceOf<"condition">,
  at: Now,
): Combined {
  const [slack, more] = pieces.filter((piece) => piece.is === "slack");
  if (more !== undefined) return asking("unread");
  const condition = {
    ...{ again, subject, comparison, clause },
    ...(slack !== undefined && { band_percent: slack.percent }),
  };
  const others = pieces.filter(({ is }) => !["condition", "until", "times", "slack"].includes(is));
  const ends = pieces.filter((piece) => piece.is === "until");
  if (
    others.length > 0 ||
    pieces.filter(({ is }) => is === "condition").length > 1 ||
    ends.length > 1
  )
    return atTimes(said, pieces, condition, at);
  const until = ends[0] === undefined ? undefined : untilOf(said, ends[0], at.now, at);
  if (ends.length > 0 && (until === undefined || until <= at.now))
    return { ...asking("ends_before"), condition };
  if (comparison === undefined) return { ...asking("condition"), condition };
  return { kind: "when", instants: [], condition, ...(until !== undefined && { until }) };
}

/** A time and a condition: it is looked at then. Only what is true or not at one moment can be. */
function atTimes(
  said: Said,
  pieces: readonly Piece[],
  condition: NonNullable<Combined["condition"]>,
  at: Now,
): Combined {
  const rest = pieces.filter(({ is }) => is !== "condition");
  const { comparison } = condition;
  const isOne = rest.length === pieces.length - 1 && comparison !== undefined;
  const main = isOne && HOLDS.has(comparison.is) ? combine(said, rest, at) : asking("combined");
  const isMoment =
    comparison !== undefined && (!RELATIVE.has(comparison.is) || comparison.since === "day");
  return isMoment && ["at", "after", "every"].includes(main.kind)
    ? { ...main, condition }
    : { ...(main.kind === "ask" ? main : asking("combined")), condition };
}
const RELATIVE: ReadonlySet<Comparison["is"]> = new Set(["rises", "falls", "moves"]);
const HOLDS: ReadonlySet<Comparison["is"]> = new Set([
  "above",
  "below",
  "inside",
  "outside",
  "becomes",
  ...RELATIVE,
]);

/** One instant. */
function once(said: Said, pieces: readonly Piece[], { now, zone }: Now): Combined {
  const { counts24 } = CONVENTIONS[said.locale];
  const offsets = pieces.filter((piece) => piece.is === "offset");
  const clocks = pieces.filter((piece) => piece.is === "clock");
  const parts = new Set(pieces.flatMap((piece) => (piece.is === "part" ? [piece.part] : [])));
  const days = pieces.filter(isDayPiece);
  const [part] = parts;
  const [clock] = clocks;
  if (offsets.length > 1 || clocks.length > 1 || parts.size > 1) return asking("unread");
  const [offset] = offsets;
  if (offset !== undefined) {
    const only = days.every((day) => day.is === "away" && day.days === 0);
    if (clock === undefined)
      return only && part === undefined
        ? { kind: "after", instants: [later(now, offset.amount, zone)] }
        : asking("unread");
    if (offset.amount.ms > 0 || days.length > 0) return asking("unread");
    const date = localTimeOf(later(now, offset.amount, zone), zone).date;
    return onDays([date], clock, part, { now, zone, isNamed: true, again: [], counts24 });
  }
  const tomorrow = shift(said.here.date, 1, "day");
  if (days.length === 0) {
    if (clock === undefined) return asking("needs_hour");
    const again = [tomorrow];
    return onDays([said.here.date], clock, part, { now, zone, isNamed: false, again, counts24 });
  }
  const placed = placeDays(days, said);
  if (placed === undefined)
    return asking(
      days.every(({ is }) => is === "next_week" || is === "next_month") ? "vague" : "unread",
    );
  if (clock === undefined) return asking("needs_hour");
  const dates = datesOf(placed);
  const weekday = weekdayOf(tomorrow);
  const fromTomorrow = { ...said, here: { date: tomorrow, time: NOON, weekday } };
  const again = datesOf(placeDays(days, fromTomorrow));
  const found = onDays(dates, clock, part, { now, zone, isNamed: true, again, counts24 });
  return found.kind === "ask" || dates.length === 1 ? found : asking("unclear_day", found.instants);
}

type OnDays = {
  readonly now: number;
  readonly zone: string;
  readonly isNamed: boolean;
  /** The same said a day later: what is offered where its hour has passed. */
  readonly again: readonly IsoDate[];
  readonly counts24: boolean;
};
const EVENING = "18:00";
const NOON = "12:00";

function onDays(
  dates: readonly IsoDate[],
  clock: PieceOf<"clock">,
  part: PieceOf<"part">["part"] | undefined,
  { now, zone, isNamed, again, counts24 }: OnDays,
): Combined {
  const isToday = dates[0] === localTimeOf(now, zone).date;
  const placed = placeTime(clock, part, isNamed && (!isToday || dates.length > 1));
  const times = timesOf(placed);
  const instants = (on: readonly IsoDate[]) =>
    on
      .flatMap((date) => times.map((time) => instantOf({ date, time }, zone)))
      .toSorted((a, b) => a - b);
  const coming = instants(dates).filter((instant) => instant > now);
  if (coming.length === 0) {
    const tomorrow = dayBehind(now, zone);
    if (clock.isExact && clock.hour === 0 && (!isNamed || part === "evening"))
      return { kind: "at", instants: instants([tomorrow]) };
    const isMorning =
      clock.isExact || part === "dawn" || part === "morning" ? (times[0] ?? "") < "12:00" : false;
    const isNight = (times[0] ?? "") < "05:00";
    const saysMorning = part === "dawn" || part === "morning" || isNight || !counts24;
    if (!isNamed && isMorning && saysMorning && localTimeOf(now, zone).time >= EVENING)
      return { kind: "at", instants: instants([tomorrow]) };
    const offered = isToday ? instants(again).filter((instant) => instant > now) : [];
    return offered.length > 0 ? asking("passed", offered) : asking("over");
  }
  if (times.length > 1) {
    const tomorrow =
      isNamed || coming.length > 1
        ? []
        : [instantOf({ date: dayBehind(now, zone), time: times[0] ?? "" }, zone)];
    if (!counts24 && isToday && isNamed && coming.length === 1)
      return { kind: "at", instants: coming };
    const hasPassed = isToday && isNamed && coming.length < times.length;
    return asking(hasPassed ? "passed" : "unclear_half", [...coming, ...tomorrow]);
  }
  // On one of two days it has passed: then the other is meant.
  return dates.length > 1 && coming.length > 1
    ? asking("unclear_day", coming)
    : { kind: "at", instants: coming.slice(0, 1) };
}

function recurring(said: Said, pieces: readonly Piece[], at: Now): Combined {
  const { now, zone, holidays } = at;
  const rule = ruleOf(said, pieces, at);
  if ("kind" in rule) return rule;
  const ends = pieces.filter((piece) => piece.is === "until");
  const counts = pieces.filter((piece) => piece.is === "times");
  if (ends.length > 1 || counts.length > 1) return asking("unread");
  const [first] = nextInstants(rule, zone, now, holidays, { most: 1 });
  if (first === undefined) return asking("unread");
  const begins =
    rule.by === "calendar" && rule.from !== undefined
      ? instantOf({ date: rule.from, time: "00:00" }, zone)
      : now;
  const until =
    ends[0] === undefined
      ? undefined
      : endOfRule(said, ends[0], { from: Math.max(begins, now), first }, at);
  if (ends.length > 0 && (until === undefined || until < first)) return asking("ends_before");
  const [count] = counts;
  const counted =
    count &&
    nextInstants(rule, zone, now, holidays, { most: Math.min(count.count, MOST_COUNTED) }).at(-1);
  const end =
    until === undefined ? counted : counted === undefined ? until : Math.min(until, counted);
  const instants = nextInstants(rule, zone, now, holidays, { most: SHOWN, until: end });
  return { kind: "every", instants, rule, ...(end !== undefined && { until: end }) };
}

/** Its end, by the day that it is said on; a day of a month is the first of its kind from the beginning on. */
function endOfRule(
  said: Said,
  end: PieceOf<"until">,
  { from, first }: { from: number; first: number },
  at: Now,
): number | undefined {
  const until = untilOf(said, end, from, at);
  if (until === undefined || until >= first) return until;
  return untilOf({ ...said, here: hereAt(first, at.zone) }, end, from, at);
}

function ruleOf(said: Said, pieces: readonly Piece[], at: Now): RecurrenceRule | Combined {
  const all = daysOf(pieces, said.here);
  if (all !== undefined && "kind" in all) return all;
  const left = withoutDays(all, pieces, said, at.holidays);
  if (left === "none") return asking("unread");
  const { days, not_on } = left;
  const elapsed = pieces.filter((piece) => piece.is === "elapsed");
  const clocks = pieces.filter((piece) => piece.is === "clock");
  const parts = new Set(pieces.flatMap((piece) => (piece.is === "part" ? [piece.part] : [])));
  const between = pieces.filter((piece) => piece.is === "between");
  const starts = pieces.filter((piece) => piece.is === "starting");
  if (pieces.some(({ is }) => is === "offset") || parts.size > 1 || starts.length > 1)
    return asking("unread");
  const start = startOfRule(said, starts[0]);
  if (start === "unread") return asking("unread");
  const [part] = parts;
  const [every] = elapsed;
  if (every === undefined) {
    if (between.length > 0 || days === undefined) return asking("unread");
    const starting = start?.clock === undefined ? clocks : [...clocks, start.clock];
    if (starting.length === 0) return asking("needs_hour");
    const placed = starting.map((clock) => placeTime(clock, part, true));
    const unclear = placed.find((time) => "unclear" in time);
    if (unclear !== undefined) return asking(starting.length > 1 ? "unread" : "unclear_half");
    const times = [
      ...new Set(placed.flatMap((time) => ("time" in time ? [time.time] : []))),
    ].toSorted();
    return {
      by: "calendar",
      times,
      days: anchored(days, times, at),
      ...(not_on !== undefined && { not_on }),
      ...(start?.date !== undefined && { from: start.date }),
    };
  }
  if (elapsed.length > 1 || clocks.length > 0 || parts.size > 0 || between.length > 1)
    return asking("unread");
  if (every.every_ms < MINUTE_MS) return asking("too_often");
  const hours = between[0] && placeBetween(between[0].start, between[0].end);
  if (between.length > 0 && hours === undefined) return asking("unclear_half");
  const first = firstOf(start, at);
  if (first === "unclear") return asking("unclear_half");
  // Between hours each day begins with the first of them.
  const counted = hours === undefined ? at.now : at.now - every.every_ms;
  return {
    by: "elapsed",
    every_ms: every.every_ms,
    from: first === undefined ? counted : first - every.every_ms,
    ...(days !== undefined && { days }),
    ...(not_on !== undefined && { not_on }),
    ...(hours !== undefined && { between: hours }),
  };
}

/** Every other day begins with the next time that comes: today's, or tomorrow's where today's have passed. */
function anchored(days: DayRule, times: readonly string[], { now, zone }: Now): DayRule {
  const { date, time } = localTimeOf(now, zone);
  const hasPassed = times.every((each) => each <= time);
  return days.on === "every_n_days" && days.from === date && hasPassed
    ? { ...days, from: shift(date, days.n % 7 === 0 ? 7 : 1, "day") }
    : days;
}

type Start = { date: IsoDate | undefined; clock: PieceOf<"clock"> | undefined };

function startOfRule(
  said: Said,
  start: PieceOf<"starting"> | undefined,
): Start | "unread" | undefined {
  if (start === undefined) return undefined;
  const days = start.pieces.filter(isDayPiece);
  const clock = start.pieces.find((piece) => piece.is === "clock");
  const placed = days.length === 0 ? undefined : placeDays(days, said);
  if (days.length > 0 && (placed === undefined || "unclear" in placed)) return "unread";
  return { date: placed !== undefined && "date" in placed ? placed.date : undefined, clock };
}

function firstOf(start: Start | undefined, { now, zone }: Now): number | "unclear" | undefined {
  if (start === undefined) return undefined;
  const today = localTimeOf(now, zone).date;
  if (start.clock === undefined)
    return instantOf({ date: start.date ?? today, time: "00:00" }, zone);
  const placed = placeTime(start.clock, undefined, true);
  if ("unclear" in placed) return "unclear";
  const first = instantOf({ date: start.date ?? today, time: placed.time }, zone);
  return first > now ? first : instantOf({ date: dayBehind(now, zone), time: placed.time }, zone);
}

/** Tomorrow. */
const dayBehind = (now: number, zone: string): IsoDate =>
  localTimeOf(laterLocally(now, zone, { days: 1 }), zone).date;
