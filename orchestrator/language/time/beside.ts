import { wordSet } from "#shared/language/words.ts";
import type { Piece, Said } from "./piece.ts";
import { amountAt } from "./read-amount.ts";
import { bareClockAt } from "./read-clock.ts";

/** What is known of a time beside what a text says of it. */
export type TimeBeside = {
  /** It is something that recurs, every minute or every day. */
  readonly recurs?: "minute" | "day";
  /** Its times of day: "09:00". */
  readonly times?: readonly string[];
  /** The half of the day that its hours are in, where they leave that open. */
  readonly half?: "am" | "pm";
  /** What is said is an hour, of what happens once with its minutes; or a length of time, of minutes where no unit is said. */
  readonly is?: "hour" | "minutes" | "length";
};

/** The pieces of a text with what is known beside it; what is not said takes no words. Pure. */
export function withBeside(said: Said, pieces: readonly Piece[], known: TimeBeside): Piece[] {
  const { recurs, times = [], half, is } = known;
  const end = said.words.length;
  const read = is === undefined ? undefined : readAs(said, pieces, is);
  const all: Piece[] = pieces.filter(
    ({ from, to }) => read === undefined || from >= read.to || to <= read.from,
  );
  if (read !== undefined) all.unshift(read);
  if (recurs === "day") all.unshift({ is: "days", rule: { on: "every_day" }, from: 0, to: 0 });
  if (recurs === "minute") all.unshift({ is: "elapsed", every_ms: 60_000, from: 0, to: 0 });
  for (const time of times) {
    const [hour = 0, minute = 0] = time.split(":").map(Number);
    all.push({ is: "clock", hour, minute, isExact: true, from: end, to: end });
  }
  return half === undefined ? all : all.map((piece) => inHalf(piece, half));
}

const JOINTS = wordSet("words.and");
const MINUTE_MS = 60_000;

/** What the text begins with as what it is known to be; of a length of time, wherever it is said. */
function readAs(
  said: Said,
  pieces: readonly Piece[],
  is: NonNullable<TimeBeside["is"]>,
): Piece | undefined {
  const { words } = said;
  const [first, joint, second] = words.map(({ word }) => word);
  switch (is) {
    case "hour": {
      const clock = bareClockAt(said, 0);
      return clock && { is: "clock", ...clock, from: 0 };
    }
    case "minutes": {
      const [hour, minute] = [Number(first), Number(second)];
      return words.length === 3 &&
        /^\d{1,2}$/.test(first ?? "") &&
        JOINTS.has(joint ?? "") &&
        /^\d{2}$/.test(second ?? "")
        ? { is: "clock", hour, minute, isExact: hour > 12, from: 0, to: 3 }
        : undefined;
    }
    case "length": {
      if (words.length === 1 && /^\d{1,3}$/.test(first ?? "")) {
        const amount = { months: 0, days: 0, ms: Number(first) * MINUTE_MS };
        return { is: "offset", amount, from: 0, to: 1 };
      }
      const from = words.findIndex((_, at) => amountAt(said, at) !== undefined);
      const found = amountAt(said, from);
      const isRead = pieces.some((piece) => piece.from <= from && piece.to > from);
      return found && !isRead
        ? { is: "offset", amount: found.amount, from, to: found.to }
        : undefined;
    }
  }
}

const NOON = 12;
function inHalf(piece: Piece, half: "am" | "pm"): Piece {
  if (piece.is !== "clock" || piece.isExact || piece.hour > NOON) return piece;
  return { ...piece, hour: (piece.hour % NOON) + (half === "pm" ? NOON : 0), isExact: true };
}
