import type { Edge } from "#shared/language/time/chart.ts";
import { chartOf } from "#shared/language/time/chart-of.ts";
import { wordSet } from "#shared/language/words.ts";
import { pauseBefore } from "../text.ts";
import { wordAt } from "../values/recogniser.ts";
import { isCommonWord } from "../words/common-words.ts";
import { actionOf, deedOf } from "../words/deeds.ts";
import { endOf } from "../words/phrases.ts";
import { type ClockPiece, endIn, type Piece, type PieceOf, type Said } from "./piece.ts";

type Read = ClockPiece & { readonly to: number };

/** A time of day that stands by itself, or that the words before it make one. */
export function clockAt(said: Said, at: number): PieceOf<"clock"> | undefined {
  if (countsThings(said, at) || isOneOf(said, at)) return undefined;
  const chart = chartOf(said, said.locale, "own");
  const led = chart
    .at(at, "at-clock")
    .filter(({ strength, to }) => strength !== "led" || countsNothing(said, at, to));
  const behindDay = isBehindDay(said, at)
    ? chart.at(at, "bare-clock").filter(({ to }) => chart.at(to - 1, "hour-words").length > 0)
    : [];
  const read = longest([...led, ...chart.at(at, "clock"), ...behindDay]);
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
export function bareClockAt(said: Said, at: number): Read | undefined {
  const chart = chartOf(said, said.locale, "own");
  return longest(["at-clock", "clock", "bare-clock"].flatMap((category) => chart.at(at, category)));
}

function longest(edges: readonly Edge[]): Read | undefined {
  const [found] = edges
    .filter(({ strength }) => strength !== "alone")
    .toSorted((one, other) => other.to - one.to);
  if (found?.meaning.is !== "clock") return undefined;
  const { hour, minute, isExact } = found.meaning;
  return { hour, minute, isExact, to: found.to };
}

/** A day ends there. */
function isBehindDay(said: Said, at: number): boolean {
  const chart = chartOf(said, said.locale, "own");
  return [1, 2, 3].some((back) => chart.at(at - back, "point").some(({ to }) => to === at));
}

/** So many things, and no hour: an article, a number and no mark of an hour behind the verb of something that is done. */
function countsThings(said: Said, at: number): boolean {
  const { words, text } = said;
  const [verb, article, number] = [words[at - 1], words[at], words[at + 1]];
  if (verb === undefined || article === undefined || number === undefined) return false;
  const chart = chartOf(said, said.locale, "own");
  const isArticle = chart.at(at, "unaccented-at").length > 0;
  if (!isArticle || hasAccent(text.slice(article.start, article.end))) return false;
  if (/^\d/.test(number.word) || chart.at(at + 1, "number").length === 0) return false;
  const deed = deedOf(verb.word);
  const isMarked = chart.at(at, "at-clock").some(({ to }) => to > at + 2);
  return deed !== undefined && deed !== "remind" && deed !== "tell" && !isMarked;
}

/** Of so many things one is meant, and no hour. */
function isOneOf(said: Said, at: number): boolean {
  if (!CHOSEN.has(wordAt(said, at - 1))) return false;
  const chart = chartOf(said, said.locale, "own");
  const isNumber = /^\d+$/.test(wordAt(said, at + 1)) || chart.at(at + 1, "number").length > 0;
  return isNumber && chart.at(at + 2, "hour-words").length === 0;
}
const CHOSEN = wordSet("words.chosen-of-several");

const hasAccent = (text: string): boolean => /[\u00c0-\u00ff]/.test(text);

/** An accent tells an hour from so many things, else what follows does. */
function countsNothing(said: Said, from: number, to: number): boolean {
  const { text, words } = said;
  const lead = words[from];
  if (lead !== undefined && hasAccent(text.slice(lead.start, lead.end))) return true;
  const chart = chartOf(said, said.locale, "own");
  if (chart.at(from, "unaccented-at").length === 0 || to - from > 2) return true;
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
