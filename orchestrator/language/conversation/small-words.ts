import { phraseList } from "#shared/language/words.ts";
import { type Token, tokens } from "../text.ts";

/** How people speak about a conversation itself: `conversation.yaml` of a language says what each class is for. */
const listOf = (kind: string): readonly string[] =>
  phraseList(`conversation.${kind.replaceAll(/[A-Z]/g, (upper) => `-${upper.toLowerCase()}`)}`);

/** The words and phrases of a kind, in all languages. Errors: where no language has such a kind */
export const smallWords = (kind: string): ReadonlySet<string> => new Set(listOf(kind));

type Phrase = readonly string[];

/** The same, each as its words; the longest first. */
export const smallPhrases = (kind: string): readonly Phrase[] =>
  listOf(kind)
    .map((phrase) => phrase.split(" "))
    .sort((a, b) => b.length - a.length);

/** Where the longest of the phrases ends that begins there; undefined: none does. */
export function endOfPhrase(
  phrases: readonly Phrase[],
  words: readonly Pick<Token, "word">[],
  at: number,
): number | undefined {
  const found = phrases.find((phrase) =>
    phrase.every((word, offset) => words[at + offset]?.word === word),
  );
  return found && at + found.length;
}

/** The text without such a phrase at its end, where something stands before it. Pure. */
export function withoutEnd(phrases: readonly Phrase[], text: string): string {
  const words = tokens(text);
  const found = phrases.find(
    ({ length }) =>
      length < words.length && endOfPhrase(phrases, words, words.length - length) === words.length,
  );
  const before = words[words.length - (found?.length ?? 0) - 1];
  if (found === undefined || before === undefined) return text;
  return text.slice(0, before.end) + text.slice(words.at(-1)?.end);
}

/** The text without such a phrase at its beginning, where something stands behind it. Pure. */
export function withoutBegin(phrases: readonly Phrase[], text: string): string {
  const words = tokens(text);
  const next = words[endOfPhrase(phrases, words, 0) ?? 0];
  return next === undefined || next === words[0] ? text : text.slice(next.start);
}
