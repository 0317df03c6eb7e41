import type { IntentOutput } from "#shared/contracts/intent.ts";
import { isOfDeed } from "../modifiers/is-of-deed.ts";
import { tokens } from "../text.ts";
import { isFunctionWord } from "../words/common-words.ts";
import { isLaughter } from "../words/laughter.ts";
import { smallWords } from "./small-words.ts";

const AND = smallWords("and");
const isToldOnly = (value: unknown): boolean => value === "negated" || value === "reported";

/**
 * Does a message deny or report what one would do for its user, and name nothing beside it? Pure.
 * Shape: what names a thing is a text
 */
export function speaksOfDeed(
  { modifiers }: Pick<IntentOutput, "modifiers">,
  text: string,
): boolean {
  const isTold = modifiers?.some(
    ({ value, belongs_to }) => isToldOnly(value) && belongs_to.to === "request",
  );
  const words = tokens(text);
  if (isTold !== true || !words.some(({ word }) => isOfDeed(word))) return false;
  return (
    AND.has(words[0]?.word ?? "") ||
    words.every(({ word }) => isOfDeed(word) || isFunctionWord(word) || isLaughter(word))
  );
}
