import { MONTHS, WEEKDAYS } from "#shared/calendar/names.ts";
import { wordSet } from "#shared/language/words.ts";
import { withoutCourtesy } from "../courtesy.ts";
import { isCovered, pauseBefore } from "../text.ts";
import { wordAt } from "../values/recogniser.ts";
import { endOf, isAnyAt } from "../words/phrases.ts";
import { CALENDAR_WORDS } from "./lexicon.ts";
import { endIn, type Piece, type Said } from "./piece.ts";
import { REQUEST_LEXICONS } from "./request-lexicon.ts";

/** Text of the person's own in a request: from this word on. */
export type OwnText = {
  readonly is: "told" | "kept" | "sent";
  readonly from: number;
  /** Where the word stands that joins it, if one does. */
  readonly joint: number;
  /** A statement with its own time, if it names one. */
  readonly states: boolean;
};

const MOST_BEFORE_TEXT = 6;

/** Where text begins that is told, written down or sent; undefined: nowhere. Its words of time may be its own. */
export function ownTextIn(said: Said, pieces: readonly Piece[]): OwnText | undefined {
  const { from } = withoutCourtesy(said.words);
  for (let at = 0; at < said.words.length; at++) {
    if (pieces.some((piece) => piece.is === "condition" && at >= piece.from && at < piece.to))
      continue;
    const found =
      toldAt(said, pieces, at) ??
      (opens(said, pieces, at, from) ? keptAt(said, at) : undefined) ??
      savedAs(said, at) ??
      sentAt(said, pieces, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

const MOST_BEFORE_REMINDER = 8;

/** A reminder is asked for, near where the text begins. */
export function opensReminder(said: Said): boolean {
  const { remind } = REQUEST_LEXICONS[said.locale];
  const { from } = withoutCourtesy(said.words);
  const last = Math.min(said.words.length, from + MOST_BEFORE_REMINDER);
  for (let at = from; at < last; at++) {
    if ((keptAt(said, at) ?? savedAs(said, at)) !== undefined) return false;
    const reminds = endOf(remind, said.words, at);
    if (reminds === undefined) continue;
    const isMine = said.words.slice(at, reminds).some(({ word }) => word === "me");
    return at === from || isMine;
  }
  return false;
}

/** Nothing but courtesy, words of time and small words stands before it. */
function opens({ words }: Said, pieces: readonly Piece[], at: number, from: number): boolean {
  return words
    .slice(from, at)
    .every(({ word }, offset) => isCovered(pieces, from + offset) || OPENERS.has(word));
}
const OPENERS = wordSet("schedules.openers");

function toldAt(said: Said, pieces: readonly Piece[], at: number): OwnText | undefined {
  const { remind, tellMe, remindJoints, that: states } = REQUEST_LEXICONS[said.locale];
  const reminds = endOf(remind, said.words, at) ?? bareAt(said, pieces, at);
  const verb = reminds ?? endOf(tellMe, said.words, at);
  if (verb === undefined) return undefined;
  const joint = behind(said, pieces, verb);
  const text = endOf(remindJoints, said.words, joint);
  if (text === undefined && reminds === undefined) return undefined;
  const that = endOf(states, said.words, joint);
  return { is: "told", from: text ?? joint, joint, states: that !== undefined };
}

function bareAt(said: Said, pieces: readonly Piece[], at: number): number | undefined {
  const { remindBare, remindJoints } = REQUEST_LEXICONS[said.locale];
  const verb = endOf(remindBare, said.words, at);
  if (verb === undefined || !opens(said, pieces, at, withoutCourtesy(said.words).from))
    return undefined;
  const joint = behind(said, pieces, verb);
  return endOf(remindJoints, said.words, joint) === undefined ? undefined : verb;
}

/** The word behind the words of time that stand there, also behind those that are joined to them. */
export function behind(
  { words }: Pick<Said, "words">,
  pieces: readonly Piece[],
  at: number,
): number {
  const next = pieces.find(({ from, to }) => from <= at && to > at);
  if (next !== undefined) return behind({ words }, pieces, next.to);
  const isJoined =
    AND.has(words[at]?.word ?? "") &&
    pieces.some(({ to }) => to === at) &&
    pieces.some(({ is, from }) => from === at + 1 && JOINED.has(is));
  return isJoined ? behind({ words }, pieces, at + 1) : at;
}
const AND = wordSet("words.and");
const JOINED: ReadonlySet<Piece["is"]> = new Set(["clock", "days", "weekday", "date"]);

function keptAt(said: Said, at: number): OwnText | undefined {
  const from = endOf(REQUEST_LEXICONS[said.locale].keep, said.words, at);
  return from === undefined ? undefined : { is: "kept", from, joint: from, states: true };
}

function savedAs(said: Said, at: number): OwnText | undefined {
  const from = endOf(REQUEST_LEXICONS[said.locale].saying, said.words, at);
  return from === undefined || at === 0
    ? undefined
    : { is: "kept", from, joint: from, states: true };
}

function sentAt(said: Said, pieces: readonly Piece[], at: number): OwnText | undefined {
  const { words } = said;
  const lexicon = REQUEST_LEXICONS[said.locale];
  const verb = endOf(lexicon.send, words, at);
  if (verb === undefined || isToMe(said, at, verb)) return undefined;
  const last = Math.min(words.length, verb + MOST_BEFORE_TEXT);
  for (let place = verb + 1; place < last; place++) {
    const that = endOf(lexicon.saying, words, place) ?? endOf(lexicon.that, words, place);
    if (that !== undefined && !NOT_THAT.has(wordAt(said, place - 1)) && that < words.length)
      return { is: "kept", from: that, joint: that, states: true };
  }
  const direct = endOf(lexicon.sendTo, words, at) === verb;
  const via = endOf(lexicon.via, words, verb) ?? (direct ? verb : undefined);
  if (via === undefined || via + 1 >= words.length) return undefined;
  const from = behind(said, pieces, via + 1);
  if (from >= words.length) return undefined;
  return isAnyAt([lexicon.naming, lexicon.toWhom], words, from)
    ? undefined
    : { is: "sent", from, joint: from, states: false };
}
const NOT_THAT = wordSet("schedules.not-a-joined-thing");

const isToMe = (said: Said, at: number, verb: number): boolean =>
  wordAt(said, at - 1) === "me" ||
  wordAt(said, verb) === "me" ||
  (wordAt(said, verb) === "to" && wordAt(said, verb + 1) === "me");

/** It begins as a question does, with no word that asks for something. */
function onlyAsks({ words, locale }: Said): boolean {
  const { asking, send, remind, tellMe } = REQUEST_LEXICONS[locale];
  return (
    endOf(asking, words, withoutCourtesy(words).from) !== undefined &&
    !words.some((_, at) => isAnyAt([send, remind, tellMe], words, at))
  );
}

/** A question about a time, with no word that asks for something then. */
export const isQuestion = (said: Said, pieces: readonly Piece[]): boolean =>
  /\?\s*$/.test(said.text) && !pieces.some(({ is }) => RECURS.has(is)) && onlyAsks(said);

/** A question, and a stretch of time that it is about. */
export function isSpan(said: Said, pieces: readonly Piece[]): boolean {
  const first = pieces.find(({ is }) => is !== "nothing");
  const isLong =
    first?.is === "offset" &&
    first.amount.ms === 0 &&
    endIn(said, first.from, "spans") !== undefined;
  return isLong && onlyAsks(said);
}

/** Does a word that says when belong to what is looked for? */
export function isSought(said: Said, pieces: readonly Piece[], first: Piece): boolean {
  const { seek, soughtBy } = REQUEST_LEXICONS[said.locale];
  const at = said.words.findIndex((_, place) => endOf(seek, said.words, place) !== undefined);
  if (at >= 0 && at < first.from && first.is === "condition" && first.comparison === undefined)
    return endOf(soughtBy, said.words, first.from - 1) === first.from;
  if (at < 0 || first.from <= at || pieces.some(({ is }) => RECURS.has(is))) return false;
  const before = (place: number) =>
    [1, 2].some((length) => endOf(soughtBy, said.words, place - length) === place);
  return before(first.from) || before(first.from + 1) || before(first.from + 2);
}
const RECURS: ReadonlySet<Piece["is"]> = new Set([
  "days",
  "each",
  "elapsed",
  "condition",
  "offset",
]);

/** The time of a thing and not of the telling. */
export function isOfThing(said: Said, { from, to }: Piece): boolean {
  const { isAt } = REQUEST_LEXICONS[said.locale];
  for (let length = 1; length <= 4; length++)
    if (endOf(isAt, said.words, from - length) === from) return true;
  const before = said.words[from - 1];
  if (OF.has(before?.word ?? "") || wordAt(said, to) === "'s") return true;
  return before !== undefined && /^(?:é|eh|são)$/i.test(said.text.slice(before.start, before.end));
}

const OF = wordSet("words.of-things");
const CAPITAL = /^\p{Lu}/u;
const IN_NAMES = wordSet("words.inside-names");

/** Words in a name: with capitals one after another, and not only days and months. */
export function namesIn(said: Said): { from: number; to: number }[] {
  const { text, words } = said;
  const isCapital = (at: number): boolean =>
    at > 0 && CAPITAL.test(text.slice(words[at]?.start, words[at]?.end)) && !isShouted(at);
  const isShouted = (at: number): boolean => {
    const own = text.slice(words[at]?.start, words[at]?.end);
    return own.length > 1 && own === own.toUpperCase();
  };
  const found: { from: number; to: number }[] = [];
  for (let from = 0; from < words.length; from++) {
    if (!isCapital(from)) continue;
    let to = from + 1;
    for (let next = to; next < words.length && !pauseBefore(said, next); next++)
      if (isCapital(next)) to = next + 1;
      else if (!IN_NAMES.has(wordAt(said, next))) break;
    const other = words
      .slice(from, to)
      .some(({ word }, at) => isCapital(from + at) && !WEEKDAYS.has(word) && !MONTHS.has(word));
    const counts = /^\d+$/.test(wordAt(said, from - 1)) && CALENDAR_WORDS.has(wordAt(said, from));
    if (other && to - from > 1) found.push({ from: counts ? from - 1 : from, to });
    from = to;
  }
  return found;
}
