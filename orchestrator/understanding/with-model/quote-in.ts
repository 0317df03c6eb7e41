import { foldLetters } from "#shared/plain-text/fold.ts";

/**
 * The user's own letters for a value that a model gives back, or undefined when the user did not say it.
 * Case, accents, width and white space are not compared; whole words are.
 * Shape: ("Quanto tá a  Petrobrás?", "petrobras") gives "Petrobrás"; "petro" gives undefined
 * Cost:  one pass over the text for each try
 */
export function quoteIn(text: string, value: string): string | undefined {
  const wanted = folded(value).letters.trim();
  if (wanted === "") return undefined;
  const { letters, origins } = folded(text);
  for (let at = letters.indexOf(wanted); at >= 0; at = letters.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (isInsideWord(letters, at) || isInsideWord(letters, end)) continue;
    return text.slice(origins[at], origins[end] ?? text.length).trim();
  }
  return undefined;
}

type Folded = {
  letters: string;
  /** For each letter, where it stands in the text. */
  origins: number[];
};

function folded(text: string): Folded {
  let letters = "";
  const origins: number[] = [];
  let at = 0;
  for (const point of text) {
    for (const letter of plain(point)) {
      // White space of any kind and length is one blank.
      if (letter === " " && letters.endsWith(" ")) continue;
      letters += letter;
      for (let unit = 0; unit < letter.length; unit++) origins.push(at);
    }
    at += point.length;
  }
  return { letters, origins };
}

/** Nothing for what cannot be seen: marks on letters, and signs that only steer how text is shown. */
const plain = (point: string): string =>
  foldLetters(point)
    .replace(/\p{Cf}/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ");

const WORD = /[\p{L}\p{N}]/u;

/** Letters on both sides of a place: it is no end of a word. */
const isInsideWord = (letters: string, at: number): boolean =>
  WORD.test(letters.slice(at - 1, at)) && WORD.test(letters.slice(at, at + 1));
