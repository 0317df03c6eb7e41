import type { Unread } from "#shared/contracts/intent.ts";
import { wordSet } from "#shared/language/words.ts";
import { foldLetters } from "#shared/plain-text/fold.ts";
import { isLaughter } from "../../language/conversation/read-courtesy.ts";
import { withoutCourtesy } from "../../language/courtesy.ts";
import { endOfAny, endsAsPast, isBordered } from "../../language/modifiers/languages.ts";
import type { Mark } from "../../language/modifiers/mark.ts";
import type { Token } from "../../language/text.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import { isCommonWord, isFunctionWord, TEXT_NOUNS } from "../../language/words/common-words.ts";
import { deedOf, deedSet } from "../../language/words/deeds.ts";
import { stemOf } from "../../language/words/stem.ts";
import type { Clause } from "../clause.ts";
import { spanOf } from "./border-of.ts";
import { isComplete } from "./contrast.ts";
import type { GoalWords } from "./goal-words.ts";

/**
 * The unread words that may change what a read gives: those that stand right beside a word that says what the goal is
 * about, where a value follows; and those that ask for more than a read.
 */
export function besideWhatIsAsked(
  unread: readonly Unread[],
  { words }: Sentence,
  { goal, found, words: read }: Clause,
  goalWords: GoalWords,
): readonly Unread[] {
  const begin = words.find(({ word }) => !isCommonWord(word))?.start;
  const lost = unread.filter(
    ({ text, span }) =>
      CHANGES.has(deedOf(foldLetters(text))) ||
      (span.start === begin && asksForMore(foldLetters(text))),
  );
  if (lost.length > 0) return lost;
  const value = found.find(({ entity }) => goal?.entities.get(entity)?.type === "string");
  if (value === undefined || unread.length === 0) return [];
  const places = new Map(words.map(({ start }, at) => [start, at]));
  const valueAt = places.get(read[value.from]?.start ?? -1) ?? -1;
  const isCounted = ({ text, span }: Unread) =>
    /^\d+$/.test(text) && places.get(span.start) === valueAt - 1;
  if (valueAt >= 1 && unread.some(isCounted)) return unread;
  const isAbout = (at: number): boolean => goalWords.isKeyword(words[at]?.word ?? "");
  return unread.filter(({ span }) => {
    const at = places.get(span.start) ?? -1;
    return at >= 0 && at < valueAt && (isAbout(at - 1) || isAbout(at + 1));
  });
}

const CHANGES = deedSet("keep", "send", "remove");

/** A request that begins so wants something done, and not only told. */
const asksForMore = (word: string): boolean => ASKS_FOR_MORE.has(deedOf(word));

const ASKS_FOR_MORE = CHANGES.union(
  deedSet(
    "cancel",
    "change",
    "buy",
    "sell",
    "close",
    "stop",
    "remind",
    "call",
    "install",
    "restore",
  ),
);

const CLITICS = wordSet("words.clitics");
const NAMED_BEFORE = wordSet("words.named-before");
const LIGHT = wordSet("verbs.light");
const CALLS = wordSet("reactions.calls");

/** Right before a colon or a quotation. */
const announces = (text: string, { word, end }: Token): boolean =>
  TEXT_NOUNS.has(word) && /^\s*[:"\u201c\u00ab]/u.test(text.slice(end, end + 3));

/** What people take a breath with. */
const BREATHS = wordSet("reactions.breaths");
const BREATHS_AS_WRITTEN = wordSet("reactions.breaths-as-written");

/** It says nothing: laughter, or a breath, however long its letters are drawn. */
export const isNoise = (word: string): boolean =>
  isLaughter(word) ||
  BREATHS_AS_WRITTEN.has(word) ||
  BREATHS.has(word.replaceAll(/(\p{L})\1+/gu, "$1"));

/** What a template left to a text, and asks for something behind the quotation that the text is. */
function behindQuotes({ text }: Sentence, { found, words }: Clause): Unread[] {
  return found.flatMap(({ to, left = to }) => {
    const start = words[to]?.start;
    const end = words[left - 1]?.end;
    if (start === undefined || end === undefined || left <= to) return [];
    return [{ text: text.slice(start, end), span: { start, end } }];
  });
}

const NO_TEXT = wordSet("words.no-text");

/** Small words alone are no value that nobody listed: they belong to the verb, point at something, or say how often. */
function smallValues({ text }: Sentence, { goal, found, words }: Clause): Unread[] {
  return found.flatMap(({ entity, from, to, by }) => {
    const isFree = by !== "known" && goal?.entities.get(entity)?.type === "string";
    if (!isFree || isBordered(text, words, from)) return [];
    const said = words.slice(from, to);
    if (!said.every(({ word }) => isFunctionWord(word) || NO_TEXT.has(word))) return [];
    const span = { start: said[0]?.start ?? 0, end: said.at(-1)?.end ?? 0 };
    const asSaid = text.slice(span.start, span.end);
    // A name is written as one.
    return /\p{Lu}/u.test(asSaid) ? [] : [{ text: asSaid, span }];
  });
}

/**
 * Words that neither the goal, nor a value, nor a modifier accounts for. Where something would be changed, small words
 * count as well, unless they only hold a request together.
 */
export function unreadIn(
  sentence: Sentence,
  clause: Clause,
  marks: readonly Mark[],
  { words: goalWords, changes }: { words: GoalWords; changes: boolean },
): { unread: Unread[]; past: Unread[] } {
  const past: Unread[] = [];
  if (clause.goal === undefined || clause.settled) return { unread: [], past };
  const { words, text } = sentence;
  if (clause.tier === "template") return { unread: behindQuotes(sentence, clause), past };
  const unread = smallValues(sentence, clause);
  const edges = withoutCourtesy(words);
  const isIn = (word: Token, { start, end }: { start: number; end: number }) =>
    word.start >= start && word.end <= end;
  const values = clause.found.map((each) => spanOf(clause, each));
  const ofValues = clause.found.flatMap(({ entity, value, by }) =>
    by === "known" ? [...[value].flat()].map((one) => goalWords.wordsFor(entity, one)) : [],
  );
  /** The form is the opening's. */
  const isAsked = (at: number): boolean =>
    marks.some(({ kind, end }) => kind === "courtesy" && end === words[at - 1]?.end);
  const verb = words.find(
    (word) => goalWords.begins(word.word) && !values.some((value) => isIn(word, value)),
  );
  /** Of the things that the request is about. */
  const isState = (at: number, asked: Token | undefined): boolean =>
    asked !== undefined &&
    asked.start < (words[at]?.start ?? 0) &&
    words
      .slice(Math.max(0, at - 3), at)
      .some((_, near, said) => endOfAny("complementisers", said, near) === near + 1);
  /** It stands for a value that was said, is only called out, or says that something is done where all of it is said. */
  const saysNoMore = ({ word, start }: Token, at: number): boolean =>
    CLITICS.has(word) ||
    (NAMED_BEFORE.has(word) && values.some(({ end }) => end <= start)) ||
    (LIGHT.has(word) && isComplete(clause)) ||
    (CALLS.has(word) && at === edges.to - 1 && !isFunctionWord(words[at - 1]?.word ?? ""));
  const opening = words.findIndex((word, at) => at >= edges.from && !isCommonWord(word.word));
  words.forEach((word, at) => {
    // Another verb in the place of those that the examples begin with.
    if (at === opening && verb === undefined && !endsAsPast(word.word) && !asksForMore(word.word))
      return;
    if (isNoise(word.word)) return;
    if (at < edges.from || at >= edges.to) return;
    if (marks.some((mark) => isIn(word, mark)) || values.some((value) => isIn(word, value))) return;
    const isSmall = changes
      ? endOfAny("harmless", words, at) !== undefined || saysNoMore(word, at)
      : isCommonWord(word.word);
    // Another word for a value that was found adds nothing to it.
    if (ofValues.some((own) => own.has(stemOf(word.word)))) return;
    if (isSmall || goalWords.says(word.word) || announces(text, word)) return;
    const found = {
      text: text.slice(word.start, word.end),
      span: { start: word.start, end: word.end },
    };
    if (!goalWords.knows(word.word)) unread.push(found);
    else if (at === opening && goalWords.beginsTold && !/\?\s*$/.test(text)) return;
    else if (changes && endsAsPast(word.word) && !goalWords.tells(word.word))
      if (!isAsked(at) && !isState(at, verb)) past.push(found);
  });
  return { unread, past };
}
