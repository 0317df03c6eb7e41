import { expect, it } from "vitest";
import { testCatalogue } from "../catalogue/catalogue.fixture.ts";
import { buildUnderstanding } from "./understand.ts";

const understanding = buildUnderstanding(
  testCatalogue({
    domain: "stage",
    lists: { any_words: { wildcard: true } },
    capabilities: [{ capability: "book", effect: "write" }],
    goals: [
      {
        goal: "BOOK",
        description: { en: "Book an act" },
        capability: "book",
        entities_schema: {
          act_text: { list: "any_words", required: true },
          hour: { type: "time", required: true },
        },
        hints: {
          templates: { en: ["book {act_text} {hour}"] },
        },
      },
    ],
  }),
);

const booked = (text: string) => {
  const { intent } = understanding.understand(text, { lastFrame: null });
  return [intent, ...intent.also].map(({ entities }) => entities);
};
const act = (act_text: string, hour: string) => ({ act_text, hour });

it.each<[string, ReturnType<typeof act>[]]>([
  [
    "book the choir at 6pm and the band at 8pm",
    [act("the choir", "18:00"), act("the band", "20:00")],
  ],
  [
    "book the choir at 6pm, the band at 8pm and the circus at 10pm",
    [act("the choir", "18:00"), act("the band", "20:00"), act("the circus", "22:00")],
  ],
  [
    "book a dinner with Ana at 6pm and with Bob at 8pm",
    [act("a dinner with Ana", "18:00"), act("a dinner with Bob", "20:00")],
  ],
])("%s: each thing with an hour of its own is booked", (text, frames) => {
  expect(booked(text)).toEqual(frames);
});

it.each([
  [
    "one hour for both",
    "book the choir and the band at 8pm",
    [act("the choir and the band", "20:00")],
  ],
  ["the same thing twice", "book the choir at 8pm, the choir at 8pm", 1],
] as const)("%s is one", (_what, text, expected) => {
  const frames = booked(text);
  if (typeof expected === "number") expect(frames).toHaveLength(expected);
  else expect(frames).toEqual(expected);
});
