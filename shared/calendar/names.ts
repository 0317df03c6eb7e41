import type { Unit } from "./days.ts";

const numbered = (names: readonly string[], first: number): ReadonlyMap<string, number> =>
  new Map(
    names.flatMap((words, at) => words.split(" ").map((word) => [word, at + first] as const)),
  );

/** Months by their names in both languages, folded; 1 is January. */
export const MONTHS = numbered(
  [
    "janeiro january",
    "fevereiro february",
    "marco march",
    "abril april",
    "maio may",
    "junho june",
    "julho july",
    "agosto august",
    "setembro september",
    "outubro october",
    "novembro november",
    "dezembro december",
  ],
  1,
);

/** Their short forms. Most are words of their own ("mar", "set", "out", "dez"): they name a month beside a day or a year only. */
export const SHORT_MONTHS = numbered(
  [
    "jan",
    "fev feb",
    "mar",
    "abr apr",
    "mai",
    "jun",
    "jul",
    "ago aug",
    "set sep sept",
    "out oct",
    "nov",
    "dez dec",
  ],
  1,
);

/** Days of the week; 0 is Sunday. "segunda" to "sexta" also count ("a segunda", the second one). */
export const WEEKDAYS = numbered(
  [
    "domingo sunday",
    "segunda monday",
    "terca tuesday",
    "quarta wednesday",
    "quinta thursday",
    "sexta friday",
    "sabado saturday",
  ],
  0,
);
export const SHORT_WEEKDAYS = numbered(["sun", "mon", "tue", "wed", "thu", "fri", "sat"], 0);

/** Words that say which day without naming it, and how many days from today it is. */
export const NAMED_DAYS: readonly (readonly [phrase: readonly string[], days: number])[] = (
  [
    ["depois de amanha", 2],
    ["the day after tomorrow", 2],
    ["day after tomorrow", 2],
    ["the day before yesterday", -2],
    ["day before yesterday", -2],
    ["antes de ontem", -2],
    ["anteontem", -2],
    ["hoje", 0],
    ["today", 0],
    ["tonight", 0],
    ["amanha", 1],
    ["tomorrow", 1],
    // As it is often written.
    ["tommorow", 1],
    ["tomorow", 1],
    ["tommorrow", 1],
    ["tmrw", 1],
    ["ontem", -1],
    ["yesterday", -1],
  ] as const
).map(([phrase, days]) => [phrase.split(" "), days]);

/** So many of a unit. */
export type Stretch = { readonly unit: Unit; readonly count: number };

/** Words for stretches of time: "trimestre" is three months. A day on which the exchange is open counts as a day. */
export const STRETCHES: ReadonlyMap<string, Stretch> = new Map(
  (
    [
      ["dia dias day days pregao pregoes session sessions", "day", 1],
      ["quinzena quinzenas", "day", 15],
      ["semana semanas week weeks wk wks", "week", 1],
      ["fortnight fortnights", "week", 2],
      ["mes meses month months", "month", 1],
      ["bimestre bimestres", "month", 2],
      ["trimestre trimestres quarter quarters", "month", 3],
      ["semestre semestres semester semesters", "month", 6],
      ["ano anos year years yr yrs", "year", 1],
      ["decada decadas decade decades", "year", 10],
    ] as const
  ).flatMap(([words, unit, count]) =>
    words.split(" ").map((word): [string, Stretch] => [word, { unit, count }]),
  ),
);
