import { printable, type Terminal } from "./terminal.ts";

/** One column: what stands over it, and how its cells are coloured once they are laid out. */
export type Column = {
  title: string;
  align?: "right";
  paint?: (cell: string, row: number) => string;
};

const GAP = "  ";
/** The last column is never narrower than this, however narrow the terminal. */
const LEAST_WIDTH = 12;

const widthOf = (text: string): number => [...text].length;

/**
 * Rows under their titles. On a terminal the last column ends where the line does; elsewhere nothing is cut.
 */
export function showTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { output, paint }: Terminal,
): string {
  const cells = rows.map((row) => row.map((cell) => printable(cell).replace(/\s+/g, " ").trim()));
  const widths = columns.map(({ title }, at) =>
    Math.max(widthOf(title), ...cells.map((row) => widthOf(row[at] ?? ""))),
  );
  const last = columns.length - 1;
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + GAP.length, 0);
  const room =
    output.isTTY === true
      ? Math.max(LEAST_WIDTH, (output.columns ?? 80) - before)
      : Number.POSITIVE_INFINITY;
  const line = (row: readonly string[], painted: (cell: string, at: number) => string): string =>
    row
      .map((cell, at) => {
        if (at === last) return painted(shorten(cell, room), at);
        const space = " ".repeat((widths[at] ?? 0) - widthOf(cell));
        return columns[at]?.align === "right"
          ? space + painted(cell, at)
          : painted(cell, at) + space;
      })
      .join(GAP)
      .trimEnd();
  return [
    line(
      columns.map(({ title }) => title),
      (title) => paint.bold(title),
    ),
    ...cells.map((row, index) =>
      line(row, (cell, at) => columns[at]?.paint?.(cell, index) ?? cell),
    ),
  ].join("\n");
}

export function shorten(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join("")}…`;
}
