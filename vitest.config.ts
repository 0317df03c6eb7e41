import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const ROOMS = "{orchestrator,domains,shared,cli,bench,scripts}";

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
      { extends: true, test: { name: "rooms", include: [`${ROOMS}/**/*.test.ts`] } },
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
