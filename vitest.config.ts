import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const rooms = "{orchestrator,domains,shared,cli,tests,bench,scripts}";

export default defineConfig({
  test: {
    include: [`${rooms}/**/*.test.ts`],
    // Much of a test is waiting for processes that it started. A limit is there for what hangs, on whatever machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // CI reads its counts from here, not from what a terminal shows.
    reporters: process.env["CI"] ? ["default", "json"] : ["default"],
    outputFile: { json: "coverage/tests.json" },
  },
});
