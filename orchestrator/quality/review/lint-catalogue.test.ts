import { describe, expect, it } from "vitest";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import type { Labelled } from "../evaluation/labelled.ts";
import {
  type LeftOut,
  type ManifestSentence,
  sentencesOf,
} from "../evaluation/manifest-sentences.ts";
import { type GoalSketch, inShort, rain, weather } from "../lint/lint.fixture.ts";
import { lintNeighbours } from "./lint-catalogue.ts";

const wind: GoalSketch = {
  goal: "GET_WIND",
  description: { "pt-BR": "Saber se venta", en: "Know whether it blows" },
  capability: "get_wind",
  hints: {
    keywords: { "pt-BR": ["vento"], en: ["wind"] },
    examples: {
      "pt-BR": ["vai ventar", "tem ventania", "venta forte aqui"],
      en: ["is it windy", "how strong is the wind", "does the wind blow"],
    },
    templates: { en: ["wind [at] [the] (beach|coast)"] },
  },
};
const sailing = (goal: GoalSketch = wind) => ({
  domain: "sailing",
  description: { "pt-BR": "Vela", en: "Sailing" },
  goals: [goal],
  capabilities: [{ capability: "get_wind", effect: "read" as const }],
});

type Decision = { goal: string | null; confidence: number; template?: string };

/** What is found when each sentence that is left out is decided so; undefined: as its author wants it. */
function lint(
  catalogue: Catalogue,
  decide: (sentence: ManifestSentence) => Decision | undefined = () => undefined,
) {
  const understanding = buildUnderstanding(catalogue);
  const sentences = sentencesOf([...catalogue.manifests.values()], understanding);
  const leftOut = sentences.map((sentence): LeftOut => {
    const decision: Decision = decide(sentence) ?? { goal: sentence.goal, confidence: 0.9 };
    const domain = catalogue.goals.find(({ spec }) => spec.goal === decision.goal)?.domain ?? null;
    const tier = decision.template === undefined ? "classifier" : "template";
    return { sentence, prediction: { id: sentence.id, domain, entities: [], tier, ...decision } };
  });
  return lintNeighbours(catalogue, understanding, leftOut);
}

const both = testCatalogue(weather, sailing());
const is = (text: string) => (label: Labelled) => label.text === text;

it("has nothing to say of neighbours that keep apart", () => expect(lint(both)).toEqual([]));

it("finds domains that are asked to follow by the same words", () => {
  const asked = (domain: string, hint: string) => ({
    domain,
    capabilities: [
      {
        capability: `send_by_${domain}`,
        effect: "external" as const,
        metadata: { followup: { hints: { en: [hint] } } },
      },
    ],
  });
  const catalogue = testCatalogue(asked("post", "mail it"), asked("owl", "and mail it to me"));
  const found = lint(catalogue).filter(({ rule }) => rule === "shared_followup");
  expect(inShort(found)).toEqual(["error shared_followup capabilities"]);
  expect(found[0]).toMatchObject({ domain: "owl" });
  expect(found[0]?.message.en).toContain('"mail it", which already belongs to "post"');
});

describe("an example that is stolen", () => {
  const stolenAt = (confidence: number) =>
    lint(both, (each) => (is("vai ventar")(each) ? { goal: "GET_RAIN", confidence } : undefined));

  it("is one that another goal would act on", () => {
    const found = stolenAt(0.94);
    expect(inShort(found)).toEqual(["warning stolen_example goals.0.hints.examples.pt-BR.0"]);
    expect(found[0]).toMatchObject({ domain: "sailing", goal: "GET_WIND", sentence: "vai ventar" });
    expect(found[0]?.message.en).toContain("GET_RAIN");
  });

  it("is none that would be asked about", () => expect(stolenAt(0.93)).toEqual([]));

  it("is none that the other goal itself calls a near miss for this one", () => {
    const negatives = { "pt-BR": [{ text: "Vai ventar?", goal: "GET_WIND" }] };
    const knowing = { ...weather, goals: [{ ...rain, hints: { ...rain.hints, negatives } }] };
    const found = lint(testCatalogue(knowing, sailing()), (each) =>
      is("vai ventar")(each) ? { goal: "GET_RAIN", confidence: 1 } : undefined,
    );
    expect(found).toEqual([]);
  });

  it("is also one that two goals have", () => {
    const taken = { ...wind, hints: { ...wind.hints, examples: { en: ["Any rain in Lisbon?"] } } };
    const found = lint(testCatalogue(weather, sailing(taken)));
    expect(found[0]).toMatchObject({
      rule: "stolen_example",
      goal: "GET_WIND",
      sentence: "Any rain in Lisbon?",
    });
  });

  it("is never a near miss: what it names may be won", () => {
    const { hints } = rain;
    const negatives = { en: [{ text: "storm at sea", goal: "GET_WIND" }] };
    const denying = { ...weather, goals: [{ ...rain, hints: { ...hints, negatives } }] };
    const found = lint(testCatalogue(denying, sailing()), (each) =>
      is("storm at sea")(each) ? { goal: "GET_RAIN", confidence: 1 } : undefined,
    );
    expect(found).toEqual([]);
  });
});

it("a template that takes another goal's examples is told once, with the first and where it stands", () => {
  const template = wind.hints?.templates?.en?.[0] ?? "";
  const found = lint(both, ({ text }) =>
    text.startsWith("rain") ? { goal: "GET_WIND", confidence: 0.99, template } : undefined,
  );
  expect(inShort(found)).toEqual(["warning greedy_template goals.0.hints.templates.en.0"]);
  expect(found[0]).toMatchObject({ domain: "sailing", goal: "GET_WIND" });
  expect(found[0]?.sentence).toBe("rain forecast for Faro");
  expect(found[0]?.message.en).toContain("and 1 more");
});

describe("goals that cannot be told apart", () => {
  const confusing = (count: number) => {
    let left = count;
    return lint(both, ({ of }) =>
      of === "GET_WIND" && left-- > 0 ? { goal: "GET_RAIN", confidence: 0.5 } : undefined,
    );
  };

  it("are a pair that is confused in 15 of 100 examples, either way", () => {
    const [found, ...others] = confusing(6);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ rule: "inseparable_goals", goal: "GET_RAIN", path: "goals.0" });
    expect(found?.message.en).toContain("6 of their 36 examples (17 %)");
  });

  it("are not those that are confused now and then", () => expect(confusing(5)).toEqual([]));
});

describe("a keyword is shadowed", () => {
  const withKeyword = (text: string, examples = wind.hints?.examples) =>
    sailing({ ...wind, hints: { ...wind.hints, examples, keywords: { en: ["wind", text] } } });

  it("when another goal has it, too", () => {
    const found = lint(testCatalogue(weather, withKeyword("Rain!")));
    expect(inShort(found)).toEqual(["warning shadowed_keyword goals.0.hints.keywords.en.1"]);
    expect(found[0]).toMatchObject({ goal: "GET_WIND", sentence: "Rain!" });
  });

  it("when another goal would act on it alone", () => {
    const { hints } = rain;
    const examples = { ...hints?.examples, en: [...(hints?.examples?.en ?? []), "drops"] };
    const wet = { ...weather, goals: [{ ...rain, hints: { ...hints, examples } }] };
    expect(inShort(lint(testCatalogue(wet, withKeyword("drops"))))).toEqual([
      "warning shadowed_keyword goals.0.hints.keywords.en.1",
    ]);
  });
});

it("a role that no one has is a warning, until someone has it", () => {
  const [look] = weather.capabilities;
  const composition = { followup_roles: ["bell"], param_map: {} };
  const ringing = {
    ...weather,
    capabilities: [{ capability: "get_rain", ...look, metadata: { composition } }],
  };
  expect(inShort(lint(testCatalogue(ringing)))).toEqual([
    "warning unknown_role capabilities.0.metadata.composition.followup_roles",
  ]);
  const tower = {
    domain: "tower",
    capabilities: [{ capability: "ring", metadata: { roles: ["bell"] } }],
  };
  expect(lint(testCatalogue(ringing, tower))).toEqual([]);
});

it("a near miss for a goal that is not there is a warning, until it is there", () => {
  const negatives = { en: [{ text: "is it windy in Faro", goal: "GET_WIND" }] };
  const naming = { ...weather, goals: [{ ...rain, hints: { ...rain.hints, negatives } }] };
  expect(inShort(lint(testCatalogue(naming)))).toEqual([
    "warning unknown_goal goals.0.hints.negatives.en.0.goal",
  ]);
  expect(lint(testCatalogue(naming, sailing()))).toEqual([]);
});

describe("requests like those of a goal, with another action", () => {
  const lamp = (negatives: { text: string }[] = []): GoalSketch => ({
    goal: "SHOW_LAMPS",
    description: { en: "Show the lamps" },
    capability: "show_lamps",
    hints: {
      examples: {
        en: ["open the list of lamps", "open the lamps", "open my lamps", "open a lamp"],
      },
      templates: { en: ["[(delete|cancel|change)] [the|my|a] (lamp|lamps|list of lamps)"] },
      negatives: { en: negatives },
    },
  });
  const house = (goal: GoalSketch) => ({
    domain: "house",
    description: { "pt-BR": "Casa", en: "House" },
    goals: [goal],
    capabilities: [{ capability: "show_lamps", effect: "read" as const }],
  });
  const siblings = (goal: GoalSketch) =>
    lint(testCatalogue(house(goal))).filter(({ rule }) => rule === "missing_sibling");

  it("are proposed as near misses where the goal would act on them", () => {
    const [found, ...others] = siblings(lamp());
    expect(others).toEqual([]);
    expect(found).toMatchObject({ goal: "SHOW_LAMPS", sentence: "delete a lamp" });
    expect(found?.way_out.en).toContain('{text: "cancel my lamps", goal: null}');
    expect(found?.way_out.en).not.toContain("buy");
  });

  it("are proposed about the things of other goals, too", () => {
    const close = (thing: string): GoalSketch => ({
      goal: `CLOSE_${thing.toUpperCase()}`,
      description: { en: `Close the ${thing}` },
      capability: "show_lamps",
      hints: { examples: { en: [`close the ${thing}`, `close all of my ${thing}`] } },
    });
    const templates = { en: ["open [the|my|a] (lamp|lamps|list of lamps|doors|shutters)"] };
    const both = house(lamp());
    const wide = { ...lamp(), hints: { ...lamp().hints, templates } };
    const goals = [wide, close("doors"), close("shutters")];
    const [found] = lint(testCatalogue({ ...both, goals })).filter(
      ({ rule }) => rule === "missing_sibling",
    );
    expect(found?.proposed).toContainEqual({ locale: "en", text: "open the doors" });
  });

  it("are not, where one of them is a near miss already", () => {
    const known = ["delete", "cancel", "change"].map((verb) => ({ text: `${verb} the lamps` }));
    expect(siblings(lamp(known))).toEqual([]);
  });
});
