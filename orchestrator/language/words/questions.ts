import { wordSet } from "#shared/language/words.ts";

const OPENERS = wordSet("words.question-openers");

/** Does a sentence that begins with this word ask how things are? */
export const opensQuestion = (word: string): boolean => OPENERS.has(word);
