import { wordSet } from "#shared/language/words.ts";
import { withoutCourtesy, withoutOpening } from "../language/courtesy.ts";
import type { Mark } from "../language/modifiers/mark.ts";
import { readModifiers } from "../language/modifiers/read-modifiers.ts";
import { quotesIn } from "../language/quotes.ts";
import type { Token } from "../language/text.ts";
import type { Sentence } from "../language/values/recogniser.ts";
import { CONNECTIVES } from "../language/words/connectives.ts";
import { deedOf } from "../language/words/deeds.ts";
import { LEADERS } from "../language/words/separators.ts";
import type { Lexicon } from "./entities/lexicon.ts";

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
  /** Names such as "Johnson and Johnson" are not cut: words up to here belong to one. */
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
    const between = text.slice(before.end, word.start);
    const pause = /[,;.:!?]/.test(between);
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
    found.push({
      at: start.start,
      listed: lexicon.hitsAt(words, value).some(({ source }) => ending.get(at)?.has(source)),
      left: sentenceIn(sentence, 0, before.end),
      right: sentenceIn(sentence, start.start, text.length),
      isNext: words.slice(at, next).some(({ word: each }) => NEXT.has(each)),
      joint: word.start,
      joined: next > at,
      isColon: between.includes(":"),
    });
    at = next;
  }
  return found;
}

const isDeed = (token: Token | undefined): boolean =>
  token !== undefined && deedOf(token.word) !== undefined;

const NEXT = wordSet("words.next-steps");

/** The words of a sentence that stand between two places of its text. */
export function sentenceIn(sentence: Sentence, start: number, end: number): Sentence {
  const words = sentence.words
    .filter((word) => word.start >= start && word.end <= end)
    .map((word) => ({ ...word, start: word.start - start, end: word.end - start }));
  return { ...sentence, text: sentence.text.slice(start, end), words };
}
