import type { EntityValue } from "#shared/contracts/intent.ts";
import { wordSet } from "#shared/language/words.ts";
import { endOfUnit } from "#shared/plain-text/fold.ts";
import type { SlotSpan } from "../../language/templates/match.ts";
import { recogniseNumber } from "../../language/values/number.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import { recognise } from "../../language/values/typed-values.ts";
import { wordBreak } from "../../language/words/connectives.ts";
import type { Range, Source, Sources } from "./sources.ts";

/**
 * How a value was recognised. `open`: any words, where the author left room for them; `free`: words where
 * nothing else is known; `stranger`: words that are none of the values that the author wrote down.
 */
export type Recognition = "known" | "typed" | "likelier" | "open" | "code" | "free" | "stranger";

/** Words that may be a value. */
export type Span = SlotSpan & {
  readonly from: number;
  /** What it means; undefined: the person's own words. */
  readonly value: EntityValue | undefined;
  readonly by: Recognition;
};

const ARTICLES = wordSet("words.articles");

/** Free words taken by a slot, at most. */
const MOST_FREE_WORDS = 8;
const KNOWN_COST = 0.05;
const CODE_COST = 0.1;
/** So that a template that says the words itself always beats one that only leaves room for them. */
const FREE_COST = 0.5;
const FREE_WORD_COST = 1;

/** The values of a source that begin at word `from`, shortest first. Pure. */
export function spansAt(
  sources: Sources,
  source: Source,
  sentence: Sentence,
  from: number,
): readonly Span[] {
  switch (source.kind) {
    case "words": {
      const known = knownSpans(sources, source.id, sentence, from);
      if (!source.free) return known;
      if (sources.isProse(source.id))
        return anyWords(sentence, from, sentence.words.length, "open");
      const by = sources.isListed(source.id) ? "stranger" : "free";
      const to = source.free === "one" ? endOfUnit(sentence.text, sentence.words, from) : undefined;
      const all = anyWords(sentence, from, MOST_FREE_WORDS, by);
      return [...known, ...all.filter((each) => to === undefined || each.to === to)];
    }
    case "typed": {
      const found = recognise(source.type, sentence, from, source.leaning);
      if (found === undefined) return [];
      const by = found.isLikelier ? "likelier" : "typed";
      return [{ from, to: found.to, value: found.value, by, cost: KNOWN_COST }];
    }
    case "range": {
      const found = numberInRange(source.range, sentence, from);
      return found === undefined ? [] : [{ from, ...found, by: "typed", cost: KNOWN_COST }];
    }
    case "anything":
      return anyWords(sentence, from, sentence.words.length, "open");
  }
}

/** Values that are certain to be values: no free words. */
export function knownSpans(
  sources: Sources,
  id: number,
  { text, words }: Sentence,
  from: number,
): Span[] {
  const spans: Span[] = [];
  for (const { source, to, value } of sources.lexicon.hitsAt(words, from))
    if (source === id) spans.push({ from, to, value, by: "known", cost: KNOWN_COST });
  const word = words[from];
  if (spans.length === 0 && word !== undefined) {
    if (sources.looksKnown(id, text.slice(word.start, word.end)))
      spans.push({ from, to: from + 1, value: undefined, by: "code", cost: CODE_COST });
  }
  return spans;
}

function anyWords(
  sentence: Sentence,
  from: number,
  most: number,
  by: "free" | "open" | "stranger",
): Span[] {
  const spans: Span[] = [];
  const last = Math.min(sentence.words.length, from + most);
  // An article by itself leads to a value, and is none.
  const isArticle = ARTICLES.has(sentence.words[from]?.word ?? "");
  for (let to = from + (isArticle ? 2 : 1); to <= last; to++) {
    const cost = FREE_COST + FREE_WORD_COST * (to - from);
    spans.push({ from, to, value: undefined, by, cost });
    // A name does not run on into the next sentence; a message may.
    if (by !== "open" && wordBreak(sentence, to - 1) === "sentence") break;
  }
  return spans;
}

function numberInRange(
  range: Range,
  sentence: Sentence,
  from: number,
): { to: number; value: number } | undefined {
  const found = recogniseNumber(sentence, from);
  if (found === undefined || found.value < range.from || found.value > range.to) return undefined;
  const steps = (found.value - range.from) / range.step;
  const fraction = range.fractions === "halves" ? 2 : range.fractions === "tenths" ? 10 : 1;
  const onStep = Math.abs(steps * fraction - Math.round(steps * fraction)) < 1e-9;
  return onStep ? { to: found.to, value: found.value * range.multiplier } : undefined;
}

/** Between two figures that belong together. Pure. */
export const isTorn = ({ text, words }: Sentence, at: number): boolean =>
  /^\d[/.:-]\d$/.test(text.slice((words[at - 1]?.end ?? 0) - 1, (words[at]?.start ?? 0) + 1));
