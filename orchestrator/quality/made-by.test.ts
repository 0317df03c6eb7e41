import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { madeBy } from "./made-by.ts";
import { folderOf } from "./tools/tools.fixture.ts";

it("another word of a language, or other code, makes findings anew; a test of it does not", () => {
  const folder = folderOf({ "en/nouns.yaml": "books: book", "read.ts": "export {};" });
  const before = madeBy([folder]);
  expect(madeBy([folder])).toBe(before);
  writeFileSync(join(folder, "read.test.ts"), "export {};");
  expect(madeBy([folder])).toBe(before);
  writeFileSync(join(folder, "en", "nouns.yaml"), "books: book tome");
  const words = madeBy([folder]);
  expect(words).not.toBe(before);
  writeFileSync(join(folder, "read.ts"), "export const other = 1;");
  expect(madeBy([folder])).not.toBe(words);
  expect(madeBy()).toMatch(/^[0-9a-f]{64}$/);
});
