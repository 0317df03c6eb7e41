import type { Locale } from "#shared/contracts/names.ts";
import { fold } from "#shared/plain-text/fold.ts";
import { parsePeriod } from "./parse-period.ts";
import type { Period } from "./period.ts";

/** So many words around the text can belong to the period: "desde o começo de", "10 de março e 20 de março de 2026". */
const WORDS_BEFORE = 4;
const WORDS_AFTER = 6;
/** A sentence is looked at this far. */
const MAX_CHARS = 1000;

/**
 * The period of `text` with the words around it that belong to it: who says "subiu desde janeiro" and is quoted with
 * "janeiro" means the time since then. The widest stretch that is a period wins; undefined when the sentence does not
 * hold the text or makes no period of it.
 */
export function periodInSentence(
  text: string,
  sentence: string,
  locale: Locale,
): Period | undefined {
  const wanted = fold(text).split(" ");
  const words = fold(sentence.slice(0, MAX_CHARS))
    .split(" ")
    .map((word) => word.replace(/[?!.,;:]+$/, ""));
  const at = words.findIndex((_, start) =>
    wanted.every((word, next) => words[start + next] === word),
  );
  if (at === -1) return undefined;
  const end = at + wanted.length;
  for (let before = WORDS_BEFORE; before >= 0; before -= 1)
    for (let after = WORDS_AFTER; after >= 0; after -= 1) {
      const stretch = words.slice(Math.max(at - before, 0), end + after).join(" ");
      const period = parsePeriod(stretch, locale);
      if (period !== undefined) return period;
    }
  return undefined;
}
