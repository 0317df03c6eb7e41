import { expect, it } from "vitest";
import { catalogue } from "../understand.fixture.ts";
import { buildUnderstanding } from "../understand.ts";
import type { Training } from "./training.ts";
import { trainingBytes, trainingIn } from "./training-bytes.ts";

const cold = buildUnderstanding(catalogue);
const kept = (): Training => structuredClone(cold.training());
const throughAFile = (training: Training) => trainingIn(trainingBytes(training));
const TEXTS = [
  "qual a previsão do tempo para Recife?",
  "tem chuva prevista pra Lisboa",
  "onde faz mais calor?",
  "tell me something about the sea",
];

it("with kept training everything is understood as if it had just been learnt", () => {
  const warm = buildUnderstanding(catalogue, throughAFile(kept()));
  expect([cold.warm, warm.warm]).toEqual([false, true]);
  for (const text of TEXTS)
    expect(warm.understand(text, { lastFrame: null })).toEqual(
      cold.understand(text, { lastFrame: null }),
    );
  expect(warm.training()).toEqual(cold.training());
});

it.each<[string, (training: Training) => unknown]>([
  ["nothing", () => undefined],
  ["something else", () => "training"],
  ["another engine's", (training) => ({ ...training, engine: 0 })],
  ["another catalogue's", (training) => ({ ...training, digest: "0".repeat(64) })],
  ["of other features", (training) => ({ ...training, features: 7 })],
  ["of other sentences", (training) => ({ ...training, starts: Int32Array.of(0) })],
  [
    "with places out of order",
    ({ starts, ...training }) => ({ ...training, starts: starts.with(1, 1000) }),
  ],
  [
    "with goals that are not there",
    ({ goals, ...training }) => ({ ...training, goals: goals.map((goal) => goal + 1000) }),
  ],
  ["with numbers missing", (training) => ({ ...training, coefficients: new Float32Array() })],
  [
    "with something that is no number",
    ({ biases, ...training }) => ({ ...training, biases: biases.with(0, Number.NaN) }),
  ],
  ["of plain lists", ({ biases, ...training }) => ({ ...training, biases: [...biases] })],
])("kept training that is %s is ignored", (_, spoil) => {
  const rebuilt = buildUnderstanding(catalogue, spoil(kept()));
  expect(rebuilt.warm).toBe(false);
  expect(rebuilt.training()).toEqual(cold.training());
});

const bytes = trainingBytes(kept());
it.each<[string, Uint8Array]>([
  ["is empty", new Uint8Array()],
  ["was cut short", bytes.subarray(0, -8)],
  ["goes on", Uint8Array.of(...bytes, 0, 0, 0, 0, 0, 0, 0, 0)],
  ["has a head of another size", bytes.with(0, 1)],
  ["has another head", bytes.with(6, 0)],
  [
    "is something else",
    new TextEncoder().encode("a file of another program, and quite a long one"),
  ],
])("a file that %s holds no training", (_, spoilt) => expect(trainingIn(spoilt)).toBeUndefined());

it("is read wherever its bytes stand", () => {
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  expect(trainingIn(shifted.subarray(3))).toEqual(kept());
});

it("a calibration is kept with the training, and moves confidences", () => {
  const calibrated = buildUnderstanding(catalogue);
  const before = calibrated.understand(TEXTS[0] ?? "", { lastFrame: null });
  calibrated.calibrate();
  const training = throughAFile(calibrated.training());
  const later = buildUnderstanding(catalogue, training);
  const told = buildUnderstanding(catalogue);
  told.calibrate(training);
  for (const text of TEXTS)
    for (const other of [later, told])
      expect(other.understand(text, { lastFrame: null })).toEqual(
        calibrated.understand(text, { lastFrame: null }),
      );
  expect(before.intent.goal).toBe(
    calibrated.understand(TEXTS[0] ?? "", { lastFrame: null }).intent.goal,
  );
  expect(training).not.toMatchObject({ confidence: null });
});
