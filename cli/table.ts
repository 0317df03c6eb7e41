import { stripVTControlCharacters } from "node:util";

const widthOf = (cell: string): number => stripVTControlCharacters(cell).length;

/** Rows in columns, two spaces apart: words to the left, and figures (from `figuresFrom` on) to the right. */
export function table(
  rows: readonly (readonly string[])[],
  figuresFrom = Number.POSITIVE_INFINITY,
): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => widthOf(row[column] ?? ""))),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const space = " ".repeat((widths[column] ?? 0) - widthOf(cell));
        return column >= figuresFrom ? space + cell : cell + space;
      })
      .join("  ")
      .trimEnd(),
  );
}
