import type { Unit } from "../dates.ts";

const unitWords: readonly (readonly [words: string, unit: Unit, factor: number])[] = [
  ["dia|dias|day|days|d|pregao|pregoes", "day", 1],
  ["quinzena|quinzenas", "day", 15],
  ["semana|semanas|week|weeks|w|wk|sem", "week", 1],
  ["fortnight|fortnights", "week", 2],
  ["mes|meses|month|months|mo|m", "month", 1],
  ["bimestre|bimestres", "month", 2],
  ["trimestre|trimestres|quarter|quarters", "month", 3],
  ["semestre|semestres|half-year|half year", "month", 6],
  ["ano|anos|year|years|a|y|yr|yrs", "year", 1],
  ["decada|decadas|decade|decades", "year", 10],
];

/** A folded word for a stretch of time: "trimestre" gives three months. */
export const unitOf: ReadonlyMap<string, { unit: Unit; factor: number }> = new Map(
  unitWords.flatMap(([words, unit, factor]) =>
    words.split("|").map((word) => [word, { unit, factor }] as const),
  ),
);

const numbers = new Map(
  [
    "um|uma|one|a|an",
    "dois|duas|two|couple of|a couple of|um par de",
    "tres|three",
    "quatro|four",
    "cinco|five",
    "seis|six",
    "sete|seven",
    "oito|eight",
    "nove|nine",
    "dez|ten",
    "onze|eleven",
    "doze|twelve",
  ].flatMap((words, at) => words.split("|").map((word) => [word, at + 1] as const)),
);
for (const [word, value] of [
  ["quinze", 15],
  ["fifteen", 15],
  ["dezoito", 18],
  ["eighteen", 18],
  ["vinte", 20],
  ["twenty", 20],
  ["vinte e quatro", 24],
  ["twenty-four", 24],
  ["trinta", 30],
  ["thirty", 30],
  ["sessenta", 60],
  ["sixty", 60],
  ["noventa", 90],
  ["ninety", 90],
  ["cem", 100],
  ["hundred", 100],
] as const)
  numbers.set(word, value);

/** A folded count, in figures or words, of at most four digits. */
export const countOf = (text: string): number | undefined =>
  /^\d{1,4}$/.test(text) ? Number(text) : numbers.get(text);
