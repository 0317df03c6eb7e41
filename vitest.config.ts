import { defineConfig } from "vitest/config";

const rooms = "{orchestrator,domains,shared,cli,tests,bench,scripts}";

export default defineConfig({
  test: {
    include: [`${rooms}/**/*.test.ts`],
    testTimeout: 20_000,
    // CI reads its counts from here, not from what a terminal shows.
    reporters: process.env["CI"] ? ["default", "json"] : ["default"],
    outputFile: { json: "coverage/tests.json" },
  },
});
