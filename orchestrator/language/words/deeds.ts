import type { Locale } from "#shared/contracts/names.ts";
import { wordMap, wordSet } from "#shared/language/words.ts";

/** The kinds of `verbs.actions` tell goals apart; the others only tell where a request begins, and whether two ask for the same. */
const ACTIONS = wordMap("verbs.actions");
const DEEDS = wordMap("verbs.deeds");

/** What people ask to be done, by kind. */
const kinds = [
  ...(["remove", "cancel", "create", "change", "buy", "sell", "open", "close"] as const),
  ...(["start", "stop", "play", "remind", "send", "call", "translate", "write"] as const),
  ...(["install", "keep", "show", "read", "look", "compare", "tell", "give", "restore"] as const),
] as const;
export type Deed = (typeof kinds)[number];

const byWord = (words: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, Deed> =>
  new Map(kinds.flatMap((kind) => (words.get(kind) ?? []).map((word) => [word, kind] as const)));
const ACTION_OF = byWord(ACTIONS);
const DEED_OF = byWord(DEEDS);

/** The kind of action a word names, if it names one. */
export const actionOf = (word: string): Deed | undefined => ACTION_OF.get(word);

/** The kind of deed that a word asks for, if it asks for one. */
export const deedOf = (word: string): Deed | undefined => actionOf(word) ?? DEED_OF.get(word);

/** Kinds, to look up in them what may be no deed at all. */
export const deedSet = (...some: readonly Deed[]): ReadonlySet<Deed | undefined> => new Set(some);

/** All words that ask for a kind of deed. */
export const deedWords = (kind: string): readonly string[] => [
  ...(ACTIONS.get(kind) ?? []),
  ...(DEEDS.get(kind) ?? []),
];

const SHORTEST_STEM = 4;
const STEMS: ReadonlyMap<Deed, readonly string[]> = new Map(
  kinds.map((kind) => [
    kind,
    deedWords(kind)
      .map((word) => word.slice(0, -1))
      .filter(({ length }) => length >= SHORTEST_STEM),
  ]),
);

/** Some word is of such a deed, in whatever form. */
export const speaksOf = (words: readonly { readonly word: string }[], deed: Deed): boolean =>
  words.some(({ word }) => STEMS.get(deed)?.some((stem) => word.startsWith(stem)) === true);

const WISHED = wordMap("verbs.wished-forms");

/** The form in which it is asked for: "deleting" in "would you mind deleting" is "delete", "anotasse" is "anota". */
export function imperativeOf(word: string): string {
  const [wished] = WISHED.get(word) ?? [];
  if (wished !== undefined) return wished;
  const forms = formsOf(word);
  return forms.find((form) => deedOf(form) !== undefined) ?? word;
}

function formsOf(word: string): string[] {
  if (word.endsWith("ing")) {
    const stem = word.slice(0, -"ing".length);
    return [`${stem}e`, stem, stem.slice(0, -1)];
  }
  if (word.endsWith("ed")) return [word.slice(0, -1), word.slice(0, -"ed".length)];
  if (word.endsWith("asse")) return [word.slice(0, -"sse".length)];
  return word.endsWith("isse") ? [`${word.slice(0, -"isse".length)}a`] : [];
}

/** What else people ask to be done with most things: how they say it, by kind of action (actions.ts). */
export const siblingActionsOf = (locale: Locale): ReadonlyMap<string, string> =>
  new Map(
    [...wordMap("verbs.sibling-actions", locale)].map(([kind, verb]) => [kind, verb.join(" ")]),
  );

const DETERMINERS = wordSet("words.determiners");

/** Does a thing's name follow this word? */
export const isDeterminer = (word: string): boolean => DETERMINERS.has(word);
