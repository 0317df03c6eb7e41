import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, classesOf, wordList, wordMap } from "#shared/language/words.ts";

/** Classes of words: `references.yaml` of a language says what each is for. */
const CLASSES = [
  ...(["firsts", "last", "lasts", "lastButOne", "articles", "contracted", "both"] as const),
  ...(["all", "that", "they", "ofThat", "ofThey", "whose", "answers"] as const),
  ...(["wholes", "nouns", "after", "ownText", "and", "with"] as const),
] as const;
/** Around a word of a thing's label. */
const OF_A_LABEL = ["of", "nouns", "about"] as const;

/** How one language names what was shown. Words are folded, shorthand opened. */
type ReferenceWords = Readonly<Record<(typeof CLASSES)[number], readonly string[]>> & {
  /** By place, from the first. */
  readonly ordinals: readonly (readonly string[])[];
  /** One, two, three, ... in words. */
  readonly counts: readonly (readonly string[])[];
  readonly labelled: Readonly<Record<(typeof OF_A_LABEL)[number], readonly string[]>>;
};

export const REFERENCE_WORDS_OF: Readonly<Record<Locale, ReferenceWords>> = byLocale((locale) => ({
  ...classesOf(CLASSES, (name) => wordList(`references.${name}`, locale)),
  ordinals: [...wordMap("references.ordinals", locale).values()],
  counts: [...wordMap("references.counts", locale).values()],
  labelled: classesOf(OF_A_LABEL, (name) => wordList(`references.labelled.${name}`, locale)),
}));

/** How what was shown is named, a language after the other. */
export const REFERENCE_WORDS: readonly ReferenceWords[] = Object.values(REFERENCE_WORDS_OF);
/** The place that a word says, from 0. */
export function placeOf(word: string): number | undefined {
  const places = REFERENCE_WORDS.flatMap(({ ordinals, counts }) => [
    ordinals.findIndex((forms) => forms.includes(word)),
    counts.findIndex(([form]) => form === word),
  ]);
  return places.find((place) => place >= 0);
}

export const isLastPlace = (word: string): boolean =>
  REFERENCE_WORDS.some(({ last }) => last.includes(word));
export type { ReferenceWords };
