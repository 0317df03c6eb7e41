import type { Locale } from "#shared/contracts/names.ts";
import { wordMap, wordSet } from "#shared/language/words.ts";

/** What else people ask to be done with most things: how they say it, by kind of action (actions.ts). */
export const siblingActionsOf = (locale: Locale): ReadonlyMap<string, string> =>
  new Map(
    [...wordMap("verbs.sibling-actions", locale)].map(([kind, verb]) => [kind, verb.join(" ")]),
  );

const DETERMINERS = wordSet("words.determiners");

/** Does a thing's name follow this word? */
export const isDeterminer = (word: string): boolean => DETERMINERS.has(word);
