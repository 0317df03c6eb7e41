import { expect, it } from "vitest";
import { catalogue } from "../understand.fixture.ts";
import { buildUnderstanding } from "../understand.ts";

const cold = buildUnderstanding(catalogue);
const kept = (): Record<string, unknown> => structuredClone(cold.training());
const TEXTS = [
  "qual a previsão do tempo para Recife?",
  "tem chuva prevista pra Lisboa",
  "onde faz mais calor?",
  "tell me something about the sea",
];

it("with kept training everything is understood as if it had just been learnt", () => {
  const warm = buildUnderstanding(catalogue, JSON.parse(JSON.stringify(kept())));
  expect([cold.warm, warm.warm]).toEqual([false, true]);
  for (const text of TEXTS)
    expect(warm.understand(text, { lastFrame: null })).toEqual(
      cold.understand(text, { lastFrame: null }),
    );
  expect(warm.training()).toEqual(cold.training());
});

it.each<[string, (training: Record<string, unknown>) => unknown]>([
  ["nothing", () => undefined],
  ["something else", () => "training"],
  ["another engine's", (training) => ({ ...training, engine: 0 })],
  ["another catalogue's", (training) => ({ ...training, digest: "0".repeat(64) })],
  ["of other features", (training) => ({ ...training, features: 7 })],
  ["of other sentences", (training) => ({ ...training, starts: [0] })],
  ["with places out of order", (training) => ({ ...training, starts: reversed(training) })],
  ["with goals that are not there", (training) => ({ ...training, goals: moved(training) })],
  ["with numbers missing", (training) => ({ ...training, coefficients: [] })],
])("kept training that is %s is ignored", (_, spoil) => {
  const rebuilt = buildUnderstanding(catalogue, spoil(kept()));
  expect(rebuilt.warm).toBe(false);
  expect(rebuilt.training()).toEqual(cold.training());
});

it("a calibration is kept with the training, and moves confidences", () => {
  const calibrated = buildUnderstanding(catalogue);
  const before = calibrated.understand(TEXTS[0] ?? "", { lastFrame: null });
  calibrated.calibrate();
  const training: unknown = JSON.parse(JSON.stringify(calibrated.training()));
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

const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);
const reversed = ({ starts }: Record<string, unknown>) => {
  const [first = 0, second = 0, ...others] = numbers(starts);
  return [first, second + 1000, ...others];
};
const moved = ({ goals }: Record<string, unknown>) => numbers(goals).map((goal) => goal + 1000);
