import { wordSet } from "#shared/language/words.ts";

const pleased = wordSet("reactions.pleased");
/** In all languages. */
export const REACTIONS = {
  sounds: wordSet("reactions.sounds"),
  judging: wordSet("reactions.judging").union(pleased),
  pleased,
  calls: wordSet("reactions.calls"),
};
const beside = wordSet("reactions.beside");

/** Nothing but how one feels about something. Pure. */
export const isReaction = (words: readonly string[]): boolean =>
  words.some((word) => REACTIONS.sounds.has(word) || REACTIONS.judging.has(word)) &&
  words.every(
    (word) => REACTIONS.sounds.has(word) || REACTIONS.judging.has(word) || beside.has(word),
  );
