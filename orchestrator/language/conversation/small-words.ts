import { phraseList } from "#shared/language/words.ts";
import { tokens } from "../text.ts";
import { after, endOf, type Phrases, phrasesIn } from "../words/phrases.ts";

/** How people speak about a conversation itself: `conversation.yaml` of a language says what each class is for. */
const keyOf = (kind: string): string =>
  `conversation.${kind.replaceAll(/[A-Z]/g, (upper) => `-${upper.toLowerCase()}`)}`;

/** The words and phrases of a kind, in all languages. Errors: where no language has such a kind */
export const smallWords = (kind: string): ReadonlySet<string> => new Set(phraseList(keyOf(kind)));

/** The same, each as its words. */
export const smallPhrases = (kind: string): Phrases => phrasesIn(keyOf(kind));

/** The text without such a phrase at its end, where something stands before it. Pure. */
export function withoutEnd(phrases: Phrases, text: string): string {
  const words = tokens(text);
  const at = words.findIndex((_, from) => from > 0 && endOf(phrases, words, from) === words.length);
  const before = words[at - 1];
  return before === undefined ? text : text.slice(0, before.end) + text.slice(words.at(-1)?.end);
}

/** The text without such a phrase at its beginning, where something stands behind it. Pure. */
export function withoutBegin(phrases: Phrases, text: string): string {
  const words = tokens(text);
  const next = words[after(phrases, words, 0)];
  return next === undefined || next === words[0] ? text : text.slice(next.start);
}
