import { expect, it } from "vitest";
import { intentOutput } from "./intent.ts";
import { scheduleName } from "./schedule-name.ts";

const frame = (original_query: string) => ({
  ...{ primary_domain: "garden", goal: "WATER", entities: {}, confidence: 1, original_query },
});
const asked = (said: string, also: readonly object[] = []) => ({
  do: "goals" as const,
  intent: intentOutput.parse({
    ...{ ...frame(said), tier: "template", evidence: [], alternatives: [], also, followups: [] },
  }),
});
const words = "every day at 9 water the roses";

it("a schedule is called what it tells or does, without its time", () => {
  expect(scheduleName({ words, action: { do: "tell", text: "the roses" } })).toBe("the roses");
  expect(scheduleName({ words, action: asked("water the roses") })).toBe("water the roses");
});

it("where that would leave something out, it is called what was said", () => {
  expect(scheduleName({ words, action: { do: "tell", text: null } })).toBe(words);
  expect(scheduleName({ words, action: asked("water", [frame("cut them")]) })).toBe(words);
  expect(scheduleName({ words, action: asked("") })).toBe(words);
});
