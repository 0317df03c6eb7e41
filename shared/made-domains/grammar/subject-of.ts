import { wordsOf } from "./nouns.ts";
import { type Deed, deedOf } from "./openings.ts";
import { type Verb, verbOf } from "./verbs.ts";

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
    "id",
    "ids",
    "uuid",
  ],
]);

/** Names of HTTP methods that stand before a verb. */
const METHODS: ReadonlySet<string> = new Set(["get", "post", "put", "patch"]);

/** Deeds that look at things and leave them as they are. */
const LOOKING: ReadonlySet<Deed> = new Set(["read", "count", "convert"]);

/** What is done, with what, and in which words where the name has a verb that says more than its deed. */
export type Subject = { deed: Deed; noun: readonly string[]; verb?: Verb };

/**
 * What is done, and with what, as the name of an operation or a tool says it: `find_pets_by_status`. `onlyReads`: whatever
 * the name says, it changes nothing.
 */
export function subjectOf(
  name: string,
  otherwise: { deed: Deed; noun: readonly string[] },
  onlyReads = false,
): Subject {
  const words = wordsOf(name);
  const isVerb = (word: string) =>
    verbOf(word, onlyReads) !== undefined || deedOf(word) !== undefined;
  const first = words.findIndex(isVerb);
  // `get_search`: what is called for says it, and not how it is called.
  const next = words[first + 1] ?? "";
  const at = METHODS.has(words[first] ?? "") && verbOf(next, onlyReads) ? first + 1 : first;
  const verb = verbOf(words[at] ?? "", onlyReads);
  const said = verb?.deed ?? deedOf(words[at] ?? "") ?? otherwise.deed;
  const deed = onlyReads && !LOOKING.has(said) ? "read" : said;
  // What stands after "by" says by what it is found.
  const by = words.indexOf("by");
  const told = (by > 0 ? words.slice(0, by) : words).filter(
    (word, place) => place !== at && place !== first && !HOW.has(word),
  );
  const noun = told.slice(-2);
  return {
    deed,
    noun: noun.length > 0 ? noun : otherwise.noun,
    ...(verb !== undefined && { verb }),
  };
}
