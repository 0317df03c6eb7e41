import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { tellSlowestFiles } from "./scripts/slowest-files.ts";

/** Their tests put a network of their own under the whole process, or look at what it has loaded: each has one. */
const OUTSIDE = [
  "orchestrator/adapters/language-model/anthropic.test.ts",
  "orchestrator/adapters/language-model/open-language-model.test.ts",
  "orchestrator/adapters/language-model/openai-compatible.test.ts",
];

/** Their tests start services, which are built before the first of them. */
const STARTS_SERVICES = [
  "tests/e2e/**/*.test.ts",
  "tests/every-word-counts/judged.test.ts",
  "tests/manifests-are-reviewed.test.ts",
];

/** What depends on the day and needs no process beside it. `npm run test:dates` tries more of it, on more days. */
const PURE = [
  "domains/finance/{answers,goals,questions,capabilities/*}.test.ts",
  "domains/finance/{data/{market-data,sample},markets/*}.test.ts",
  "{shared/calendar,shared/recognisers,orchestrator/{language,standing}}/**/*.test.ts",
];
const OTHER_DAYS = ["2027-12-31T23:59:00Z", "2028-02-29T12:00:00Z"];
const movedTo = (day: string) =>
  `file://${resolve("tests/standing/moved-clock.mjs")}?by=${Date.parse(day) - Date.now()}`;

/** What waits for processes begins first, so that the last to end are the shortest. */
const FIRST = ["system", "outside", "rooms"];
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification) => FIRST.indexOf(project.name);
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

/** What one process or thread has compiled, the next one that the tests start reads: half of a start. */
process.env["NODE_COMPILE_CACHE"] ??= resolve("node_modules", ".cache", "regente-tests");

/**
 * What tests put into the machine's temporary folder goes with this run. What one of them learns of a catalogue, the
 * others read there, in whatever process they are.
 */
if (process.env["REGENTE_TESTS_LEARNT"] === undefined) {
  const run = mkdtempSync(join(tmpdir(), "regente-tests-"));
  // Whoever starts as another user has a folder in it.
  chmodSync(run, 0o711);
  process.env["TMPDIR"] = run;
  process.env["REGENTE_TESTS_LEARNT"] = join(run, "learnt");
  mkdirSync(join(run, "learnt", "shipped"), { recursive: true });
  process.once("exit", () => rmSync(run, { recursive: true, force: true, maxRetries: 3 }));
}

export default defineConfig(({ mode }) => ({
  test: {
    // npm run test:long; see tests/how-much.ts.
    env: { REGENTE_TESTS: mode },
    // Much of a test is waiting for processes that it started: there are more at once than a small machine has processors.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    // Limits are there for what hangs, on whatever machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 120_000 } },
    // CI reads its counts from here, not from what a terminal shows.
    reporters: ["default", ...(process.env["CI"] ? ["json"] : []), tellSlowestFiles],
    outputFile: { json: "coverage/tests.json" },
    // What one file has loaded, the next one has loaded as well: a third of the time.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: "rooms",
          include: [
            "{orchestrator,shared,domains,cli,console,bench,scripts,packages,tests}/**/*.test.ts",
          ],
          exclude: [...OUTSIDE, ...STARTS_SERVICES],
        },
      },
      { extends: true, test: { name: "outside", include: OUTSIDE, isolate: true } },
      ...OTHER_DAYS.map((day) => ({
        extends: true as const,
        test: {
          name: `on ${day.slice(0, 10)}`,
          include: PURE,
          execArgv: [`--import=${movedTo(day)}`],
        },
      })),
      {
        extends: true,
        test: {
          name: "system",
          include: STARTS_SERVICES,
          globalSetup: "tests/e2e/build-once.ts",
        },
      },
    ],
  },
}));
