import { expect, it } from "vitest";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import { buildUnderstanding } from "../understand.ts";

const understanding = buildUnderstanding(
  testCatalogue({
    domain: "stage",
    lists: { any_words: { wildcard: true } },
    goals: [
      {
        goal: "PUT_ON",
        description: { "pt-BR": "Pôr no palco", en: "Put on stage" },
        entities_schema: {
          act_text: { type: "string", list: "any_words", required: true },
          at: { type: "time" },
        },
        capability: "put_on",
        hints: {
          templates: {
            "pt-BR": ["apresenta {act_text} [{at}]"],
            en: ["stage {act_text} [{at}]"],
          },
        },
      },
    ],
    capabilities: [{ capability: "put_on", effect: "write", repeat: "keyed" }],
  }),
);
const doubtsIn = (text: string) =>
  (understanding.understand(text, { lastFrame: null }).intent.doubts ?? []).map(
    ({ reason, detail }) => `${reason}: ${detail}`,
  );

it.each([
  ["a name alone", "apresenta o coral dos Meninos às 20h", []],
  [
    "a name with a time of its own",
    "apresenta o coral às 18h com a banda às 20h",
    ["unread: às 18h"],
  ],
  [
    "a name that begins as what points",
    "stage it with the choir at 8pm",
    ["unread: it with the choir"],
  ],
  ["a title that begins so", "stage It Follows at 8pm", []],
])("%s", (_what, text, doubts) => expect(doubtsIn(text)).toEqual(doubts));
