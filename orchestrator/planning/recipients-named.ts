import type { Recipient } from "#shared/contracts/recipient.ts";
import { queryWords } from "#shared/plain-text/search-words.ts";

/**
 * Whom a name may mean, among those that the user may send to. Pure.
 * Shape: the one with that very name, else all whose names hold each word that was said: "pai" finds "meu pai", and
 *        "Ana" both "Ana Lima" and "Ana Reis" where no one is called just "Ana"
 */
export function recipientsNamed(
  said: string,
  recipients: readonly Recipient[],
): readonly Recipient[] {
  const words = wordsIn(said);
  if (words.length === 0) return [];
  const named = recipients.map((recipient) => ({ recipient, words: wordsIn(recipient.name) }));
  const same = named.filter((each) => each.words.join(" ") === words.join(" "));
  const found = same.length > 0 ? same : named.filter((each) => holds(each.words, words));
  return found.map(({ recipient }) => recipient);
}

const holds = (words: readonly string[], said: readonly string[]): boolean =>
  said.every((word) => words.includes(word));

const wordsIn = (name: string): string[] => queryWords(name).map(({ indexed }) => indexed);
