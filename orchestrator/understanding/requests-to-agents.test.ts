import { expect, it } from "vitest";
import { testCatalogue } from "../catalogue/catalogue.fixture.ts";
import { buildUnderstanding } from "./understand.ts";

const says = (...en: string[]) => ({ en });
const understanding = buildUnderstanding(
  testCatalogue({
    domain: "archive",
    lists: { names: { values: ["Ada", "Bob"] } },
    capabilities: [
      { capability: "ask_clerk", effect: "read" },
      { capability: "look_up", effect: "read" },
    ],
    goals: [
      {
        goal: "ASK_CLERK",
        description: { en: "Ask the clerk" },
        action_type: "agent",
        capability: "ask_clerk",
        entities_schema: { question: { required: true } },
        hints: {
          templates: says("ask the clerk {question}"),
          examples: says(
            "ask the clerk: [who has the key to the attic?](question)",
            "ask the clerk [why the door is open at night](question)",
            "ask the clerk: [is there a way to get in after six?](question)",
          ),
        },
      },
      {
        goal: "LOOK_UP",
        description: { en: "Find somebody" },
        capability: "look_up",
        entities_schema: { name: { list: "names", required: true } },
        hints: { templates: says("where is {name}", "find {name}") },
      },
    ],
  }),
);
const hear = (text: string) => understanding.understand(text, { lastFrame: null }).intent;

it.each([
  "where is Ada, and who has the key?",
  "find Bob and tell me why the attic is open, please",
])("what an agent is told after a colon is one case: %s", (question) => {
  const intent = hear(`ask the clerk: ${question}`);
  expect(intent).toMatchObject({ goal: "ASK_CLERK", also: [] });
  expect(intent.entities["question"]).toContain(question.slice(0, 10));
  expect(intent.confidence).toBeGreaterThan(0.94);
});

it("without the colon it may be two requests, and is asked about", () => {
  const { doubts } = hear("ask the clerk why it is open, where is Ada");
  expect(doubts?.map(({ reason }) => reason)).toContain("compound");
});
