import { expect, it } from "vitest";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import { slice, tokens } from "../../language/text.ts";
import { readGoals } from "../goal-model.ts";
import { learnContextTagger } from "./learn-tagger.ts";
import { buildSources } from "./sources.ts";

const PEOPLE = ["Ana", "João", "Clara Lima", "Pedro", "Rita", "Bruno Sá"];
const THINGS = ["um livro", "a chave", "o bilhete", "a mala azul"];
const goals = readGoals(
  testCatalogue({
    domain: "errands",
    capabilities: [{ capability: "carry" }],
    goals: [
      {
        goal: "CARRY",
        description: { en: "Carry something to somebody" },
        capability: "carry",
        entities_schema: { who_text: {}, what_text: {} },
        hints: {
          examples: {
            "pt-BR": PEOPLE.flatMap((person) =>
              THINGS.map((thing) => `leva [${thing}](what_text) para [${person}](who_text) amanhã`),
            ),
          },
        },
      },
    ],
  }),
);
const tagger = learnContextTagger(goals, buildSources(goals));
const [goal] = goals;

const found = (text: string) => {
  const words = tokens(text);
  return goal === undefined
    ? []
    : tagger
        .find(goal, text, words)
        .map(({ entity, from, to }) => [entity, slice(text, words, from, to)]);
};

it.each([
  [
    "leva a caixa para Marina amanhã",
    [
      ["what_text", "a caixa"],
      ["who_text", "Marina"],
    ],
  ],
  [
    "leva o casaco para Tiago Reis amanhã",
    [
      ["what_text", "o casaco"],
      ["who_text", "Tiago Reis"],
    ],
  ],
])("finds values nobody listed by where they stand: %s", (text, spans) => {
  expect(found(text)).toEqual(spans);
});

it("finds nothing in nothing", () => expect(found("")).toEqual([]));

it("what users write leaves no trace", () => {
  const before = found("leva a caixa para Marina amanhã");
  for (let at = 0; at < 200; at++) found(`palavra${at} inventada${at}`);
  expect(found("leva a caixa para Marina amanhã")).toEqual(before);
});
