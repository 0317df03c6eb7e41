import { expect, it } from "vitest";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import { buildUnderstanding } from "../understand.ts";

const WHO = ["Ana", "Pedro", "Rita", "Bruno"];
const THINGS = ["blue drill", "cook book", "old jack", "garden hose"];
const understanding = buildUnderstanding(
  testCatalogue({
    domain: "garage",
    capabilities: [
      { capability: "lend", effect: "write" },
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
        goal: "LEND",
        description: { en: "Lend a thing to somebody from an hour on" },
        capability: "lend",
        entities_schema: {
          thing_text: { required: true },
          at: { type: "time" },
          days: { type: "integer" },
        },
        hints: {
          examples: {
            en: THINGS.flatMap((thing, at) => [
              `lend out the [${thing}](thing_text) at [${at + 8}](at) for [${at + 2}](days) days`,
              `lend the [${thing}](thing_text) from [${at + 9} o'clock](at) on`,
            ]),
            "pt-BR": ["furadeira", "escada", "lixadeira"].flatMap((thing, at) => [
              `empresta a [${thing}](thing_text) por [${at + 2}](days) dias`,
              `pode emprestar a [${thing}](thing_text) às [${at + 9}h](at)`,
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

it.each([
  [
    "lend out the old jack, no, the cook book, at 9 for 3 days",
    { thing_text: "cook book", at: "09:00", days: 3 },
  ],
  [
    "lend out the garden hose at 9, sorry, make that 10, thanks",
    { thing_text: "garden hose", at: "10:00" },
  ],
  ["empresta a escada por 2 quer dizer 4 dias", { thing_text: "escada", days: 4 }],
  ["empresta a escada, escada não, a lixadeira, por 2 dias", { thing_text: "lixadeira", days: 2 }],
])("%s: no mark that was left out parts what is put together", (text, entities) => {
  const { goal, doubts = [], also, ...intent } = intentOf(text);
  expect({ goal, doubts, also, entities: intent.entities }).toEqual({
    ...{ goal: "LEND", doubts: [], also: [] },
    entities,
  });
});

it("a text is not put right piece by piece", () => {
  const { goal, doubts } = intentOf("note that Rita is away for 3 days, I mean 4 days");
  expect(goal).toBe("NOTE");
  expect(doubts).toContainEqual(expect.objectContaining({ reason: "corrected" }));
});
