/** Control and direction signs, which can make a text look like another; line breaks and tabs stay. */
const HIDDEN = /(?![\n\t])[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Text as it may be kept: readable by any store, without what nobody can see. */
export const cleanText = (text: string): string => text.toWellFormed().replace(HIDDEN, "").trim();

/** The same on one line of at most `most` characters. */
export function oneLine(text: string, most: number): string {
  const line = cleanText(text).replace(/\s+/g, " ");
  return line.length <= most
    ? line
    : `${line
        .slice(0, most - 1)
        .trimEnd()
        .toWellFormed()}…`;
}
