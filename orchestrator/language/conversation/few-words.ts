import { withoutCourtesy } from "../courtesy.ts";
import { type Token, tokens } from "../text.ts";
import { deedOf } from "../words/deeds.ts";
import { isDeterminer } from "../words/sibling-actions.ts";

/** The kinds of deeds that a text names. Pure. */
export const deedsIn = (text: string): ReadonlySet<string> => deedsOf(tokens(text));

/** The same of its words: "a lista" is a thing, and "lista" a deed. Pure. */
export const deedsOf = (words: readonly Token[]): ReadonlySet<string> =>
  new Set(
    words.flatMap(({ word }, at) =>
      isDeterminer(words[at - 1]?.word ?? "") ? [] : (deedOf(word) ?? []),
    ),
  );

/** It quotes, or gives a text behind a colon: what stands in there is the user's own. An address has a colon as well. */
export const hasOwnText = (text: string): boolean => /["\u201c\u00ab]|:(?!\/\/)/u.test(text);

/** The words of a short text without the courtesy around them; undefined: they are more than that. */
export function fewWords(text: string, most: number): readonly Token[] | undefined {
  const all = tokens(text, most + 1);
  if (all.length > most) return undefined;
  const { from, to } = withoutCourtesy(all);
  return all.slice(from, to);
}
