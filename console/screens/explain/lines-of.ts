export const MOST_SENTENCES = 50;

/** The sentences in a text, one a line. */
export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(0, MOST_SENTENCES);
