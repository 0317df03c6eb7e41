import { withoutCourtesy } from "../courtesy.ts";
import { contains, endOfAny } from "../modifiers/languages.ts";
import { type Token, tokens, wordsIn } from "../text.ts";
import { isFunctionWord } from "../words/common-words.ts";
import { deedOf, deedSet, isDeterminer } from "../words/deeds.ts";
import { REFERENCE_WORDS } from "./reference-words.ts";
import { smallWords } from "./small-words.ts";

/** The kinds of deeds that a text names. Pure. */
export const deedsIn = (text: string): ReadonlySet<string> => deedsOf(tokens(text));

/** The same of its words: behind a determiner stands a thing. Pure. */
export const deedsOf = (words: readonly Token[]): ReadonlySet<string> =>
  new Set(
    words.flatMap(({ word }, at) =>
      isDeterminer(words[at - 1]?.word ?? "") ? [] : (deedOf(word) ?? []),
    ),
  );

/**
 * It quotes, or gives a text behind a colon: what stands in there is the user's own. An address and a time have a colon as
 * well.
 */
export const hasOwnText = (text: string): boolean =>
  /["\u201c\u00ab]|:(?!\/\/|(?<=\d:)\d)/u.test(text);

/** The words of a short text without the courtesy around them; undefined: they are more than that. */
export function fewWords(text: string, most: number): readonly Token[] | undefined {
  const all = tokens(text, most + 1);
  if (all.length > most) return undefined;
  const { from, to } = withoutCourtesy(all);
  return all.slice(from, to);
}

const MOST_BARE_WORDS = 8;

/** Few words, and nothing is named in them but deeds and what is told. Pure. */
export function namesOnly(text: string, told = ""): boolean {
  const known = new Set(wordsIn(told));
  return (
    fewWords(text, MOST_BARE_WORDS)?.every(
      ({ word }) => isFunctionWord(word) || deedOf(word) !== undefined || known.has(word),
    ) === true
  );
}

const MOST_NAMING_WORDS = 5;

/** The one word of a few that says something, where nothing is denied or asked. Pure. */
export function onlyTellingWord(text: string): string | undefined {
  const words = text.includes("?") ? [] : (fewWords(text, MOST_NAMING_WORDS) ?? []);
  const [only, ...more] = words.filter(({ word }) => !isFunctionWord(word));
  return more.length > 0 || contains("negators", words) ? undefined : only?.word;
}

const PRONOUNS = smallWords("itself");
const WITH = smallWords("with");

/** The verb goes on with what something is compared or joined with, and what was spoken of is left out. Pure. */
export function goesOnWith(text: string): boolean {
  const words = tokens(text, MOST_WORDS);
  const { from } = withoutCourtesy(words);
  const next = PRONOUNS.has(words[from + 1]?.word ?? "") ? from + 2 : from + 1;
  return WITH.has(words[next]?.word ?? "");
}
const MOST_WORDS = 12;

/** A text with another figure in the place of its only one; undefined: it has none or several, or more than that is said. Pure. */
export function withFigure(text: string, said: string): string | undefined {
  const [old, another] = text.match(FIGURES) ?? [];
  const [put, more] = said.match(FIGURES) ?? [];
  if (old === undefined || put === undefined || (another ?? more) !== undefined) return undefined;
  const isOnly = fewWords(said, MOST_NAMING_WORDS)?.every(
    ({ word }) => word === put || isFunctionWord(word),
  );
  const isAlike = old.replace(/\d+/g, "") === put.replace(/\d+/g, "");
  return isOnly === true && isAlike ? text.replace(old, put) : undefined;
}
const FIGURES = /(?<![\p{L}\d/._-])\d+(?:[.,:]\d+)*(?![\p{L}\d/_-]|[.,:]\d)/gu;

/** What puts an answer somewhere. */
const CARRIES = deedSet("keep", "give", "create", "show");
const NAMES: ReadonlySet<string> = new Set(
  REFERENCE_WORDS.flatMap(({ that, all, both, answers }) => [...that, ...all, ...both, ...answers]),
);
const MOST_POINTING_WORDS = 8;

/** True for words that wish for what was shown and name nothing of their own. Pure. */
export function saysOnlyThat(text: string, { orSend = false } = {}): boolean {
  const words = tokens(text, MOST_POINTING_WORDS + 1);
  if (words.length > MOST_POINTING_WORDS || hasOwnText(text)) return false;
  return words.every(
    ({ word }, at) =>
      endOfAny("negators", words, at) === undefined &&
      (NAMES.has(word) ||
        isFunctionWord(word) ||
        (orSend && deedOf(word) === "send") ||
        (CARRIES.has(deedOf(word)) && words[at - 1]?.word !== "the") ||
        endOfAny("wishes", words, at) !== undefined ||
        endOfAny("courtesy", words, at) !== undefined),
  );
}

/** Who asks, and behind what leads to a person. */
const ONESELF = smallWords("oneself");
const TO = smallWords("toPerson");
const OTHERS = smallWords("others");
const MESSAGES = smallWords("messages");

/** What is sent, or to oneself. Pure. */
export const saysWhat = (text: string): boolean =>
  tokens(text, MOST_POINTING_WORDS).some(({ word }) => ONESELF.has(word) || THAT.has(word));

/** What is meant, and who asks, and nothing else. Pure. */
export function pointsToAsker(text: string): boolean {
  const words = tokens(text, MOST_POINTING_WORDS + 1);
  const has = (group: ReadonlySet<string>) => words.some(({ word }) => group.has(word));
  return saysOnlyThat(text) && has(ONESELF) && has(THAT);
}

const THAT: ReadonlySet<string> = new Set(REFERENCE_WORDS.flatMap(({ that }) => that));

/** True for words that ask for something to be sent, to no one but who asks, and say nothing more. Pure. */
export function saysOnlySend(text: string): boolean {
  const words = tokens(text, MOST_POINTING_WORDS + 1);
  if (words.length > MOST_POINTING_WORDS || text.includes("?") || hasOwnText(text)) return false;
  const isSending = (word: string) => deedOf(word) === "send" || MESSAGES.has(word);
  const isSent = words.some(({ word }) => isSending(word));
  const isToOther = words.some(
    ({ word }, at) => OTHERS.has(word) && TO.has(words[at - 1]?.word ?? ""),
  );
  const isAgain = words.some(({ word }) => AGAIN.has(word));
  if (!isSent || isToOther || isAgain) return false;
  return words.every(
    ({ word }, at) =>
      endOfAny("negators", words, at) === undefined &&
      (isSending(word) || isFunctionWord(word) || endOfAny("courtesy", words, at) !== undefined),
  );
}

/** What is sent once more is another thing. */
const AGAIN = smallWords("sentAgain");
