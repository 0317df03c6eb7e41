import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { frugalNode } from "./frugal-node.ts";

/** How large Node lets the young generation grow, in MB, with these variables. */
function largestYoungGeneration(env: Record<string, string>): number {
  const script = `
    const kept = [];
    for (let i = 0; i < 3e6; i++) { kept.push({ i }); if (kept.length > 4e5) kept.length = 0; }
    const { getHeapSpaceStatistics } = require("node:v8");
    console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space").space_size);
  `;
  const told = execFileSync(process.execPath, ["-e", script], { env, encoding: "utf8" });
  return Number(told) / 1024 / 1024;
}

it("keeps what is young small", () => {
  expect(largestYoungGeneration(frugalNode({}))).toBeLessThanOrEqual(32);
});

it("leaves the last word to the operator", () => {
  const given = { NODE_OPTIONS: "--no-warnings --max-semi-space-size=1", MALLOC_ARENA_MAX: "8" };
  const env = frugalNode(given);
  expect(largestYoungGeneration(env)).toBeLessThanOrEqual(2);
  expect(env).toEqual({
    NODE_OPTIONS:
      "--disable-sigusr1 --max-semi-space-size=16 --no-warnings --max-semi-space-size=1",
    MALLOC_ARENA_MAX: "8",
  });
});
