import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { type Manifest, manifestSchema } from "../contracts/manifest.ts";
import { changedFiles } from "./changed-files.ts";
import { loadManifest } from "./load-manifest.ts";

const folder = mkdtempSync(join(tmpdir(), "changed-files-"));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "goals"));
const MAIN = `# What tides are.
manifest_version: "1"
domain: tides
version: 1.0.0
description: {pt-BR: "Marés", en: "Tides"}
capabilities:
  - capability: get_tide # of today
    effect: read
    params_schema: &place
      type: object
      properties:
        beach: {type: string}
  - capability: get_wave
    effect: read
    params_schema: *place
`;
const GOAL = `goal: ASK_TIDE
description: {en: "Ask for the tide"}
capability: get_tide
hints:
  examples:
    en:
      - tide table
      # How fishermen say it.
      - is it high
`;
writeFileSync(join(folder, "manifest.yaml"), MAIN);
writeFileSync(join(folder, "goals", "01-ask.yaml"), GOAL);

const wanted = (change: (manifest: Manifest) => void): Manifest => {
  const manifest = structuredClone(loadManifest(folder));
  change(manifest);
  return manifestSchema.parse(manifest);
};
const goalOf = ({ goals: [goal] }: Manifest) => goal ?? expect.unreachable();

it("nothing is to be written where nothing is another", () => {
  expect(
    changedFiles(
      folder,
      wanted(() => undefined),
    ),
  ).toEqual([]);
});

it("an example more goes to the file of its goal, and all else there stays, comments too", () => {
  const changed = changedFiles(
    folder,
    wanted((manifest) => goalOf(manifest).hints.examples?.en?.unshift("how high is it")),
  );
  expect(changed).toEqual([
    {
      file: "goals/01-ask.yaml",
      text: GOAL.replace("      - tide table", "      - how high is it\n      - tide table"),
    },
  ]);
});

it("a field that was left to its default is written, one that is taken away goes", () => {
  const [changed] = changedFiles(
    folder,
    wanted(({ capabilities: [first] }) => {
      if (first !== undefined) Object.assign(first, { timeout_ms: 900 });
    }),
  );
  expect(changed?.file).toBe("manifest.yaml");
  expect(changed?.text).toContain("timeout_ms: 900");
  expect(changed?.text).toContain("# of today");
});

it("what several places share, and a goal more beside goals in files, is refused and named", () => {
  const shared = wanted(({ capabilities: [, second] }) => {
    if (second !== undefined) second.params_schema = { type: "object", properties: {} };
  });
  expect(() => changedFiles(folder, shared)).toThrow(/capabilities.1.params_schema/);
  const inside = wanted(({ capabilities: [first] }) => {
    Object.assign(first?.params_schema ?? {}, { additionalProperties: false });
  });
  expect(() => changedFiles(folder, inside)).toThrow(/capabilities.1.params_schema/);
  const more = wanted((manifest) => manifest.goals.push({ ...goalOf(manifest), goal: "OTHER" }));
  expect(() => changedFiles(folder, more)).toThrow(/goals: This can only be changed/);
});
