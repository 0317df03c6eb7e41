import type { ShownItem } from "#shared/contracts/shown.ts";
import type { CatalogueGoal } from "../../catalogue/catalogue.ts";
import { tokens } from "../../language/text.ts";
import { deedOf } from "../../language/words/deeds.ts";

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

/** What the manifest calls what a goal is about: "nota" of "essa nota". */
export const nounsOf = ({ spec }: CatalogueGoal): string[] =>
  Object.values(spec.hints.keywords ?? {})
    .flatMap((keywords) => keywords ?? [])
    .map((keyword) => tokens(keyword))
    .flatMap(([only, other]) =>
      only === undefined || other !== undefined || deedOf(only.word) !== undefined
        ? []
        : [only.word],
    );
