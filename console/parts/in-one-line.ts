/** Signs of Markdown that say nothing by themselves: rules of tables, heads, marks. */
const SIGNS = /^[ :|-]*-[ :|-]*$|^(?:#+|>|-) |\*\*|`+/gm;
/** A row of a table; its borders say nothing either, and those of other lines are somebody's words. */
const ROW = /^ *\|.*$/gm;

/** An answer as one line of plain text. */
export const inOneLine = (text: string): string =>
  text
    .replaceAll(SIGNS, " ")
    .replaceAll(ROW, (row) => row.replaceAll("|", " "))
    .replaceAll(/\s+/g, " ")
    .trim();
