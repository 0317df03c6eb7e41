import { describe, expect, it } from "vitest";
import { entitySchema } from "#shared/contracts/goal.ts";
import type { ShownAnswer } from "#shared/contracts/pending.ts";
import { buildCatalogue } from "../catalogue/registry/build-catalogue.ts";
import { intentWithout } from "../planning/frames.ts";
import { gardenDomain } from "./garden.fixture.ts";
import { askForEntity, askForGoal, calledBefore } from "./questions.ts";

const catalogue = buildCatalogue([gardenDomain([]).manifest]);
const asker = {
  key: { user_id: "ana", session_id: "s" },
  locale: "en",
  deps: { clock: { now: () => 0, monotonic: () => 0 }, makeId: () => "ask_1" },
} as const;

const option = (goal: string, entities: Record<string, string>, original_query: string) => ({
  label: goal,
  frame: { primary_domain: "garden", goal, entities, confidence: 1, original_query },
});
const ask = (text: string, ...close: [goal: string, entities: Record<string, string>][]) =>
  askForGoal(
    asker,
    close.map(([goal, entities]) => option(goal, entities, text)),
    { original_query: text, followups: [] },
    catalogue,
  );

it.each<[what: string, schema: object, question: string]>([
  ["as its manifest asks", { question: { en: "Which end?" } }, "Which end?"],
  ["by what it is, where there is no question", { description: { en: "Its end" } }, "Its end?"],
  ["by its name, where nothing is said of it", { description: "For models" }, "Which end?"],
])("a value that is missing is asked for %s", (_what, schema, question) => {
  const intent = intentWithout("water", "pending", "asked");
  const asked = askForEntity(
    asker,
    intent,
    { frame: 0, entity: "end_text", schema: entitySchema.parse(schema) },
    catalogue,
  );
  expect(asked.question).toBe(question);
});

describe("when no goal is certain", () => {
  it("a bare command is asked for what it lacks, and goes on with the goal that was close", () => {
    const asked = ask("some water please", ["WATER", {}]);
    expect(asked).toMatchObject({
      kind: "fill",
      question: "Which plant?",
      resume: { at: "entity", entity: "plant_text", intent: { goal: "WATER" } },
    });
  });

  it.each<[string, string, [string, Record<string, string>][]]>([
    ["lacks nothing", "water fern", [["WATER", { plant_text: "fern" }]]],
    ["says more than a command", "water is what I want to pay for", [["WATER", {}]]],
    [
      "may be one of several",
      "garden",
      [
        ["WATER", {}],
        ["LIGHT", {}],
      ],
    ],
  ])("a sentence that %s is asked about: %s", (_why, text, close) => {
    const asked = ask(text, ...close);
    expect([asked.kind, asked.options.length]).toEqual(["choose_goal", close.length]);
  });

  it("one goal is asked about with a yes or no, several are a choice", () => {
    expect(ask("water fern", ["WATER", { plant_text: "fern" }]).question).toBe(
      "Do you want this: Water a plant (fern)?",
    );
    expect(ask("garden", ["WATER", {}], ["LIGHT", {}]).question).toMatch(/one of these\?/);
  });
});

it.each([
  ["pt-BR", ["frio", "forte"]],
  ["en", ["cold", "forte"]],
] as const)(
  "the choices of an enum are words of %s where the manifest has them",
  (locale, labels) => {
    const schema = entitySchema.parse({
      type: "enum",
      values: ["cold", "HIGH"],
      synonyms: { cold: ["frio"], HIGH: ["forte", "bright"] },
    });
    const asked = askForEntity(
      { ...asker, locale },
      intentWithout("x", "none", ""),
      { frame: 0, entity: "kind", schema },
      catalogue,
    );
    expect(asked.options.map(({ label }) => label)).toEqual(labels);
  },
);

const shown = (domain: string, ...items: [id: number, label: string][]): ShownAnswer => ({
  ...{ said: "", text: "", whole: true, frames: [], followups: [], list: true, acted: false },
  ...{ at: 0, outside: [] },
  items: items.map(([id, label]) => ({ domain, label, entities: { id }, said_as: `item ${id}` })),
});
const answers = [shown("papers", [1, "Lease"], [2, "Minutes"]), shown("notes", [1, "milk"])];

it.each([
  ["the thing that was shown with its number", "papers", { id: 1 }, "Lease"],
  ["the same beside other parameters", "papers", { id: 2, title_text: "min" }, "Minutes"],
  ["nothing of another domain", "films", { id: 1 }, undefined],
  ["nothing that was not shown", "papers", { id: 3 }, undefined],
  ["nothing where no parameter tells", "papers", { title_text: "lease" }, undefined],
  ["nothing that the parameters say already", "papers", { id: 1, title_text: "Lease" }, undefined],
])("names %s", (_what, domain, params, label) =>
  expect(calledBefore(answers, { domain, params })).toBe(label),
);
