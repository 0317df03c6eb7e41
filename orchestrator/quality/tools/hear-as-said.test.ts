import { expect, it } from "vitest";
import { type ManifestSource, manifestSchema } from "#shared/contracts/manifest.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { asSaidOf, casesOf, type SaidCase } from "../evaluation/as-said.ts";
import { isExample, sentencesOf } from "../evaluation/manifest-sentences.ts";
import { hearAsSaid } from "./hear-as-said.ts";

type Goal = NonNullable<ManifestSource["goals"]>[number];
const goal = (name: string, template: string, en: string[], more: Partial<Goal> = {}): Goal => ({
  ...{ goal: name, description: { en: name }, capability: name.toLowerCase() },
  hints: { templates: { en: [template] }, examples: { en } },
  ...more,
});
const garden = manifestSchema.parse({
  ...{ manifest_version: "1", domain: "garden", version: "1.0.0", description: { en: "Garden" } },
  goals: [
    goal(
      "WATER",
      "water [the {plant_text}]",
      ["water the [roses](plant_text)", "water the [ferns](plant_text)", "water"],
      {
        entities_schema: { plant_text: { required: true } },
      },
    ),
    goal("PRUNE", "trim the hedge", ["trim the hedge"]),
  ],
  capabilities: ["water", "prune"].map((capability) => ({
    ...{ capability, effect: "write" as const },
    params_schema: { type: "object", properties: { plant_text: { type: "string" } } },
  })),
});
const catalogue = buildCatalogue([garden]);
const understanding = buildUnderstanding(catalogue);
const sentences = sentencesOf([garden], understanding).filter(isExample);
const heard = async (cases: SaidCase[]) =>
  hearAsSaid({ catalogue, understanding }, { cases, dialogues: [] });

const roses = { name: "plant_text", said: "roses", value: "roses" };
const wanted = (name: string, marks = [roses]) => [{ domain: "garden", goal: name, marks }];
const plain = (text: string, of: SaidCase["wanted"]): SaidCase => ({
  ...{ way: "plain", locale: "en", text, wanted: of },
});

it("makes a case of each whole example, and a dialogue of one that leaves out what its goal needs", () => {
  const { cases, dialogues } = casesOf([garden], sentences, 10);
  const asked = ["trim the hedge", "water the ferns", "water the roses"];
  expect(cases).toHaveLength(asked.length);
  for (const request of asked)
    expect(cases.filter(({ text }) => text.includes(request))).toHaveLength(1);
  expect(dialogues).toMatchObject([{ text: "water", answers: { plant_text: { said: "roses" } } }]);
  expect(casesOf([garden], sentences, 1).cases).toHaveLength(1);
});

it("says some with a remark, a correction or another request, and wants the same of them", () => {
  const many = manifestSchema.parse({
    ...garden,
    goals: garden.goals.map((each) => ({
      ...each,
      hints: {
        examples: {
          en: Array.from({ length: 24 }, (_, at) =>
            each.goal === "WATER" ? `water the [fern ${at}](plant_text)` : `trim hedge ${at}`,
          ),
        },
      },
    })),
  });
  const { cases } = casesOf([many], sentencesOf([many], understanding), 48);
  expect(new Set(cases.map(({ way }) => way))).toEqual(
    new Set(["plain", "remark", "correction", "also"]),
  );
  for (const { way, wanted: of } of cases) expect(of).toHaveLength(way === "also" ? 2 : 1);
});

it("tells what would be done rightly, what would be asked, and what would come out wrong", async () => {
  const came = await heard([
    plain("water the roses", wanted("WATER")),
    plain("water the ferns", wanted("WATER")),
    plain("trim the hedge", wanted("WATER", [])),
    plain("sing me a song", wanted("WATER", [])),
    // What the scheduler takes is not done now.
    plain("water the roses every monday at 9", wanted("WATER")),
    // Nor what a control word takes.
    plain("cancel", wanted("PRUNE", [])),
  ]);
  expect(came.map(({ came: each, why }) => [each, why])).toEqual([
    ["right", ""],
    ["wrong", "lost plant_text “roses”"],
    ["wrong", "PRUNE"],
    ["asked", expect.any(String)],
    [expect.not.stringMatching("right"), expect.any(String)],
    ["asked", expect.any(String)],
  ]);
  const { right, sentences: count, findings } = asSaidOf(came);
  expect({ right, count, findings: findings.length }).toMatchObject({ right: 1 / 6, count: 6 });
});

it("answers what it is asked for in a dialogue, with the words of other examples", async () => {
  const { dialogues } = casesOf([garden], sentences, 10);
  const snapshot = { catalogue, understanding };
  const came = await hearAsSaid(snapshot, { cases: [], dialogues });
  expect(came).toMatchObject([{ way: "dialogue", came: "right" }]);
  expect(asSaidOf(came)).toMatchObject({ sentences: 0, right: null, ways: [{ way: "dialogue" }] });
});
