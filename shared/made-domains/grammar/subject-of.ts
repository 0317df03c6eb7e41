import { wordsOf } from "./nouns.ts";
import { type Deed, deedOf } from "./openings.ts";

/** Words of a name that say how, and not what. */
const HOW = new Set([
  ...[
    "by",
    "all",
    "of",
    "the",
    "a",
    "an",
    "for",
    "with",
    "in",
    "on",
    "to",
    "and",
    "or",
    "my",
    "one",
    "many",
    "v1",
    "v2",
  ],
  ...[
    "v3",
    "api",
    "rest",
    "json",
    "latest",
    "current",
    "bulk",
    "batch",
    "async",
    "public",
    "single",
    "me",
  ],
]);

/** What is done, and with what, as the name of an operation or a tool says it: `find_pets_by_status`. */
export function subjectOf(
  name: string,
  otherwise: { deed: Deed; noun: readonly string[] },
): { deed: Deed; noun: readonly string[] } {
  const words = wordsOf(name);
  const at = words.findIndex((word) => deedOf(word) !== undefined);
  const deed = deedOf(words[at] ?? "") ?? otherwise.deed;
  // What stands after "by" says by what it is found.
  const by = words.indexOf("by");
  const told = (by > 0 ? words.slice(0, by) : words).filter(
    (word, place) => place !== at && !HOW.has(word),
  );
  const noun = told.slice(-2);
  return { deed, noun: noun.length > 0 ? noun : otherwise.noun };
}
