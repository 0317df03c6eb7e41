import type { Locale } from "#shared/contracts/names.ts";
import { daysInMonth } from "../dates.ts";
import type { PartialDate } from "./period.ts";

const months = new Map(
  [
    "janeiro|january|jan",
    "fevereiro|february|fev|feb",
    "marco|march|mar",
    "abril|april|abr|apr",
    "maio|may|mai",
    "junho|june|jun",
    "julho|july|jul",
    "agosto|august|ago|aug",
    "setembro|september|set|sep|sept",
    "outubro|october|out|oct",
    "novembro|november|nov",
    "dezembro|december|dez|dec",
  ].flatMap((words, at) => words.split("|").map((word) => [word, at + 1] as const)),
);

/** The parts as a date, or undefined where no calendar has them. */
function checked(parts: PartialDate): PartialDate | undefined {
  const { year, month, day } = parts;
  if (year !== undefined && (year < 1950 || year > 2200)) return undefined;
  if (month !== undefined && (month < 1 || month > 12)) return undefined;
  // 2024 has a 29 February.
  if (day !== undefined && (day < 1 || day > daysInMonth(year ?? 2024, month ?? 1)))
    return undefined;
  return parts;
}

const fullYear = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text));

/**
 * A day, month or year from folded words: "2026-03-15", "15/03/2026", "15 de marco de 2026", "march 15, 2026",
 * "marco de 2026", "marco", "2026". "03/04" is 3 April in Portuguese and March 4 in English.
 */
export function parseDate(text: string, locale: Locale): PartialDate | undefined {
  const said = text.replace(/^(?:o|a|em|no|na|in|on|the|dia|ano de|mes de) /, "").trim();
  const iso = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(said);
  if (iso) {
    const [, year = "", month = "", day] = iso;
    return checked({
      year: Number(year),
      month: Number(month),
      ...(day === undefined ? {} : { day: Number(day) }),
    });
  }
  const monthYear = /^(\d{1,2})\/(\d{4})$/.exec(said);
  if (monthYear) return checked({ month: Number(monthYear[1]), year: Number(monthYear[2]) });
  const slashed = /^(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}|\d{2}))?$/.exec(said);
  if (slashed) {
    const [, first = "", second = "", year] = slashed;
    // A number above 12 can only be the day.
    const dayFirst = Number(first) > 12 || (locale === "pt-BR" && Number(second) <= 12);
    const [day, month] = dayFirst ? [first, second] : [second, first];
    return checked({
      ...(year === undefined ? {} : { year: fullYear(year) }),
      month: Number(month),
      day: Number(day),
    });
  }
  if (/^\d{4}$/.test(said)) return checked({ year: Number(said) });
  return checkedWords(said);
}

/** "15 de marco de 2026", "march 15, 2026", "15 march", "marco/2026", "marco" */
function checkedWords(said: string): PartialDate | undefined {
  const parts: { year?: number; month?: number; day?: number } = {};
  for (const word of said.split(/[\s,/]+/)) {
    if (/^(?:de|do|of|the|mes)$/.test(word)) continue;
    const month = months.get(word);
    const number = /^(\d{1,4})(?:st|nd|rd|th|o)?$/.exec(word)?.[1];
    if (month !== undefined && parts.month === undefined) parts.month = month;
    else if (number?.length === 4 && parts.year === undefined) parts.year = Number(number);
    else if (number !== undefined && number.length <= 2 && parts.day === undefined)
      parts.day = Number(number);
    else return undefined;
  }
  return parts.month === undefined ? undefined : checked(parts);
}
