import { wordSet } from "#shared/language/words.ts";
import type { SlotSpan } from "../../language/templates/match.ts";
import type { Stretch } from "../../language/text.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import { ENUMERATORS, LEADERS, wordBreak } from "../../language/words/connectives.ts";
import type { Source, Sources } from "./sources.ts";
import { knownSpans, type Span, spansAt } from "./spans.ts";

/** Words that are one value, or several: "PETR4, VALE3 e ITUB4". */
export type EnumeratedSpan = SlotSpan & { readonly from: number; readonly parts: readonly Span[] };

const MOST_PARTS = 16;
const MOST_LEADERS = 2;

/**
 * What slots may take in one sentence, each source asked once per place.
 * Shape: `multiple` slots also take enumerations of known values
 */
export function slotSpans(
  sources: Sources,
  sentence: Sentence,
): (source: Source, multiple: boolean, from: number) => readonly EnumeratedSpan[] {
  const single = new Map<Source, EnumeratedSpan[][]>();
  const several = new Map<Source, EnumeratedSpan[][]>();
  return (source, multiple, from) => {
    const memo = multiple ? several : single;
    let places = memo.get(source);
    if (places === undefined) {
      places = [];
      memo.set(source, places);
    }
    let spans = places[from];
    if (spans === undefined) {
      spans = spansAt(sources, source, sentence, from).map(asOne);
      if (multiple && source.kind === "words")
        spans.push(...enumerationsAt(sources, source.id, sentence, from));
      places[from] = spans;
    }
    return spans;
  };
}

const asOne = (span: Span): EnumeratedSpan => ({
  from: span.from,
  to: span.to,
  cost: span.cost,
  parts: [span],
});

/** Two or more known values in a row, each time taking the longest. */
function enumerationsAt(
  sources: Sources,
  id: number,
  sentence: Sentence,
  from: number,
): EnumeratedSpan[] {
  const found: EnumeratedSpan[] = [];
  const parts: Span[] = [];
  let at = from;
  while (parts.length < MOST_PARTS) {
    const next = knownSpans(sources, id, sentence, at).at(-1);
    if (next === undefined) break;
    parts.push(next);
    const cost = parts.reduce((sum, part) => sum + part.cost, 0);
    if (parts.length > 1) found.push({ from, to: next.to, cost, parts: [...parts] });
    at = afterSeparator(sentence, next.to);
  }
  return found;
}

/** The word where the next value of an enumeration may begin, after "e", "and the", ", da". */
export function afterSeparator(sentence: Sentence, at: number): number {
  const { words } = sentence;
  let next = at;
  if (ENUMERATORS.has(words[next]?.word ?? "")) next++;
  for (let skipped = 0; skipped < MOST_LEADERS && LEADERS.has(words[next]?.word ?? ""); skipped++)
    next++;
  return next;
}

/**
 * Free words cut where an enumeration is said: "Nordea e da Apple" gives two parts.
 * Shape: parts of words `from` to `to`, without the separators and the small words that lead up
 */
export function cutEnumeration(sentence: Sentence, from: number, to: number): Stretch[] {
  const { words } = sentence;
  const parts: Stretch[] = [];
  let start = from;
  const close = (end: number) => {
    let first = start;
    while (first < end - 1 && LEADERS.has(words[first]?.word ?? "")) first++;
    if (end > first) parts.push({ from: first, to: end });
  };
  for (let at = from; at < to; at++) {
    if (at > start && CUTTING.has(words[at]?.word ?? "")) {
      close(at);
      start = at + 1;
    } else if (at + 1 < to && wordBreak(sentence, at) !== "none") {
      close(at + 1);
      start = at + 1;
    }
  }
  close(to);
  return parts;
}

const CUTTING = wordSet("words.enumerators-alone");
