/** What is left to tell of a text whose beginning was told; one that begins otherwise is told as a whole, below it. */
export const restOf = (text: string, told: string): string =>
  text.startsWith(told) ? text.slice(told.length) : `\n\n${text}`;
