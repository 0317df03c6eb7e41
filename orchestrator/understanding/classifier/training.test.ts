import { expect, it } from "vitest";
import { catalogue } from "../understand.fixture.ts";
import { buildUnderstanding } from "../understand.ts";
import { randomFrom } from "./random.ts";
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

const spoilt =
  (spoil: (learnt: Training["learnt"]) => unknown) =>
  (training: Training): unknown => ({ ...training, learnt: spoil(training.learnt) });
it.each<[string, (training: Training) => unknown]>([
  ["nothing", () => undefined],
  ["something else", () => "training"],
  ["another engine's", (training) => ({ ...training, engine: 0 })],
  ["another catalogue's", (training) => ({ ...training, digest: "0".repeat(64) })],
  ["of other sentences", spoilt((learnt) => ({ ...learnt, sentences: Uint16Array.of(0) }))],
  ["without texts", (training) => ({ ...training, texts: new Uint16Array() })],
  [
    "with places out of order",
    spoilt(({ model, ...learnt }) => ({
      ...learnt,
      model: { ...model, starts: model.starts.with(1, 1000) },
    })),
  ],
  [
    "with goals that are not there",
    spoilt(({ model, ...learnt }) => ({
      ...learnt,
      model: { ...model, goalOf: model.goalOf.map((goal) => goal + 1000) },
    })),
  ],
  [
    "with sentences that are not there",
    spoilt(({ postings, ...learnt }) => ({
      ...learnt,
      postings: {
        ...postings,
        once: { ...postings.once, sentenceOf: postings.once.sentenceOf.map(() => 50_000) },
      },
    })),
  ],
  [
    "with numbers missing",
    spoilt(({ model, ...learnt }) => ({
      ...learnt,
      model: { ...model, coefficientOf: new Float32Array() },
    })),
  ],
  [
    "with something that is no number",
    spoilt(({ model, ...learnt }) => ({
      ...learnt,
      model: { ...model, biases: model.biases.with(0, Number.NaN) },
    })),
  ],
  [
    "of plain lists",
    spoilt(({ othersReach, ...learnt }) => ({ ...learnt, othersReach: [...othersReach] })),
  ],
])("kept training that is %s is ignored", (_, spoil) => {
  const rebuilt = buildUnderstanding(catalogue, spoil(kept()));
  expect(rebuilt.warm).toBe(false);
  expect(rebuilt.training()).toEqual(cold.training());
});

const bytes = trainingBytes(kept());
const longer = new Uint8Array(bytes.length + 8);
longer.set(bytes);
it.each<[string, Uint8Array]>([
  ["is empty", new Uint8Array()],
  ["was cut short", bytes.subarray(0, -8)],
  ["was cut anywhere", bytes.subarray(0, -3)],
  ["goes on", longer],
  ["has a head of another size", bytes.with(4, 1)],
  ["has another head", bytes.with(12, 0)],
  ["has another sum", bytes.with(0, (bytes[0] ?? 0) ^ 1)],
  [
    "is something else",
    new TextEncoder().encode("a file of another program, and quite a long one, with a tail"),
  ],
])("a file that %s holds no training", (_, spoilt) => expect(trainingIn(spoilt)).toBeUndefined());

it("a file of which any byte is another holds no training", () => {
  const random = randomFrom(1);
  for (let time = 0; time < 300; time++) {
    const at = Math.floor(random() * bytes.length);
    const changed = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    expect(trainingIn(bytes.with(at, changed)), `byte ${at}`).toBeUndefined();
  }
});

it("is read wherever its bytes stand", () => {
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  expect(trainingIn(shifted.subarray(3))).toEqual(kept());
  expect(trainingIn(bytes)).toEqual(kept());
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
