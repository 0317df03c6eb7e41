import { expect, it } from "vitest";
import { randomFrom } from "#shared/random/random.ts";
import { catalogue } from "../understand.fixture.ts";
import { buildUnderstanding } from "../understand.ts";
import { ENGINE, type Training, trainingBytes, trainingIn } from "./training.ts";

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

it.each<[string, Training | undefined]>([
  ["is not there", undefined],
  ["is another catalogue's", { ...kept(), digest: "0".repeat(64) }],
])("kept training that %s is learnt", (_, training) => {
  const rebuilt = buildUnderstanding(catalogue, training);
  expect(rebuilt.warm).toBe(false);
  expect(rebuilt.training()).toEqual(cold.training());
});

const bytes = trainingBytes(kept());
const textOf = (text: string) => new TextEncoder().encode(text);
it.each<[string, Uint8Array]>([
  ["is empty", new Uint8Array()],
  ["was cut short", bytes.subarray(0, -8)],
  ["was cut in its mark", bytes.subarray(0, 10)],
  ["goes on", Buffer.concat([bytes, new Uint8Array(1)])],
  ["another engine wrote", Buffer.from(bytes).fill("training 6", "regente ".length, 18)],
  ["has only the mark of ours", bytes.subarray(0, bytes.indexOf(10) + 1)],
  ["the version before wrote", textOf('\u0001\u0002\u0003\u0004\u000d\0\0\0{"engine":5} ')],
  ["is something else", textOf("a file of another program, and quite a long one, with a tail")],
])("a file that %s holds no training", (_, spoilt) => expect(trainingIn(spoilt)).toBeUndefined());

it("a file of which any byte is another holds no training", () => {
  const random = randomFrom(1);
  for (let time = 0; time < 300; time++) {
    const at = Math.floor(random() * bytes.length);
    const changed = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    expect(trainingIn(bytes.with(at, changed)), `byte ${at}`).toBeUndefined();
  }
});

it("is read wherever its bytes stand, and keeps none of them", () => {
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  const found = trainingIn(shifted.subarray(3));
  shifted.fill(0);
  expect(found).toEqual(kept());
});

/** Every name in a training and in what it holds, once. */
const namesIn = (value: unknown): string[] =>
  typeof value !== "object" || value === null || ArrayBuffer.isView(value)
    ? []
    : Object.entries(value).flatMap(([name, inner]) => [
        ...(Array.isArray(value) ? [] : [name]),
        ...namesIn(inner),
      ]);

it("the engine's number rises with the form of what is kept", () => {
  const training = kept();
  // Another list wants a higher number in training-bytes.ts, so that files of before are learnt again.
  expect([ENGINE, [...new Set(namesIn(training))].sort().join(" ")]).toEqual([
    8,
    "actions biases coefficientOf commands confidence counts digest features frequent goalOf goalStarts goals goalsOfWords having havingWord heard ids keys learnt letterScales letters model often once othersReach postings questions sentenceOf sentences starts stems texts weights wordScales words",
  ]);
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
