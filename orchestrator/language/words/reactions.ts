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

/** Written laughter, which ends what was said before it. */
export const isLaughter = (word: string): boolean =>
  /^(?:lol|lmao|lmfao|rofl|k{2,}|(?:rs){1,9}|a?(?:ha|he|hue|hua){2,9}h?)$/.test(word);
