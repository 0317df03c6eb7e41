const ASCII = /^[\0-\x7f]*$/;
const MARKS = /\p{M}+/gu;
const APOSTROPHES = /[\u2018\u2019\u02bc`]/g;
const EDGES = /^[\s.,;:!?¿¡"'()]+|[\s.,;:!?"'()]+$/g;

/**
 * Letters as they are compared, which everything else here is made of: case, accents, width and typographic
 * apostrophes taken away. "Ações" gives "acoes", "ＡＢ’" gives "ab'", "1º" gives "1o"
 */
export function foldLetters(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower.includes("`") ? lower.replaceAll("`", "'") : lower;
  // Some letters only show their case once they are taken apart.
  return lower.normalize("NFKD").replace(MARKS, "").toLowerCase().replace(APOSTROPHES, "'");
}

/** A text with one space between words. "São  Paulo " gives "sao paulo" */
export const fold = (text: string): string => foldLetters(text).replace(/\s+/g, " ").trim();

/** A text without punctuation at its edges either. " Ações da Petrobrás! " gives "acoes da petrobras" */
export const foldPhrase = (text: string): string =>
  foldLetters(text).replace(/\s+/g, " ").replace(EDGES, "");

/** The words of a text, without signs: "H&M (Hennes)" gives ["h", "m", "hennes"] */
export const wordsOf = (text: string): string[] => foldLetters(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The same as one text: "Ação, já!" gives "acao ja" */
export const foldWords = (text: string): string => wordsOf(text).join(" ");

/** Letters and digits that only signs join, and no blank: "B-104", "A/7.2". */
const UNIT = /[\p{L}\p{N}]+(?:[-_./#@:+][\p{L}\p{N}]+)*/uy;

/** The word of a text at which that ends what is written without a blank from another one on. */
export function endOfUnit(text: string, words: readonly { start: number }[], from: number): number {
  const start = words[from]?.start ?? 0;
  UNIT.lastIndex = start;
  const end = start + (UNIT.exec(text)?.[0].length ?? 1);
  const next = words.findIndex((word) => word.start >= end);
  return next < 0 ? words.length : next;
}
