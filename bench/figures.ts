/** One line of the result: what was measured, and what it is held to. */
export type Figure = {
  /** P1, P2... of bench/README.md */
  id: string;
  what: string;
  measured: number;
  /** "x", "us", "ms", "MB" */
  unit: string;
  target: { atMost: number } | { atLeast: number };
};

/** The figures as a table, the target beside each. */
export function printFigures(figures: readonly Figure[]): void {
  const rows = figures.map(({ id, what, measured, unit, target }) => {
    const met = "atMost" in target ? measured <= target.atMost : measured >= target.atLeast;
    const bound = "atMost" in target ? `<= ${target.atMost}` : `>= ${target.atLeast}`;
    return [id, what, `${rounded(measured)} ${unit}`, `${bound} ${unit}`, met ? "met" : "MISSED"];
  });
  const all = [["", "figure", "measured", "target", ""], ...rows];
  const widths = (all[0] ?? []).map((_, column) =>
    Math.max(...all.map((row) => row[column]?.length ?? 0)),
  );
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  process.stdout.write(`\n${lines.join("\n")}\n`);
}

const rounded = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
