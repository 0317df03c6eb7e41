import { endOf } from "./phrases.ts";
import { type Piece, pauseBefore, type Said } from "./piece.ts";

/** More words than these lie between what was said and what puts it right. */
const MOST_BETWEEN = 8;

/** Pieces as they are meant: what was put right is gone, and how often counts only where it adds up. Pure. */
export const settledPieces = (said: Said, pieces: readonly Piece[]): readonly Piece[] =>
  oftenOf(corrected(said, pieces));

function corrected(said: Said, pieces: readonly Piece[]): readonly Piece[] {
  const isIn = (at: number) => pieces.some(({ from, to }) => at >= from && at < to);
  let settled = pieces;
  for (let at = 1; at < said.words.length; at++) {
    const to = endOf(said.lexicon.corrects, said.words, at);
    if (to === undefined || isIn(at)) continue;
    if (!pauseBefore(said, at) && !pauseBefore(said, to)) continue;
    const before = settled.findLast((piece) => piece.to <= at && slotOf(piece) !== undefined);
    const isNear = before !== undefined && at - before.to <= MOST_BETWEEN;
    const next = settled.filter(({ from }) => from >= to && from <= to + 2);
    const [first] = next;
    if (!isNear || first === undefined || slotOf(first) === undefined) continue;
    const slots = new Set(
      settled.filter(({ from }) => from >= to).flatMap((piece) => slotOf(piece) ?? []),
    );
    const isReplaced = (piece: Piece): boolean => {
      const slot = slotOf(piece);
      if (piece.to > at || slot === undefined) return false;
      return slots.has(slot) || slot === "length" || slots.has("length");
    };
    const marker: Piece = { is: "nothing", from: at, to };
    settled = [
      ...settled.map((piece) => (isReplaced(piece) ? nothingOf(piece) : piece)),
      marker,
    ].toSorted((a, b) => a.from - b.from);
  }
  return settled;
}

const nothingOf = ({ from, to }: Piece): Piece => ({ is: "nothing", from, to });

/** What a piece may take the place of. */
function slotOf({ is }: Piece): "clock" | "day" | "length" | undefined {
  switch (is) {
    case "clock":
    case "part":
      return "clock";
    case "away":
    case "weekday":
    case "date":
    case "next_week":
    case "next_month":
      return "day";
    case "offset":
      return "length";
    case "days":
    case "month_place":
    case "except":
    case "each":
    case "elapsed":
    case "between":
    case "until":
    case "starting":
    case "times":
    case "vague":
    case "often":
    case "nothing":
    case "slack":
    case "late":
    case "condition":
      return undefined;
  }
}

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
