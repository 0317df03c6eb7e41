import type { Edge } from "#shared/language/time/chart.ts";
import { wordSet } from "#shared/language/words.ts";
import { pauseBefore } from "../text.ts";
import { wordAt } from "../values/recogniser.ts";
import { isCommonWord } from "../words/common-words.ts";
import { actionOf, deedOf } from "../words/deeds.ts";
import { endOf } from "../words/phrases.ts";
import { type ClockPiece, endIn, type Piece, type PieceOf, type Said, saidAt } from "./piece.ts";

type Read = ClockPiece & { readonly to: number };

/** A time of day that stands by itself, or that the words before it make one. */
export function clockAt(said: Said, at: number): PieceOf<"clock"> | undefined {
  if (countsThings(said, at) || isOneOf(said, at)) return undefined;
  const led = saidAt(said, at, "at-clock").filter(
    ({ strength, to }) => strength !== "led" || countsNothing(said, at, to),
  );
  const behindDay = isBehindDay(said, at)
    ? saidAt(said, at, "bare-clock").filter(
        ({ to }) => saidAt(said, to - 1, "hour-words").length > 0,
      )
    : [];
  const read = longest([...led, ...saidAt(said, at, "clock"), ...behindDay]);
  return read && { is: "clock", ...read, from: at };
}

/** One more hour in figures, joined to the one that ends there. */
export function furtherClock(said: Said, before: Piece | undefined, at: number) {
  if (before?.is !== "clock" || before.to !== at) return undefined;
  const isAnd = AND.has(wordAt(said, at));
  const clock = bareClockAt(said, isAnd ? at + 1 : at);
  const isListed = isAnd || (pauseBefore(said, at) && AND.has(wordAt(said, at + 1)));
  return clock && isListed && endsAt(said, clock.to)
    ? { ...before, ...clock, from: at }
    : undefined;
}
const AND = wordSet("words.and");

/** The same where something before it says that it is a time. */
export const bareClockAt = (said: Said, at: number): Read | undefined =>
  longest(["at-clock", "clock", "bare-clock"].flatMap((category) => saidAt(said, at, category)));

function longest(edges: readonly Edge[]): Read | undefined {
  const [found] = edges
    .filter(({ strength }) => strength !== "alone")
    .toSorted((one, other) => other.to - one.to);
  if (found?.meaning.is !== "clock") return undefined;
  const { hour, minute, isExact } = found.meaning;
  return { hour, minute, isExact, to: found.to };
}

/** A day ends there. */
const isBehindDay = (said: Said, at: number): boolean =>
  [1, 2, 3].some((back) => saidAt(said, at - back, "point").some(({ to }) => to === at));

/** So many things, and no hour: an article, a number and no mark of an hour behind the verb of something that is done. */
function countsThings(said: Said, at: number): boolean {
  const { words, text } = said;
  const [verb, article, number] = [words[at - 1], words[at], words[at + 1]];
  if (verb === undefined || article === undefined || number === undefined) return false;
  const isArticle = saidAt(said, at, "unaccented-at").length > 0;
  if (!isArticle || hasAccent(text.slice(article.start, article.end))) return false;
  if (/^\d/.test(number.word) || saidAt(said, at + 1, "number").length === 0) return false;
  const deed = deedOf(verb.word);
  const isMarked = saidAt(said, at, "at-clock").some(({ to }) => to > at + 2);
  return deed !== undefined && deed !== "remind" && deed !== "tell" && !isMarked;
}

/** Of so many things one is meant, and no hour. */
function isOneOf(said: Said, at: number): boolean {
  if (!CHOSEN.has(wordAt(said, at - 1))) return false;
  const isNumber = /^\d+$/.test(wordAt(said, at + 1)) || saidAt(said, at + 1, "number").length > 0;
  return isNumber && saidAt(said, at + 2, "hour-words").length === 0;
}
const CHOSEN = wordSet("words.chosen-of-several");

const hasAccent = (text: string): boolean => /[\u00c0-\u00ff]/.test(text);

/** An accent tells an hour from so many things, else what follows does. */
function countsNothing(said: Said, from: number, to: number): boolean {
  const { text, words } = said;
  const lead = words[from];
  if (lead !== undefined && hasAccent(text.slice(lead.start, lead.end))) return true;
  if (saidAt(said, from, "unaccented-at").length === 0 || to - from > 2) return true;
  return endsAt(said, to) || startsTime(said, to);
}

/** What follows is nothing that is counted. */
function endsAt(said: Said, to: number): boolean {
  const next = wordAt(said, to);
  return next === "" || pauseBefore(said, to) || isCommonWord(next) || actionOf(next) !== undefined;
}

/** A day, or another word of time, follows. */
const startsTime = (said: Said, at: number): boolean =>
  endIn(said, at, "every", "each", "weekday-before", "recurrence") !== undefined ||
  [said.lexicon.during, said.lexicon.until].some(
    (phrases) => endOf(phrases, said.words, at) !== undefined,
  );
