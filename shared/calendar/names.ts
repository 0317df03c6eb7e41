import type { Locale } from "#shared/contracts/names.ts";
import type { Unit } from "./days.ts";

/** What one language calls days, months and stretches of time, folded; several names of one are parted by spaces. */
type CalendarNames = {
  /** From January on. */
  readonly months: readonly string[];
  /** From Sunday on. */
  readonly weekdays: readonly string[];
  /** How many days from today each is. */
  readonly namedDays: readonly (readonly [phrase: string, days: number])[];
  readonly stretches: readonly (readonly [names: string, unit: Unit, count: number])[];
};

const NAMES: Readonly<Record<Locale, CalendarNames>> = {
  "pt-BR": {
    months: [
      ...["janeiro", "fevereiro", "marco", "abril", "maio", "junho"],
      ...["julho", "agosto", "setembro", "outubro", "novembro", "dezembro"],
    ],
    weekdays: ["domingo", "segunda", "terca", "quarta", "quinta", "sexta", "sabado"],
    namedDays: [
      ["depois de amanha", 2],
      ["antes de ontem", -2],
      ["anteontem", -2],
      ["hoje", 0],
      ["amanha", 1],
      ["ontem", -1],
    ],
    stretches: [
      ["dia dias pregao pregoes", "day", 1],
      ["quinzena quinzenas", "day", 15],
      ["semana semanas", "week", 1],
      ["mes meses", "month", 1],
      ["bimestre bimestres", "month", 2],
      ["trimestre trimestres", "month", 3],
      ["semestre semestres", "month", 6],
      ["ano anos", "year", 1],
      ["decada decadas", "year", 10],
    ],
  },
  en: {
    months: [
      ...["january", "february", "march", "april", "may", "june"],
      ...["july", "august", "september", "october", "november", "december"],
    ],
    weekdays: ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"],
    namedDays: [
      ["the day after tomorrow", 2],
      ["day after tomorrow", 2],
      ["the day before yesterday", -2],
      ["day before yesterday", -2],
      ["today", 0],
      ["tonight", 0],
      ["tomorrow", 1],
      // As it is often written.
      ["tommorow", 1],
      ["tomorow", 1],
      ["tommorrow", 1],
      ["tmrw", 1],
      ["yesterday", -1],
    ],
    stretches: [
      ["day days session sessions", "day", 1],
      ["week weeks wk wks", "week", 1],
      ["fortnight fortnights", "week", 2],
      ["month months", "month", 1],
      ["quarter quarters", "month", 3],
      ["semester semesters", "month", 6],
      ["year years yr yrs", "year", 1],
      ["decade decades", "year", 10],
    ],
  },
};
const ALL = Object.values(NAMES);

const split = (names: string): string[] => names.split(" ").filter((name) => name !== "");

const numbered = (
  namesOf: (language: CalendarNames) => readonly string[],
  first: number,
): ReadonlyMap<string, number> =>
  new Map(
    ALL.flatMap((language) =>
      namesOf(language).flatMap((names, at) => split(names).map((name) => [name, at + first])),
    ),
  );

/** Months by their names in every language, folded; 1 is January. */
export const MONTHS = numbered(({ months }) => months, 1);

/** Days of the week; 0 is Sunday. "segunda" to "sexta" also count ("a segunda", the second one). */
export const WEEKDAYS = numbered(({ weekdays }) => weekdays, 0);

/** Words that say which day without naming it, and how many days from today it is; the longest phrases first. */
export const NAMED_DAYS: readonly (readonly [phrase: readonly string[], days: number])[] =
  ALL.flatMap(({ namedDays }) => namedDays)
    .map(([phrase, days]) => [split(phrase), days] as const)
    .toSorted(([one], [other]) => other.length - one.length);

/** So many of a unit. */
export type Stretch = { readonly unit: Unit; readonly count: number };

/** Words for stretches of time: "trimestre" is three months. A day on which the exchange is open counts as a day. */
export const STRETCHES: ReadonlyMap<string, Stretch> = new Map(
  ALL.flatMap(({ stretches }) => stretches).flatMap(([names, unit, count]) =>
    split(names).map((name): [string, Stretch] => [name, { unit, count }]),
  ),
);
