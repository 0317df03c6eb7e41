import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["{orchestrator,domains,shared,cli,tests,bench}/**/*.test.ts"], testTimeout: 20_000 },
});
