import type { Locale } from "#shared/contracts/names.ts";
import { endOfAny } from "../modifiers/languages.ts";
import { readReply } from "../modifiers/read-reply.ts";
import { readYes } from "../read-yes.ts";
import { tokens } from "../text.ts";
import { isFunctionWord } from "../words/common-words.ts";
import { deedOf } from "../words/deeds.ts";
import { onlyLetsGo } from "./after-lead.ts";
import { deedsOf, hasOwnText } from "./few-words.ts";
import { smallWords } from "./small-words.ts";

/** What is not wanted, as far as it is told. */
export type Refusal = {
  /** The kinds of deeds that are named. */
  readonly deeds: ReadonlySet<string>;
  /** Every other word only refuses, or points to what was done. */
  readonly isAll: boolean;
};

const MOST_WORDS = 9;
const REFUSING = [
  "wishes",
  "negators",
  "retractions",
  "interjections",
  "breaths",
  "courtesy",
] as const;
/** Begin a refusal, and refuse nothing by themselves. */
const ENOUGH = smallWords("enough");
const TOUCHES = smallWords("touches");
/** About another time or another thing than what was done. */
const FURTHER = smallWords("further");

/**
 * A short message that says not to do something. Pure.
 * Shape: undefined for a yes, for a question, and for what refuses nothing
 */
export function readRefusal(text: string, locale: Locale): Refusal | undefined {
  const words = tokens(text, MOST_WORDS + 1);
  if (words.length > MOST_WORDS || text.includes("?") || hasOwnText(text)) return undefined;
  if (readYes(text) !== undefined) return undefined;
  const deeds = deedsOf(words);
  const isSmall = ({ word }: { word: string }, at: number) =>
    isFunctionWord(word) ||
    deedOf(word) !== undefined ||
    ENOUGH.has(word) ||
    TOUCHES.has(word) ||
    REFUSING.some((group) => endOfAny(group, words, at) !== undefined);
  const isAll = words.every(isSmall) || onlyLetsGo(text);
  const negates = words.some((_, at) => endOfAny("negators", words, at) !== undefined);
  const refuses = onlyLetsGo(text) || readReply(text, locale).refuses || (isAll && negates);
  return refuses ? { deeds, isAll } : undefined;
}

/** It speaks of what is to come. Pure. */
export const isFurther = (text: string): boolean =>
  tokens(text, MOST_WORDS).some(({ word }) => FURTHER.has(word));

/** What is wanted behind a refusal that names nothing of its own. Pure. */
export function insteadOf(text: string, locale: Locale): string | undefined {
  const pause = text.search(/[,;.]\s/);
  if (pause < 1) return undefined;
  const refusal = readRefusal(text.slice(0, pause), locale);
  const rest = text.slice(pause + 1).trim();
  const words = tokens(rest, MOST_WORDS + 1);
  const begin = endOfAny("instead_only", words, 0);
  const first = begin === undefined ? undefined : words[begin];
  if (refusal?.isAll !== true || refusal.deeds.size === 0 || first === undefined) return undefined;
  const wanted = deedsOf(words);
  return wanted.size > 0 && refusal.deeds.isDisjointFrom(wanted)
    ? rest.slice(first.start)
    : undefined;
}
