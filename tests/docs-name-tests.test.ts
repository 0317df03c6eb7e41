import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** `orchestrator/engine/retry.test.ts` in docs/reliability.md. */
const TEST_FILE = /`([\w/.-]+\.(?:test|contract)\.ts)`/g;

it("every test that docs/reliability.md names is there", () => {
  const named = [...readFileSync("docs/reliability.md", "utf8").matchAll(TEST_FILE)].map(
    ([, path]) => path ?? "",
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => path.includes("/") && !existsSync(path))).toEqual([]);
});
