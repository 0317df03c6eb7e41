import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { buildConsole } from "./build-console.ts";

/** Of all that the first screen needs, bytes. */
const BUDGET = 60 * 1024;

it("what a first visit loads is small, nothing in it comes from elsewhere, and no style or script stands in the page", async () => {
  const { files } = await buildConsole();
  const page = files.get("index.html") ?? "";
  const first = [...page.matchAll(/(?:src|href)="\/console\/([^"]+)"/g)].map(
    ([, name = ""]) => name,
  );
  expect(first.length).toBeGreaterThan(2);
  const bytes = first.map((name) => gzipSync(files.get(name) ?? "").length);
  expect(bytes.every((size) => size > 50)).toBe(true);
  expect(bytes.reduce((sum, size) => sum + size, gzipSync(page).length)).toBeLessThan(BUDGET);
  expect(page).not.toMatch(/<style|\sstyle=|https?:\/\//);
  expect(page.match(/<script/g)).toHaveLength(1);
});
