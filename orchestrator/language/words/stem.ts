import { wordList } from "#shared/language/words.ts";
import { shapeOf } from "../text.ts";

/**
 * Endings that inflect a word in either language, longest first. Two languages share one table:
 * the stem is only used to see that two words are relatives, never shown.
 */
const ENDINGS = wordList("spelling.inflections").toSorted((a, b) => b.length - a.length);
const SHORTEST_STEM = 3;

/** Only these can end a word of that last letter; the longest still comes first. */
const ENDINGS_BY_LAST: ReadonlyMap<string | undefined, readonly string[]> = Map.groupBy(
  ENDINGS,
  (ending) => ending.at(-1),
);

/** A word without its ending: "cotacoes" and "cotacao" give "cot", "prices" and "price" give "pric". */
export function stemOf(word: string): string {
  const shape = shapeOf(word);
  if (shape.length <= SHORTEST_STEM || shape.startsWith("#")) return shape;
  for (const ending of ENDINGS_BY_LAST.get(shape.at(-1)) ?? [])
    if (shape.length - ending.length >= SHORTEST_STEM && shape.endsWith(ending))
      return shape.slice(0, -ending.length);
  return shape;
}
