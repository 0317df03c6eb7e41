import { quotesIn } from "../../understanding/quotes.ts";
import { endOf } from "./phrases.ts";
import type { Piece, Said } from "./piece.ts";
import { amountAt, offsetAt } from "./read-amount.ts";
import { boundAt } from "./read-bounds.ts";
import { bareClockAt, clockAt } from "./read-clock.ts";
import { conditionAt } from "./read-condition.ts";
import { dayAt } from "./read-day.ts";
import { recurrenceAt } from "./read-recurrence.ts";

/** More words than these are prose; time is said at its ends. */
const MOST_WORDS = 80;
const PARTS = ["dawn", "morning", "afternoon", "evening"] as const;

/**
 * Every word of time of a text, from left to right: at each place the reading that takes most words. What is quoted, or
 * stands behind a colon, is not read.
 */
export function piecesOf(said: Said, isPayload: (at: number) => boolean = () => false): Piece[] {
  const quotes = quotesIn(said);
  const colon = said.text.search(/:\s/);
  const isSaid = (at: number): boolean =>
    !quotes.some(({ from, to }) => at >= from && at < to) &&
    !(colon >= 0 && (said.words[at]?.start ?? 0) > colon) &&
    !isPayload(at);
  const pieces: Piece[] = [];
  for (let at = 0; at < Math.min(said.words.length, MOST_WORDS); ) {
    const found = isSaid(at) ? readAt(said, at) : undefined;
    if (found === undefined) at++;
    else {
      pieces.push(...found);
      at = Math.max(at + 1, ...found.map(({ to }) => to));
    }
  }
  return pieces;
}

function readAt(said: Said, at: number): Piece[] | undefined {
  const recurrence = recurrenceAt(said, at);
  const single = [
    vagueAt(said, at),
    boundAt(said, at),
    offsetAt(said, at),
    dayAt(said, at),
    clockAt(said, at),
    partAt(said, at),
  ].filter((piece) => piece !== undefined);
  const condition = conditionAt(said, at);
  const tonight = tonightAt(said, at);
  const isClear = condition?.comparison !== undefined;
  const isAlone = recurrence === undefined && single.length === 0;
  // "once a week" opens no condition.
  if (condition !== undefined && (isClear || isAlone)) single.push(condition);
  const readings = [
    ...(recurrence === undefined ? [] : [recurrence]),
    ...(tonight === undefined ? [] : [tonight]),
    ...single.map((piece) => [piece]),
  ];
  let best: Piece[] | undefined;
  for (const reading of readings)
    if (best === undefined || lengthOf(reading) > lengthOf(best)) best = reading;
  return best;
}

const lengthOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, piece) => sum + piece.to - piece.from, 0);

/** "daqui a pouco", "antes das 18h", "half an hour before the game". */
function vagueAt(said: Said, at: number): Piece | undefined {
  const { lexicon, words } = said;
  const to = endOf(lexicon.vague, words, at);
  if (to !== undefined) return { is: "vague", from: at, to };
  const relative = endOf(lexicon.relative, words, at);
  const clock = relative === undefined ? undefined : bareClockAt(said, relative);
  // "depois de 20 minutos" is a length of time.
  if (clock !== undefined && offsetAt(said, at) === undefined)
    return { is: "vague", from: at, to: clock.to };
  const amount = amountAt(said, at);
  const beside = amount && endOf(lexicon.relativeAfter, words, amount.to);
  return beside === undefined ? undefined : { is: "vague", from: at, to: beside };
}

function tonightAt(said: Said, at: number): Piece[] | undefined {
  const to = endOf(said.lexicon.tonight, said.words, at);
  if (to === undefined) return undefined;
  return [
    { is: "away", days: 0, from: at, to },
    { is: "part", part: "evening", from: to, to },
  ];
}

function partAt(said: Said, at: number): Piece | undefined {
  for (const part of PARTS) {
    const to = endOf(said.lexicon.parts[part], said.words, at);
    if (to !== undefined) return { is: "part", part, from: at, to };
  }
  return undefined;
}
