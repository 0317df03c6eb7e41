import { expect, it } from "vitest";
import { slowestFiles } from "./slowest-files.ts";

const files = Array.from({ length: 12 }, (_, at) => ({ file: `${at}.test.ts`, ms: at * 1000 }));

it("tells the ten slowest files of a run, the slowest first", () => {
  const lines = slowestFiles(files);
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe("  11.0 s  11.test.ts");
  expect(lines[9]).toBe("   2.0 s  2.test.ts");
});

it("tells nothing of a run of few files", () => {
  expect(slowestFiles(files.slice(0, 10))).toEqual([]);
});
