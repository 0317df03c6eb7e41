import { wordSet } from "#shared/language/words.ts";
import { endOfAny } from "../../language/modifiers/languages.ts";
import type { Mark } from "../../language/modifiers/mark.ts";
import { quotesIn } from "../../language/quotes.ts";
import type { Token } from "../../language/text.ts";
import { recogniseNumber } from "../../language/values/number.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import { recognise } from "../../language/values/typed-values.ts";
import { BACKWARDS, BEING } from "../../language/words/connectives.ts";
import { deedOf } from "../../language/words/deeds.ts";
import { LEADERS } from "../../language/words/separators.ts";
import { type Clause, standing } from "../clause.ts";
import { isComplete } from "./is-complete.ts";

/** A reading with what was put right is only taken where it is this clear. */
const CLEAR = 0.9;
/** Behind a correction, a request begins within so many words. */
const ASKED_WITHIN = 3;

/**
 * Obeys corrections of what no one listed: a request said again stands for the first one ("apaga tudo, não, lista
 * tudo"), and a name or a quotation for the one right before ("salva o filme Duna, ops, Dark"). A text that is not
 * quoted is left as it is: what was meant is asked.
 * Shape: the sentence without what was put right, and the marks that were obeyed
 * Cost:  nothing without such a mark; up to three interpretations with one
 */
export function correct(
  sentence: Sentence,
  marks: readonly Mark[],
  interpret: (sentence: Sentence) => Clause,
): { sentence: Sentence; obeyed: ReadonlySet<Mark> } {
  const { words } = sentence;
  const mark = marks.find(({ kind }) => kind === "correction");
  if (mark === undefined || mark.from === 0 || mark.to >= words.length)
    return { sentence, obeyed: new Set() };
  const before = { ...sentence, words: words.slice(0, mark.from) };
  const later = words.slice(skipped(words, mark.to));
  // "..., aliás, não precisa" puts nothing in its place.
  const takesBack = (_: Token, at: number) =>
    endOfAny("negators", later, at) !== undefined ||
    endOfAny("retractions", later, at) !== undefined;
  if (words.slice(mark.to).some((_, at, said) => endOfAny("retractions", said, at) !== undefined))
    return { sentence, obeyed: new Set() };
  if (later.some(takesBack)) return { sentence, obeyed: new Set() };
  const readings = isAskedAnew(later)
    ? [named(later, before, interpret)]
    : [
        ...restated(before, { ...sentence, words: later }, interpret),
        ...replaced(before, later, interpret),
      ];
  for (const each of readings) {
    const clause = interpret({ ...sentence, words: each });
    if (isClear(clause)) return { sentence: { ...sentence, words: each }, obeyed: new Set([mark]) };
  }
  return { sentence, obeyed: new Set() };
}

const isClear = (clause: Clause): boolean => standing(clause) >= CLEAR && isComplete(clause);

/** Other words of hesitation behind the first: "ops, *não*: ...". */
function skipped(words: readonly Token[], from: number): number {
  let at = from;
  for (;;) {
    const to = endOfAny("interjections", words, at) ?? endOfAny("slips", words, at);
    if (to === undefined || to >= words.length) return at;
    // "Ou melhor, *não sei*" puts nothing in its place.
    if (endOfAny("negators", words, at) !== undefined && UNSURE.has(words[to]?.word ?? ""))
      return at;
    at = to;
  }
}

const UNSURE = wordSet("verbs.being-unsure");

const isAskedAnew = (later: readonly Token[]): boolean =>
  later
    .slice(0, ASKED_WITHIN)
    .some(
      ({ word }, at) =>
        (deedOf(word) !== undefined && !LEADERS.has(later[at - 1]?.word ?? "")) ||
        endOfAny("wishes", later, at) !== undefined,
    );

/** What was said first is named again. */
function named(
  later: readonly Token[],
  before: Sentence,
  interpret: (sentence: Sentence) => Clause,
): readonly Token[] {
  const at = later.findIndex(({ word }) => BACKWARDS.has(word));
  if (at < 0) return later;
  const { found, words } = interpret(before);
  const [name, other] = found.filter(({ by }) => by === "known" || by === "code");
  if (name === undefined || other !== undefined) return later;
  return [...later.slice(0, at), ...words.slice(name.from, name.to), ...later.slice(at + 1)];
}

/** The words with a figure, a time or a length in the place of the one that was said of its kind. */
function restated(
  before: Sentence,
  later: Sentence,
  interpret: (sentence: Sentence) => Clause,
): (readonly Token[])[] {
  const { goal, found, words } = interpret(before);
  const readings = found.flatMap(({ entity, by, from, to }) => {
    const type = goal?.entities.get(entity)?.type;
    const first = words[from];
    const end = words[to - 1]?.end;
    if (by !== "typed" || first === undefined || end === undefined) return [];
    if (type === undefined || type === "string" || type === "enum" || type === "boolean") return [];
    // The word before the first may be said again before the second.
    const again = words[from - 1]?.word;
    const at = ledBy(later.words, again);
    const read = recognise(type, later, at);
    const place = { start: first.start, end };
    const said = { from: at, to: read?.to ?? at, place };
    if (read !== undefined) return [said];
    // A bare figure takes the place of the one in a time.
    const figure = recogniseNumber(later, at);
    const old = words.slice(from, to).find(({ word }) => /^\d/.test(word));
    return figure === undefined || old === undefined
      ? []
      : [{ from: at, to: figure.to, place: old }];
  });
  return readings
    .toSorted(
      (one, other) =>
        other.to - other.from - (one.to - one.from) || other.place.start - one.place.start,
    )
    .map(({ from, to, place: { start, end } }) => [
      ...before.words.filter((word) => word.end <= start),
      ...later.words.slice(from, to),
      ...before.words.filter((word) => word.start >= end),
      ...later.words.slice(to),
    ]);
}

/** Where what is meant begins, behind small words that only lead to it. */
function ledBy(words: readonly Token[], again: string | undefined): number {
  let at = 0;
  while (at < words.length - 1) {
    const word = words[at]?.word ?? "";
    const isLeader = LEADERS.has(word) || BEING.has(word) || word === again;
    const to = isLeader ? at + 1 : endOfAny("corrections", words, at);
    if (to === undefined || to >= words.length) return at;
    at = to;
  }
  return at;
}

/** The words with the later value in the place of the last one before, or of all that was said of it. */
function replaced(
  before: Sentence,
  later: readonly Token[],
  interpret: (sentence: Sentence) => Clause,
): (readonly Token[])[] {
  const clause = interpret(before);
  const isLast = ({ to }: Clause["found"][number]) => to >= clause.words.length;
  // A bare word stands for what is free, wherever that is.
  const isFree = ({ by }: Clause["found"][number]) => by === "context" || by === "free";
  const isBare = later.length === 1;
  const value = (isBare ? clause.found.findLast(isFree) : undefined) ?? clause.found.find(isLast);
  const first = value && clause.words[value.from];
  if (value === undefined || first === undefined) return [];
  const quotes = quotesIn(before);
  const isQuoted = quotes.some(({ to }) => to >= before.words.length);
  if (clause.goal?.prose.has(value.entity) === true && !isQuoted) return [];
  const at = before.words.findIndex(({ start }) => start >= first.start);
  const verb = before.words.findIndex(({ word }) => deedOf(word) !== undefined);
  let bare = 0;
  while (LEADERS.has(later[bare]?.word ?? "") && bare < later.length - 1) bare++;
  const end = clause.words[value.to - 1]?.end ?? 0;
  const behind = isLast(value) ? [] : before.words.filter(({ start }) => start >= end);
  const byName = [...before.words.slice(0, at), ...later.slice(bare), ...behind];
  if (bare === 0 || verb < 0 || verb >= at) return [byName];
  return [[...before.words.slice(0, verb + 1), ...later], byName];
}
