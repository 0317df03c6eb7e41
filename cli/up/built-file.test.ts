import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { BUILD_FOLDER, BUILD_NOTE, type BuildNote, builtFile } from "./built-file.ts";

let project: string;
let source: string;
const note = (text: string) => writeFileSync(join(project, BUILD_FOLDER, BUILD_NOTE), text);

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "built-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  project = folder;
  source = join(project, "a", "main.ts");
  mkdirSync(join(project, "a"));
  mkdirSync(join(project, BUILD_FOLDER));
  writeFileSync(source, "1");
  const { mtimeMs, size } = statSync(source);
  const made: BuildNote = {
    built: { "a/main.ts": "a-main.mjs" },
    from: { "a/main.ts": { mtimeMs, size } },
  };
  note(JSON.stringify(made));
});

it("is the build while nothing has changed", () => {
  expect(builtFile(source, project)).toBe(join(project, BUILD_FOLDER, "a-main.mjs"));
});

it.each<[string, () => void]>([
  ["something it was built from has changed", () => writeFileSync(source, "22")],
  ["something was only touched", () => utimesSync(source, 1, 1)],
  ["something is gone", () => rmSync(source)],
  ["there is no build", () => rmSync(join(project, BUILD_FOLDER), { recursive: true })],
  ["the note is cut short", () => note('{"built":{"a/main.ts"')],
  ["the note is another one", () => note("[]")],
])("is the source when %s", (_why, change) => {
  change();
  expect(builtFile(source, project)).toBe(source);
});

it("is the source for what was never built", () => {
  const other = join(project, "a", "other.ts");
  expect(builtFile(other, project)).toBe(other);
});
