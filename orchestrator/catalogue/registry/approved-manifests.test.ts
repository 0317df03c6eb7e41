import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { manifestSchema } from "#shared/contracts/manifest.ts";
import { openApprovedManifests } from "./approved-manifests.ts";

const manifest = (version: string) =>
  manifestSchema.parse({
    manifest_version: "1",
    domain: "weather",
    version,
    description: { en: "Weather" },
    capabilities: [{ capability: "get_weather", effect: "read" }],
  });

function aFolder() {
  const folder = join(mkdtempSync(join(tmpdir(), "approved-")), "made");
  onTestFinished(() => rmSync(join(folder, ".."), { recursive: true }));
  const logged: string[] = [];
  const hear = (_fields: object, message: string) => void logged.push(message);
  const log = { info: hear, warn: hear, error: hear };
  return { folder, logged, open: () => openApprovedManifests(folder, log) };
}

it("the next process finds what this one kept last", async () => {
  const { folder, open } = aFolder();
  const kept = await open();
  expect(kept.find("weather")).toBeUndefined();
  await Promise.all(["1.0.0", "1.1.0", "2.0.0"].map((version) => kept.keep(manifest(version))));
  expect((await open()).find("weather")).toEqual(manifest("2.0.0"));
  expect(readdirSync(folder)).toEqual(["weather.json"]);
  expect(statSync(join(folder, "weather.json")).mode & 0o777).toBe(0o600);
});
it("what is forgotten was never seen, for the next process too", async () => {
  const { open } = aFolder();
  const kept = await open();
  await kept.keep(manifest("1.0.0"));
  await kept.forget("weather");
  await kept.forget("library");
  expect(kept.find("weather")).toBeUndefined();
  expect((await open()).find("weather")).toBeUndefined();
});
it.each([
  ["what is not JSON", "{"],
  ["what is no manifest", '{"domain":"weather"}'],
  ["a reserved key", '{"__proto__":{}}'],
])("%s counts as never seen, and is logged", async (_what, text) => {
  const { folder, logged, open } = aFolder();
  await open();
  writeFileSync(join(folder, "weather.json"), text);
  expect((await open()).find("weather")).toBeUndefined();
  expect(logged).toHaveLength(1);
});
