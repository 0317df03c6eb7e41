import { byLocale, wordSet } from "#shared/language/words.ts";
import { withoutCourtesy } from "../courtesy.ts";
import { isCovered, pauseBefore, type Stretch, slice } from "../text.ts";
import { wordAt } from "../values/recogniser.ts";
import { requestWordsOf } from "../words/common-words.ts";
import { actionOf } from "../words/deeds.ts";
import { endOf, isAnyAt, phrasesIn } from "../words/phrases.ts";
import { type TimeBeside, withBeside } from "./beside.ts";
import { combine } from "./combine.ts";
import { CALENDAR_WORDS } from "./lexicon.ts";
import {
  behind,
  isOfThing,
  isQuestion,
  isSought,
  isSpan,
  namesIn,
  type OwnText,
  ownTextIn,
} from "./own-text-in.ts";
import type { Piece, Said } from "./piece.ts";
import { piecesOf } from "./pieces-of.ts";
import { isDayPiece } from "./place-days.ts";
import type { Now } from "./place-times.ts";
import { weekdayNamed } from "./read-day.ts";
import { asking, type Combined } from "./reading.ts";
import { beginsRequest, REQUEST_LEXICONS } from "./request-lexicon.ts";

/** More words than these are a request of their own. */
const MOST_LEFT = 3;
const MOST_LEFT_OF_TIME = 8;
/** Say nothing by themselves. */
const NEUTRAL = wordSet("schedule-times.neutral");
const EXCEPT = wordSet("schedule-times.except-words");

/**
 * Are words left beside what says when, before the request begins? Then they may belong to the time, and the rest of it says
 * something else.
 */
function isLeftBeside(said: Said, pieces: readonly Piece[], textFrom: number): boolean {
  const { words } = said;
  const isTaken = (at: number) => isCovered(pieces, at);
  if (words.some(({ word }, at) => EXCEPT.has(word) && at < textFrom && !isTaken(at))) return true;
  const { from } = withoutCourtesy(words);
  const begins = requestFrom(said, isTaken, from);
  for (let at = from; at < begins; at++) {
    if (isTaken(at)) continue;
    let to = at;
    while (to < begins && !isTaken(to) && (to === at || !pauseBefore(said, to))) to++;
    const beside =
      (at > 0 && isTaken(at - 1) && !pauseBefore(said, at)) ||
      (to < begins && isTaken(to) && !pauseBefore(said, to));
    const left = words.slice(at, to).filter(({ word }) => !NEUTRAL.has(word));
    const isOfTime = left.some(({ word }) => CALENDAR_WORDS.has(word));
    const most = isOfTime ? MOST_LEFT_OF_TIME : MOST_LEFT;
    const behindHour = pieces.some((piece) => piece.to === at && SAYS_HOUR.has(piece.is));
    const isSubject = !isOfTime && behindHour && to === begins && pauseBefore(said, to);
    const isEvent = pieces.some((piece) => piece.is === "vague" && piece.ahead !== undefined);
    const isOther = isSubject || (isEvent && !isOfTime);
    if (!isOther && beside && left.length > 0 && to - at <= most) return true;
    at = to - 1;
  }
  return false;
}

const SAYS_HOUR: ReadonlySet<Piece["is"]> = new Set(["clock", "part", "offset"]);

/** Where the request begins: the first word that asks for something. 0: nothing says so. */
function requestFrom(said: Said, isTaken: (at: number) => boolean, from: number): number {
  const { remind, tellMe, keep, send } = REQUEST_LEXICONS[said.locale];
  const asks = new Set(requestWordsOf(said.locale));
  for (let at = from; at < said.words.length; at++) {
    const word = wordAt(said, at);
    if (isTaken(at) || NEUTRAL.has(word)) continue;
    if (
      isAnyAt([remind, tellMe, keep, send], said.words, at) ||
      beginsRequest(said, at) ||
      ((actionOf(word) !== undefined || asks.has(word)) && !NOT_ASKING.has(word))
    )
      return at;
  }
  return 0;
}
/** Begin no request, though they are among the words of one. */
const NOT_ASKING = wordSet("schedule-times.not-asking");

type Reading = {
  readonly combined: Combined;
  /** What says when. */
  readonly pieces: readonly Piece[];
  /** Words that belong to a name or to the person's own text, whatever they say. */
  readonly own: readonly Stretch[];
};
const NOTHING: Combined = { kind: "none", instants: [] };
const COMPLETE: ReadonlySet<Combined["kind"]> = new Set(["at", "after", "every", "when"]);
const TIMED: ReadonlySet<Piece["is"]> = new Set(["clock", "offset", "elapsed"]);
const RECURS: ReadonlySet<Piece["is"]> = new Set(["days", "each", "elapsed", "condition"]);

/** What the words of time of a text say, and which of them are no words of the request. Pure. */
export function readingOf(said: Said, at: Now, beside: TimeBeside = {}): Reading {
  const all = withBeside(said, oftenOf(corrected(said, piecesOf(said))), beside);
  const names = namesIn(said);
  const isNamed = (piece: Piece): boolean =>
    names.some(({ from, to }) => piece.from >= from && piece.to <= to);
  const isBeside = (piece: Piece): boolean =>
    all.some((other) => !isNamed(other) && (other.from === piece.to || other.to === piece.from));
  const pieces = all.filter((piece) => !isNamed(piece) || isBeside(piece));
  const text = ownTextIn(said, pieces);
  const guarded = (reading: Reading, textFrom: number): Reading =>
    reading.combined.kind !== "none" && isLeftBeside(said, reading.pieces, textFrom)
      ? { ...reading, combined: { ...asking("unread"), ...conditionOf(reading.combined) } }
      : reading;
  const end = said.words.length;
  if (text === undefined) {
    const [first] = pieces;
    const sought =
      first !== undefined &&
      (isSought(said, pieces, first) || isQuestion(said, pieces) || isSpan(said, pieces));
    return sought
      ? { combined: NOTHING, pieces: [], own: [{ from: 0, to: end }] }
      : guarded({ combined: combine(said, pieces, at), pieces, own: names }, end);
  }
  const outer = pieces.filter(({ from }) => from < text.from);
  const own = [...names, { from: text.from, to: end }];
  const outside = (): Reading =>
    guarded({ combined: combine(said, outer, at), pieces: outer, own }, text.from);
  const whole = (): Reading =>
    guarded({ combined: combine(said, pieces, at), pieces, own: names }, text.from);
  const inner = pieces.filter((piece) => piece.from >= text.from && piece.is !== "nothing");
  switch (text.is) {
    case "kept":
      return outside();
    case "sent":
      return sent(said, at, { outer, inner, outside, whole });
    case "told":
      return told(said, text, { outer, inner, outside, whole });
  }
}

const conditionOf = ({ condition }: Combined) => (condition === undefined ? {} : { condition });

type Sides = {
  readonly outer: readonly Piece[];
  readonly inner: readonly Piece[];
  readonly outside: () => Reading;
  readonly whole: () => Reading;
};

/** A time at the end of a text that is sent is its own, or says when: only the person knows. */
function sent(said: Said, at: Now, { outer, inner, outside, whole }: Sides): Reading {
  const isMeant =
    inner.some(({ is }) => RECURS.has(is)) ||
    !inner.some((piece) => TIMED.has(piece.is) || isDayPiece(piece));
  if (isMeant) return whole();
  if (COMPLETE.has(combine(said, outer, at).kind)) return outside();
  const all = whole();
  return { ...all, combined: asking("in_text", all.combined.instants) };
}

/** The first time that stands with the command says when; another one in what is told belongs to it. */
function told(said: Said, text: OwnText, { outer, inner, outside, whole }: Sides): Reading {
  const first = outside();
  const isComplete = COMPLETE.has(first.combined.kind);
  const all = whole();
  const apart = text.states ? undefined : readApart(said, text, [...outer, ...inner]);
  if (apart !== undefined)
    return { ...all, combined: { ...asking("unread"), ...(apart !== "unclear" && { apart }) } };
  const until = [...outer, ...inner].filter(({ is }) => is === "until");
  if (all.combined.kind === "none" && until.length > 0)
    return { ...all, combined: asking("vague") };
  const [begins] = inner;
  if (begins === undefined) return all;
  const states = text.states || isOfThing(said, begins);
  if (states) {
    const says = outer.some(({ is }) => is !== "nothing");
    if (isComplete || says) return first;
    return { ...first, pieces: inner, combined: asking("of_text") };
  }
  if (!isComplete) return all;
  if (inner.some(({ is }) => TIMED.has(is))) return first;
  const onlyDays = inner.every(isDayPiece);
  const hasDay = outer.some(
    (piece) => isDayPiece(piece) || RECURS.has(piece.is) || piece.is === "offset",
  );
  if (!onlyDays) return all;
  if (hasDay) return first;
  const instants = [...first.combined.instants, ...all.combined.instants];
  return { ...all, combined: asking("unclear_day", instants) };
}

/** More words than these lie between what was said and what puts it right. */
const MOST_BETWEEN = 8;

/** Without what was put right. */
function corrected(said: Said, pieces: readonly Piece[]): readonly Piece[] {
  let settled = pieces;
  for (let at = 1; at < said.words.length; at++) {
    const to = endOf(said.lexicon.corrects, said.words, at);
    if (to === undefined || isCovered(pieces, at)) continue;
    if (!pauseBefore(said, at) && !pauseBefore(said, to)) continue;
    const before = settled.findLast((piece) => piece.to <= at && slotOf(piece) !== undefined);
    const isNear = before !== undefined && at - before.to <= MOST_BETWEEN;
    const first = settled.find(({ from }) => from >= to && from <= to + 2);
    if (!isNear || first === undefined || slotOf(first) === undefined) continue;
    const slots = new Set(
      settled.filter(({ from }) => from >= to).flatMap((piece) => slotOf(piece) ?? []),
    );
    const isReplaced = (piece: Piece): boolean => {
      const slot = slotOf(piece);
      if (piece.to > at || slot === undefined) return false;
      return slots.has(slot) || slot === "length" || slots.has("length");
    };
    const nothing = (from: number, to: number): Piece => ({ is: "nothing", from, to });
    const kept = settled.map((each) => (isReplaced(each) ? nothing(each.from, each.to) : each));
    settled = [...kept, nothing(at, to)].toSorted((a, b) => a.from - b.from);
  }
  return settled;
}

/** What a piece may take the place of. */
function slotOf(piece: Piece): "clock" | "day" | "length" | undefined {
  if (piece.is === "clock" || piece.is === "part") return "clock";
  return piece.is === "offset" ? "length" : isDayPiece(piece) ? "day" : undefined;
}

/** How often counts only where it adds up. */
function oftenOf(pieces: readonly Piece[]): readonly Piece[] {
  const clocks = pieces.filter(({ is }) => is === "clock").length;
  const days = pieces.filter((piece) => piece.is === "days");
  return pieces.map((piece): Piece => {
    if (piece.is !== "often") return piece;
    const { from, to, count, unit } = piece;
    if (unit === "day" && clocks === count)
      return days.length > 0
        ? { is: "nothing", from, to }
        : { is: "days", rule: { on: "every_day" }, from, to };
    const [only, other] = days;
    const isNamed =
      unit === "week" &&
      other === undefined &&
      only?.rule.on === "weekdays" &&
      only.rule.days.length === count;
    return isNamed ? { is: "nothing", from, to } : { is: "vague", from, to };
  });
}

/** Two reminders of one text, each in whole words; "unclear": whether it is one or two. */
type Apart = readonly [first: string, second: string] | "unclear";

const HOURS: ReadonlySet<Piece["is"]> = new Set(["clock", "offset", "part", "between"]);
const WHOLE_DAYS: ReadonlySet<Piece["is"]> = new Set([
  "away",
  "weekday",
  "date",
  "next_week",
  "days",
]);
const FURTHER = byLocale((locale) => phrasesIn("schedules.one-more", locale));

/**
 * A reminder behind another one in what is to be told: with the same verb again, or with a time of its own and joined to what
 * it is about as the first one is. It is on the day of the first one where it names none. undefined: it is one reminder. Pure.
 */
function readApart(said: Said, text: OwnText, pieces: readonly Piece[]): Apart | undefined {
  const { words, locale } = said;
  const { to: last } = withoutCourtesy(words);
  const { remind, remindJoints } = REQUEST_LEXICONS[locale];
  const own = pieces.filter(({ is }) => is !== "nothing");
  const hasHour = (from: number, to: number) =>
    own.some((piece) => piece.from >= from && piece.to <= to && HOURS.has(piece.is));
  if (own.length === 0) return undefined;
  const isLed = text.from > text.joint;
  const split = (at: number, from: number, times: Stretch): Apart => {
    const inTimes = own.filter((piece) => piece.from >= times.from && piece.to <= times.to);
    const hasDay = inTimes.some(({ is }) => WHOLE_DAYS.has(is) || is === "offset");
    const kept = own.filter(({ is }) => !HOURS.has(is) && !(hasDay && WHOLE_DAYS.has(is)));
    const lead = words.flatMap((_, place) => {
      const isTime = isCovered(own, place);
      const isKept = isCovered(kept, place);
      return place < text.joint && (!isTime || isKept)
        ? [slice(said.text, said.words, place, place + 1)]
        : [];
    });
    return [
      slice(said.text, said.words, 0, at),
      `${lead.join(" ")} ${slice(said.text, said.words, from, words.length)}`,
    ];
  };
  for (let at = text.from + 1; at < last; at++) {
    if (/[:"\u201c\u00ab]/.test(said.text.slice(words[text.from]?.start, words[at]?.start)))
      return undefined;
    const joined = endOf(FURTHER[locale], words, at);
    const next = joined ?? (pauseBefore(said, at) ? at : undefined);
    if (next === undefined || next >= last) continue;
    const verb = endOf(remind, words, next);
    if (verb !== undefined && verb > next + 1 && verb < last)
      return [
        slice(said.text, said.words, 0, at),
        slice(said.text, said.words, next, words.length),
      ];
    const time = own.find(({ from }) => from === next);
    if (time === undefined) {
      const day = weekdayNamed(said, next);
      const isAsked =
        isLed && day !== undefined && endOf(remindJoints, words, day.to) !== undefined;
      if (joined !== undefined && isAsked) return "unclear";
      const leads = joined !== undefined && endOf(remindJoints, words, next) !== undefined;
      const isTimed = isLed && hasHour(text.from, at) && hasHour(next, last);
      if (leads && isTimed && !hasHour(0, text.joint))
        return split(at, next, { from: next, to: last });
      continue;
    }
    // What another time stands before goes on with that one.
    if (own.some(({ to }) => to === at) || isOfThing(said, time)) continue;
    if (!HOURS.has(time.is) && !WHOLE_DAYS.has(time.is)) continue;
    const to = behind(said, own, next);
    const isAbout = to < last && (endOf(remindJoints, words, to) ?? last) < last;
    if (to < last && isAbout === isLed && (isLed || joined !== undefined))
      return split(at, next, { from: next, to });
    if (joined !== undefined && hasHour(next, to)) return "unclear";
  }
  return undefined;
}
