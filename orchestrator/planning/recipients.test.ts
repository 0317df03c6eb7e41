import { expect, it } from "vitest";
import type { GoalFrame } from "#shared/contracts/intent.ts";
import { testCatalogue } from "../catalogue/catalogue.fixture.ts";
import { obeyed } from "./recipients.ts";

const text = { type: "string" } as const;
const capabilityWith = (capability: string, properties: object) => ({
  capability,
  effect: "external" as const,
  params_schema: { type: "object" as const, properties: { title_text: text, ...properties } },
});
const catalogue = testCatalogue({
  domain: "library",
  description: { "pt-BR": "Biblioteca", en: "Library" },
  goals: [],
  capabilities: [
    capabilityWith("lend_book", { person_text: text }),
    capabilityWith("send_book", { to: { type: "object", format: "recipient" } }),
  ],
});

/** The doubts that are left of a request "... to Rita". */
function doubtsLeft(capability: string, entities: GoalFrame["entities"]): string[] {
  const frame: GoalFrame = {
    ...{ primary_domain: "library", goal: "LEND_BOOK", confidence: 0.99 },
    original_query: "... to Rita",
    entities,
    doubts: [{ reason: "addressed", detail: "to Rita", name: "Rita" }],
  };
  const done = [{ domain: "library", capability }];
  return (obeyed(frame, done, catalogue).doubts ?? []).map(({ reason }) => reason);
}

it.each([
  ["a value of its own beside another one", { title_text: "Dune", person_text: "Rita" }, []],
  ["no value of it", { title_text: "Dune" }, ["addressed"]],
  ["all that was said", { title_text: "Rita" }, ["addressed"]],
  ["only a part of a value", { title_text: "Dune", person_text: "Rita Lee" }, ["addressed"]],
])("a name is no one to send to where nothing is sent and it is %s", (_what, entities, left) =>
  expect(doubtsLeft("lend_book", entities)).toEqual(left),
);

it("a name is whom it is sent to where it is sent", () =>
  expect(doubtsLeft("send_book", { title_text: "Dune" })).toEqual([]));
