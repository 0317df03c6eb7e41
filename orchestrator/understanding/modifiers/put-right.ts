import { wordSet } from "#shared/language/words.ts";
import { endOfAny } from "../../language/modifiers/languages.ts";
import type { Mark } from "../../language/modifiers/mark.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import { BEING } from "../../language/words/connectives.ts";
import { LEADERS } from "../../language/words/separators.ts";
import type { Sources } from "../entities/sources.ts";

/** A known value: the words that it stands in, and the sources that know it. */
type Value = { readonly from: number; readonly to: number; readonly ids: ReadonlySet<number> };

/**
 * Obeys corrections and exceptions among values that are known: the later value stands for the earlier one of its
 * kind, and what is left out of a list is taken from it.
 * Shape: "preço da petr4, não, da vale3" reads "preço da vale3"; the marks that were obeyed come with it
 * Cost:  nothing without such a mark
 */
export function putRight(
  sentence: Sentence,
  marks: readonly Mark[],
  sources: Sources,
): { sentence: Sentence; obeyed: ReadonlySet<Mark> } {
  const obeyed = new Set<Mark>();
  const gone = new Set<number>();
  const { words } = sentence;
  for (const mark of marks) {
    if (mark.kind !== "correction" && mark.kind !== "exception") continue;
    const said = valuesOf(sentence, sources);
    const later = said.find(({ from }) => from === afterLeaders(sentence, mark.to));
    const before = said.filter(({ to }) => to <= mark.from);
    if (later === undefined) continue;
    if (mark.kind === "correction") {
      const earlier = before.findLast((each) => areOfOneKind(each, later));
      if (earlier === undefined) continue;
      drop(gone, earlier.from, later.from);
    } else {
      const same = before.find((each) => textOf(sentence, each) === textOf(sentence, later));
      if (same === undefined || before.length < 2) continue;
      drop(gone, same.from, same.to);
      const end = endOfAny("out", words, later.to) ?? later.to;
      drop(gone, mark.from, end);
      for (const each of marks) if (each.from >= mark.from && each.to <= end) obeyed.add(each);
    }
    obeyed.add(mark);
  }
  if (gone.size === 0) return { sentence, obeyed };
  return { sentence: { ...sentence, words: words.filter((_, at) => !gone.has(at)) }, obeyed };
}

function drop(gone: Set<number>, from: number, to: number): void {
  for (let at = from; at < to; at++) gone.add(at);
}

function afterLeaders({ words }: Sentence, at: number): number {
  let next = at;
  while (LEADING.has(words[next]?.word ?? "")) next++;
  return next;
}

const LEADING = LEADERS.union(wordSet("words.with")).union(BEING);

const textOf = ({ words }: Sentence, { from, to }: Value): string =>
  words
    .slice(from, to)
    .map(({ word }) => word)
    .join(" ");

/** The longest known values from left to right. */
export function valuesOf({ text, words }: Sentence, sources: Sources): Value[] {
  const values: Value[] = [];
  for (let at = 0; at < words.length; ) {
    const hits = sources.lexicon.hitsAt(words, at);
    const to = hits.at(-1)?.to;
    const word = words[at];
    if (to !== undefined) {
      values.push({ from: at, to, ids: new Set(hits.map(({ source }) => source)) });
    } else if (word !== undefined) {
      const ids = sources.idsLike(text.slice(word.start, word.end));
      if (ids.size > 0) values.push({ from: at, to: at + 1, ids });
    }
    at = to ?? at + 1;
  }
  return values;
}

const areOfOneKind = (a: Value, b: Value): boolean => !a.ids.isDisjointFrom(b.ids);
