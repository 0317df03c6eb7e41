import { describe, expect, it } from "vitest";
import { manifestSchema } from "#shared/contracts/manifest.ts";
import { buildCatalogue } from "../catalogue/registry/build-catalogue.ts";
import { buildUnderstanding } from "./understand.ts";

const ferry = manifestSchema.parse({
  manifest_version: "1",
  domain: "ferry",
  version: "1.0.0",
  description: { en: "Ferry tickets" },
  capabilities: [
    {
      capability: "book",
      effect: "write",
      params_schema: { type: "object", properties: {}, additionalProperties: true },
    },
  ],
  goals: [
    {
      goal: "BOOK_FERRY",
      description: { en: "Book a crossing" },
      capability: "book",
      hints: {
        examples: {
          en: [
            "book [3](seats) seats on cabin [12](cabin) at [9am](hour) for [Ana](name_text)",
            "a crossing on cabin [7](cabin), [2](seats) seats, [8am](hour), name [Rui](name_text)",
            "reserve [4](seats) seats for [20](fare) euros on cabin [5](cabin)",
            "book cabin [9](cabin) for [Zoe](name_text) at [10am](hour), [1](seats) seats",
          ],
        },
      },
      entities_schema: {
        // In this order a figure would go to the first that asks for one.
        cabin: { type: "integer" },
        fare: { type: "money" },
        hour: { type: "time", required: true, question: { en: "When?" } },
        name_text: { required: true, question: { en: "Whose?" } },
        seats: { type: "integer", required: true, question: { en: "How many?" } },
      },
    },
  ],
});
const ferries = buildUnderstanding(buildCatalogue([ferry]));
const valuesOf = (text: string) => ferries.frameOf("ferry", "BOOK_FERRY", text)?.entities;
const answers = (asked: string, text: string) =>
  ferries.valuesFor("ferry", "BOOK_FERRY", asked, text);

describe("a figure", () => {
  it("belongs to whom the words beside it name, wherever it stands", () => {
    expect(valuesOf("book 6 seats at 9am on cabin 4")).toMatchObject({
      seats: 6,
      cabin: 4,
      hour: "09:00",
    });
    expect(valuesOf("book cabin 4, 6 seats")).toMatchObject({ seats: 6, cabin: 4 });
  });

  it("with its currency is the amount, and an article is none", () => {
    expect(valuesOf("book 30 euros 2 seats")).toMatchObject({ fare: 30, seats: 2 });
    expect(valuesOf("book a cabin")).not.toHaveProperty("fare");
  });
});

describe("an answer", () => {
  it("may be several, or to another question", () => {
    expect(answers("name_text", "8am, 2 seats")).toEqual({
      values: { hour: "08:00", seats: 2 },
      known: true,
    });
  });

  it("may hold the name that is asked for beside what is known", () => {
    expect(answers("name_text", "for Quill at 8am")).toEqual({
      values: { hour: "08:00", name_text: "Quill" },
      known: false,
    });
  });

  it("is none where it denies, asks back, or says anything else", () => {
    for (const text of ["not at 8am", "8am?", "wash the boat and buy 2 seats of paint somewhere"])
      expect(answers("name_text", text), text).toBeUndefined();
  });
});

describe("beside what is found", () => {
  const unreadIn = (text: string) => ferries.understand(text, { lastFrame: null }).intent.unread;

  it.each([
    "put 2 seats on our cabin 7 at 8am for Ana",
    "book 2 seats on cabin 7 at 8am for Ana, she gets it",
    "book 2 seats on cabin 7 at 8am for Ana, folks",
  ])("what says no more is read: %s", (text) => expect(unreadIn(text)).toBeUndefined());

  it("a verb that says nothing is one too many where something is still missing", () =>
    expect(unreadIn("book 2 seats for Ana and put cabin 7")?.map(({ text }) => text)).toEqual([
      "put",
    ]));
});

it.each([
  ["20", "20:00"],
  ["half past nine", "09:30"],
  ["at 10", "10:00"],
])("an hour that was asked for: %s", (text, hour) =>
  expect(ferries.valueOf("ferry", "BOOK_FERRY", "hour", text)).toEqual({
    value: hour,
    known: true,
  }),
);
