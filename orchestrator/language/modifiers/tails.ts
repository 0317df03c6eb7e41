import { quotesIn } from "../quotes.ts";
import { gapBefore, isCovered, pauseBefore, type Stretch, type Token } from "../text.ts";
import { isFunctionWord } from "../words/common-words.ts";
import { deedOf, isDeterminer } from "../words/deeds.ts";
import { sparingAt } from "./conditions.ts";
import { contains, endOfAny, endsWith, isAnnounced } from "./languages.ts";
import type { Mark } from "./mark.ts";
import { type Scene, stretchOf } from "./scene.ts";
import { FEWEST_TOLD, toneOf } from "./tone-of.ts";

const MOST_BEHIND = 4;
/** The longest clause that may speak of a request. */
const MOST_WORDS = 14;

/**
 * Marks in what speaks of the request itself at the end of a sentence: what takes it back, denies
 * it or says when to. What nothing else is read in is
 * taken as a no.
 * Shape: the marks, some `ofRequest`, and new ones; left to right
 */
export function withTails(scene: Scene, marks: readonly Mark[]): Mark[] {
  const courtesies = marks.filter(({ kind }) => kind === "courtesy");
  const tails = clausesAtEnd(scene).filter(
    (tail) =>
      speaksOfRequest(scene, tail.from, tail.to) ||
      onlyNo(scene, tail.from, tail, courtesies)?.repeatsDeed,
  );
  const last = tails.length > 0 ? undefined : lastOf(scene, marks);
  if (last !== undefined) return [...marks.filter(({ to }) => to <= last.from), last];
  const isIn = (mark: Mark) => tails.some(({ from, to }) => mark.from < to && mark.to > from);
  const takesBack = ({ value, from, to }: Mark) =>
    value === "negated" && endOfAny("retractions", scene.words, from) === to;
  const kept = marks.map((mark): Mark => {
    const isBeside = (other: Mark) => other.to === mark.from || other.from === mark.to;
    const isTwice = marks.some((other) => isBeside(other) && takesBack(other));
    return takesBack(mark) && (isTwice || isApart(scene, marks, mark.from))
      ? { ...mark, ofRequest: true }
      : mark;
  });
  const own = tails.map((tail): Mark => tailMark(scene, marks, tail));
  const read = [...kept.filter((mark) => !isIn(mark)), ...own];
  return [...read, ...remarkAtAddress(scene, read)].sort((a, b) => a.from - b.from);
}

const lastOf = (scene: Scene, marks: readonly Mark[]): Mark | undefined =>
  conditionAtEnd(scene) ??
  ceremonyAtEnd(scene) ??
  withdrawalAtEnd(scene) ??
  stayingAtEnd(scene) ??
  reasonAtEnd(scene, marks);

/** Words beside an address that ask for nothing say what it is. */
function remarkAtAddress(scene: Scene, marks: readonly Mark[]): Mark[] {
  const at = scene.words.findLastIndex(({ word }) => word.startsWith("http"));
  const behind = remarkBehind(scene, marks, at);
  return behind.length > 0 ? behind : remarkBefore(scene, marks, at);
}

function remarkBefore(scene: Scene, marks: readonly Mark[], at: number): Mark[] {
  const { words, text, locale } = scene;
  let from = at - 1;
  while (from > 1 && at - from < MOST_NAMING && !leadsToName(words, from - 1)) from--;
  const said = words.slice(Math.max(0, from), Math.max(0, at));
  if (from < FEWEST_NAMED || !leadsToName(words, from - 1)) return [];
  if (said.some(({ word }) => deedOf(word) !== undefined || /^\d/.test(word))) return [];
  if (marks.some((mark) => mark.to > from && mark.from < at)) return [];
  if (/[:,;.!?]/.test(text.slice(words[from - 1]?.start, words[at]?.start))) return [];
  const place = stretchOf(scene, from, at);
  return [{ kind: "courtesy", value: "courtesy", ...place, locale, isRemark: true }];
}

/** A verb and what is to be kept stand before it. */
const FEWEST_NAMED = 3;
const MOST_NAMING = 6;
const leadsToName = (words: readonly Token[], at: number): boolean =>
  endOfAny("owner_prepositions", words, at) === at + 1;

function remarkBehind(scene: Scene, marks: readonly Mark[], at: number): Mark[] {
  const { words, text, edges } = scene;
  const from = at + 1;
  if (at < 1 || from >= edges.to || marks.some((mark) => mark.to > from)) return [];
  // What begins another sentence, or takes a breath, may speak of the request.
  if (/[.!?;"\u201d\u2026]/u.test(text.slice(words[at]?.end, words[from]?.start))) return [];
  if (endOfAny("interjections", words, from) !== undefined) return [];
  const said = words.slice(from);
  const asks = ({ word }: Token, place: number) =>
    (deedOf(word) !== undefined && !isDeterminer(said[place - 1]?.word ?? "")) ||
    (/^\d/.test(word) && !(place > 0 && /^(?:19|20)\d\d$/.test(word)));
  const leadsOn = said.some((_, next) => next < 2 && endOfAny("joints", said, next) !== undefined);
  if (leadsOn || said.some(asks) || said.length > MOST_WORDS) return [];
  return [{ ...markAt(scene, from), kind: "courtesy", value: "courtesy", isRemark: true }];
}

/**
 * Whoever takes a breath in the middle of a text, and says nothing but a no behind it, takes the request back, also without
 * a pause.
 */
function withdrawalAtEnd(scene: Scene): Mark | undefined {
  const { words, edges } = scene;
  const quotes = quotesIn(scene);
  for (let at = Math.max(edges.from + 2, words.length - MOST_WITHDRAWN); at < edges.to; at++) {
    if (isCovered(quotes, at)) continue;
    const plain = endOfAny("plain_retractions", words, at);
    const breath = endOfAny("breaths", words, at);
    if (
      (plain === edges.to && !beginsBefore(scene, at)) ||
      isBareNo(scene, at) ||
      (breath !== undefined && onlyNo(scene, breath, { from: at, to: edges.to }) !== undefined)
    )
      return { ...markAt(scene, at), kind: "polarity", value: "negated", ofRequest: true };
  }
  return undefined;
}

/** At the very end, behind a name, and no one has said no before. */
function isBareNo({ text, words, edges }: Scene, at: number): boolean {
  const word = words[at];
  const before = words[at - 1];
  if (word === undefined || before === undefined || at < edges.from + FEWEST_DENIED) return false;
  if (endOfAny("bare_nos", words, at) !== edges.to || /\p{Lu}/u.test(text[word.start] ?? ""))
    return false;
  const isSaid = deedOf(words[edges.from]?.word ?? "") !== undefined;
  const said = words.slice(0, at);
  const isDenied = contains("negators", said);
  const isLed = contains("complementisers", said);
  return isSaid && !isDenied && !isLed && !text.includes(":") && !isFunctionWord(before.word);
}

/** So many words are a request with what it is about. */
const FEWEST_DENIED = 4;

/** Behind a colon, or right behind what announces a text. */
const beginsBefore = ({ text, words }: Scene, at: number): boolean =>
  /:(?!\/\/)/.test(text.slice(0, words[at]?.start)) || isAnnounced(words, at);

/** The request waits for its sender's own word. */
function conditionAtEnd(scene: Scene): Mark | undefined {
  const at = phraseAtEnd(scene, "own_word");
  return at === undefined
    ? undefined
    : { ...markAt(scene, at), kind: "condition", value: "when_true", ofRequest: true };
}

/** Beside one thing that is to go, another stays. */
function stayingAtEnd(scene: Scene): Mark | undefined {
  const { words, edges } = scene;
  for (let at = Math.max(edges.from + 2, edges.to - MOST_STAYING); at < edges.to; at++) {
    const to = endOfAny("staying", words, at);
    if (to === undefined || to < edges.to) continue;
    let from = at;
    while (from > edges.from && !pauseBefore(scene, from) && !isJointAt(words, from)) from--;
    const value = sparingAt(scene, from);
    const said = words.slice(from, at);
    const begin = said.findIndex((_, place) => !isJointAt(said, place));
    const names =
      isDeterminer(said[begin]?.word ?? "") && said.some(({ word }) => !isFunctionWord(word));
    if (!names || typeof value === "string" || value === false) return undefined;
    return { ...markAt(scene, from), kind: "polarity", value: "left_out" };
  }
  return undefined;
}

const MOST_STAYING = 4;
const isJointAt = (words: readonly Token[], at: number): boolean =>
  endOfAny("joints", words, at) === at + 1;

/** No part of what is kept. */
function ceremonyAtEnd(scene: Scene): Mark | undefined {
  const at = phraseAtEnd(scene, "no_ceremony");
  if (at === undefined || !pauseBefore(scene, at)) return undefined;
  return { ...markAt(scene, at), kind: "courtesy", value: "courtesy", ofRequest: true };
}

/** Where a phrase of the group begins that ends the sentence, outside of what is quoted. */
function phraseAtEnd(scene: Scene, group: "own_word" | "no_ceremony"): number | undefined {
  const { words, edges } = scene;
  const quotes = quotesIn(scene);
  // Behind a pause and what contrasts, it speaks to whoever is asked.
  const turnsTo = (at: number) =>
    group === "own_word" && pauseBefore(scene, at) && isJointAt(words, at);
  for (let at = Math.max(edges.from + 2, words.length - MOST_WORDS); at < edges.to; at++)
    if (
      endOfAny(group, words, at) === edges.to &&
      !isCovered(quotes, at) &&
      (!beginsBefore(scene, at) || turnsTo(at))
    )
      return at;
  return undefined;
}

/** From a word up to the end. */
const markAt = (scene: Scene, from: number) => ({
  ...stretchOf(scene, from, scene.words.length),
  locale: scene.locale,
});

const MOST_WITHDRAWN = 8;

/** A no, or what takes back, and small words; a deed only if it was asked for before, which is told. */
function onlyNo(
  { words }: Scene,
  begin: number,
  { from, to }: Stretch,
  courtesies: readonly Mark[] = [],
): { repeatsDeed: boolean } | undefined {
  const asked = new Set(words.slice(0, from).map(({ word }) => deedOf(word)));
  asked.delete(undefined);
  let isNo = false;
  let repeatsDeed = false;
  for (let at = begin; at < to; ) {
    const no = endOfAny("retractions", words, at) ?? endOfAny("negators", words, at);
    const small = SMALL.map((group) => endOfAny(group, words, at)).find((end) => end !== undefined);
    const repeats = no === undefined && asked.has(deedOf(words[at]?.word ?? ""));
    if (no === undefined && small === undefined && !repeats) return undefined;
    isNo ||= no !== undefined && !courtesies.some((mark) => mark.from === at);
    repeatsDeed ||= repeats;
    at = Math.max(at + 1, no ?? 0, small ?? 0);
  }
  return isNo ? { repeatsDeed } : undefined;
}

const SMALL = ["breaths", "interjections", "joints", "courtesy", "harmless"] as const;

/** The last clauses, none of them quoted, each behind a pause. */
function clausesAtEnd(scene: Scene): Stretch[] {
  const { words, edges } = scene;
  const quotes = quotesIn(scene);
  const clauses: Stretch[] = [];
  let to = words.length;
  for (let at = words.length - 1; at > edges.from; at--) {
    if (words.length - to > MOST_BEHIND || to - at > MOST_WORDS) break;
    if (isCovered(quotes, at)) break;
    // A text begins behind a colon.
    if (!pauseBefore(scene, at) || gapBefore(scene, at).includes(":")) continue;
    clauses.push({ from: at, to });
    to = at;
  }
  return clauses;
}

function speaksOfRequest({ words }: Scene, from: number, to: number): boolean {
  for (let at = from; at < to; at++)
    if (OF_REQUEST.some((group) => (endOfAny(group, words, at) ?? to + 1) <= to)) return true;
  return false;
}

const OF_REQUEST = ["of_request", "only_shown"] as const;

/** A pause, or a word that people take a breath with, stands before it. */
const isApart = (scene: Scene, marks: readonly Mark[], at: number): boolean =>
  pauseBefore(scene, at) ||
  endsWith("interjections", scene.words, at) ||
  marks.some((mark) => mark.to === at && mark.ofRequest === true);

/** The whole clause, as what the first thing in it says. */
function tailMark(scene: Scene, marks: readonly Mark[], { from, to }: Stretch): Mark {
  const all = marks.filter(
    (mark) => mark.from >= from && mark.from < to && mark.kind !== "courtesy",
  );
  const said = all.find(({ kind }) => kind !== "addressee") ?? all[0];
  return {
    kind: said?.kind ?? "polarity",
    value: said?.value ?? "negated",
    ...stretchOf(scene, from, to),
    locale: said?.locale ?? scene.locale,
    ofRequest: true,
  };
}

/** A longer clause tells a story, and may say anything. */
const LONGEST_REASON = 12;
/** A request stands before it. */
const FEWEST_BEFORE = 2;

/**
 * Why something is asked for, told in a clause of its own at the end.
 * Shape: the mark; undefined where the clause might say whether, when, if or to whom
 */
function reasonAtEnd(scene: Scene, marks: readonly Mark[]): Mark | undefined {
  const { edges } = scene;
  let from = edges.to - 1;
  while (from > edges.from && !pauseBefore(scene, from)) from--;
  if (from < edges.from + FEWEST_BEFORE || !isReason(scene, marks, from)) return undefined;
  return { ...markAt(scene, from), kind: "courtesy", value: "courtesy", isReason: true };
}

function isReason(scene: Scene, marks: readonly Mark[], from: number): boolean {
  const { words, text, edges } = scene;
  const said = words.slice(from, edges.to);
  if (said.length < FEWEST_TOLD || said.length > LONGEST_REASON || scene.asks) return false;
  // A text is announced before: it may go on.
  if (words.some((_, at) => at > 0 && at < from && isAnnounced(words, at))) return false;
  if (/:(?!\/\/)/.test(text.slice(0, said[0]?.start))) return false;
  if (quotesIn(scene).some((quote) => quote.to > from)) return false;
  const own = marks.filter((mark) => mark.to > from);
  if (own.some(({ value }) => !TELLS_OR_NOTHING.has(value))) return false;
  const marksIn = (_: string, start: number) =>
    own.map((mark) => ({ ...mark, start: mark.start - start, end: mark.end - start }));
  return toneOf(scene, said, "behind", marksIn) === "any";
}

const TELLS_OR_NOTHING: ReadonlySet<Mark["value"]> = new Set(["reported", "courtesy", "plain"]);
