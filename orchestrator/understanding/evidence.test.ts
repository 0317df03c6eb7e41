import { expect, it } from "vitest";
import { testCatalogue } from "../catalogue/catalogue.fixture.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { tokens } from "../language/text.ts";
import { buildGoalClassifier } from "./classifier/goal-classifier.ts";
import type { FoundEntity } from "./entities/found.ts";
import { explain } from "./evidence.ts";
import { readGoals } from "./goal-model.ts";
import { catalogue } from "./understand.fixture.ts";
import { buildUnderstanding } from "./understand.ts";

function explainer(of: Catalogue) {
  const goals = readGoals(of);
  const classifier = buildGoalClassifier(goals, { digest: "", training: undefined });
  return (name: string, text: string, found: readonly FoundEntity[] = []) => {
    const goal = goals.find((each) => each.name === name);
    if (goal === undefined) throw new Error(`No goal ${name}`);
    const words = tokens(text);
    return explain(
      classifier,
      goal,
      { text, words, locale: "pt-BR", today: () => undefined },
      found,
    );
  };
}
const explainedBy = explainer(catalogue);

it.each([
  ["what its examples are about", "qual a previsão?", false],
  ["another form of a word", "quais as previsões?", false],
  ["a word that only looks like one of its own", "qual a previdência?", true],
  ["nothing in particular", "e o que mais?", false],
  ["one word of its own among strangers", "previsão de jabuticabas", false],
])("a sentence that says %s", (_what, text, strange) => {
  expect(explainedBy("FORECAST", text).strange).toBe(strange);
});

it("a value that is surely one is no stranger", () => {
  expect(explainedBy("FORECAST", "em Jabuticabal").strange).toBe(true);
  const found = (by: FoundEntity["by"]) => [
    { entity: "place_text", value: "Jabuticabal", from: 1, to: 2, by },
  ];
  expect(explainedBy("FORECAST", "em Jabuticabal", found("context")).strange).toBe(false);
  expect(explainedBy("FORECAST", "em Jabuticabal", found("guess")).strange).toBe(true);
});

it("where examples do without a subject, a new word is no stranger", () => {
  const examples = ["tchau", "até mais", "a gente se vê", "até logo", "é isso por hoje", "até"];
  const smallTalk = testCatalogue({
    domain: "talk",
    capabilities: [{ capability: "leave", effect: "read" }],
    goals: [
      {
        goal: "GOODBYE",
        description: { "pt-BR": "Despedida" },
        capability: "leave",
        hints: { examples: { "pt-BR": examples } },
      },
    ],
  });
  expect(explainer(smallTalk)("GOODBYE", "até a próxima semana").strange).toBe(false);
});

it("a sentence about something that no example of the goal is about is asked about, and says why", () => {
  const heard = buildUnderstanding(catalogue).understand("qual a previdência?", {
    lastFrame: null,
  });
  expect(heard.intent.doubts?.map(({ reason }) => reason)).toContain("strange");
  expect(heard.intent.evidence.map(({ kind }) => kind)).toContain("strange_subject");
});
