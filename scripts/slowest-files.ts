import type { Reporter, TestModule } from "vitest/node";

/** How long a file took, in milliseconds: what it loads, and its tests with what is done around them. */
type Timed = { file: string; ms: number };

const MOST_TOLD = 10;

/**
 * The slowest files of a run, as lines; none where there are too few for that to say anything.
 * Shape: "  12.3 s  tests/e2e/terminal.test.ts", the slowest first
 */
export function slowestFiles(files: readonly Timed[]): string[] {
  if (files.length <= MOST_TOLD) return [];
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, MOST_TOLD);
  return slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`);
}

const timed = (module: TestModule): Timed => {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return { file: module.relativeModuleId, ms: collectDuration + setupDuration + duration };
};

/** Says at the end of a run of the tests where its time went. */
export const tellSlowestFiles: Reporter = {
  onTestRunEnd(modules) {
    const lines = slowestFiles(modules.map(timed));
    if (lines.length > 0) process.stdout.write(`\nThe slowest files:\n${lines.join("\n")}\n`);
  },
};
