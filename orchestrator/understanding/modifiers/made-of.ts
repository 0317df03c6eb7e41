import type { Doubt } from "#shared/contracts/intent.ts";
import { isBordered } from "../../language/modifiers/is-bordered.ts";
import { endOfIn, endsWith } from "../../language/modifiers/languages.ts";
import { slice } from "../../language/text.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import type { Clause } from "../clause.ts";

/** A text that says what something is to be made of: in which words that was asked for, and of what. */
export type MadeOf = {
  readonly phrase: string;
  readonly pointer: string;
  readonly source: string;
  /** It begins with a word that points; else only what stands before it may. */
  readonly points: boolean;
};

/** undefined: the text, or what else is said, is what is to be written. Pure. */
export function madeOf(
  { goal, found, words }: Clause,
  { text, locale }: Sentence,
): MadeOf | undefined {
  const [only, ...others] = found;
  if (only === undefined || others.length > 0 || goal?.prose.has(only.entity) !== true)
    return undefined;
  const { from, to } = only;
  if (to < words.length || isBordered(text, words, from)) return undefined;
  const source = endOfIn(locale, "sources", words, from);
  const first = words[source ?? from];
  if (first === undefined || (source === undefined && !endsWith("contents", words, from)))
    return undefined;
  const [phrase, pointer] = [slice(text, words, 0, from), slice(text, words, from, to)];
  return { phrase, pointer, source: text.slice(first.start), points: source !== undefined };
}

/** What points at what it is to be made of is no text to be written, whatever it points at. */
export function pointsAtSource(clause: Clause, sentence: Sentence): Doubt[] {
  const made = madeOf(clause, sentence);
  return made?.points === true ? [{ reason: "unread", detail: made.pointer }] : [];
}
