import { type Locale, locales } from "#shared/contracts/names.ts";
import { wordList, wordSet } from "#shared/language/words.ts";
import { joined, normalised, pauseBefore, type Token, tokens, wordsIn } from "../text.ts";
import { deedOf } from "../words/deeds.ts";
import { endOf } from "../words/phrases.ts";
import { smallPhrases, smallWords } from "./small-words.ts";

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

/** What a message is that asks for nothing. */
export type Courtesy = "thanks" | "bye" | "agreed";

type Phrase = { courtesy: Courtesy; words: readonly string[] };
const KINDS = ["thanks", "bye", "agreed"] as const satisfies readonly Courtesy[];
const PHRASES: readonly Phrase[] = locales
  .flatMap((locale) =>
    KINDS.flatMap((courtesy) =>
      wordList(`conversation.${courtesy}`, locale).flatMap((phrase) => {
        const words = wordsIn(phrase);
        return [{ courtesy, words }];
      }),
    ),
  )
  .sort((a, b) => b.words.length - a.words.length);
/** The only language in which a whole message is such a phrase: "bye" is English wherever it begins a conversation. */
export function localeOfCourtesy(text: string): Locale | undefined {
  const said = joined(tokens(text, MOST_WORDS + 1));
  const [only, ...others] = locales.filter((locale) =>
    KINDS.some((kind) =>
      wordList(`conversation.${kind}`, locale).some((each) => normalised(each) === said),
    ),
  );
  return others.length === 0 ? only : undefined;
}

const FILLERS = smallWords("chatter").union(REACTIONS.calls).union(REACTIONS.sounds);
const BESIDE_PLEASED = smallWords("besidePleased");

const MOST_WORDS = 12;
/** Signs of agreement, and no word beside them. */
const PLEASED_SIGNS =
  /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f|[\s!.)(:;-])+$/u;

const NODS = wordSet("conversation.nods");

/** Heard, where no question is open that it might answer. Pure. */
export const readNod = (text: string): Courtesy | undefined => {
  const [word, more] = tokens(text, 2);
  return more === undefined && NODS.has(word?.word ?? "") ? "agreed" : undefined;
};

/**
 * A message that is courtesy and nothing else. Pure.
 * Shape: what it ends on; undefined for anything more. A lone "ok" is none: it may be an answer
 */
export function readCourtesy(text: string): Courtesy | undefined {
  const said = tokens(text, MOST_WORDS + 1);
  const words = said.map(({ word }) => word);
  if (words.length === 0)
    return /\p{Extended_Pictographic}/u.test(text) && PLEASED_SIGNS.test(text)
      ? "agreed"
      : undefined;
  if (words.length > MOST_WORDS) return undefined;
  let last: Courtesy | undefined;
  for (let at = 0; at < words.length; ) {
    const found =
      PHRASES.find((phrase) => phrase.words.every((word, offset) => words[at + offset] === word)) ??
      pleasedAt(words, at);
    const word = words[at] ?? "";
    if (found === undefined && !FILLERS.has(word) && !isLaughter(word)) return undefined;
    if (found !== undefined && (last === undefined || found.courtesy !== "agreed"))
      last = found.courtesy;
    at += found?.words.length ?? 1;
    if (found?.courtesy === "thanks") at = endOfReason(text, said, at);
  }
  return last;
}

/** One word that says how good it was, and small words around it. */
function pleasedAt(words: readonly string[], at: number): Phrase | undefined {
  let to = at;
  while (BESIDE_PLEASED.has(words[to] ?? "")) to += 1;
  if (!REACTIONS.pleased.has(words[to] ?? "")) return undefined;
  to += 1;
  while (BESIDE_PLEASED.has(words[to] ?? "")) to += 1;
  return { courtesy: "agreed", words: words.slice(at, to) };
}

/** What someone is thanked for, up to a pause. */
function endOfReason(text: string, words: readonly Token[], at: number): number {
  const helped = endOf(HELP, words, at);
  if (helped !== undefined) return helped;
  if (!LEADS_TO_REASON.has(words[at]?.word ?? "") || text.includes("?")) return at;
  let end = at + 1;
  while (end < words.length && !pauseBefore({ text, words }, end)) end += 1;
  const asks = words.slice(at + 2, end).some(({ word }) => deedOf(word) !== undefined);
  return asks || end === at + 1 ? at : end;
}

const LEADS_TO_REASON = smallWords("thankedFor");
const HELP = smallPhrases("thankedHelp");
