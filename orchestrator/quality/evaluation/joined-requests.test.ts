import { describe, expect, it } from "vitest";
import type { IntentOutput } from "#shared/contracts/intent.ts";
import {
  type JoinedDecision,
  joinInPairs,
  scoreJoined,
  understandJoined,
} from "./joined-requests.ts";
import type { Labelled } from "./labelled.ts";

const labelled = (goal: string | null, text: string, locale: "pt-BR" | "en" = "en"): Labelled => ({
  id: text,
  text,
  locale,
  goal,
  entities: undefined,
});

describe("sentences in pairs", () => {
  const labels = [
    labelled("RAIN", "will it rain?"),
    labelled("WIND", "how strong is the wind?"),
    labelled(null, "who wrote Hamlet"),
    labelled("RAIN", "vai chover?", "pt-BR"),
    labelled("WIND", "tem vento?", "pt-BR"),
  ];

  it("are of one language, each sentence in one pair, and none that is out of scope", () => {
    const pairs = joinInPairs(labels);
    expect(pairs).toHaveLength(2);
    for (const { goals } of pairs) expect(goals.toSorted()).toEqual(["RAIN", "WIND"]);
    const texts = pairs.map(({ text }) => text).join("\n");
    expect(texts).toMatch(/(rain|wind)( and | and then | and also )(will|how)/);
    expect(texts).toMatch(/(chover|vento)( e | e depois | e também )(vai|tem)/);
    expect(texts).not.toContain("Hamlet");
  });

  it("are the same for the same labels", () => {
    const many = Array.from({ length: 40 }, (_, at) => labelled(`G${at % 7}`, `sentence ${at}`));
    expect(joinInPairs(many)).toEqual(joinInPairs(many));
  });

  it("are left out where both ask for the same", () => {
    expect(joinInPairs([labelled("RAIN", "rain?"), labelled("RAIN", "any rain?")])).toEqual([]);
  });
});

it("a joined sentence is as certain as its least certain goal", () => {
  const frame = (goal: string, confidence: number) => ({
    primary_domain: "weather",
    goal,
    entities: {},
    confidence,
    original_query: goal,
  });
  const intent: IntentOutput = {
    ...frame("RAIN", 0.99),
    tier: "classifier",
    evidence: [],
    alternatives: [],
    also: [frame("WIND", 0.91)],
    followups: [],
  };
  const understand = () => ({ intent, locale: "en" as const, candidates: [] });
  const goals = ["WIND", "RAIN"] as const;
  expect(understandJoined({ understand }, { text: "wind and rain", goals })).toEqual({
    asked: goals,
    found: ["RAIN", "WIND"],
    hasFollowup: false,
    confidence: 0.91,
  });
});

describe("a joined request", () => {
  const decision = (found: string[], confidence: number, hasFollowup = false): JoinedDecision => ({
    asked: ["RAIN", "WIND"],
    found,
    confidence,
    hasFollowup,
  });

  it.each([
    ["is swallowed where one goal acts alone", decision(["RAIN"], 0.95), 1, 0],
    ["is not where that goal would ask first", decision(["RAIN"], 0.93), 0, 0],
    ["is not where something follows the goal", decision(["RAIN"], 0.95, true), 0, 0],
    ["is done where both goals act, in any order", decision(["WIND", "RAIN"], 0.95), 0, 1],
    ["is not done where another goal acts", decision(["RAIN", "SNOW"], 0.95), 0, 0],
    ["is neither where nothing was understood", decision([], 0), 0, 0],
  ])("%s", (_habit, one, swallowed, both) => {
    const { sentences, gates } = scoreJoined([one]);
    expect(sentences).toBe(1);
    expect(gates).toContainEqual({ threshold: 0.94, swallowed, both });
  });

  it("has no shares where there is none", () => {
    expect(scoreJoined([]).gates[0]).toMatchObject({ swallowed: null, both: null });
  });
});
