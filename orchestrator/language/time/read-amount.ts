import type { Edge } from "#shared/language/time/chart.ts";
import type { LengthPart } from "#shared/language/time/meaning.ts";
import { pauseBefore } from "../text.ts";
import { type PieceOf, type Said, saidAt } from "./piece.ts";
import type { Amount } from "./reading.ts";

/** So much time, and the largest unit that it was said in. */
export type ReadAmount = {
  readonly amount: Amount;
  readonly to: number;
  readonly unit: LengthPart["unit"];
};

/** The longest length of time that begins at a word. */
export const amountAt = (said: Said, at: number): ReadAmount | undefined =>
  read(said, saidAt(said, at, "length"));

/** So long from now. */
export function offsetAt(said: Said, at: number): PieceOf<"offset"> | undefined {
  const found = read(said, saidAt(said, at, "offset"));
  return found && { is: "offset", amount: found.amount, from: at, to: found.to };
}

/** No request waits longer. */
const MOST = 5000;
const MS: Partial<Record<LengthPart["unit"], number>> = {
  hour: 60 * 60 * 1000,
  minute: 60 * 1000,
  second: 1000,
};

function read(said: Said, edges: readonly Edge[]): ReadAmount | undefined {
  for (const { meaning, strength, to } of edges) {
    if (meaning.is !== "length" || meaning.loose === true) continue;
    if (strength === "led" && !endsThere(said, to)) continue;
    const [first] = meaning.parts;
    const amount = amountOf(meaning.parts);
    return first && amount && { amount, to, unit: first.unit };
  }
  return undefined;
}

function amountOf(parts: readonly LengthPart[]): Amount | undefined {
  let [months, days, ms] = [0, 0, 0];
  for (const { unit, count } of parts) {
    if (count > MOST) return undefined;
    const each = MS[unit];
    if (each !== undefined) ms += Math.round(count * each);
    else if (!Number.isInteger(count)) return undefined;
    else if (unit === "day" || unit === "week") days += count * (unit === "week" ? 7 : 1);
    else months += count * (unit === "year" ? 12 : 1);
  }
  return { months, days, ms };
}

/** A bare number behind a length belongs to it where nothing is counted by it. */
const endsThere = (said: Said, at: number): boolean =>
  at >= said.words.length || pauseBefore(said, at) || saidAt(said, at, "length-joint").length > 0;
