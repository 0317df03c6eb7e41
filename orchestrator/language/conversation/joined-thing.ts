import { endOfAny } from "../modifiers/languages.ts";
import { type Token, tokens } from "../text.ts";
import { isFunctionWord } from "../words/common-words.ts";
import { CONNECTIVES } from "../words/connectives.ts";
import { type Deed, deedOf } from "../words/deeds.ts";
import { afterLead } from "./after-lead.ts";
import { hasOwnText } from "./few-words.ts";
import { smallPhrases, withoutEnd } from "./small-words.ts";

/** Something that is joined to what was done before. */
export type JoinedThing = {
  /** Its words, without what joins them. */
  readonly text: string;
  /** The deed, where it is said again. */
  readonly deed: Deed | undefined;
  /** It is said that this is done too. */
  readonly isToo: boolean;
  readonly isAsked: boolean;
};

const MOST_WORDS = 10;
const TOO = smallPhrases("too");

/**
 * A short message that begins with what joins it to another, and names something. Pure.
 * Shape: undefined where it denies, tells, supposes or asks about something, and for a text of one's own
 */
export function readJoinedThing(text: string): JoinedThing | undefined {
  const said = afterLead(text)?.rest ?? text;
  const words = tokens(said, MOST_WORDS + 1);
  const from = words.findIndex(({ word }) => !CONNECTIVES.has(word));
  const first = words[from];
  if (words.length > MOST_WORDS || from < 1 || first === undefined || hasOwnText(said))
    return undefined;
  if (words.some((_, at) => at >= from && tells(said, words, at))) return undefined;
  const deed = deedOf(first.word);
  const isJoinedAgain = CONNECTIVES.has(words[from + 1]?.word ?? "");
  const next = deed === undefined ? first : isJoinedAgain ? words[from + 2] : undefined;
  if (next === undefined) return undefined;
  const isToo = withoutEnd(TOO, said) !== said;
  const named = withoutEnd(TOO, said.slice(next.start));
  return { text: named, deed, isToo, isAsked: said.includes("?") };
}

/** Words that deny or tell something, where they are no part of a title. */
function tells(text: string, words: readonly Token[], at: number): boolean {
  const isTitled = /\p{Lu}/u.test(text[words[at]?.start ?? 0] ?? "") && words[at]?.word !== "i";
  return !isTitled && TELLING.some((group) => endOfAny(group, words, at) !== undefined);
}

const TELLING = ["negators", "already", "reporting", "supposing", "asking"] as const;

/** The verb that a text asks with, in the person's letters. */
export type Verb = {
  readonly text: string;
  readonly deed: Deed;
  readonly start: number;
  readonly end: number;
};

/** The first word that asks for a deed. Pure. */
export function readVerb(text: string): Verb | undefined {
  for (const { word, start, end } of tokens(text)) {
    const deed = isFunctionWord(word) ? undefined : deedOf(word);
    if (deed !== undefined) return { text: text.slice(start, end), deed, start, end };
  }
  return undefined;
}

/** The text without the words that join it to another; undefined: it has no others. Pure. */
export function withoutJoint(text: string): string | undefined {
  const first = tokens(text).find(({ word }) => !CONNECTIVES.has(word));
  return first && text.slice(first.start);
}
