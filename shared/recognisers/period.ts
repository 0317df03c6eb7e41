import { type IsoDate, shift } from "#shared/calendar/days.ts";
import { isDay, type Period, periodOf } from "#shared/calendar/period.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { Chart, Words } from "#shared/language/time/chart.ts";
import { chartOf } from "#shared/language/time/chart-of.ts";
import type { PeriodSyntax, Strength } from "#shared/language/time/meaning.ts";
import { type Leaning, resolvePeriod } from "#shared/language/time/resolve-period.ts";
import { wordSet } from "#shared/language/words.ts";
import { wordsIn } from "./words.ts";

/** What a period is read with, beside its words. */
export type PeriodReading = {
  /** Decides whether 03/04 is in March or in April. The words may be of either language. */
  readonly locale: Locale;
  /** The day of the person who speaks; undefined: relative words are not read. */
  readonly today: () => IsoDate | undefined;
  readonly leaning?: Leaning | undefined;
};

/** A period in a sentence: from word `from` up to, not including, word `to`. */
export type FoundPeriod = { readonly from: number; readonly to: number; readonly value: Period };

/** Longer than anyone speaks of a period. */
const MAX_CHARS = 200;
/** The period that a text is, or that stands in it where the rest says nothing of time: the words of a `*_text` entity. */
export function readPeriod(text: string, reading: PeriodReading): Period | undefined {
  if (text.length > MAX_CHARS) return undefined;
  const said = wordsIn(text);
  const whole = wholePeriod(said, reading);
  if (whole !== undefined) return resolved(whole, reading);
  const [only, ...others] = periodsIn(said, reading);
  if (only === undefined || others.length > 0) return undefined;
  const chart = chartOf(said, reading.locale);
  const saysMore = said.words.some(
    ({ word }, at) =>
      (at < only.from || at >= only.to) &&
      (/^\d/.test(word) ||
        SAYS_WHEN.some((kind) => chart.at(at, kind).some(({ meaning }) => !("loose" in meaning)))),
  );
  return saysMore ? undefined : only.value;
}

/** All words are one period, openings aside. */
function wholePeriod(said: Words, { locale }: PeriodReading): ReadPeriod | undefined {
  const chart = chartOf(said, locale);
  const last = said.words.length;
  for (let at = 0; at < last; at++) {
    const found = periodAt(chart, at);
    if (found?.to === last) return found;
    if (!says(chart, at, "opening")) return undefined;
  }
  return undefined;
}

/** Would change a period that stands beside it. */
const SAYS_WHEN = ["month", "month-short", "weekday", "unit", "units", "number", "relation"];

/** The periods of a sentence, from left to right, each the longest there. */
export function periodsIn(said: Words, reading: PeriodReading): FoundPeriod[] {
  const chart = chartOf(said, reading.locale);
  const found: FoundPeriod[] = [];
  for (let at = 0; at < said.words.length; ) {
    const joins = found.at(-1)?.to === at - 1 && says(chart, at - 1, "joint");
    const one = certainAt(chart, at, joins);
    const whole = one && !isOnlyHours(one, reading) ? joined(said, at, one, reading) : undefined;
    if (whole !== undefined) found.push(whole);
    // A day that no month has is no month either.
    at = whole?.to ?? one?.to ?? at + 1;
  }
  return found;
}

/**
 * The period that begins at a word of a sentence, where the words cannot be anything else; `joins`: it is joined to
 * another one.
 */
function certainAt(chart: Chart, at: number, joins: boolean): ReadPeriod | undefined {
  const found = periodAt(chart, at);
  if (found === undefined) return undefined;
  switch (found.strength) {
    case "named":
      return found;
    case "led":
      return joins || says(chart, at - 1, "lead") ? found : undefined;
    case "articled":
      return says(chart, at - 1, "contracted") ||
        (says(chart, at, "article") && says(chart, at - 1, "lead"))
        ? found
        : undefined;
    case "alone":
      return undefined;
  }
}

type ReadPeriod = {
  readonly to: number;
  readonly value: PeriodSyntax;
  readonly strength: Strength;
};

/** The longest period that begins at a word. */
function periodAt(chart: Chart, at: number): ReadPeriod | undefined {
  const [longest] = chart.at(at, "period");
  return longest?.meaning.is === "period"
    ? { to: longest.to, value: longest.meaning.period, strength: longest.strength }
    : undefined;
}

const says = (chart: Chart, at: number, kind: string): boolean =>
  chart.at(at, kind).some(({ to }) => to === at + 1);

const resolved = ({ value }: ReadPeriod, { today, leaning = "past" }: PeriodReading) =>
  resolvePeriod(value, today, leaning);

/** The longest period that begins at a word, where something else says that one does. */
export function periodFrom(
  said: Words,
  at: number,
  reading: PeriodReading,
): FoundPeriod | undefined {
  const found = periodAt(chartOf(said, reading.locale), at);
  return found === undefined || isOnlyHours(found, reading)
    ? undefined
    : joined(said, at, found, reading);
}

/** Hours that say not of when are a length or a time of day where what is to come is meant. */
const isOnlyHours = ({ value }: ReadPeriod, { leaning }: PeriodReading): boolean =>
  leaning === "coming" && value.is === "duration" && value.way === "open" && value.unit === "hour";

/** A period; a day with the next one that is joined to it. */
function joined(
  said: Words,
  from: number,
  found: ReadPeriod,
  reading: PeriodReading,
): FoundPeriod | undefined {
  const chart = chartOf(said, reading.locale);
  const { to } = found;
  const value = resolved(found, reading);
  if (value === undefined) return undefined;
  const isJoined = says(chart, to, "joint") && !OR.has(said.words[to]?.word ?? "");
  const next = isJoined && isDay(value) ? certainAt(chart, to + 1, true) : undefined;
  const other = next && resolved(next, reading);
  return next !== undefined && other !== undefined && other === shift(value, 1, "day")
    ? { from, to: next.to, value: periodOf({ from: value, to: other }) }
    : { from, to, value };
}

const OR = wordSet("words.or");
