import { expect, it } from "vitest";
import { testCatalogue } from "../catalogue/catalogue.fixture.ts";
import { buildUnderstanding } from "./understand.ts";

const goal = (name: string, templates: string[], examples: string[]) => ({
  goal: name,
  description: { en: name },
  capability: "work",
  hints: { templates: { en: templates }, examples: { en: examples } },
  entities_schema: { topic_text: { list: "any_words" } },
});
const understanding = buildUnderstanding(
  testCatalogue({
    domain: "archive",
    lists: { any_words: { wildcard: true } },
    capabilities: [{ capability: "work" }],
    goals: [
      goal("LOOK_UP", ["look up {topic_text}"], ["look up [whales](topic_text)"]),
      goal(
        "CANCEL",
        ["(cancel|call off) the entry of {topic_text}"],
        [
          "cancel [whales](topic_text)'s entry",
          "[tides](topic_text) is not coming anymore, cancel it",
          "cancel the report for [whales](topic_text)",
          "I need to cancel an entry",
        ],
      ),
      goal("WRITE", ["write a report", "write a report on {topic_text}"], ["write me a report"]),
      goal(
        "DOSSIER",
        ["look up {topic_text} and write a report"],
        ["a dossier on [whales](topic_text)"],
      ),
    ],
  }),
);

it.each<[string, [string, string?][]]>([
  ["look up whales and write a report", [["DOSSIER", "whales"]]],
  ["please look up whales, and write a report", [["DOSSIER", "whales"]]],
  [
    "look up whales and write a report on tides",
    [
      ["LOOK_UP", "whales"],
      ["WRITE", "tides"],
    ],
  ],
])("%s: one request where a template says both sides, else two", (text, expected) => {
  const { intent } = understanding.understand(text, { lastFrame: null });
  const frames = [intent, ...intent.also];
  expect(frames.map((each) => [each.goal, each.entities["topic_text"]])).toEqual(expected);
});

it.each<[string, (string | undefined)[]]>([
  ["look up whales, write a report on tides and look up the sea", ["LOOK_UP", "WRITE", "LOOK_UP"]],
  ["find and look up whales", ["LOOK_UP"]],
])("%s: in a list of requests a pause joins, and two verbs of one thing are one", (text, goals) => {
  const { intent } = understanding.understand(text, { lastFrame: null });
  expect([intent, ...intent.also].map((each) => each.goal)).toEqual(goals);
});

it.each<[string, string[]]>([
  ["note: no nuts for Ravi. Another note: one cartoon", ["no nuts for Ravi", "one cartoon"]],
  ["note: the pills. Morning: the blue one", ["the pills. Morning: the blue one"]],
])("%s: a text ends where another one is announced", (text, notes) => {
  const notebook = buildUnderstanding(
    testCatalogue({
      domain: "notes",
      capabilities: [{ capability: "save", effect: "write" }],
      goals: [
        {
          goal: "NOTE",
          description: { en: "Write a note" },
          capability: "save",
          entities_schema: { text: { required: true } },
          hints: {
            templates: { en: ["[another] note {text}"] },
            examples: {
              en: [
                "note that [the hose has to be longer](text)",
                "note that [we are out of oil](text)",
                "another note: [Rita is away for the week](text)",
              ],
            },
          },
        },
      ],
    }),
  );
  const { intent } = notebook.understand(text, { lastFrame: null });
  expect([intent, ...intent.also].map((each) => each.entities["text"])).toEqual(notes);
});

it("what takes a request back at its end is no request, also where a goal cancels", () => {
  const { intent } = understanding.understand("a dossier on whales. no, cancel", {
    lastFrame: null,
  });
  expect([intent, ...intent.also].map((each) => each.goal)).toEqual(["DOSSIER"]);
  expect(intent.doubts?.map(({ reason }) => reason)).toContain("negated");
});
