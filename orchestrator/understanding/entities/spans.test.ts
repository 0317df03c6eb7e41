import { expect, it } from "vitest";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import { buildUnderstanding } from "../understand.ts";

const GATE = 0.94;
const understanding = buildUnderstanding(
  testCatalogue({
    domain: "tables",
    capabilities: [{ capability: "book" }],
    goals: [
      {
        goal: "BOOK",
        description: { en: "Book a table" },
        capability: "book",
        entities_schema: {
          hour: { type: "time", required: true, question: { en: "At what time?" } },
        },
        hints: {
          examples: { en: ["book a table at [7 pm](hour)", "a table at [20:00](hour) please"] },
          templates: { en: ["book a table at {hour}"] },
        },
      },
    ],
  }),
);

it.each([
  ["of the night that nobody says is the afternoon's, and is asked about", "at 3", "15:00", false],
  ["of the night that is said", "at 3 am", "03:00", true],
  ["that a clock of 24 hours shows", "at 03:00", "03:00", true],
  ["of the day", "at 8", "08:00", true],
])("an hour %s", (_, at, hour, acts) => {
  const { intent } = understanding.understand(`book a table ${at}`, { lastFrame: null });
  expect(intent.entities).toEqual({ hour });
  expect(intent.confidence >= GATE).toBe(acts);
});
