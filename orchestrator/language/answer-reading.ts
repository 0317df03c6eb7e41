import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { LastChoice, PendingOption } from "#shared/contracts/pending.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";
import { afterLead, onlyLetsGo } from "./conversation/after-lead.ts";
import { deedsOf, fewWords, hasOwnText } from "./conversation/few-words.ts";
import {
  type Asked,
  type Following,
  isOnlyAnswer,
  leavesOut,
  readAnswer,
  readAnswerAndMore,
} from "./conversation/read-answer.ts";
import { isLaughter } from "./conversation/read-courtesy.ts";
import { type Cut, readSaid, type Said } from "./conversation/read-said.ts";
import { REFERENCE_WORDS } from "./conversation/reference-words.ts";
import { smallPhrases, smallWords } from "./conversation/small-words.ts";
import { isOfDeed } from "./modifiers/is-of-deed.ts";
import { contains, endOfAny } from "./modifiers/languages.ts";
import { readReply } from "./modifiers/read-modifiers.ts";
import { readYes } from "./read-yes.ts";
import { readBy } from "./remember-texts.ts";
import { slice, tokens, wordsIn } from "./text.ts";
import { isCommonWord, isFunctionWord, opensQuestion } from "./words/common-words.ts";
import { deedOf } from "./words/deeds.ts";
import { after, endOf } from "./words/phrases.ts";

const MOST_ASKING_WORDS = 11;
const MOST_UNKNOWING = 6;

const UNKNOWING = smallPhrases("unknowing");

/** It speaks of what is to come. Pure. */
export const isFurther = (text: string): boolean =>
  tokens(text, MOST_WORDS).some(({ word }) => FURTHER.has(word));

const MOST_WORDS = 9;
/** About another time or another thing than what was done. */
const FURTHER = smallWords("further");

/** True for an answer that is no text itself: it puts the answer off, or asks something. What is quoted is a text. */
export const isNoText = (text: string): boolean =>
  /\?[\s!.]*$/.test(text) || LATER.has(foldPhrase(text).replace(/,/g, ""));

/** Put an answer off. */
const LATER = smallWords("later");

/** The text in quotation marks, where there is nothing beside it. */
export const unquoted = (text: string): string =>
  /^\s*(?:"([^"]+)"|“([^“”]+)”)\s*$/
    .exec(text)
    ?.slice(1)
    .find((inside) => inside !== undefined) ?? text;

const SAYS = smallPhrases("says");
const SAYS_HOW = smallPhrases("saysHow");
const SAYS_THAT = smallWords("saysThat");
const SAYS_BARE = smallPhrases("saysBare");
const LEAST_WORDS = 2;

/** Each part is what its reader says it is. */
const READERS = {
  text: (text: string) => text,
  yes: readYes,
  isOnlyAnswer,
  isNoText,
  unquoted,
  withoutSaying,
  question: readQuestion,
  behindUnknowing,
  isFurther,
};

/** Begin a refusal, and refuse nothing by themselves. */
const ENOUGH = smallWords("enough");
const TOUCHES = smallWords("touches");
const REFUSING = [
  "wishes",
  "negators",
  "retractions",
  "interjections",
  "breaths",
  "courtesy",
] as const;

const MOST_LETTING_WORDS = 12;

const LEADS = smallPhrases("lettingGo");
const TAILS = smallPhrases("behindLettingGo");

const isToldOnly = (value: unknown): boolean => value === "negated" || value === "reported";

const AND = smallWords("and");

const ASKED = {
  /** The whole with what stands around it. */
  reply: readReply,
  refusal: readRefusal,
  instead: insteadOf,
  andMore: readAnswerAndMore,
  other: readOther,
  ...{ letsGoOf, speaksOfDeed },
};

/** A text as an answer to what was asked, shown or done. */
export class AnswerReading extends readBy(READERS, ASKED) {
  /** What it says to a question, whatever stands around the answer. */
  saidTo(
    pending: Asked,
    locale: Locale,
    { cut, following }: { cut: Cut; following: Following },
  ): Said {
    const isLeftOut = (without: string) => leavesOut(without, pending.question, following);
    return readSaid(this.text, pending, locale, cut, isLeftOut);
  }
}

/**
 * Does a message deny or report what one would do for its user, and name nothing beside it? Pure.
 * Shape: what names a thing is a text
 */
function speaksOfDeed(text: string, { modifiers }: Pick<IntentOutput, "modifiers">): boolean {
  const isTold = modifiers?.some(
    ({ value, belongs_to }) => isToldOnly(value) && belongs_to.to === "request",
  );
  const words = tokens(text);
  if (isTold !== true || !words.some(({ word }) => isOfDeed(word))) return false;
  return (
    AND.has(words[0]?.word ?? "") ||
    words.every(({ word }) => isOfDeed(word) || isFunctionWord(word) || isLaughter(word))
  );
}

/** A message that asks something in the place of an answer. */
type Question = {
  readonly text: string;
  /** It names nothing. */
  readonly isBare: boolean;
};

/** What begins as a question does, where it is no title that is written as one. Pure. */
function readQuestion(text: string): Question | undefined {
  const rest = afterLead(text)?.rest ?? text;
  const [first, ...more] = tokens(rest, MOST_ASKING_WORDS + 1);
  if (first === undefined || more.length === 0 || more.length >= MOST_ASKING_WORDS)
    return undefined;
  const isTitled = more.some(
    ({ word, start }) => word !== "i" && /\p{Lu}/u.test(rest[start] ?? ""),
  );
  if (!opensQuestion(first.word) || isTitled || hasOwnText(rest)) return undefined;
  return { text: rest, isBare: more.every(({ word }) => isCommonWord(word)) };
}

/** What stands behind a sentence that only says that one does not know. Pure. */
function behindUnknowing(text: string): string | undefined {
  const [whole, ended = ""] = /^([^.!?\n]+)[.!?\n]+\s+(?=\S)/u.exec(text) ?? [];
  const words = tokens(ended);
  if (whole === undefined || words.length > MOST_UNKNOWING) return undefined;
  return endOf(UNKNOWING, words, 0) === undefined ? undefined : text.slice(whole.length);
}

/**
 * Does an answer let go of what the question is about, by its name? Pure.
 * Shape: what names something else is a text
 */
export function letsGoOf(text: string, about: string): boolean {
  const clauses = [text, ...text.split(/[,.;!]\s/)];
  return !hasOwnText(text) && clauses.some((each) => clauseLetsGo(each, about));
}

function clauseLetsGo(clause: string, about: string): boolean {
  const words = fewWords(clause, MOST_LETTING_WORDS);
  if (words === undefined) return false;
  const from = endOf(LEADS, words, 0);
  if (from === undefined) return false;
  const tail = words.findIndex((_, at) => at >= from && endOf(TAILS, words, at) === words.length);
  const named = words
    .slice(from, tail < 0 ? undefined : tail)
    .flatMap(({ word }) => (isFunctionWord(word) ? [] : [word]));
  const known = new Set(wordsIn(about));
  return named.length > 0 && named.every((word) => known.has(word));
}

const MEANT = smallPhrases("meant");
const INSTEAD = smallPhrases("instead");
const BESIDES = smallPhrases("besides");
const OTHER = smallPhrases("other");
const ARTICLES: ReadonlySet<string> = new Set(
  REFERENCE_WORDS.flatMap(({ articles, contracted }) => [...articles, ...contracted]),
);

/** The option that is taken after, or instead of, the one that was. */
export function readOther(text: string, choice: LastChoice): PendingOption | undefined {
  const { options } = choice.question;
  const words = tokens(text);
  let at = 0;
  for (;;) {
    const end = endOf(MEANT, words, at) ?? endOf(INSTEAD, words, at);
    if (end === undefined) break;
    at = end;
  }
  const others = options.filter((_option, place) => place !== choice.chosen);
  const begin = after(BESIDES, words, at);
  const from = ARTICLES.has(words[begin]?.word ?? "") ? begin + 1 : begin;
  if (words.length > 0 && endOf(OTHER, words, from) === words.length)
    return others.length === 1 ? others[0] : undefined;
  if (begin === 0 || begin === words.length) return undefined;
  const answer = readAnswer(slice(text, words, begin, words.length), choice.question);
  if (answer?.said !== "option") return undefined;
  return others.find((option) => option === answer.option);
}

/** What is not wanted, as far as it is told. */
type Refusal = {
  /** The kinds of deeds that are named. */
  readonly deeds: ReadonlySet<string>;
  /** Every other word only refuses, or points to what was done. */
  readonly isAll: boolean;
};

/**
 * A short message that says not to do something. Pure.
 * Shape: undefined for a yes, for a question, and for what refuses nothing
 */
export function readRefusal(text: string, locale: Locale): Refusal | undefined {
  const words = tokens(text, MOST_WORDS + 1);
  if (words.length > MOST_WORDS || text.includes("?") || hasOwnText(text)) return undefined;
  if (readYes(text) !== undefined) return undefined;
  const deeds = deedsOf(words);
  const isSmall = ({ word }: { word: string }, at: number) =>
    isFunctionWord(word) ||
    deedOf(word) !== undefined ||
    ENOUGH.has(word) ||
    TOUCHES.has(word) ||
    REFUSING.some((group) => endOfAny(group, words, at) !== undefined);
  const isAll = words.every(isSmall) || onlyLetsGo(text);
  const negates = contains("negators", words);
  const refuses = onlyLetsGo(text) || readReply(text, locale).refuses || (isAll && negates);
  return refuses ? { deeds, isAll } : undefined;
}

/** What is wanted behind a refusal that names nothing of its own. Pure. */
export function insteadOf(text: string, locale: Locale): string | undefined {
  const pause = text.search(/[,;.]\s/);
  if (pause < 1) return undefined;
  const refusal = readRefusal(text.slice(0, pause), locale);
  const rest = text.slice(pause + 1).trim();
  const words = tokens(rest, MOST_WORDS + 1);
  const begin = endOfAny("instead_only", words, 0);
  const first = begin === undefined ? undefined : words[begin];
  if (refusal?.isAll !== true || refusal.deeds.size === 0 || first === undefined) return undefined;
  const wanted = deedsOf(words);
  return wanted.size > 0 && refusal.deeds.isDisjointFrom(wanted)
    ? rest.slice(first.start)
    : undefined;
}

/** The text, without the words that only give it. Pure. */
function withoutSaying(text: string): string {
  const words = tokens(text);
  const verb = endOf(SAYS, words, 0);
  if (verb === undefined) return text;
  const at = after(SAYS_HOW, words, verb);
  const next = words[at];
  const end = words[at - 1]?.end ?? 0;
  if (next === undefined) return text;
  const colon = text.slice(end, next.start).indexOf(":");
  if (colon >= 0) return text.slice(end + colon + 1).trimStart();
  if (SAYS_THAT.has(next.word)) return text.slice(next.end).trimStart();
  const isBare = at === verb && endOf(SAYS_BARE, words, 0) === verb;
  return isBare && words.length - at >= LEAST_WORDS ? text.slice(end).trimStart() : text;
}
