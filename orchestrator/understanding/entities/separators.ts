import type { Sentence } from "../recognisers/recogniser.ts";

/** Words between the values of an enumeration, in either language. */
export const ENUMERATORS: ReadonlySet<string> = new Set("e and ou or mais plus nem nor".split(" "));
/** Small words that lead up to a value and are no part of it. */
export const LEADERS: ReadonlySet<string> = new Set(
  "a o as os um uma da do das dos de no na nos nas em para ao aos the an of for in on at to from".split(
    " ",
  ),
);

/** Of these, what leads to a person: "card *to* the club". */
export const TO_PEOPLE: ReadonlySet<string> = new Set(["para", "ao", "aos", "to", "for"]);

/** What the punctuation after word `at` says: nothing, a pause, or the end of a sentence. */
export function wordBreak({ text, words }: Sentence, at: number): "none" | "pause" | "sentence" {
  const left = words[at];
  const right = words[at + 1];
  if (left === undefined || right === undefined || right.start <= left.end) return "none";
  const between = text.slice(left.end, right.start);
  if (/[.!?;\n]/.test(between) && /\s/.test(between)) return "sentence";
  return /[,:/|&+;]|\s[-\u2013\u2014]\s/.test(between) ? "pause" : "none";
}
