import { locales } from "#shared/contracts/names.ts";
import { wordList } from "#shared/language/words.ts";

/**
 * Everyday sentences about all sorts of things, which show a classifier what lies outside of a catalogue. Their order is
 * one of what it learns from, so it stays.
 */
export const EVERYDAY_REQUESTS: readonly string[] = locales
  .toReversed()
  .flatMap((locale) => wordList("everyday-requests.requests", locale));
