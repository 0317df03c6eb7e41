import { expect, it } from "vitest";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import { buildUnderstanding } from "../understand.ts";

const WHO = ["Ana", "Pedro", "Rita", "Bruno"];
const understanding = buildUnderstanding(
  testCatalogue({
    domain: "garage",
    capabilities: [
      { capability: "log_hours", effect: "write" },
      { capability: "note", effect: "write" },
    ],
    goals: [
      {
        goal: "LOG_HOURS",
        description: { en: "Write down the hours of somebody for a job" },
        capability: "log_hours",
        entities_schema: {
          worked: { type: "duration", required: true },
          who_text: { synonyms: Object.fromEntries(WHO.map((name) => [name, [name]])) },
          job: { type: "integer", required: true },
        },
        hints: {
          examples: {
            en: WHO.flatMap((who, at) => [
              `log [${at + 1} hours](worked) for [${who}](who_text) on job [${at + 11}](job)`,
              `put [${at + 2} hours](worked) for [${who}](who_text) on [${at + 21}](job)`,
            ]),
          },
        },
      },
      {
        goal: "NOTE",
        description: { en: "Write a note" },
        capability: "note",
        entities_schema: { text: { required: true } },
        hints: {
          examples: {
            en: [
              "note that [the hose has to be longer](text)",
              "note that [we are out of oil](text)",
              "note that [Rita is away for the week](text)",
              "note that [the lift is loud again](text)",
            ],
          },
        },
      },
    ],
  }),
);
const intentOf = (text: string) => understanding.understand(text, { lastFrame: null }).intent;

it.each([
  ["put 3 hours for Ana on 41, I mean 2 hours", { worked: "PT2H", who_text: "Ana", job: 41 }],
  ["put 3 hours for Ana on 41, sorry, 42", { worked: "PT3H", who_text: "Ana", job: 42 }],
  ["put 3 hours for Ana on 41, sorry, Rita", { worked: "PT3H", who_text: "Rita", job: 41 }],
  [
    "log two hours for Ana on job forty, no, forty one",
    { worked: "PT2H", who_text: "Ana", job: 41 },
  ],
])("%s: what is put right stands where it was said first", (text, entities) => {
  const { goal, doubts = [], ...intent } = intentOf(text);
  expect({ goal, doubts, entities: intent.entities }).toEqual({
    goal: "LOG_HOURS",
    doubts: [],
    entities,
  });
});

it("a text is not put right piece by piece", () => {
  const { goal, doubts } = intentOf("note that Rita is away for 3 days, I mean 4 days");
  expect(goal).toBe("NOTE");
  expect(doubts).toContainEqual(expect.objectContaining({ reason: "corrected" }));
});
