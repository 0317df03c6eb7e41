import { isFunctionWord } from "../../understanding/lexicons/common-words.ts";
import { deedOf } from "../../understanding/lexicons/deeds.ts";
import { endOfAny } from "../../understanding/modifiers/languages.ts";
import { tokens } from "../../understanding/text.ts";
import { REFERENCE_WORDS } from "./reference-words.ts";

/** What puts an answer somewhere. */
const CARRIES: ReadonlySet<string> = new Set(["keep", "give", "create", "show"]);
const NAMES: ReadonlySet<string> = new Set(
  REFERENCE_WORDS.flatMap(({ that, all, both, answers }) => [...that, ...all, ...both, ...answers]),
);
const MOST_WORDS = 8;

/**
 * True for words that wish for what was shown and name nothing of their own. Pure.
 * Shape: "quero isso", "salva essa comparação", "I want that"; "quero a weg" and "não quero isso" are more
 */
export function saysOnlyThat(text: string): boolean {
  const words = tokens(text, MOST_WORDS + 1);
  if (words.length > MOST_WORDS || /["\u201c\u00ab:]/u.test(text)) return false;
  return words.every(
    ({ word }, at) =>
      endOfAny("negators", words, at) === undefined &&
      (NAMES.has(word) ||
        isFunctionWord(word) ||
        // "The note" is a thing, and "note" a request.
        (CARRIES.has(deedOf(word) ?? "") && words[at - 1]?.word !== "the") ||
        endOfAny("wishes", words, at) !== undefined ||
        endOfAny("courtesy", words, at) !== undefined),
  );
}
