import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const MODULE = new URL("kept-yaml.ts", import.meta.url).href;
const TEXT = "names:\n  - one\n  - two # a comment\n";
const HELD = { names: ["one", "two"] };

/** What a new process reads in a text. */
function readAnew(text: string, compiled?: string): unknown {
  const script = `
    const { yamlOf } = await import(${JSON.stringify(MODULE)});
    console.log(JSON.stringify(yamlOf(${JSON.stringify(text)})));`;
  const env = compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled };
  const run = ["--input-type=module", "-e", script];
  const told = execFileSync(process.execPath, run, { env, encoding: "utf8", stdio: "pipe" });
  return JSON.parse(told) as unknown;
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "kept-yaml-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it("gives what a text holds, wherever Node keeps nothing", () => {
  expect(readAnew(TEXT)).toEqual(HELD);
});

it("parses a text once: the next process reads what was kept, of this very text", () => {
  const compiled = aFolder();
  expect(readAnew(TEXT, compiled)).toEqual(HELD);
  const [kept = "", ...others] = globSync(join(compiled, "*", "*.json"));
  expect(others).toEqual([]);
  writeFileSync(kept, JSON.stringify({ names: ["from the file"] }));
  expect(readAnew(TEXT, compiled)).toEqual({ names: ["from the file"] });
  expect(readAnew(`${TEXT}  - three\n`, compiled)).toEqual({ names: ["one", "two", "three"] });
});

it("parses a text again whose kept value was cut off", () => {
  const compiled = aFolder();
  readAnew(TEXT, compiled);
  const [kept = ""] = globSync(join(compiled, "*", "*.json"));
  writeFileSync(kept, '{"names": ["one"');
  expect(readAnew(TEXT, compiled)).toEqual(HELD);
  expect(readAnew(TEXT, compiled)).toEqual(HELD);
});

it("keeps nothing of a text that is no YAML", () => {
  const compiled = aFolder();
  expect(() => readAnew("names: [one", compiled)).toThrow();
  expect(globSync(join(compiled, "*", "*.json"))).toEqual([]);
});
