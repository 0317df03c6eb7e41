import { describe, expect, it } from "vitest";
import { confusablePairs, evaluate, reliability } from "./evaluate.ts";
import type { Labelled, Prediction } from "./labelled.ts";
import { decide, score } from "./score.ts";

let count = 0;
const entities = (of: Record<string, string>) =>
  Object.entries(of).map(([name, value]) => ({ name, value }));

/** A sentence: what it should lead to, what was found, how sure, and what was said in it. */
function pair(
  goal: string | null,
  found: string | null,
  confidence: number,
  more: {
    wanted?: Record<string, string>;
    got?: Record<string, string>;
    locale?: "pt-BR" | "en";
    notOf?: string;
    domain?: string;
  } = {},
): { label: Labelled; prediction: Prediction } {
  const id = String(++count);
  return {
    label: {
      id,
      text: `sentence ${id}`,
      locale: more.locale ?? "en",
      goal,
      entities: entities(more.wanted ?? {}),
      ...(more.notOf && { notOf: more.notOf }),
    },
    prediction: {
      id,
      domain: found === null ? null : (more.domain ?? "weather"),
      goal: found,
      confidence,
      entities: entities(more.got ?? {}),
      tier: "classifier",
    },
  };
}
const split = (pairs: ReturnType<typeof pair>[]) =>
  [pairs.map(({ label }) => label), pairs.map(({ prediction }) => prediction)] as const;

describe("a score", () => {
  const four = split([
    pair("RAIN", "RAIN", 0.99),
    pair("RAIN", "WIND", 0.95),
    pair("WIND", "WIND", 0.5),
    pair(null, "RAIN", 0.96),
  ]);

  it("counts what is right among what is in scope, whatever the confidence", () => {
    expect(score(...four)).toMatchObject({ sentences: 4, in_scope: 3, accuracy: 2 / 3 });
  });

  it("tells at each gate what acts, how much of it is right, and what should not have acted", () => {
    const [, at94, at97] = score(...four).gates;
    expect(at94).toMatchObject({
      threshold: 0.94,
      coverage: 3 / 4,
      precision: 1 / 3,
      in_scope_coverage: 2 / 3,
      in_scope_precision: 1 / 2,
      false_accepts: 1,
    });
    const [from = 0, to = 0] = at94?.precision_between ?? [];
    expect([from.toFixed(4), to.toFixed(4)]).toEqual(["0.0615", "0.7923"]);
    // A third of four fifths is right, of two thirds of four fifths and one fifth.
    expect(at94?.precision_in_mix).toBeCloseTo(4 / 11);
    expect(at97).toMatchObject({ coverage: 1 / 4, precision: 1, false_accepts: 0 });
  });

  it("takes no share of nothing", () => {
    const { gates, accuracy, ece, auroc } = score([], []);
    expect([accuracy, ece, auroc, gates[0]?.precision]).toEqual([null, null, null, null]);
    expect(score(...split([pair("RAIN", "RAIN", 0.1)])).gates[0]?.precision).toBeNull();
  });

  it("counts a sentence without a prediction as not understood", () => {
    const [labels] = split([pair("RAIN", "RAIN", 1)]);
    expect(score(labels, [])).toMatchObject({ accuracy: 0 });
  });

  it("measures how far confidence is from truth", () => {
    const calibrated = [1, 2, 3, 4].map((at) => pair("RAIN", at === 1 ? "WIND" : "RAIN", 0.75));
    expect(score(...split(calibrated)).ece).toBeCloseTo(0);
    expect(score(...split([pair("RAIN", "WIND", 0.9)])).ece).toBeCloseTo(0.9);
  });

  it.each([
    ["perfectly", 0.9, 0.1, 1],
    ["not at all", 0.5, 0.5, 0.5],
    ["the wrong way round", 0.1, 0.9, 0],
  ])(
    "measures how well confidence tells what is out of scope: %s",
    (_how, inside, outside, area) => {
      const pairs = [pair("RAIN", "RAIN", inside), pair(null, "RAIN", outside)];
      expect(score(...split(pairs)).auroc).toBe(area);
    },
  );

  it("lets another domain have a near miss that one domain denies", () => {
    const denied = (domain: string) =>
      score(...split([pair(null, "RAIN", 0.99, { notOf: "weather", domain })]));
    expect(denied("weather").gates[1]?.false_accepts).toBe(1);
    expect(denied("garden").gates[1]?.false_accepts).toBe(0);
  });
});

describe("entities", () => {
  it("count by name and value, whatever their case, accents and punctuation", () => {
    const pairs = [
      pair("RAIN", "RAIN", 1, { wanted: { place: "São Paulo" }, got: { place: "sao paulo." } }),
      pair("RAIN", "RAIN", 1, { wanted: { place: "Recife" }, got: { place: "Olinda" } }),
    ];
    expect(score(...split(pairs))).toMatchObject({ entity_f1: 0.5, exact_frames: 0.5 });
  });

  it("that were not said make a frame wrong, and so does a wrong goal", () => {
    const pairs = [
      pair("RAIN", "RAIN", 1, { wanted: { place: "A" }, got: { place: "A", day: "B" } }),
      pair("RAIN", "WIND", 1, { wanted: { place: "A" }, got: { place: "A" } }),
      pair("RAIN", "RAIN", 1, { wanted: { place: "A" }, got: { place: "A" } }),
    ];
    expect(score(...split(pairs)).exact_frames).toBeCloseTo(1 / 3);
  });

  it("are not scored where there are none, or no one labelled them", () => {
    expect(score(...split([pair("RAIN", "RAIN", 1)]))).toMatchObject({
      entity_f1: null,
      exact_frames: null,
    });
    const [[label], predictions] = split([pair("RAIN", "RAIN", 1, { got: { place: "A" } })]);
    if (label === undefined) throw new Error("no label");
    const unlabelled = { ...label, entities: undefined };
    expect(decide([unlabelled], predictions).decisions[0]?.exact).toBe(true);
  });
});

it("the reliability table puts confidence beside truth, and leaves out steps without sentences", () => {
  const pairs = [
    pair("RAIN", "RAIN", 0.98),
    pair("RAIN", "WIND", 1),
    pair("RAIN", "RAIN", 0.5),
    pair("RAIN", null, 0),
  ];
  expect(reliability(decide(...split(pairs)).decisions)).toEqual([
    { from: 0.4, to: 0.6, sentences: 1, confidence: 0.5, right: 1 },
    { from: 0.97, to: 1, sentences: 2, confidence: 0.99, right: 0.5 },
  ]);
});

it("pairs of goals are confused in either direction, the most often confused first", () => {
  const pairs = [
    pair("RAIN", "WIND", 0.3),
    pair("WIND", "RAIN", 0.8),
    pair("WIND", "SNOW", 0.9),
    pair("SNOW", "SNOW", 0.9),
    pair("SNOW", null, 0),
    pair(null, "SNOW", 0.9),
  ];
  const found = confusablePairs(...split(pairs));
  expect(found.map(({ goals, times }) => [...goals, times])).toEqual([
    ["RAIN", "WIND", 2],
    ["SNOW", "WIND", 1],
  ]);
  expect(found[0]?.sentences.map(({ confidence }) => confidence)).toEqual([0.8, 0.3]);
});

it("an evaluation tells each language, and each goal at its own gate", () => {
  const pairs = [
    pair("RAIN", "RAIN", 0.9, { locale: "pt-BR" }),
    pair("RAIN", "RAIN", 0.95),
    pair("RAIN", "WIND", 0.95),
    pair(null, null, 0),
  ];
  const { locales, goals } = evaluate(...split(pairs), {
    gateOf: () => 0.94,
    hasEffect: () => false,
  });
  expect(locales.map(({ locale, scores }) => [locale, scores.accuracy])).toEqual([
    ["pt-BR", 1],
    ["en", 0.5],
  ]);
  expect(goals).toEqual([
    { goal: "RAIN", locale: "pt-BR", sentences: 1, accuracy: 1, coverage: 0, precision: null },
    { goal: "RAIN", locale: "en", sentences: 2, accuracy: 0.5, coverage: 1, precision: 0.5 },
  ]);
  expect(
    evaluate(...split(pairs.slice(1)), { gateOf: () => 0, hasEffect: () => false }).locales,
  ).toEqual([]);
});
