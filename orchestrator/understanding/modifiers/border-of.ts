import { wordSet } from "#shared/language/words.ts";
import { withoutCourtesy } from "../../language/courtesy.ts";
import { endOfAny, endsWith, isAnnounced, isStated } from "../../language/modifiers/languages.ts";
import type { Mark, Whose } from "../../language/modifiers/mark.ts";
import { readModifiers } from "../../language/modifiers/read-modifiers.ts";
import { type Token, tokens } from "../../language/text.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import { isFunctionWord } from "../../language/words/common-words.ts";
import { BACKWARDS, ONLY } from "../../language/words/connectives.ts";
import { deedOf } from "../../language/words/deeds.ts";
import type { Clause } from "../clause.ts";
import type { FoundEntity } from "../entities/found.ts";
import type { GoalWords } from "./goal-words.ts";
import { isSlip, putsRight } from "./puts-right.ts";

/** Whose a modifier is in words that no one listed. */
export function borderOf(
  mark: Mark,
  value: FoundEntity,
  clause: Clause,
  sentence: Sentence,
  judge: { words: GoalWords; sends: boolean },
): Whose {
  const place = placeOf(mark, value, clause, sentence, judge);
  return (
    outsideOf(place) ??
    besideText(place) ??
    aroundValue(place) ??
    edgeOfText(place) ??
    (place.isText ? inText(place) : inName(place))
  );
}

/** A modifier and the value that it touches, with what stands around the two. */
type Place = ReturnType<typeof placeOf>;

function placeOf(
  mark: Mark,
  value: FoundEntity,
  clause: Clause,
  sentence: Sentence,
  { words: goalWords, sends }: { words: GoalWords; sends: boolean },
) {
  const { text, words } = sentence;
  const { start, end } = spanOf(clause, value);
  const before = text.slice(0, start).trimEnd();
  const first = words.findIndex((word) => word.start >= start);
  const { begin, last } = chainOf(mark, sentence);
  const quote = QUOTES.get(before.slice(-1));
  const isAbout = endsWith("weak_borders", words, first);
  const isMarked = /[:\u2013\u2014]$/.test(before) || (isStated(words, first) && !isAbout);
  return {
    ...{ mark, value, clause, text, words, goalWords, sends, start, end, first, quote },
    /** Words of time that follow each other: where they begin, and the last of them. */
    ...{ begin, last },
    isText: clause.goal?.prose.has(value.entity) === true || value.by === "open",
    isFirst: (words[beforeJoints(words, mark.from)]?.start ?? mark.start) <= start,
    isLast: last.end >= end || last.to >= withoutCourtesy(words).to,
    isQuoted: quote !== undefined,
    isColon: before.endsWith(":"),
    isMarked,
    /** The same, or it is named before. */
    isNamed: isMarked || (!isAbout && isAnnounced(words, first)),
    isPutRight: putsRight(mark, { text, words }),
  };
}

/** What stands before a value, or behind its end, is none of it. */
function outsideOf({ mark, value, words, text, start, end, quote }: Place): Whose | undefined {
  if (mark.start < start || value.by === "guess") return "request";
  const beyond = words.slice(mark.from, mark.to).filter((word) => word.start >= end);
  if (beyond.some(({ word }) => deedOf(word) !== undefined)) return "request";
  // What stands behind the closing quote is not quoted, however far the value was taken.
  const isBehind = quote !== undefined && closesBefore(text, quote, start, mark.start);
  return isBehind ? "request" : undefined;
}

/** What is put right in a text, left out of a thing, or said once the text has ended. */
function besideText(place: Place): Whose | undefined {
  const { mark, words, begin, isText, isFirst, isQuoted, isColon, isMarked, sends } = place;
  if (isText && place.isPutRight && !isFirst && !isQuoted) return "request";
  // Of a thing, and of no deed.
  const said = words.slice(mark.from, mark.to);
  const isOfThing =
    mark.value === "left_out" && !said.some(({ word }) => deedOf(word) !== undefined);
  if (isOfThing && WITHOUT.some((group) => endOfAny(group, words, mark.from) !== undefined))
    return isOpenTo(place) ? "request" : "payload";
  const isBehind =
    isText &&
    place.isLast &&
    !isFirst &&
    !isQuoted &&
    !isColon &&
    endsText(mark, beforeJoints(words, begin), words, isMarked && sends);
  return isBehind ? "request" : undefined;
}

/** What speaks of the request although it stands where a value does. */
function aroundValue(place: Place): Whose | undefined {
  const { mark, value, clause, text, words, end, isText, isFirst, isQuoted, isColon, isMarked } =
    place;
  if (isQuoted) return undefined;
  const mayBeSetOff =
    !isMarked || mark.rule === "retraction" || (!isColon && endsWith("courtesy", words, mark.from));
  if (mayBeSetOff && isSetOff(mark, text, words)) return "request";
  if (isText && !isColon && asksBehind(mark, text.slice(mark.start, end), place.goalWords))
    return "request";
  if (mark.kind === "addressee" && isFirst && !isMarked) return "request";
  const isOfIt = words.slice(mark.from, mark.from + SOON).some(({ word }) => BACKWARDS.has(word));
  const isOver =
    mark.kind === "condition" &&
    isOfIt &&
    !isFirst &&
    clause.goal?.prose.has(value.entity) !== true;
  return isOver ? "request" : undefined;
}

/** A text that says where it begins, and what is quoted, hold what stands in them; a time at the end may be of the sending. */
function edgeOfText(place: Place): Whose | undefined {
  const { mark, words, first, begin, isText, isFirst, isLast, isQuoted, isMarked } = place;
  const isStatedText = isText && isMarked;
  if (!isQuoted && !isStatedText) return undefined;
  const takesBack = isLast && mark.value === "negated" && mark.to === words.length;
  if (!isQuoted && takesBack && endsWith("corrections", words, mark.from)) return "request";
  // What is to come first is no text.
  if (
    isStatedText &&
    !isQuoted &&
    !place.isColon &&
    isFirst &&
    isLast &&
    mark.kind === "condition" &&
    ONLY.has(words[mark.from]?.word ?? "")
  )
    return "request";
  if (isStatedText && !isQuoted && !place.isColon && isLast && TIMED.has(mark.kind)) {
    // A text of that alone, or when it is wanted.
    if (isFirst) return "edge";
    // Nothing in it is said of a time.
    const to = place.last.to;
    if (place.sends && isWholeBefore(words, { first, begin, to })) return "edge";
  }
  return isSlip(mark, words) && !isFirst ? "request" : "payload";
}

/** In a text that nothing announces. */
function inText(place: Place): Whose {
  const { mark, words, first, text, isFirst, isLast, isNamed } = place;
  // The text begins behind it.
  if (isFirst && endOfAny("saying", words, place.last.to) !== undefined) return "request";
  const isAsked = mark.value === "asked_about" && mark.end >= place.end && /\?\s*$/.test(text);
  if (isAsked && !isFirst) return "request";
  if (isNamed && !(isFirst && isLast)) return "payload";
  if (isOpenTo(place)) return "request";
  // Nothing but modifiers is no text.
  if (isFirst && isLast) return "request";
  // What asks, or announces a text, stands before the text: the value holds more than that.
  const saysMore = text.slice(mark.end, place.end);
  const asks = ({ word }: Token) => place.goalWords.begins(word);
  if (saysMore.includes(":") || (!asksBefore(place) && tokens(saysMore).some(asks)))
    return "request";
  if (isFirst) return beginsValue(place) ? "payload" : "request";
  // What restricts the very statement that a text makes belongs to it.
  const isOfText = mark.kind === "condition" && restricts(words.slice(first, mark.from));
  const isEdge = isLast && AT_AN_EDGE.has(mark.kind) && !isOfText;
  return isEdge ? "edge" : "payload";
}

/** In a name, which may be anything. */
function inName(place: Place): Whose {
  const { mark, words, text, start, isFirst, isLast } = place;
  const isWhole = isFirst && isLast && mark.from === place.first && mark.end >= place.end;
  if (
    isWhole &&
    mark.kind === "condition" &&
    mark.to - mark.from > 2 &&
    !/\p{Lu}/u.test(text.slice(start, place.end))
  )
    return "request";
  if (isFirst && isLast) return "payload";
  if (mark.start > 0 && isWrittenAsName(mark, words, text, start)) return "payload";
  if (isFirst && mark.kind === "exception" && !place.isMarked) return "request";
  if (isFirst) return beginsValue(place) ? "payload" : "request";
  // Behind a pause, more than a bare no is no name.
  const isPaused = /[,;.!]\s*$/.test(text.slice(start, mark.start));
  if (mark.kind === "polarity" && isPaused && mark.to - mark.from > 1) return "request";
  if (TIMED.has(mark.kind) && isComplement(words, mark)) return "payload";
  return !isLast && mark.kind === "polarity" ? "payload" : "request";
}

/** A value follows the words that ask for it, and nothing later in it announces another one. */
function beginsValue(place: Place): boolean {
  const more = tokens(place.text.slice(place.mark.end, place.end));
  const isLater = more.some((_, at) => at > 0 && at < 3 && isAnnounced(more, at));
  return (place.isNamed || asksBefore(place)) && !isLater;
}

const asksBefore = ({ words, first, goalWords }: Place): boolean =>
  words.slice(0, first).some(({ word }) => goalWords.begins(word));

function endsText(
  { kind }: Mark,
  edge: number,
  words: readonly Token[],
  mayName: boolean,
): boolean {
  if (!AT_AN_EDGE.has(kind) && !ENDS_A_TEXT.has(kind)) return false;
  return endsWith("courtesy", words, edge) && !(mayName && endsWith("oneself", words, edge));
}

/** Words of time that follow each other are one, with its first word and its last. */
function chainOf(mark: Mark, sentence: Sentence): { begin: number; last: Mark } {
  if (!TIMED.has(mark.kind)) return { begin: mark.from, last: mark };
  const timed = readModifiers(sentence).filter(({ kind }) => TIMED.has(kind));
  let begin = mark.from;
  let last = mark;
  for (const each of timed) if (each.from === last.to) last = each;
  for (const each of timed.toReversed()) if (each.to === begin) begin = each.from;
  return { begin, last };
}

const isWholeBefore = (
  words: readonly Token[],
  { first, begin, to }: { first: number; begin: number; to: number },
): boolean => {
  const said = words.slice(first, begin);
  // Said to somebody, with no verb that a time could be of.
  if (endOfAny("greetings", said, 0) !== undefined) return true;
  const isDayAndHour =
    to - begin > 1 && endOfAny("times", words.slice(begin, begin + 1), 0) !== undefined;
  return isDayAndHour && endOfAny("of_now", said, 0) !== undefined;
};

const SOON = 3;

const isSetOff = (
  { kind, from, to, start, end }: Mark,
  text: string,
  words: readonly Token[],
): boolean =>
  kind === "polarity" &&
  to - from > 1 &&
  !/\p{Lu}/u.test(text[start] ?? "") &&
  /[,;.!]\s*$/.test(text.slice(0, start)) &&
  (to >= words.length || /^\s*[,;.!]/.test(text.slice(end)));

/** A no, and what asks for the goal behind it, before a colon: the text begins there. */
const asksBehind = ({ kind }: Mark, said: string, goalWords: GoalWords): boolean =>
  kind === "polarity" &&
  said.includes(":") &&
  tokens(said.slice(0, said.indexOf(":"))).some(({ word }) => goalWords.begins(word));

const WITHOUT = ["without", "without_thing"] as const;

/** Said behind the courtesy that ends a text, these speak of the request. */
const ENDS_A_TEXT: ReadonlySet<Mark["kind"]> = new Set(["exception", "polarity", "mood"]);

function isWrittenAsName(
  { from, to, start }: Mark,
  words: readonly Token[],
  text: string,
  value: number,
): boolean {
  const isUpper = (at: number) => /\p{Lu}/u.test(text[at] ?? "");
  if (isUpper(start)) return true;
  const said = words.slice(from, to).filter(({ word }) => !isFunctionWord(word));
  return isUpper(value) && said.length > 0 && said.every((word) => isUpper(word.start));
}

function beforeJoints(words: readonly Token[], from: number): number {
  let at = from;
  while (at > 0 && endOfAny("joints", words, at - 1) === at) at--;
  return at;
}

/** What is left out of all of something; what ends a text that is only named by what it holds. */
function isOpenTo({ mark, words, first, end }: Place): boolean {
  if (mark.kind === "exception" && saysAllThat(words, first)) return true;
  const isWeak =
    endsWith("weak_borders", words, first) || endOfAny("weak_borders", words, first) !== undefined;
  if (!isWeak) return false;
  // No mere name of what it holds.
  if (isClause(words.slice(first, mark.from))) return false;
  if (mark.kind === "exception") return true;
  return mark.end >= end && OF_A_DEED.has(mark.kind) && !isComplement(words, mark);
}

function saysAllThat(words: readonly Token[], at: number): boolean {
  const next = endOfAny("universals", words, at);
  return (
    next !== undefined &&
    (endOfAny("possessives", words, next) ??
      endOfAny("tellers", words, next) ??
      endOfAny("complementisers", words, next)) !== undefined
  );
}

const TIMED: ReadonlySet<Mark["kind"]> = new Set(["time", "recurrence"]);

const isComplement = (words: readonly Token[], { from }: Mark): boolean =>
  OF.has(words[from]?.word ?? "") || OF.has(words[from - 1]?.word ?? "");

const OF = wordSet("words.of");

export const OF_A_DEED: ReadonlySet<Mark["kind"]> = new Set([
  "condition",
  "recurrence",
  "time",
  "polarity",
  "mood",
] as const);

const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["\u2018", "\u2019"],
  ["\u201c", "\u201d"],
  ["\u00ab", "\u00bb"],
]);

/** A quote closes at the end of a word: an apostrophe in one closes none. */
function closesBefore(text: string, quote: string, from: number, to: number): boolean {
  for (let at = text.indexOf(quote, from); at !== -1 && at < to; at = text.indexOf(quote, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text[at + 1] ?? "")) return true;
  return false;
}

/** What may say when, if or to whom something is sent, at the end of what is sent. */
const AT_AN_EDGE: ReadonlySet<Mark["kind"]> = new Set([
  "time",
  "recurrence",
  "condition",
  "addressee",
] as const);

export const spanOf = ({ words }: Clause, { from, to }: FoundEntity) => ({
  start: words[from]?.start ?? 0,
  end: words[to - 1]?.end ?? 0,
});

/** A no, or an only, before what it restricts, and no part of what only tells which one. */
const restricts = (said: readonly Token[]): boolean =>
  said.some(
    ({ word }, at) =>
      at > 0 &&
      at < said.length - 1 &&
      (RESTRICTING.has(word) || endOfAny("negators", said, at) === at + 1) &&
      !tellsWhich(said, at),
  );

const RESTRICTING = wordSet("words.only-behind-ones");

/** A statement with a verb of its own, and no mere name of something. */
const isClause = (said: readonly Token[]): boolean =>
  restricts(said) || said.some(({ word }, at) => at > 0 && isTold(word) && !tellsWhich(said, at));

const tellsWhich = (said: readonly Token[], at: number): boolean =>
  said.some(
    (_, before) =>
      before > 0 &&
      before < at &&
      WHICH.some((group) => endOfAny(group, said, before) !== undefined),
  );

const WHICH = ["complementisers", "tellers"] as const;

const isTold = (word: string): boolean =>
  /(?:.{2}(?:ou|iu)|[aei]ram|avam)$/.test(word) || BEING.has(word);

const BEING = wordSet("verbs.being-elsewhere");
