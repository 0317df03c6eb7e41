import { expect, it } from "vitest";
import { type ManifestSource, manifestSchema } from "#shared/contracts/manifest.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import { catalogue } from "../../understanding/understand.fixture.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { type JobRunner, oneJobAtATime, runJob } from "./job-runner.ts";
import { calibrateCatalogue, doJob } from "./jobs.ts";
import { learnInBackground, openCalibration } from "./open-calibration.ts";

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const manifests = [...catalogue.manifests.values()];
const calibrated = calibrateCatalogue(manifests);

it("a calibration belongs to its manifests, and is the same each time", () => {
  expect(calibrated.digest).toBe(catalogue.digest);
  expect(calibrated.confidence).not.toBeNull();
  expect(calibrateCatalogue(manifests)).toEqual(calibrated);
});

/** Someone waits for it here. */
const asUrgentAsTheRest: JobRunner = (job, signal) => runJob(job, signal, 0);

it("calibrates what came into force in a process of its own, and keeps what it found", async () => {
  const understanding = buildUnderstanding(catalogue);
  const { promise, resolve } = Promise.withResolvers<[string, Training]>();
  const calibration = openCalibration({
    keep: async (...kept) => resolve(kept),
    aside: oneJobAtATime(asUrgentAsTheRest),
    log: quiet,
    settleMs: 0,
  });
  calibration.onChange({ catalogue, understanding });
  expect(await promise).toEqual([catalogue.digest, calibrated]);
  expect(understanding.training().confidence).toEqual(calibrated.confidence);
  calibration.close();
});

it("has nothing to do for a catalogue without goals", () => {
  const calibration = openCalibration({
    keep: () => Promise.reject(new Error("nothing to keep")),
    aside: oneJobAtATime(),
    log: quiet,
    settleMs: 0,
  });
  const empty = buildCatalogue([]);
  calibration.onChange({ catalogue: empty, understanding: buildUnderstanding(empty) });
  calibration.close();
});

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
