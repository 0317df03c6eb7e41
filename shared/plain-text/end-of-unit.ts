/** Letters and digits that only signs join, and no blank: "B-104", "A/7.2". */
const UNIT = /[\p{L}\p{N}]+(?:[-_./#@:+][\p{L}\p{N}]+)*/uy;

/** The word of a text at which that ends what is written without a blank from another one on. */
export function endOfUnit(text: string, words: readonly { start: number }[], from: number): number {
  const start = words[from]?.start ?? 0;
  UNIT.lastIndex = start;
  const end = start + (UNIT.exec(text)?.[0].length ?? 1);
  const next = words.findIndex((word) => word.start >= end);
  return next < 0 ? words.length : next;
}
