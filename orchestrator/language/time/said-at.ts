import type { Locale } from "#shared/contracts/names.ts";
import type { Edge, Words } from "#shared/language/time/chart.ts";
import { chartOf } from "#shared/language/time/chart-of.ts";

type Said = Words & { readonly locale: Locale };

/** What the words from a place on say of a category, in the language that is spoken: the longest first. */
export const saidAt = (said: Said, at: number, category: string): readonly Edge[] =>
  chartOf(said, said.locale, "own").at(at, category);

/** Where the longest that one of these categories says there ends; undefined: none does. */
export function endIn(
  said: Said,
  at: number,
  ...categories: readonly string[]
): number | undefined {
  const ends = categories.flatMap((category) => saidAt(said, at, category).map(({ to }) => to));
  return ends.length === 0 ? undefined : Math.max(...ends);
}
