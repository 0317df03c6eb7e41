import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { ContractError } from "../contracts/errors.ts";
import { loadManifest } from "./load-manifest.ts";
import { fingerprintManifest } from "./manifest-files.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});
/** A folder with these files: name -> text. */
function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "manifest-"));
  folders.push(folder);
  write(folder, files);
  return folder;
}
function write(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const main = `manifest_version: "1"
domain: weather
version: 1.0.0
description: {en: Weather}
capabilities:
  - capability: get_forecast
    effect: read
`;
const goal = (name: string) => `goal: ${name}
description: {en: Ask}
capability: get_forecast
`;
const goalsOf = (path: string) => loadManifest(path).goals.map(({ goal }) => goal);

describe("a manifest is read", () => {
  it("from a folder, with the goals of its goals folder in the order of their names", () => {
    const folder = folderOf({
      "manifest.yaml": `${main}goals:\n  - {goal: FIRST, description: {en: x}, capability: get_forecast}\n`,
      "goals/20-rain.yaml": goal("RAIN"),
      "goals/10-sun.yml": goal("SUN"),
      "goals/notes.txt": "not a goal",
    });
    expect(goalsOf(folder)).toEqual(["FIRST", "SUN", "RAIN"]);
    expect(loadManifest(pathToFileURL(`${folder}/`)).domain).toBe("weather");
  });
  it("with its goals also when the file in the folder is named", () => {
    const folder = folderOf({ "manifest.yaml": main, "goals/rain.yaml": goal("RAIN") });
    expect(goalsOf(join(folder, "manifest.yaml"))).toEqual(["RAIN"]);
  });
  it("from a single file of another name, alone", () => {
    const folder = folderOf({ "weather.yaml": main, "goals/rain.yaml": goal("RAIN") });
    expect(goalsOf(join(folder, "weather.yaml"))).toEqual([]);
  });
  it("from JSON", () => {
    const capabilities = [{ capability: "get_forecast" }];
    const json = {
      manifest_version: "1",
      domain: "weather",
      version: "1.0.0",
      description: { en: "W" },
      capabilities,
    };
    expect(loadManifest(folderOf({ "manifest.json": JSON.stringify(json) })).domain).toBe(
      "weather",
    );
  });
});

describe("a refusal says where:", () => {
  it.each<[name: string, files: Record<string, string>, message: RegExp]>([
    ["no manifest", { "readme.md": "" }, /no manifest here \(looked for manifest\.yaml, /],
    [
      "an unknown field",
      { "manifest.yaml": `${main}    efect: write\n` },
      /manifest\.yaml:8: capabilities\.0\.efect: unknown field/,
    ],
    [
      "a missing field",
      { "manifest.yaml": main.replace("version: 1.0.0\n", "") },
      /manifest\.yaml:1: version: /,
    ],
    [
      "a fault in a goal's file",
      {
        "manifest.yaml": main,
        "goals/a.yaml": goal("A"),
        "goals/b.yaml": `${goal("B")}hints: {keyword: []}\n`,
      },
      /goals\/b\.yaml:4: hints\.keyword: unknown field/,
    ],
    ["broken YAML", { "manifest.yaml": `${main}goals: [\n` }, /manifest\.yaml:\d+: /],
    [
      "a reserved key",
      { "manifest.yaml": `${main}metadata: {__proto__: {a: 1}}\n` },
      /metadata\.__proto__: reserved key/,
    ],
    ["a list", { "manifest.yaml": "- 1\n" }, /manifest\.yaml:1: must be an object/],
    [
      "goals that are no list",
      { "manifest.yaml": `${main}goals: many\n`, "goals/a.yaml": goal("A") },
      /manifest\.yaml:8: goals: /,
    ],
    [
      "an alias bomb",
      {
        "manifest.yaml": `a: &a [1,1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n`,
      },
      /manifest\.yaml: .*alias/,
    ],
    [
      "a file of 5 MB",
      { "manifest.yaml": `${main}#${"x".repeat(5_000_000)}` },
      /manifest\.yaml: 5000\d+ bytes; at most 4194304 are allowed/,
    ],
  ])("%s", (_name, files, message) => {
    expect(() => loadManifest(folderOf(files))).toThrow(message);
  });
  it("nesting without end", () => {
    const deep = `${main}metadata: ${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    expect(() => loadManifest(folderOf({ "manifest.yaml": deep }))).toThrow(ContractError);
  });
  it("a path with nothing there", () => {
    expect(() => loadManifest("/nowhere/weather.yaml")).toThrow(
      /nowhere\/weather\.yaml: no such file or folder/,
    );
  });
});

it("the fingerprint changes with each file of the manifest, and only then", () => {
  const folder = folderOf({ "manifest.yaml": main });
  const seen = [fingerprintManifest(folder)];
  write(folder, { "goals/rain.yaml": goal("RAIN") });
  seen.push(fingerprintManifest(folder));
  write(folder, { "goals/rain.yaml": goal("SNOW") });
  seen.push(fingerprintManifest(folder));
  write(folder, { "readme.md": "hi" });
  expect(new Set(seen).size).toBe(3);
  expect(fingerprintManifest(folder)).toBe(seen[2]);
});
