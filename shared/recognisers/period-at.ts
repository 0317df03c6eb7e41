import { units } from "#shared/calendar/days.ts";
import { SHORT_MONTHS, STRETCHES, type Stretch } from "#shared/calendar/names.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { phraseWords, wordList, wordSet } from "#shared/language/words.ts";
import { countAt } from "./counts.ts";
import type { PartialDate, PeriodSyntax, Point, Strength } from "./period-syntax.ts";
import { bareDayAt } from "./read-date.ts";
import { longest, pointAt, type ReadPoint } from "./read-point.ts";
import { markAfter, phraseAt, type Read, touchesNext, type Words, wordAt } from "./words.ts";

export type ReadPeriod = Read<PeriodSyntax> & { readonly strength: Strength };

type Fixed = readonly [said: ReturnType<typeof phraseWords>, PeriodSyntax, Strength];
const FIXED: readonly Fixed[] = [
  [phraseWords("periods.always"), { is: "always" }, "named"],
  [phraseWords("periods.always-alone"), { is: "always" }, "alone"],
  [phraseWords("periods.year-to-date"), { is: "to_date", unit: "year" }, "named"],
  [phraseWords("periods.month-to-date"), { is: "to_date", unit: "month" }, "named"],
];

const LAST = wordSet("periods.last-of-several");
const NEXT = wordSet("periods.next-of-several");
/** Hours are said of the last day or two only. */
const HOURS = wordSet("periods.hours");
const COMPACT: ReadonlyMap<string, Stretch> = new Map(
  units.flatMap((unit) =>
    wordList(`periods.compact.${unit}`).map((letters) => [letters, { unit, count: 1 }] as const),
  ),
);
const HALF_A_YEAR = phraseWords("periods.half-a-year");
const YEAR_AND_A_HALF = phraseWords("periods.year-and-a-half");
const AND_HALF = phraseWords("periods.and-half");
const MOST_UNITS = 1500;

/** "a vague number of them", where a plural is said without one. */
const VAGUE_COUNT = 3;

const TO_NOW = phraseWords("periods.to-now");
const SINCE = phraseWords("periods.since");
const START_OF = phraseWords("periods.start-of");
const END_OF = phraseWords("periods.end-of");
const AFTER = phraseWords("periods.after");
const BEFORE = phraseWords("periods.before");
const UNTIL = phraseWords("periods.until");
const BETWEEN = phraseWords("periods.between");
const FROM = phraseWords("periods.from");
const AND = phraseWords("periods.and");
const TO = phraseWords("periods.to");

/** The longest period that begins at a word; undefined where none does. */
export function periodAt(said: Words, at: number, locale: Locale): ReadPeriod | undefined {
  const point = pointAt(said, at, locale);
  return longest([
    point && { to: point.to, value: { is: "at", point: point.value }, strength: point.strength },
    ...FIXED.map(([known, value, strength]) => {
      const to = phraseAt(said, at, known);
      return to === undefined ? undefined : { to, value, strength };
    }),
    between(said, at, locale),
    bounded(said, at, locale),
    duration(said, at),
  ]);
}

/** "entre 1 de março e 1 de maio", "de janeiro a março", "2020-2023", "de ontem pra hoje", "de março pra cá" */
function between(said: Words, at: number, locale: Locale): ReadPeriod | undefined {
  const amid = phraseAt(said, at, BETWEEN);
  const opened = amid ?? phraseAt(said, at, FROM);
  const from =
    startAt(said, opened ?? at, locale) ??
    (opened === undefined ? undefined : shortMonthAt(said, opened));
  if (from === undefined) return undefined;
  const point = "point" in from ? from.point : undefined;
  const now =
    opened === undefined || amid !== undefined ? undefined : phraseAt(said, from.to, TO_NOW);
  if (now !== undefined && point !== undefined)
    return {
      to: now,
      value: endsToday(said, from.to)
        ? { is: "between", from: point, to: { is: "away", unit: "day", count: 0 } }
        : { is: "since", point },
      strength: "named",
    };
  const dashed = ["-", "–"].includes(markAfter(said, from.to - 1) ?? "");
  const mid = dashed ? from.to : phraseAt(said, from.to, amid === undefined ? TO : AND);
  const to = mid === undefined ? undefined : endAt(said, mid, point, opened, locale);
  if (to === undefined) return undefined;
  if (point === undefined) return dayToDay("date" in from ? from.date : {}, to);
  // "em março a segunda maior alta": a weekday ends only what a weekday or "de" began.
  const loose = to.value.is === "weekday" && to.strength === "led";
  if (loose && opened === undefined && point.is !== "weekday") return undefined;
  if (opened === undefined && from.strength === "led" && point.is === "weekday") return undefined;
  return { to: to.to, value: { is: "between", from: point, to: to.value }, strength: "named" };
}

/** Where a range ends, by what it began with: "15" after "march 1", "mar" after "de jan". */
function endAt(
  said: Words,
  at: number,
  from: Point | undefined,
  opened: number | undefined,
  locale: Locale,
): ReadPoint | undefined {
  const month = opened === undefined ? undefined : shortMonthAt(said, at);
  return pointAt(said, at, locale) ?? sameMonth(said, at, from) ?? month;
}

/** "jan", which names a month only between others: "de jan a mar". */
function shortMonthAt(said: Words, at: number): (ReadPoint & { point: Point }) | undefined {
  const month = SHORT_MONTHS.get(wordAt(said, at));
  if (month === undefined) return undefined;
  const point: Point = { is: "date", date: { month } };
  return { to: at + 1, value: point, point, strength: "led" };
}

/** "até hoje" says that it ends today; "pra cá" only that it goes on. */
const endsToday = (said: Words, at: number): boolean =>
  ["hoje", "today"].includes(wordAt(said, at + 1));

/** Where a range begins: a point, or the number of a day whose month is said at the end. */
function startAt(
  said: Words,
  at: number,
  locale: Locale,
): (Pick<ReadPoint, "to" | "strength"> & ({ point: Point } | { date: PartialDate })) | undefined {
  const from = wordAt(said, at) === "o" || wordAt(said, at) === "the" ? at + 1 : at;
  const point = pointAt(said, at, locale) ?? pointAt(said, from, locale);
  if (point !== undefined) return { to: point.to, point: point.value, strength: point.strength };
  const day = bareDayAt(said, from);
  return day && { to: day.to, date: day.value, strength: "led" };
}

/** "march 1 to 15": the month of the beginning holds for the end. */
function sameMonth(said: Words, at: number, from: Point | undefined): ReadPoint | undefined {
  if (from?.is !== "date" || from.date.day === undefined) return undefined;
  const day = bareDayAt(said, at);
  if (day === undefined || STRETCHES.has(wordAt(said, day.to))) return undefined;
  const value: Point = { is: "date", date: { ...from.date, ...day.value } };
  return { to: day.to, value, strength: "led" };
}

/** "1 a 15 de março": the month and year of the end are those of the beginning. */
function dayToDay(from: PartialDate, to: ReadPoint): ReadPeriod | undefined {
  if (to.value.is !== "date" || to.value.date.day === undefined) return undefined;
  const point: Point = { is: "date", date: { ...to.value.date, ...from } };
  return { to: to.to, value: { is: "between", from: point, to: to.value }, strength: "named" };
}

/** "desde janeiro", "a partir de março", "depois de março", "antes de 2020", "até o fim do ano" */
function bounded(said: Words, at: number, locale: Locale): ReadPeriod | undefined {
  const since = phraseAt(said, at, SINCE);
  if (since !== undefined) {
    const start = phraseAt(said, since, START_OF);
    const point = boundAt(said, start === undefined ? since : afterJoint(said, start), locale);
    if (point === undefined) return undefined;
    const to = phraseAt(said, point.to, TO_NOW) ?? point.to;
    // "até hoje" ends a period that it begins; "desde março até hoje" is since March all the same.
    return { to, value: { is: "since", point: point.value }, strength: "named" };
  }
  for (const [is, words] of [
    ["after", AFTER],
    ["before", BEFORE],
    ["until", UNTIL],
  ] as const) {
    const begin = phraseAt(said, at, words);
    if (begin === undefined) continue;
    const end = is === "until" ? phraseAt(said, begin, END_OF) : undefined;
    const point = boundAt(said, end === undefined ? begin : afterJoint(said, end), locale);
    if (point !== undefined)
      return { to: point.to, value: { is, point: point.value }, strength: "named" };
  }
  return undefined;
}

/** A point that a bound stands before: with its article or preposition, "desde o ano passado", "até a sexta". */
const boundAt = (said: Words, at: number, locale: Locale): ReadPoint | undefined =>
  pointAt(said, at, locale) ??
  (/^(?:o|a|os|as|the|em|in|no|na)$/.test(wordAt(said, at))
    ? pointAt(said, at + 1, locale)
    : undefined);

const afterJoint = (said: Words, at: number): number =>
  /^(?:de|do|da|of)$/.test(wordAt(said, at)) ? at + 1 : at;

/** "últimos 6 meses", "6 meses", "um ano e meio", "past couple of weeks", "de 3 meses pra cá", "1y" */
function duration(said: Words, at: number): ReadPeriod | undefined {
  const begin = ["o", "os", "as", "the"].includes(wordAt(said, at)) ? at + 1 : at;
  const opened = ["de", "ha", "desde"].includes(wordAt(said, begin)) ? begin + 1 : begin;
  const length = lengthAt(said, begin, begin > at);
  if (length !== undefined) return length;
  const bare = opened === begin ? undefined : lengthAt(said, opened, false);
  const toNow = bare && phraseAt(said, bare.to, TO_NOW);
  return bare?.value.is === "duration" && toNow !== undefined
    ? { to: toNow, value: { ...bare.value, way: "last" }, strength: "named" }
    : undefined;
}

function lengthAt(said: Words, at: number, afterArticle: boolean): ReadPeriod | undefined {
  const first = wordAt(said, at);
  const way = LAST.has(first) ? "last" : NEXT.has(first) ? "next" : undefined;
  const amount = amountAt(said, way === undefined ? at : at + 1, way !== undefined);
  if (amount === undefined) return undefined;
  // "last week" is the one before this; "past week", "última semana" and "the last week" are the days up to now.
  const single = amount.single && way !== undefined;
  if (single && (way === "next" || first === "previous")) return undefined;
  if (single && first === "last" && !afterArticle) return undefined;
  const after = amount.inner ?? way;
  const passed =
    after === undefined && /^(?:passad[oa]s|anteriores|recentes)$/.test(wordAt(said, amount.to));
  return {
    to: passed ? amount.to + 1 : amount.to,
    value: {
      is: "duration",
      unit: amount.unit,
      count: amount.count,
      way: passed ? "last" : (after ?? "open"),
    },
    strength: after === undefined && !passed && amount.weak ? "led" : "named",
  };
}

type Amount = {
  to: number;
  unit: "day" | "week" | "month" | "year" | "hour";
  count: number;
  /** The unit alone, without a number. */
  single: boolean;
  weak: boolean;
  /** "6 últimos meses" */
  inner?: "last" | "next" | undefined;
};

function amountAt(said: Words, at: number, introduced: boolean): Amount | undefined {
  const half = halfYear(said, at);
  if (half !== undefined) return half;
  const word = wordAt(said, at);
  const alone = introduced ? STRETCHES.get(word) : undefined;
  if (alone !== undefined) {
    const several = word.endsWith("s") && word !== "mes";
    const count = alone.count * (several ? VAGUE_COUNT : 1);
    return { to: at + 1, unit: alone.unit, count, single: !several, weak: false };
  }
  const count = countAt(said, at);
  if (count === undefined || count.value < 1) return undefined;
  const between = wordAt(said, count.to);
  const inner = LAST.has(between) ? "last" : NEXT.has(between) ? "next" : undefined;
  const at2 = inner === undefined ? count.to : count.to + 1;
  return counted(said, at, at2, count.value, inner);
}

function counted(
  said: Words,
  from: number,
  at: number,
  count: number,
  inner: Amount["inner"],
): Amount | undefined {
  const word = wordAt(said, at);
  const touches = touchesNext(said, at - 1) && /^\d+$/.test(wordAt(said, from));
  const stretch =
    STRETCHES.get(word) ?? (touches || /^mo$/.test(word) ? COMPACT.get(word) : undefined);
  const of = HOURS.has(word) ? { unit: "hour" as const, count: 1 } : stretch;
  if (of === undefined) return undefined;
  const whole = count * of.count;
  if (whole > MOST_UNITS) return undefined;
  // "dois anos e meio"
  const andHalf = of.unit === "year" && ["e", "and"].includes(wordAt(said, at + 1));
  const halfTo = andHalf ? phraseAt(said, at + 2, AND_HALF) : undefined;
  if (halfTo !== undefined)
    return { to: halfTo, unit: "month", count: whole * 12 + 6, single: false, weak: false, inner };
  return { to: at + 1, unit: of.unit, count: whole, single: false, weak: false, inner };
}

/** "meio ano", "half a year", "ano e meio", "year and a half" */
function halfYear(said: Words, at: number): Amount | undefined {
  const half = phraseAt(said, at, HALF_A_YEAR);
  const more = phraseAt(said, at, YEAR_AND_A_HALF);
  const to = half ?? more;
  return to === undefined
    ? undefined
    : { to, unit: "month", count: half === undefined ? 18 : 6, single: false, weak: false };
}
