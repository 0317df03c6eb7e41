/** Signs of Markdown that say nothing by themselves: rules of tables, heads, marks, borders of cells. */
const SIGNS = /^[ :|-]*-[ :|-]*$|^(?:#+|>|-) |\*\*|`+|\|/gm;

/** An answer as one line of plain text. */
export const inOneLine = (text: string): string =>
  text.replaceAll(SIGNS, " ").replaceAll(/\s+/g, " ").trim();
