import { wordSet } from "#shared/language/words.ts";
import { withoutCourtesy, withoutOpening } from "../language/courtesy.ts";
import { endOfAny, isAnnounced } from "../language/modifiers/languages.ts";
import type { Mark } from "../language/modifiers/mark.ts";
import { readModifiers } from "../language/modifiers/read-modifiers.ts";
import { quotesIn } from "../language/quotes.ts";
import { gapBefore, type Token } from "../language/text.ts";
import type { Sentence } from "../language/values/recogniser.ts";
import { opensQuestion } from "../language/words/common-words.ts";
import { CONNECTIVES, LEADERS } from "../language/words/connectives.ts";
import { deedOf, deedSet } from "../language/words/deeds.ts";
import { type Clause, type Interpreter, type Part, standing } from "./clause.ts";
import type { Lexicon } from "./entities/lexicon.ts";
import type { GoalModel } from "./goal-model.ts";

const MOST_CUTS = 6;

/** A place where one request may end and another begin. */
export type Cut = {
  readonly left: Sentence;
  readonly right: Sentence;
  /** Where the right side begins in the text. */
  readonly at: number;
  /** The first word that joins the sides, or the first of the right side. */
  readonly joint: number;
  /** A connective stands between the sides, not only a pause. */
  readonly joined: boolean;
  /** What follows comes next. */
  readonly isNext: boolean;
  /** A colon stands between them. */
  readonly isColon: boolean;
  /** Known values of one kind stand on both sides of it. */
  readonly listed: boolean;
};

/** The two sides of each place where one request may end and another begin. */
export function cutsOf(sentence: Sentence, lexicon: Lexicon): Cut[] {
  const { text, words } = sentence;
  const edges = withoutCourtesy(words);
  const quotes = quotesIn(sentence);
  let courtesies: readonly Mark[] | undefined;
  const found: Cut[] = [];
  /** No name is cut at its own "and": words up to here belong to one. */
  let closed = 0;
  const ending = new Map<number, Set<number>>();
  for (let at = edges.from + 1; at < edges.to && found.length < MOST_CUTS; at++) {
    for (const { to, source } of lexicon.hitsAt(words, at - 1)) {
      closed = Math.max(closed, to);
      ending.set(to, (ending.get(to) ?? new Set()).add(source));
    }
    const before = words[at - 1];
    const word = words[at];
    if (before === undefined || word === undefined || at < closed) continue;
    const marks = gapBefore(sentence, at);
    const pause = /[,;.:!?]/.test(marks);
    // "é" is no "e".
    const isJoint =
      CONNECTIVES.has(word.word) && !/^(?:\u00e9|.-)/iu.test(text.slice(word.start, word.end + 1));
    if (!pause && !isJoint) continue;
    if (quotes.some(({ from, to }) => at > from && at < to)) continue;
    // Two words for what is done with one thing.
    const isFirst = at - 1 === withoutOpening(words).from;
    if (isJoint && isFirst && isDeed(before) && isDeed(words[at + 1])) continue;
    // Courtesy is no request.
    courtesies ??= readModifiers(sentence).filter(({ kind }) => kind === "courtesy");
    if (courtesies.some(({ from, to }) => at > from && at < to)) continue;
    if (courtesies.some(({ from, to }) => from <= edges.from && to >= at)) continue;
    let next = at;
    while (isJoint && CONNECTIVES.has(words[next]?.word ?? "")) next++;
    const start = words[next];
    if (start === undefined || next >= edges.to) break;
    let value = next;
    while (LEADERS.has(words[value]?.word ?? "")) value++;
    const right = sentenceIn(sentence, start.start, text.length);
    const isAnew = /[.!?]/.test(marks) && announcesAnew(right);
    found.push({
      at: start.start,
      listed: lexicon.hitsAt(words, value).some(({ source }) => ending.get(at)?.has(source)),
      left: sentenceIn(sentence, 0, before.end),
      right,
      isNext: isAnew || words.slice(at, next).some(({ word: each }) => NEXT.has(each)),
      joint: word.start,
      joined: next > at,
      isColon: marks.includes(":"),
    });
    at = next;
  }
  return found;
}

const isDeed = (token: Token | undefined): boolean =>
  token !== undefined && deedOf(token.word) !== undefined;

const NEXT = wordSet("words.next-steps");

/** The words of a sentence that stand between two places of its text. */
function sentenceIn(sentence: Sentence, start: number, end: number): Sentence {
  const words = sentence.words
    .filter((word) => word.start >= start && word.end <= end)
    .map((word) => ({ ...word, start: word.start - start, end: word.end - start }));
  return { ...sentence, text: sentence.text.slice(start, end), words };
}

/** Does a goal lead to more than reading? */
type Changing = { changes(goal: GoalModel): boolean };

/** The right side is, or ends, a message. A title that a read is about ends where another request begins. */
export const isInMessage = (clause: Clause, cut: Cut, { changes }: Changing): boolean =>
  clause.goal !== undefined &&
  (clause.tier === "template" || changes(clause.goal)) &&
  isInProse(clause, cut);

export const isInProse = (clause: Clause, cut: Cut): boolean =>
  clause.found.some(
    (value) => clause.goal?.prose.has(value.entity) === true && covers(clause, value, cut),
  );

/**
 * Inside a text that says where it begins, a pause ends nothing, nor does a word that joins behind a colon; and what
 * is written as a name goes on.
 */
export function isInText(
  clause: Clause,
  cut: Cut,
  { text, words }: Sentence,
  by: Changing,
): boolean {
  return clause.found.some((value) => {
    const first = clause.words[value.from];
    if (first === undefined || !covers(clause, value, cut)) return false;
    if (clause.goal?.prose.has(value.entity) === true) {
      const isAsked = cut.joined && opensQuestion(cut.right.words[0]?.word ?? "");
      const isApart = (cut.isNext || isAsked) && /[.!?]\s*$/.test(text.slice(0, cut.joint));
      // The colon may stand in what was taken for the text.
      if (/:(?!\/\/)\s/.test(text.slice(first.start - 2, cut.joint))) return !isApart;
      // A title that a read is about ends where another request begins.
      if (cut.joined || !isInMessage(clause, cut, by)) return false;
      const at = words.findIndex(({ start }) => start >= first.start);
      return isAnnounced(words, at) || isAnnounced(words, at + 1);
    }
    const isUpper = (start: number) => /\p{Lu}/u.test(text[start] ?? "");
    return value.by !== "known" && isUpper(first.start) && (isUpper(cut.at) || isUpper(cut.joint));
  });
}

/** Right before a colon of its own, a word for a text, or for what is done with one. */
function announcesAnew({ text, words }: Sentence): boolean {
  const colon = text.search(/:\s/);
  const said = words.filter(({ end }) => end <= colon);
  return (
    said.length <= ASKED_WITHIN &&
    said.some(
      ({ word }, at) => endOfAny("text_nouns", said, at) !== undefined || WRITES.has(deedOf(word)),
    )
  );
}

const WRITES = deedSet("write", "keep", "send");

/** A text goes on with what asks for nothing. */
export const goesOn = (cut: Cut, { text }: Sentence): boolean =>
  !cut.isNext &&
  !/[.!?;]\s*$/.test(text.slice(0, cut.joint)) &&
  !cut.right.words
    .slice(0, ASKED_WITHIN)
    .some(
      ({ word }, at, words) =>
        deedOf(word) !== undefined ||
        opensQuestion(word) ||
        endOfAny("wishes", words, at) !== undefined ||
        endOfAny("polite_openings", words, at) !== undefined,
    );

const ASKED_WITHIN = 4;

/** The words behind the cut begin inside this value. */
export const covers = (
  { words }: Clause,
  { from, to }: Clause["found"][number],
  { at }: Cut,
): boolean => (words[from]?.start ?? at) <= at && (words[to - 1]?.end ?? at) > at;

/** Parts of a sentence from its begin to a cut, and how likely they are requests of their own. */
type Path = { readonly parts: readonly Part[]; readonly value: number };

/**
 * One request more is worth it where its part is at least this likely: how likely a whole is says little against it,
 * for what joins two requests is most often heard as the clearer one of them.
 */
const ONE_MORE = 0.2;

/**
 * The parts that a sentence most likely falls into: of all ways to cut it, the one whose parts are likeliest to be requests.
 * Cost: one interpretation for each two of its cuts
 */
export function mostLikely(
  sentence: Sentence,
  cuts: readonly Cut[],
  { interpret }: Pick<Interpreter, "interpret">,
  most: number,
): readonly Part[] {
  const partBetween = (left: Cut | undefined, right: Cut | undefined): Part => {
    const end = right?.left.text.length ?? sentence.text.length;
    const said = sentenceIn(sentence, left?.at ?? 0, end);
    return { sentence: said, clause: interpret(said) };
  };
  const best: (Path | undefined)[] = [{ parts: [], value: 0 }];
  for (let end = 1; end <= cuts.length + 1; end++)
    for (let begin = 0; begin < end; begin++) {
      const before = best[begin];
      if (before === undefined || before.parts.length === most) continue;
      const part = partBetween(cuts[begin - 1], cuts[end - 1]);
      if (part.clause.goal === before.parts.at(-1)?.clause.goal) continue;
      const value = before.value + Math.log(standing(part.clause) / ONE_MORE);
      if (value > (best[end]?.value ?? Number.NEGATIVE_INFINITY))
        best[end] = { parts: [...before.parts, part], value };
    }
  return best.at(-1)?.parts ?? [];
}
