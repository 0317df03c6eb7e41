import { expect, it } from "vitest";
import type { ManifestSource } from "../contracts/manifest.ts";
import { success } from "./answers.ts";
import { defineDomain } from "./define-domain.ts";
import { silentLog } from "./log.ts";

const manifest = {
  manifest_version: "1",
  domain: "weather",
  version: "1.0.0",
  description: { en: "Weather" },
  goals: [
    {
      goal: "TELL_RAIN",
      description: { en: "Tell the rain" },
      capability: "read_rain",
      hints: { templates: { en: ["rain from {start} to {end}"] } },
      entities_schema: { start: { type: "time" }, end: { type: "time" }, at: { type: "date" } },
    },
  ],
  capabilities: [{ capability: "read_rain", effect: "read" }],
} satisfies ManifestSource;

it("a manifest is served in the order of its author: what stands first takes a value first", async () => {
  const read_rain = async () => success({ result: {}, explanation: "1 mm" });
  const { app } = defineDomain(manifest, { read_rain }, { log: silentLog });
  const served = (await (await app.request("/manifest")).json()) as typeof manifest;
  expect(Object.keys(served.goals[0]?.entities_schema ?? {})).toEqual(["start", "end", "at"]);
});
