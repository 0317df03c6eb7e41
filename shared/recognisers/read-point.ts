import { NAMED_DAYS, STRETCHES, WEEKDAYS } from "#shared/calendar/names.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { wordList, wordSet } from "#shared/language/words.ts";
import { countAt, ordinalAt } from "./counts.ts";
import type { Point, Strength } from "./period-syntax.ts";
import { dateAt, yearAfter } from "./read-date.ts";
import { type Read, type Words, wordAt } from "./words.ts";

export type ReadPoint = Read<Point> & { readonly strength: Strength };

const THIS = wordSet("periods.this");
const LAST = wordSet("periods.last");
const NEXT = wordSet("periods.next");
const PASSED = wordSet("periods.passed");
const BEFORE_LAST = wordSet("periods.before-last");
const CURRENT = wordSet("periods.current");
const TOO_FAR = 1500;

/** A day, or a whole week, month, quarter or year, that begins at a word: the longest reading. */
export function pointAt(said: Words, at: number, locale: Locale): ReadPoint | undefined {
  const word = wordAt(said, at);
  // "o ano de 2020", "the last week"
  const inner = word === "o" || word === "a" || word === "the" ? at + 1 : undefined;
  return longest([
    named(said, at),
    ago(said, at),
    part(said, inner ?? at),
    decade(said, at),
    yearNamed(said, inner ?? at),
    wholeOrWeekday(said, inner ?? at, inner !== undefined),
    asPoint(dateAt(said, at, locale)),
  ]);
}

/** The reading that takes most words; of equal ones the first. */
export const longest = <T extends { readonly to: number }>(
  readings: readonly (T | undefined)[],
): T | undefined =>
  readings.reduce<T | undefined>(
    (best, each) => (each !== undefined && (best === undefined || each.to > best.to) ? each : best),
    undefined,
  );

const asPoint = (date: ReturnType<typeof dateAt>): ReadPoint | undefined =>
  date && { to: date.to, value: { is: "date", date: date.value }, strength: date.strength };

function named(said: Words, at: number): ReadPoint | undefined {
  for (const [phrase, days] of NAMED_DAYS)
    if (phrase.every((word, offset) => wordAt(said, at + offset) === word))
      return {
        to: at + phrase.length,
        value: { is: "away", unit: "day", count: days },
        strength: "named",
      };
  return undefined;
}

/** "há 3 dias", "3 dias atrás", "3 days ago", "daqui a um mês", "three days from now" */
function ago(said: Words, at: number): ReadPoint | undefined {
  const first = wordAt(said, at);
  const since = ["ha", "faz"].includes(first);
  const ahead = first === "daqui" && wordAt(said, at + 1) === "a";
  const count = countAt(said, since ? at + 1 : ahead ? at + 2 : at);
  const stretch = count && STRETCHES.get(wordAt(said, count.to));
  if (count === undefined || stretch === undefined || count.value < 1) return undefined;
  const after = wordAt(said, count.to + 1);
  const back = after === "atras" || after === "ago";
  const fromNow = after === "from" && ["now", "today"].includes(wordAt(said, count.to + 2));
  if (!since && !ahead && !back && !fromNow) return undefined;
  const units = count.value * stretch.count;
  if (units > TOO_FAR) return undefined;
  return {
    to: count.to + 1 + (back ? 1 : fromNow ? 2 : 0),
    value: { is: "away", unit: stretch.unit, count: ahead || fromNow ? units : -units },
    strength: "named",
  };
}

const PART_WORDS: ReadonlyMap<string, 3 | 6> = new Map(
  ([3, 6] as const).flatMap((months) =>
    wordList(`periods.parts-of-a-year.${months}`).map((word) => [word, months] as const),
  ),
);

/** "primeiro trimestre de 2025", "2º semestre", "3T25", "Q3 2025", "H1 2025" */
function part(said: Words, at: number): ReadPoint | undefined {
  const short = /^([qth])([1-4])$/.exec(wordAt(said, at));
  if (short !== null && short[1] !== "t") {
    const year = yearAfter(said, at + 1);
    return partOf(year?.to ?? at + 1, short[1] === "h" ? 6 : 3, Number(short[2]), year?.value);
  }
  // "3T25" is the words 3 and t25.
  const glued = /^([ts])(\d{2}|\d{4})$/.exec(wordAt(said, at + 1));
  if (glued !== null && /^[1-4]$/.test(wordAt(said, at))) {
    const year = Number(glued[2]) + (glued[2]?.length === 2 ? 2000 : 0);
    return partOf(at + 2, glued[1] === "s" ? 6 : 3, Number(wordAt(said, at)), { year });
  }
  const nth = ordinalAt(said, at);
  if (nth?.marked !== true) return undefined;
  const months = PART_WORDS.get(wordAt(said, nth.to));
  if (months === undefined) return undefined;
  const year = yearAfter(said, nth.to + 1);
  return partOf(year?.to ?? nth.to + 1, months, nth.value, year?.value);
}

function partOf(
  to: number,
  months: 3 | 6,
  nth: number,
  date: { year?: number | undefined; yearsAway?: number | undefined } = {},
): ReadPoint | undefined {
  if (nth < 1 || nth > 12 / months) return undefined;
  return { to, value: { is: "part", months, nth, date }, strength: "named" };
}

/** "anos 90", "década de 2010", "the 90s", "1990s" */
function decade(said: Words, at: number): ReadPoint | undefined {
  const from = wordAt(said, at) === "the" ? at + 1 : at;
  const plural = wordAt(said, from + 1) === "s";
  const opened =
    wordAt(said, at) === "anos"
      ? at + 1
      : wordAt(said, at) === "decada" && wordAt(said, at + 1) === "de"
        ? at + 2
        : undefined;
  const digits = wordAt(said, opened ?? from);
  if (opened === undefined && !plural) return undefined;
  if (!/^(?:(?:19|20)\d0|[2-9]0)$/.test(digits)) return undefined;
  const year = Number(digits) + (digits.length === 2 ? 1900 : 0);
  const to = (opened ?? from) + (opened === undefined ? 2 : 1);
  return { to, value: { is: "decade", year }, strength: "named" };
}

/** "ano de 2020", "the year 2020" */
function yearNamed(said: Words, at: number): ReadPoint | undefined {
  if (!["ano", "year"].includes(wordAt(said, at))) return undefined;
  const year = yearAfter(said, at + 1);
  return year?.value.year === undefined
    ? undefined
    : { to: year.to, value: { is: "date", date: year.value }, strength: "named" };
}

/** "este mês", "semana passada", "next monday", "sexta que vem", "fim de semana passado", "sexta-feira" */
function wholeOrWeekday(said: Words, at: number, afterArticle: boolean): ReadPoint | undefined {
  const first = wordAt(said, at);
  const isThis = THIS.has(first);
  const isLast = LAST.has(first);
  const isNext = NEXT.has(first);
  const from = isThis || isLast || isNext ? at + 1 : at;
  const what = unitAt(said, from);
  if (what === undefined) return undefined;
  const { to, away: after } = awayAfter(said, what.to);
  const away = isThis ? 0 : isLast ? -1 : isNext ? 1 : after;
  const end = isThis || isLast || isNext ? what.to : to;
  if (what.kind === "weekday") {
    const way = away === undefined || away === 0 ? 0 : away < 0 ? -1 : 1;
    const certain = away !== undefined || what.certain;
    return {
      to: end,
      value: { is: "weekday", weekday: what.weekday, way },
      strength: certain ? "named" : "led",
    };
  }
  // "último mês" and, with an article, "the last month" are the days up to now.
  const isPortuguese = first === "ultimo" || first === "ultima";
  if (what.kind === "weekend")
    return away === undefined
      ? undefined
      : { to: end, value: { is: "weekend", away }, strength: "named" };
  if (isLast && (isPortuguese || afterArticle)) return undefined;
  // "no ano", "o mês": the one that today is in, where nothing else is said.
  if (away === undefined) return { ...wholeOf(what, 0, what.to), strength: "articled" };
  return { ...wholeOf(what, away, end), strength: "named" };
}

const wholeOf = (
  { unit, count }: { unit: "day" | "week" | "month" | "year"; count: number },
  away: number,
  to: number,
): Read<Point> => ({ to, value: { is: "whole", unit, count, away } });

type What =
  | { to: number; kind: "weekday"; weekday: number; certain: boolean }
  | { to: number; kind: "weekend" }
  | { to: number; kind: "unit"; unit: "day" | "week" | "month" | "year"; count: number };

function unitAt(said: Words, at: number): What | undefined {
  const word = wordAt(said, at);
  if (word === "weekend") return { to: at + 1, kind: "weekend" };
  if (["fim", "final"].includes(word) && wordAt(said, at + 1) === "de")
    if (wordAt(said, at + 2) === "semana") return { to: at + 3, kind: "weekend" };
  const weekday = WEEKDAYS.get(word);
  if (weekday !== undefined) {
    const full = wordAt(said, at + 1) === "feira";
    // "a segunda" is the second one.
    const counts = weekday >= 1 && weekday <= 5 && !word.endsWith("day");
    return { to: full ? at + 2 : at + 1, kind: "weekday", weekday, certain: full || !counts };
  }
  const stretch = STRETCHES.get(word);
  // A single day is named otherwise, and "sessão" is not the calendar's.
  if (stretch === undefined || stretch.unit === "day" || word.endsWith("s") !== (word === "mes"))
    return undefined;
  return { to: at + 1, kind: "unit", ...stretch };
}

/** How far from now, as it is said after the unit; undefined where nothing is. */
function awayAfter(said: Words, at: number): { to: number; away: number | undefined } {
  const word = wordAt(said, at);
  if (PASSED.has(word)) return { to: at + 1, away: -1 };
  if (BEFORE_LAST.has(word)) return { to: at + 1, away: -2 };
  if (CURRENT.has(word)) return { to: at + 1, away: 0 };
  if (word === "que" && wordAt(said, at + 1) === "vem") return { to: at + 2, away: 1 };
  return { to: at, away: undefined };
}
