/** Text to put in at one place of another text. */
export type Insertion = { at: number; text: string };

/** A text with everything put in; the places are those of the text as it was. */
export const spliced = (text: string, insertions: readonly Insertion[]): string =>
  insertions
    .toSorted((one, other) => other.at - one.at)
    .reduce((whole, { at, text }) => whole.slice(0, at) + text + whole.slice(at), text);

/** The end of the line that this place is on. */
export function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

/** The spaces before the first word of the line that this place is on. */
export function indentAt(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? "";
}
