import type { EntityValue } from "#shared/contracts/intent.ts";
import type { EntitySchema } from "#shared/contracts/manifest.ts";
import { wordSet } from "#shared/language/words.ts";
import { type Sentence, sentenceOf } from "../../language/values/recogniser.ts";
import { cutEnumeration } from "./enumeration.ts";
import type { FoundEntity } from "./found.ts";
import { readValue } from "./read-value.ts";
import type { Source, Sources } from "./sources.ts";
import { knownSpans, type Span, spansAt } from "./spans.ts";

/**
 * The value of an entity by what is known about it alone: its lists and synonyms, or the form of its type.
 * Shape: words already in `taken` belong to another entity; `choose` leaves out what is not meant, the likeliest first
 * Cost:  one look at each word
 */
export function findKnown(
  name: string,
  schema: EntitySchema,
  source: Source,
  sources: Sources,
  sentence: Sentence,
  taken: ReadonlySet<number>,
  choose: (spans: readonly Span[]) => readonly Span[] = (spans) => spans,
): FoundEntity | undefined {
  const found = longestSpans(source, sources, sentence, taken);
  const spans = choose(
    isSaidInFigures(schema) ? found.filter((span) => !isArticle(span, sentence)) : found,
  );
  const first = spans[0];
  const last = spans.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (schema.type === "enum") return findEnum(name, schema, source, sources, spans);
  const read = readValue(name, schema, sentence, schema.multiple ? spans : [first]);
  if (read === undefined) return undefined;
  const to = schema.multiple ? last.to : first.to;
  return { entity: name, value: read.value, from: first.from, to, by: read.by };
}

const ARTICLES = wordSet("words.indefinite-articles");
/** As counts and amounts are; of a measure that has to be there an article says one. */
const isSaidInFigures = ({ type, required }: EntitySchema): boolean =>
  type === "integer" || type === "money" || (type === "number" && !required);

const isArticle = ({ from, to }: Span, { words }: Sentence): boolean =>
  to === from + 1 &&
  ARTICLES.has(words[from]?.word ?? "") &&
  (/^\p{L}/u.test(words[to]?.word ?? "") || standsForNoun(words, from));

const standsForNoun = (words: Sentence["words"], at: number): boolean =>
  words[at]?.word === "one" &&
  !NUMBERED.has(words[at - 1]?.word ?? "") &&
  words.slice(Math.max(0, at - MOST_DESCRIBING), at).some(({ word }) => POINTING.has(word));

const NUMBERED = wordSet("nouns.number-signs");
const POINTING = wordSet("words.pointing-determiners");
const MOST_DESCRIBING = 4;

/** Values from left to right, each the longest there, none overlapping. */
function longestSpans(
  source: Source,
  sources: Sources,
  sentence: Sentence,
  taken: ReadonlySet<number>,
): Span[] {
  if (source.kind === "anything") return [];
  const found: Span[] = [];
  for (let at = 0; at < sentence.words.length; ) {
    const spans =
      source.kind === "words"
        ? knownSpans(sources, source.id, sentence, at)
        : spansAt(sources, source, sentence, at);
    const longest = spans.findLast(({ from, to }) => {
      for (let word = from; word < to; word++) if (taken.has(word)) return false;
      return true;
    });
    if (longest !== undefined) found.push(longest);
    at = longest?.to ?? at + 1;
  }
  return found;
}

function findEnum(
  name: string,
  schema: EntitySchema,
  source: Source,
  sources: Sources,
  spans: readonly Span[],
): FoundEntity | undefined {
  const first = spans[0];
  const last = spans.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const values = [
    ...new Set(spans.flatMap(({ value }) => (typeof value === "string" ? [value] : []))),
  ];
  const [only, ...others] = values;
  if (only === undefined) return undefined;
  const at = { entity: name, from: first.from, to: last.to };
  if (others.length === 0) return { ...at, value: only, by: "known" };
  const both =
    source.kind === "words" ? valueForAll(schema, source.id, sources, values) : undefined;
  if (both !== undefined) return { ...at, value: both, by: "known" };
  return schema.multiple || schema.capability_map !== undefined
    ? { ...at, value: values, by: "known" }
    : // What else is said of the same kind has no place here, and must be seen to have none.
      { ...at, to: first.to, value: only, by: "ambiguous" };
}

/**
 * The value that means all of `values`: one of whose synonyms enumerates them, as "altas e baixas"
 * does for a value BOTH beside "altas" and "baixas".
 */
function valueForAll(
  schema: EntitySchema,
  id: number,
  sources: Sources,
  values: readonly string[],
): EntityValue | undefined {
  if (schema.values === undefined) return undefined;
  const wanted = new Set(values);
  for (const [value, phrases] of Object.entries(schema.synonyms ?? {})) {
    if (wanted.has(value) && wanted.size > 2) continue;
    for (const phrase of phrases) {
      const meant = meaningsIn(phrase, id, sources);
      if (meant.size > 1 && [...wanted].every((each) => each === value || meant.has(each)))
        return value;
    }
  }
  return undefined;
}

function meaningsIn(phrase: string, id: number, sources: Sources): Set<unknown> {
  const sentence = sentenceOf(phrase, "en");
  const { words } = sentence;
  const meanings = new Set<unknown>();
  for (const { from, to } of cutEnumeration(sentence, 0, words.length))
    for (const hit of sources.lexicon.hitsAt(words.slice(0, to), from))
      if (hit.source === id && hit.to === to) meanings.add(hit.value);
  return meanings;
}
