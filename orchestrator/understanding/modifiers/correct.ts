import type { TypedEntity } from "#shared/contracts/goal.ts";
import { wordSet } from "#shared/language/words.ts";
import { echoBefore } from "../../language/modifiers/conditions.ts";
import { contains, endOfAny } from "../../language/modifiers/languages.ts";
import type { Mark } from "../../language/modifiers/mark.ts";
import { quotesIn } from "../../language/quotes.ts";
import { joined, pauseBefore, type Stretch, type Token } from "../../language/text.ts";
import { recogniseNumber } from "../../language/values/number.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import { recognise } from "../../language/values/typed-values.ts";
import { isCommonWord } from "../../language/words/common-words.ts";
import { BACKWARDS, BEING, LEADERS } from "../../language/words/connectives.ts";
import { deedOf } from "../../language/words/deeds.ts";
import { type Clause, type Interpret, standing } from "../clause.ts";
import type { Sources } from "../entities/sources.ts";
import { isComplete } from "./contrast.ts";
import { skipped } from "./puts-right.ts";

/** A reading with what was put right is only taken where it is this clear. */
const CLEAR = 0.9;
/** Behind a correction, a request begins within so many words. */
const ASKED_WITHIN = 3;

/**
 * Obeys corrections of what no one listed: a request said again stands for the first one, and a name or a quotation for the
 * one right before. A text that is not quoted is left as it is: what was meant is asked.
 * Shape: the sentence without what was put right, and the marks that were obeyed
 * Cost:  nothing without such a mark; up to three interpretations with one
 */
export function correct(
  sentence: Sentence,
  marks: readonly Mark[],
  interpret: Interpret,
): { sentence: Sentence; obeyed: ReadonlySet<Mark> } {
  const { words } = sentence;
  const mark = marks.find(({ kind }) => kind === "correction");
  const unchanged = { sentence, obeyed: new Set<Mark>() };
  if (mark === undefined || mark.from === 0 || mark.to >= words.length) return unchanged;
  const echo = echoBefore(sentence, mark.from) ?? mark.from;
  const before = { ...sentence, words: words.slice(0, echo) };
  const later = words.slice(skipped(words, mark.to));
  const isOff = contains("retractions", words.slice(mark.to)) || contains("negators", later);
  if (isOff || isTold(later, 1)) return unchanged;
  const asksAnew = isAskedAnew({ ...sentence, words: later });
  const readings = asksAnew
    ? [named(later, before, interpret)]
    : [
        ...reformed(before, later, interpret),
        ...replaced(before, later, interpret),
        ...withinName(sentence, before, later, interpret),
      ];
  const { goal } = interpret(before);
  const clauseOf = (each: readonly Token[]) => interpret({ ...sentence, words: each });
  const areClear = readings.filter((each) => isClear(clauseOf(each)));
  const clear = areClear.find((each) => clauseOf(each).goal === goal) ?? areClear[0];
  const repaired = clear ?? (asksAnew ? undefined : repair(before, later, interpret(before)));
  if (repaired === undefined) return unchanged;
  return { sentence: { ...sentence, words: repaired }, obeyed: new Set([mark]) };
}

/** What goes on so tells of it, and stands in the place of nothing. */
const isTold = (words: readonly Token[], at: number): boolean => BEING.has(words[at]?.word ?? "");

/**
 * The words with what is said again in the place of what it looks like: of words that begin alike, of one figure and
 * another, of one name and another. In a text that is not quoted that may be a part of it.
 */
function repair(before: Sentence, later: readonly Token[], clause: Clause) {
  const [first] = later;
  const form = FORMS.find((looksLike) => looksLike({ ...before, words: later }, 0));
  const places = before.words
    .map((_, at) => at)
    .slice(-MOST_REPAIRED)
    .reverse();
  const from =
    places.find((place) => before.words[place]?.word === first?.word) ??
    places.find((place) => form?.(before, place));
  if (from === undefined || isInText(clause, before, { from, to: from + 1 })) return undefined;
  return [...before.words.slice(0, from), ...later];
}

/** So far back people go to put something right. */
const MOST_REPAIRED = 5;
const FORMS: readonly ((sentence: Sentence, at: number) => boolean)[] = [
  (sentence, at) => recogniseNumber(sentence, at) !== undefined,
  ({ text, words }, at) => /^\p{Lu}/u.test(text.slice(words[at]?.start ?? text.length)),
];

const isClear = (clause: Clause): boolean => standing(clause) >= CLEAR && isComplete(clause);

const isAskedAnew = (said: Sentence): boolean =>
  said.words
    .slice(0, ASKED_WITHIN)
    .some(
      ({ word }, at) =>
        (deedOf(word) !== undefined && !isOfThing(said, at)) ||
        endOfAny("wishes", said.words, at) !== undefined,
    );

/** What begins with an article, and no pause ends. */
function isOfThing(said: Sentence, at: number): boolean {
  for (let from = at; from >= 0; from--) {
    if (LEADERS.has(said.words[from]?.word ?? "")) return true;
    if (pauseBefore(said, from)) return false;
  }
  return false;
}

/** Words that may be meant, the likelier ones first. */
type Ways = (readonly Token[])[];

/** What was said first is named again. */
function named(later: readonly Token[], before: Sentence, interpret: Interpret): readonly Token[] {
  const at = later.findIndex(({ word }) => BACKWARDS.has(word));
  if (at < 0) return later;
  const { found, words } = interpret(before);
  const [name, other] = found.filter(({ by }) => by === "known" || by === "code");
  if (name === undefined || other !== undefined) return later;
  return [...later.slice(0, at), ...words.slice(name.from, name.to), ...later.slice(at + 1)];
}

/** The words with the later value in the place of the last one before, or of all that was said of it. */
function replaced(before: Sentence, later: readonly Token[], interpret: Interpret): Ways {
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

/** A name that takes in what puts it right is what is said behind that. */
function withinName(
  sentence: Sentence,
  before: Sentence,
  later: readonly Token[],
  interpret: Interpret,
): Ways {
  const { goal, found, words } = interpret(sentence);
  const end = before.words.at(-1)?.end ?? 0;
  const first = later[0]?.start ?? 0;
  const taken = found.find(
    ({ entity, from, to }) =>
      goal?.entities.get(entity)?.type === "string" &&
      !goal.prose.has(entity) &&
      (words[from]?.start ?? end) < end &&
      (words[to - 1]?.end ?? 0) > first,
  );
  const start = taken && words[taken.from]?.start;
  if (start === undefined) return [];
  const name = afterLeaders({ ...sentence, words: later }, 0);
  return [[...before.words.filter((word) => word.start < start), ...later.slice(name)]];
}

/** The words with a later length, amount, hour or number in the place of the last one of its form, wherever that is. */
function reformed(before: Sentence, later: readonly Token[], interpret: Interpret): Ways {
  const said = formAt({ ...before, words: later }, 0);
  if (said === undefined) return [];
  const { words } = before;
  const earlier =
    formsIn(before).findLast(({ form }) => form === said.form) ??
    (said.form === "number" ? lastNumber(before) : undefined);
  if (earlier === undefined || isInText(interpret(before), before, earlier)) return [];
  return [
    [
      ...words.slice(0, earlier.from),
      ...later.slice(0, said.to),
      ...words.slice(earlier.to),
      ...later.slice(said.to),
    ],
  ];
}

/** What a text holds is said as a whole. */
function isInText(
  { goal, found, words: read }: Clause,
  { words }: Sentence,
  place: Stretch,
): boolean {
  const start = words[place.from]?.start ?? 0;
  const end = words[place.to - 1]?.end ?? 0;
  return found.some(
    ({ entity, from, to }) =>
      goal?.prose.has(entity) === true &&
      (read[from]?.start ?? 0) <= start &&
      (read[to - 1]?.end ?? 0) >= end,
  );
}

type Form = Stretch & { readonly form: TypedEntity };

/** What begins at a word and has a form of its own; what a number alone is not told by is a number. */
function formAt(sentence: Sentence, from: number): Form | undefined {
  const number = recogniseNumber(sentence, from)?.to;
  for (const form of ["duration", "money", "time"] as const) {
    const to = recognise(form, sentence, from)?.to;
    if (to !== undefined && to > (number ?? from)) return { form, from, to };
  }
  return number === undefined ? undefined : { form: "number", from, to: number };
}

const saysNumber = (sentence: Sentence): boolean => lastNumber(sentence) !== undefined;

/** The figure of an hour or an amount is put right by a figure alone. */
function lastNumber(sentence: Sentence): Stretch | undefined {
  let last: Stretch | undefined;
  for (let from = 0; from < sentence.words.length; from = Math.max(from + 1, last?.to ?? 0)) {
    const to = recogniseNumber(sentence, from)?.to;
    if (to !== undefined) last = { from, to };
  }
  return last;
}

function formsIn(sentence: Sentence): Form[] {
  const forms: Form[] = [];
  for (let at = 0; at < sentence.words.length; at++) {
    const found = formAt(sentence, at);
    if (found === undefined) continue;
    forms.push(found);
    at = found.to - 1;
  }
  return forms;
}

/** A known value: the words that it stands in, and the sources that know it. */
type Value = Stretch & { readonly ids: ReadonlySet<number> };

/**
 * Obeys corrections and exceptions among values that are known: the later value stands for the earlier one of its
 * kind, and what is left out of a list is taken from it.
 * Cost:  nothing without such a mark
 */
export function putRight(
  sentence: Sentence,
  marks: readonly Mark[],
  sources: Sources,
  interpret: Interpret,
): { sentence: Sentence; obeyed: ReadonlySet<Mark> } {
  const obeyed = new Set<Mark>();
  const gone = new Set<number>();
  const instead = new Map<number, Stretch>();
  const isMarked = (at: number) => marks.some(({ start, end }) => at >= start && at < end);
  const { words } = sentence;
  for (const mark of marks) {
    if (mark.kind !== "correction" && mark.kind !== "exception") continue;
    const said = valuesOf(sentence, sources);
    const later = said.find(({ from }) => from === afterLeaders(sentence, mark.to));
    const end = echoBefore(sentence, mark.from) ?? mark.from;
    const before = said.filter(({ to }) => to <= end);
    if (later === undefined) continue;
    if (mark.kind === "correction") {
      const earlier = before.findLast((each) => areOfOneKind(each, later));
      if (earlier === undefined || isTold(words, later.to)) continue;
      const first = { ...sentence, words: words.slice(0, mark.from) };
      // Only what is said alone goes to where it belongs, and only over what is led to by itself.
      const isApart =
        first.words.slice(earlier.to).some(({ word }) => LEADERS.has(word)) &&
        words.slice(later.to).every(({ word, start }) => isCommonWord(word) || isMarked(start)) &&
        !saysNumber({ ...sentence, words: words.slice(later.to) });
      if (isApart && !isInText(interpret(first), first, earlier)) {
        drop(gone, earlier.from, earlier.to);
        drop(gone, end, later.to);
        instead.set(earlier.from, later);
      } else drop(gone, earlier.from, later.from);
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
  const left = words.flatMap((word, at) => {
    const later = instead.get(at);
    if (later !== undefined) return words.slice(later.from, later.to);
    return gone.has(at) ? [] : [word];
  });
  return { sentence: { ...sentence, words: left }, obeyed };
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

const textOf = ({ words }: Sentence, { from, to }: Value) => joined(words.slice(from, to));

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
