import { MONTHS, SHORT_MONTHS } from "#shared/calendar/names.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { wordSet } from "#shared/language/words.ts";
import { CONVENTIONS } from "../contracts/locale-conventions.ts";
import { countAt, ordinalAt } from "./counts.ts";
import type { PartialDate, Strength } from "./period-syntax.ts";
import { markAfter, type Read, type Words, wordAt } from "./words.ts";

export type ReadDate = Read<PartialDate> & { readonly strength: Strength };

const JOINTS = wordSet("periods.joins-dates");
const YEAR_NOW = wordSet("periods.of-this-year");
const PASSED = wordSet("periods.passed-years");
/** Names that are words of their own as well: a modal, a verb, a first name without its accent. */
const ALSO_WORDS = wordSet("periods.months-that-are-words");
const EARLIEST = 1900;
const LATEST = 2200;

/**
 * A day, month or year of the calendar that begins at a word.
 * Shape: "10 de outubro de 2024", "October 10, 2024", "10/10", "2026-04-03", "mar/25", "março do ano passado", "2020";
 *        numbers are read day first, in English month first. Whether there is such a day is not asked
 */
export function dateAt(said: Words, at: number, locale: Locale): ReadDate | undefined {
  // "no dia 10/03/2026"
  const figures = ["dia", "day"].includes(wordAt(said, at)) ? at + 1 : at;
  const found = inFigures(said, figures, locale) ?? monthFirst(said, at) ?? dayFirst(said, at);
  return found !== undefined && isThinkable(found.value) ? found : undefined;
}

/** Whether the calendar has the day is asked once the year is known. */
const isThinkable = ({ year }: PartialDate): boolean =>
  year === undefined || (year >= EARLIEST && year <= LATEST);

const fullYear = (digits: string): number =>
  digits.length === 2 ? 2000 + Number(digits) : Number(digits);

/** "2026-04-03", "03/04/2026", "03.04.26", "03/2025", "10/10", "2026" */
function inFigures(said: Words, at: number, locale: Locale): ReadDate | undefined {
  const { to, parts, mark } = figuresAt(said, at);
  const [first = "", second, third] = parts;
  if (second === undefined) {
    // "ano de 2020" and "2049" as a title look alike.
    if (/^(?:19|20|21)\d\d$/.test(first))
      return { to, value: { year: Number(first) }, strength: "led" };
    return undefined;
  }
  if (first.length === 4) {
    if (mark === "-" && second.length === 2)
      return {
        to,
        value: {
          year: Number(first),
          month: Number(second),
          ...(third === undefined ? {} : { day: Number(third) }),
        },
        strength: third === undefined ? "led" : "named",
      };
    return undefined;
  }
  if (second.length === 4 && third === undefined && mark === "/")
    return { to, value: { month: Number(first), year: Number(second) }, strength: "named" };
  if (second.length > 2 || first.length > 2) return undefined;
  // "2-1" is a result; "3.5" a number.
  if (third === undefined && mark !== "/") return undefined;
  if (third !== undefined && third.length !== 2 && third.length !== 4) return undefined;
  // A number above 12 can only be the day.
  const isDayFirst = Number(first) > 12 || (CONVENTIONS[locale].isDayFirst && Number(second) <= 12);
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  const year = third === undefined ? undefined : fullYear(third);
  return { to, value: { year, month: Number(month), day: Number(day) }, strength: "named" };
}

/** Figures that one mark joins: 03/04/2026, 2026-04-03, 03.04.2026. */
function figuresAt(said: Words, at: number): { to: number; parts: string[]; mark: string } {
  const word = wordAt(said, at);
  if (/^\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})$/.test(word))
    return { to: at + 1, parts: word.split("."), mark: "." };
  if (!/^\d{1,4}$/.test(word)) return { to: at, parts: [], mark: "" };
  const mark = markAfter(said, at) ?? "";
  const parts = [word];
  if (mark === "/" || mark === "-")
    while (parts.length < 3 && markAfter(said, at + parts.length - 1) === mark) {
      const next = wordAt(said, at + parts.length);
      if (!/^\d{1,4}$/.test(next)) break;
      parts.push(next);
    }
  // "2020-2023" is two years.
  if (parts.length === 2 && parts.every((part) => part.length === 4)) parts.pop();
  return { to: at + parts.length, parts, mark };
}

/** "October 10th, 2024", "março de 2025", "mar/25", "dezembro deste ano" */
function monthFirst(said: Words, at: number): ReadDate | undefined {
  const from = isMonthOf(said, at) ? at + 2 : at;
  const word = wordAt(said, from);
  const whole = MONTHS.get(word);
  const month = whole ?? SHORT_MONTHS.get(word);
  if (month === undefined) return undefined;
  const year = yearAfter(said, from + 1) ?? slashedYear(said, from);
  if (year !== undefined)
    return { to: year.to, value: { month, ...year.value }, strength: "named" };
  const day = ordinalAt(said, from + 1);
  const isDay = day !== undefined && /^\d{1,2}$/.test(wordAt(said, from + 1)) && day.value <= 31;
  // "march 2 weeks ago"
  if (isDay && !isPlainWord(wordAt(said, day.to))) {
    const inYear = yearAfter(said, day.to);
    return {
      to: inYear?.to ?? day.to,
      value: { month, day: day.value, ...inYear?.value },
      strength: "named",
    };
  }
  if (whole === undefined) return undefined;
  const strength = ALSO_WORDS.has(word) && from === at ? "led" : "named";
  return { to: from + 1, value: { month }, strength };
}

const isMonthOf = (said: Words, at: number): boolean =>
  ["mes", "month"].includes(wordAt(said, at)) && JOINTS.has(wordAt(said, at + 1));

/** A counted noun: the number before it is no day. */
const isPlainWord = (word: string): boolean =>
  /^(?:dias?|days?|semanas?|weeks?|mes|meses|months?|anos?|years?|horas?|hours?|acoes|shares|stocks|vezes|times)$/.test(
    word,
  );

/** "10 de outubro", "dia 10", "the 10th of october", "1º de abril", "10 out 2024" */
function dayFirst(said: Words, at: number): ReadDate | undefined {
  const opened = ["dia", "day"].includes(wordAt(said, at));
  const isThe = wordAt(said, at) === "the";
  const day = ordinalAt(said, opened || isThe ? at + 1 : at);
  if (day === undefined || day.value < 1 || day.value > 31) return undefined;
  // "a couple of" and "a" are no days.
  if (!/^\d/.test(wordAt(said, day.to - 1)) && ["a", "an", "of"].includes(wordAt(said, day.to - 1)))
    return undefined;
  const joint = JOINTS.has(wordAt(said, day.to)) ? day.to + 1 : day.to;
  const at2 = isMonthOf(said, joint) ? joint + 2 : joint;
  const word = wordAt(said, at2);
  const month = MONTHS.get(word) ?? SHORT_MONTHS.get(word);
  if (month !== undefined) {
    const year = yearAfter(said, at2 + 1) ?? slashedYear(said, at2);
    return {
      to: year?.to ?? at2 + 1,
      value: { month, day: day.value, ...year?.value },
      strength: "named",
    };
  }
  // "no dia 31", "on the 10th"; "the 2nd one" is no day, nor is "the 90s".
  if (wordAt(said, at) === "dia")
    return { to: day.to, value: { day: day.value }, strength: "named" };
  if (opened || (isThe && day.marked && /^\d/.test(wordAt(said, at + 1))))
    return { to: day.to, value: { day: day.value }, strength: "led" };
  return undefined;
}

/** "de 2024", ", 2024", "do ano passado", "deste ano", "last year" */
export function yearAfter(
  said: Words,
  at: number,
): Read<Pick<PartialDate, "year" | "yearsAway">> | undefined {
  const from = JOINTS.has(wordAt(said, at)) ? at + 1 : at;
  const far = awayYear(said, from);
  if (far !== undefined) return { to: far.to, value: { yearsAway: far.value } };
  const digits = wordAt(said, from);
  if (!/^(?:19|20|21)\d\d$/.test(digits)) return undefined;
  // "2020-2023" after a month is no year of its own.
  return { to: from + 1, value: { year: Number(digits) } };
}

function awayYear(said: Words, at: number): Read<number> | undefined {
  const [first, second, third] = [0, 1, 2].map((offset) => wordAt(said, at + offset));
  if (first === "ano" && second !== undefined) {
    if (PASSED.has(second)) return { to: at + 2, value: -1 };
    if (second === "retrasado") return { to: at + 2, value: -2 };
    if (second === "que" && third === "vem") return { to: at + 3, value: 1 };
  }
  if (second === "ano" || second === "year") {
    if (YEAR_NOW.has(first ?? "")) return { to: at + 2, value: 0 };
    if (first === "last") return { to: at + 2, value: -1 };
    if (["next", "proximo"].includes(first ?? "")) return { to: at + 2, value: 1 };
  }
  return undefined;
}

/** "mar/25", "out/2024" */
function slashedYear(said: Words, at: number): Read<{ year: number }> | undefined {
  const digits = wordAt(said, at + 1);
  return markAfter(said, at) === "/" && /^(?:\d{2}|\d{4})$/.test(digits)
    ? { to: at + 2, value: { year: fullYear(digits) } }
    : undefined;
}

/** A bare count that is the day of a month said later: the 1 of "de 1 a 15 de março". */
export function bareDayAt(said: Words, at: number): Read<PartialDate> | undefined {
  const day = ordinalAt(said, wordAt(said, at) === "dia" ? at + 1 : at);
  return day !== undefined && day.value >= 1 && day.value <= 31 && countAt(said, at)?.value !== 0
    ? { to: day.to, value: { day: day.value } }
    : undefined;
}
