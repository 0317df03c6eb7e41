import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const ROOMS = "{orchestrator,shared,cli,bench,scripts}/**/*.test.ts";
/** What plays the outside world changes the network of its whole process; their tests have one each. */
const OUTSIDE = ["domains/**/*.test.ts", "orchestrator/adapters/language-model/**/*.test.ts"];

/** What one process or thread has compiled, the next one that the tests start reads: half of a start. */
process.env["NODE_COMPILE_CACHE"] ??= join(tmpdir(), "regente-tests-compile-cache");

export default defineConfig({
  test: {
    // Much of a test is waiting for processes that it started. A limit is there for what hangs, on whatever machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // CI reads its counts from here, not from what a terminal shows.
    reporters: process.env["CI"] ? ["default", "json"] : ["default"],
    outputFile: { json: "coverage/tests.json" },
    projects: [
      // What one file has loaded, the next one has loaded as well: a third of the time.
      {
        extends: true,
        test: { name: "rooms", include: [ROOMS], exclude: OUTSIDE, isolate: false },
      },
      { extends: true, test: { name: "outside", include: OUTSIDE } },
      {
        extends: true,
        test: {
          name: "system",
          include: ["tests/**/*.test.ts"],
          globalSetup: "tests/e2e/build-once.ts",
        },
      },
    ],
  },
});
