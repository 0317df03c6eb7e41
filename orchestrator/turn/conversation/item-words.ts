import type { ShownItem } from "#shared/contracts/shown.ts";
import { tokens } from "../../understanding/text.ts";

/** Longer names hold other words as well. */
const MOST_WORDS = 3;

/** What things that were shown are called, beside their values: "item" of "item 12". */
export const wordsIn = (items: readonly ShownItem[]): ReadonlySet<string> =>
  new Set(
    items.flatMap(({ said_as }) => {
      const words = tokens(said_as, MOST_WORDS + 1).map(({ word }) => word);
      return words.length > MOST_WORDS || words.length < 2
        ? []
        : words.filter((word) => /^\p{L}+$/u.test(word));
    }),
  );
