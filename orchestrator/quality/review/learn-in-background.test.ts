import { expect, it } from "vitest";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { manifestSchema } from "#shared/contracts/manifest.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import type { JobRunner } from "./job-runner.ts";
import { doJob } from "./jobs.ts";
import { learnInBackground } from "./learn-in-background.ts";

/** A catalogue of one domain with so many goals of ten sentences each. */
function catalogueOf(goals: number) {
  const manifest: ManifestSource = {
    manifest_version: "1",
    domain: "library",
    version: "1.0.0",
    description: { en: "A library" },
    goals: Array.from({ length: goals }, (_, at) => ({
      goal: `SHELF_${at}`,
      description: { en: `Shelf ${at}` },
      capability: "show_shelf",
      hints: {
        examples: {
          en: Array.from({ length: 10 }, (_one, n) => `show shelf${at} book${n} please`),
        },
      },
    })),
    capabilities: [{ capability: "show_shelf", effect: "read", params_schema: { type: "object" } }],
  };
  return buildCatalogue([manifestSchema.parse(manifest)]);
}
const [none, few, many] = [buildCatalogue([]), catalogueOf(3), catalogueOf(40)];

function process(carryOut: JobRunner) {
  const warned: string[] = [];
  const log = {
    info() {},
    error() {},
    warn: (_fields: object, text: string) => void warned.push(text),
  };
  return { warned, deps: { aside: carryOut, log } };
}

it("thousands of sentences are learnt in another process while someone is served", async () => {
  const { deps } = process(async (job) => doJob(job));
  const training = await learnInBackground(many, few, deps);
  const understanding = buildUnderstanding(many, training);
  expect(understanding.warm).toBe(true);
  const { intent } = understanding.understand("show shelf7 book3 please", { lastFrame: null });
  expect(intent.goal).toBe("SHELF_7");
});

it("few are learnt here, and so are all of them while no one is served yet", async () => {
  const { deps } = process(() => Promise.reject(new Error("nobody asked for that")));
  expect(await learnInBackground(few, many, deps)).toBeUndefined();
  expect(await learnInBackground(many, none, deps)).toBeUndefined();
});

it("where no other process can be had they are learnt here, and the log says so", async () => {
  const { deps, warned } = process(() => Promise.reject(new Error("no room for a process")));
  expect(await learnInBackground(many, few, deps)).toBeUndefined();
  expect(warned).toHaveLength(1);
});
