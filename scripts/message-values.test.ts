import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { valueFiles } from "./message-values.ts";

it("what code may say is typed by the words (npm run generate writes it)", () => {
  const files = valueFiles();
  expect(files.size).toBeGreaterThan(1);
  for (const [file, text] of files) expect(readFileSync(file, "utf8"), file).toBe(text);
});
