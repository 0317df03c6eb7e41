import { expect, it } from "vitest";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import { buildUnderstanding } from "../understand.ts";

const goal = (name: string, capability: string, examples: string[]) => ({
  goal: name,
  description: { en: name.toLowerCase().replaceAll("_", " ") },
  capability,
  hints: { examples: { en: examples } },
});
const understanding = buildUnderstanding(
  testCatalogue({
    domain: "support",
    capabilities: [
      { capability: "answer", effect: "read" },
      { capability: "block", effect: "write" },
    ],
    goals: [
      goal("CARD_FAILS", "answer", [
        "my card is not working",
        "the card doesn't work in the shop",
        "why was my card refused",
        "card declined at the till",
      ]),
      goal("CARD_LIMIT", "answer", [
        "what is the limit of my card",
        "how high is the card limit",
        "card limit please",
        "tell me my spending limit",
      ]),
      goal("BLOCK_CARD", "block", [
        "block my card",
        "freeze the card now",
        "lock my card please",
        "I do not want my card to work, block it",
        "block it, I do not trust my card",
      ]),
    ],
  }),
);
const reasonsOf = (text: string) =>
  (understanding.understand(text, { lastFrame: null }).intent.doubts ?? []).map(
    ({ reason }) => reason,
  );

it("a read that is asked for with a no in it is asked for, and not declined", () =>
  expect(reasonsOf("my card does not work anywhere")).not.toContain("negated"));

it("what a question supposes is part of the question", () =>
  expect(reasonsOf("what is the limit of my card if I travel")).not.toContain("conditional"));

it.each([
  ["don't tell me my spending limit", "negated"],
  ["if I travel, tell me my spending limit", "conditional"],
])("%s: a read that is not wanted, or not now, stays so", (text, reason) =>
  expect(reasonsOf(text)).toContain(reason),
);

it("what changes something is never asked for with a no, whatever its examples say", () =>
  expect(reasonsOf("do not block my card")).toContain("negated"));

const garage = buildUnderstanding(
  testCatalogue({
    domain: "garage",
    capabilities: [
      { capability: "book", effect: "write" },
      { capability: "use", effect: "write" },
    ],
    goals: [
      {
        ...goal("BOOK", "book", [
          "book the car in for an [oil change](service:OIL)",
          "book the car in to [have the oil changed](service:OIL)",
          "book the car in for new [tyres](service:TYRES)",
          "book the car in, the [tyres](service:TYRES) are worn",
        ]),
        entities_schema: {
          service: {
            type: "enum",
            values: ["OIL", "TYRES"],
            required: true,
            synonyms: { OIL: ["oil"], TYRES: ["wheels", "tyre swap"] },
          },
        },
      },
      {
        ...goal("USE", "use", [
          "consumed [2](quantity) metres of hose",
          "emptied [4](quantity) of the filters",
          "consumed [3](quantity) filters",
          "note [5](quantity) filters as used",
        ]),
        entities_schema: { quantity: { type: "number", required: true } },
      },
    ],
  }),
);
const doubtsOf = (text: string) => garage.understand(text, { lastFrame: null }).intent.doubts ?? [];

it("another word for a value that was found adds nothing to it", () => {
  expect(doubtsOf("book the car in for changed oil")).toEqual([]);
  expect(doubtsOf("book the car in for swap tyres")).toEqual([]);
  expect(doubtsOf("book the car in for changed tyres")).toEqual([
    { reason: "unread", detail: "changed" },
  ]);
});

it("where examples begin with what was done, a sentence may, and a question does not", () => {
  expect(doubtsOf("noted 4 filters").map(({ reason }) => reason)).not.toContain("reported");
  expect(doubtsOf("noted 4 filters?").map(({ reason }) => reason)).toContain("reported");
});
