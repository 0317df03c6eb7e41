import { wordNumbers } from "#shared/language/words.ts";

/** Number words of all languages, folded. */
export const SMALL_NUMBERS = wordNumbers("numbers.small");

/** Words that multiply what stands before them, after digits too. */
export const SCALES = wordNumbers("numbers.scales");
