import { expect, it } from "vitest";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import { catalogue } from "../../understanding/understand.fixture.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { calibrateCatalogue } from "./calibrate-catalogue.ts";
import { oneJobAtATime } from "./job-runner.ts";
import { openCalibration } from "./open-calibration.ts";

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const manifests = [...catalogue.manifests.values()];
const calibrated = calibrateCatalogue(manifests);

it("a calibration belongs to its manifests, and is the same each time", () => {
  expect(calibrated.digest).toBe(catalogue.digest);
  expect(calibrated.confidence).not.toBeNull();
  expect(calibrateCatalogue(manifests)).toEqual(calibrated);
});

it("calibrates what came into force in a process of its own, and keeps what it found", async () => {
  const understanding = buildUnderstanding(catalogue);
  const { promise, resolve } = Promise.withResolvers<[string, Training]>();
  const calibration = openCalibration({
    keep: async (...kept) => resolve(kept),
    aside: oneJobAtATime(),
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
