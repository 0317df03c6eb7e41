import { type Locale, locales } from "#shared/contracts/names.ts";
import { wordSet } from "#shared/language/words.ts";
import { withoutCourtesy } from "../language/courtesy.ts";
import { isMessage, isToldToDo } from "../language/modifiers/addressee.ts";
import { endOfAny, languagesFor } from "../language/modifiers/languages.ts";
import type { Mark } from "../language/modifiers/mark.ts";
import { PRESENT } from "../language/modifiers/tells-at.ts";
import { gapBefore, pauseBefore, type Token } from "../language/text.ts";
import { isCommonWord, TEXT_NOUNS } from "../language/words/common-words.ts";
import { deedOf, deedSet, imperativeOf } from "../language/words/deeds.ts";

/** Where a name that is written like any other word may stand, and whom it names; no name: several, or no one alone. */
export type PlainName = {
  readonly start: number;
  readonly end: number;
  readonly name: string | undefined;
  /** Right behind a verb of sending: it is someone only where something else is sent. */
  readonly isObject: boolean;
  /** Nothing before it says that something is sent or told. */
  readonly isBare: boolean;
};

type Said = {
  readonly text: string;
  readonly words: readonly Token[];
  readonly locale: Locale;
  readonly marks: readonly Mark[];
  /** Words that name a way to send by. */
  readonly ways: ReadonlySet<string>;
};

const MOST_NAMES = 2;

/**
 * The places where whom something is for may stand with nothing that marks a name. Whether it is one is for whoever hears
 * the rest. Pure.
 */
export function plainNamesIn(said: Said): PlainName[] {
  return said.words.flatMap((_, at) => [
    ...ledAt(said, at),
    ...ownedAt(said, at),
    ...objectAt(said, at),
  ]);
}

function ledAt(said: Said, at: number): PlainName[] {
  const { words, locale } = said;
  const [own] = languagesFor(locale);
  const led = own?.table.endOf("recipient_prepositions", words, at);
  if (
    led === undefined ||
    endOfAny("oneself", words, led) !== undefined ||
    isMarked(said, words[at])
  )
    return [];
  const article = isArticle(words[led]?.word) ? led + 1 : led;
  const isPlain = article === led && led === at + 1;
  return endsFrom(said, article)
    .filter((to) => !isPlain || closes(said, to))
    .map((to) => spanOf(said, joinedFrom(words, at), article, joinedTo(said, to)));
}

function ownedAt(said: Said, at: number): PlainName[] {
  const { words, ways } = said;
  const owner = ways.has(words[at - 1]?.word ?? "")
    ? endOfAny("owner_prepositions", words, at)
    : undefined;
  if (owner === undefined) return [];
  return endsFrom(said, owner).flatMap((to) =>
    [wayFrom(said, at - 1), at].map((from) => spanOf(said, from, owner, to)),
  );
}

function wayFrom({ words }: Said, way: number): number {
  for (let from = way - 1; from >= Math.max(0, way - 2); from--)
    if (WAY_LEADS.some((group) => endOfAny(group, words, from) === way)) return from;
  return way;
}
const WAY_LEADS = ["recipient_prepositions", "group_prepositions"] as const;

function objectAt(said: Said, verb: number): PlainName[] {
  const { words } = said;
  const word = words[verb]?.word ?? "";
  const deed = deedOf(imperativeOf(word));
  if (isCommonWord(word) && deed === undefined) return [];
  if ((deed !== undefined && !SENDS.has(deed)) || !opensRequest(said, verb)) return [];
  const isTold = deed === TELLS;
  const from = isTold && isArticle(words[verb + 1]?.word) ? verb + 2 : verb + 1;
  const ends = (to: number) =>
    isMessageAt(said, to) || (deed !== undefined && (isTold ? closes(said, to) : says(said, to)));
  return endsFrom(said, from)
    .filter((to) => ends(to) && !isToldToDo(words, to) && !isSubject(words, to))
    .map((to) => ({
      ...spanOf(said, verb + 1, from, joinedTo(said, to)),
      ...{ isObject: !isTold, isBare: deed === undefined },
    }));
}
const TELLS = "tell";
const SENDS = deedSet("send", TELLS, "give");

/** A verb behind a name tells of who is named: it is what is sent, and for no one. */
export const isSubject = (words: readonly Token[], at: number): boolean =>
  endOfAny("joints", words, at) === undefined &&
  locales.some((locale) => PRESENT[locale].has(words[at]?.word ?? ""));

function opensRequest(said: Said, verb: number): boolean {
  const { words, marks } = said;
  return (
    verb === withoutCourtesy(words).from ||
    endOfAny("joints", words, verb - 1) === verb ||
    marks.some(({ kind, end }) => kind === "courtesy" && end === words[verb - 1]?.end) ||
    pauseBefore(said, verb)
  );
}

const isMessageAt = ({ words }: Said, at: number): boolean =>
  isCommonWord(words[at]?.word ?? "") && isMessage(words[at + 1]?.word ?? "");

/** What is sent begins here. */
const says = ({ text, words }: Said, at: number): boolean =>
  endOfAny("complementisers", words, at) !== undefined ||
  OPENS_SECOND_OBJECT.has(words[at]?.word ?? "") ||
  /:/.test(gapBefore({ text, words }, at));

/** The ends of a name that begins here, the shorter first. */
function endsFrom(said: Said, from: number): number[] {
  const ends: number[] = [];
  const owned = endOfAny("possessives", said.words, from) ?? from;
  for (let to = owned; to < owned + MOST_NAMES && mayName(said, to); to++) ends.push(to + 1);
  return ends;
}

/** A word that says nothing else: no small word, no verb that asks for something, no way, no time. */
function mayName(said: Said, at: number): boolean {
  const { text, words, ways } = said;
  const token = words[at];
  if (token === undefined || isCommonWord(token.word) || ways.has(token.word)) return false;
  if (endOfAny("complementisers", words, at) !== undefined) return false;
  if (isMessage(token.word) || deedOf(imperativeOf(token.word)) !== undefined) return false;
  if (!/^[\p{L}\p{M}-]+$/u.test(text.slice(token.start, token.end))) return false;
  return !TEXT_NOUNS.has(token.word) && !isMarked(said, token);
}

const isMarked = ({ marks }: Said, token: Token | undefined): boolean =>
  token !== undefined &&
  marks.some(
    ({ kind, start, end }) => kind !== "addressee" && token.start >= start && token.end <= end,
  );

/** Behind a whole name comes what is sent, the way, or nothing. */
function closes({ text, words, marks }: Said, at: number): boolean {
  const next = words[at];
  if (next === undefined) return true;
  if (/[:,"\u201c]/.test(text.slice(words[at - 1]?.end, next.start))) return true;
  if (marks.some(({ start }) => start === next.start)) return true;
  return isCommonWord(next.word) || endOfAny("complementisers", words, at) !== undefined;
}

function joinedFrom(words: readonly Token[], at: number): number {
  for (let from = at - 2; from >= Math.max(0, at - MOST_JOINED); from--) {
    const led = endOfAny("recipient_prepositions", words, from) ?? from;
    const self = endOfAny("oneself", words, led) ?? led;
    if (self > from && self > led && endOfAny("joints", words, self) === at) return from;
  }
  return at;
}

function joinedTo(said: Said, at: number): number {
  const { words } = said;
  const joint = endOfAny("joints", words, at);
  if (joint === undefined) return at;
  const led = endOfAny("recipient_prepositions", words, joint);
  const self = endOfAny("oneself", words, led ?? joint);
  if (self !== undefined) return self;
  const [to] = endsFrom(said, led ?? joint);
  return to !== undefined && (led !== undefined || closes(said, to)) ? to : at;
}
const MOST_JOINED = 5;

function spanOf({ text, words }: Said, from: number, nameFrom: number, to: number): PlainName {
  const start = words[from]?.start ?? 0;
  const end = words[to - 1]?.end ?? text.length;
  const first = endOfAny("possessives", words, nameFrom) ?? nameFrom;
  const isOne = !words
    .slice(from, to)
    .some((_, at) => endOfAny("joints", words, from + at) !== undefined);
  const name = isOne ? text.slice(words[first]?.start, end) : undefined;
  return { start, end, name, isObject: false, isBare: false };
}

const isArticle = (word = ""): boolean => ARTICLES.has(word);
const ARTICLES = new Set([...wordSet("words.articles"), ...wordSet("words.indefinite-articles")]);
const OPENS_SECOND_OBJECT = wordSet("words.opens-second-object");
