import { expect, it } from "vitest";
import type { Doubt, IntentOutput } from "#shared/contracts/intent.ts";
import { intentWithout } from "../planning/frames.ts";
import { ofHeld } from "./of-held.ts";
import type { Turn } from "./turn.ts";

const HELD_AT = 1_000;
const heldBack = (doubt: Doubt) => ({
  said: "don't delete the dentist note",
  followups: [],
  at: HELD_AT,
  frames: [
    {
      ...{ primary_domain: "memory", goal: "DELETE_ITEM", entities: { query: "dentist" } },
      ...{ confidence: 0.99, original_query: "don't delete the dentist note", doubts: [doubt] },
    },
  ],
});
const NEGATED: Doubt = { reason: "negated", detail: "don't" };

function asked(text: string, doubt = NEGATED, later = 1_000): IntentOutput | undefined {
  const turn = { state: { held: heldBack(doubt) }, startedAt: HELD_AT + later };
  return ofHeld(turn as unknown as Turn, intentWithout(text, "control", "said"));
}

it.each(["ok now you can delete it", "então apaga", "delete it"])("%s: asks for it", (text) =>
  expect(asked(text)).toMatchObject({ goal: "DELETE_ITEM", entities: { query: "dentist" } }),
);

it.each(["should I delete it?", "delete the shopping list", "don't delete it", "send it", "ok"])(
  "%s: does not",
  (text) => expect(asked(text)).toBeUndefined(),
);

it("leaves for whom and when as they were said", () =>
  expect(asked("delete it", { reason: "deferred", detail: "tomorrow" })).toBeUndefined());

it("knows it for some minutes only", () =>
  expect(asked("delete it", NEGATED, 11 * 60_000)).toBeUndefined());
