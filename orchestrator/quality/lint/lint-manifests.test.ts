import { describe, expect, it } from "vitest";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import { type GoalSketch, inShort, rain, weather } from "./lint.fixture.ts";
import { lintManifests } from "./lint-manifests.ts";

type Sketch = Partial<ManifestSource>;

const lint = (changes: Sketch = {}) => lintManifests(testCatalogue({ ...weather, ...changes }));
/** The good goal with other hints or entities. */
const goalWith = (
  hints: Partial<NonNullable<GoalSketch["hints"]>>,
  changes: Partial<GoalSketch> = {},
): Sketch => ({ goals: [{ ...rain, ...changes, hints: { ...rain.hints, ...hints } }] });
const english = rain.hints?.examples?.en ?? [];
const portuguese = rain.hints?.examples?.["pt-BR"] ?? [];
const [look] = weather.capabilities;
const capabilitiesWith = (changes: object): Sketch => ({
  capabilities: [
    { capability: "get_rain", ...look, ...changes },
    {
      capability: "undo_rain",
      effect: "write",
      params_schema: {
        type: "object",
        properties: { id: { type: "string" } },
        additionalProperties: false,
      },
      result_schema: {
        type: "object",
        properties: {
          candidates: {
            type: "array",
            items: { type: "object", properties: { place_text: { type: "string" } } },
          },
        },
      },
    },
  ],
  goals: [rain],
});

it("has nothing to say of a manifest without a fault", () => expect(lint()).toEqual([]));

it.each<[what: string, planted: Sketch, found: string]>([
  [
    "a template with a bracket that is not closed",
    goalWith({ templates: { en: ["rain in [the city"] } }),
    "error bad_template goals.0.hints.templates.en.0",
  ],
  [
    "a template with an entity that is not there",
    goalWith({ templates: { en: ["rain", "rain in {planet}"] } }),
    "error bad_template goals.0.hints.templates.en.1",
  ],
  [
    "a template with a rule that uses one that is not there",
    { ...goalWith({ templates: { "pt-BR": ["<chove>"] } }), rules: { chove: "chove <onde>" } },
    "error bad_template goals.0.hints.templates.pt-BR.0",
  ],
  [
    "a mark of an entity that is not there",
    goalWith({ examples: { "pt-BR": portuguese, en: [...english, "rain on [Mars](planet)"] } }),
    "error wrong_mark goals.0.hints.examples.en.15",
  ],
  [
    "a mark that is not complete",
    goalWith({
      examples: { "pt-BR": portuguese, en: [...english, "rain in Recife](place_text)"] },
    }),
    "error wrong_mark goals.0.hints.examples.en.15",
  ],
  ...["rain in [Recife", "rain in [Recife]", "rain in [Recife] (place_text)"].map(
    (half): [string, Sketch, string] => [
      `half a mark: ${half}`,
      goalWith({ examples: { "pt-BR": portuguese, en: [...english, half] } }),
      "error wrong_mark goals.0.hints.examples.en.15",
    ],
  ),
  ...["Rain[ in {place_text}?", "Rain in {place_text?", "Rain in place_text}?"].map(
    (half): [string, Sketch, string] => [
      `a question with half a mark: ${half}`,
      goalWith({}, { question: { "pt-BR": "Chuva[ em {place_text}]?", en: half } }),
      "error bad_template goals.0.question.en",
    ],
  ),
  [
    "a mark with a value that an enum does not have",
    goalWith(
      {
        examples: {
          "pt-BR": portuguese,
          en: [
            ...english,
            "[heavy](force:MUCH) rain in [X](place_text)",
            "[light](force:LITTLE) rain",
          ],
        },
      },
      { entities_schema: { ...rain.entities_schema, force: { type: "enum", values: ["LITTLE"] } } },
    ),
    "error wrong_mark goals.0.hints.examples.en.15",
  ],
  [
    "an example that the goal denies, whatever its punctuation",
    goalWith({ negatives: { en: [{ text: "Any rain in Lisbon?" }] } }),
    "error denied_example goals.0.hints.examples.en.2",
  ],
  [
    "a follow-up phrase that people say for other reasons",
    capabilitiesWith({ metadata: { followup: { hints: { en: ["and mail the rain", "hello"] } } } }),
    "error weak_followup capabilities.0.metadata.followup.hints.en.1",
  ],
  [
    "an undo by a capability that is not there",
    capabilitiesWith({ undo: { capability: "unrain" } }),
    "error unknown_capability capabilities.0.undo.capability",
  ],
  [
    "an undo with a parameter that its capability does not take",
    capabilitiesWith({ undo: { capability: "undo_rain", params: { drops: "all" } } }),
    "error dangling_reference capabilities.0.undo.params.drops",
  ],
  [
    "an undo that reads what the receipt does not have",
    capabilitiesWith({
      result_schema: { type: "object", properties: { rain_id: { type: "string" } } },
      undo: { capability: "undo_rain", params: { id: "${receipt.result.id}" } },
    }),
    "error dangling_reference capabilities.0.undo.params.id",
  ],
  [
    "an undo that reads from a step there is not",
    capabilitiesWith({ undo: { capability: "undo_rain", params: { id: "${1.result.id}" } } }),
    "error dangling_reference capabilities.0.undo.params.id",
  ],
  [
    "a search by a capability that is not there",
    capabilitiesWith({
      metadata: {
        flow: { pre: [{ type: "find", param: "place_text", search_capability: "find" }] },
      },
    }),
    "error unknown_capability capabilities.0.metadata.flow.pre.0.search_capability",
  ],
  [
    "a search with words in a parameter that it does not take",
    capabilitiesWith({
      metadata: {
        flow: { pre: [{ type: "find", param: "place_text", search_capability: "undo_rain" }] },
      },
    }),
    "error dangling_reference capabilities.0.metadata.flow.pre.0.search_param",
  ],
  [
    "a search whose hits do not have what is filled with them",
    capabilitiesWith({
      params_schema: {
        type: "object",
        properties: { place_text: { type: "string" }, zone: { type: "string" } },
      },
      metadata: {
        flow: {
          pre: [
            { type: "find", param: "zone", search_capability: "undo_rain", search_param: "id" },
          ],
        },
      },
    }),
    "error dangling_reference capabilities.0.metadata.flow.pre.0.param",
  ],
  [
    "a follower's parameter from nowhere",
    capabilitiesWith({
      metadata: {
        composition: {
          followup_roles: ["bell"],
          param_map: { message: { from_parameters: ["_step_explanation", "_step_answer"] } },
        },
      },
    }),
    "error dangling_reference capabilities.0.metadata.composition.param_map.message",
  ],
  [
    "an enum's line that no words lead to",
    goalWith(
      {
        examples: {
          "pt-BR": portuguese,
          en: [...english, "[heavy](force:MUCH) rain in [X](place_text)"],
        },
      },
      {
        entities_schema: {
          ...rain.entities_schema,
          force: {
            type: "enum",
            values: ["MUCH", "LITTLE", "NONE", "SOME"],
            synonyms: { LITTLE: ["light"] },
            default: "NONE",
            capability_map: {
              MUCH: "get_rain",
              LITTLE: "get_rain",
              NONE: "get_rain",
              SOME: "get_rain",
            },
          },
        },
      },
    ),
    "warning unreachable_map_entry goals.0.entities_schema.force.capability_map.SOME",
  ],
  [
    "a map over the user's own words",
    goalWith(
      {},
      {
        entities_schema: {
          place_text: {
            ...rain.entities_schema?.["place_text"],
            capability_map: { Recife: "get_rain" },
          },
        },
      },
    ),
    "warning unreachable_map_entry goals.0.entities_schema.place_text.capability_map.Recife",
  ],
  [
    "a required entity that nobody asks for",
    goalWith({}, { entities_schema: { place_text: { required: true } } }),
    "warning missing_question goals.0.entities_schema.place_text.question",
  ],
  [
    "a capability that does not say what it does",
    {
      capabilities: [
        { capability: "get_rain", params_schema: weather.capabilities[0]?.params_schema ?? {} },
      ],
    },
    "warning undeclared_effect capabilities.0.effect",
  ],
  [
    "fourteen examples",
    goalWith({ examples: { "pt-BR": portuguese.slice(1), en: english } }),
    "warning few_examples goals.0.hints.examples.pt-BR",
  ],
  [
    "a goal that nobody can ask for in one language",
    goalWith({ examples: { en: english } }),
    "warning missing_language goals.0",
  ],
  [
    "a question in one language",
    goalWith(
      {},
      { entities_schema: { place_text: { required: true, question: { en: "Where?" } } } },
    ),
    "warning missing_language goals.0",
  ],
  [
    "an entity that no example marks",
    goalWith({}, { entities_schema: { ...rain.entities_schema, day: { type: "date" } } }),
    "warning unannotated_entity goals.0.entities_schema.day",
  ],
])("finds %s, and nothing else", (_what, planted, found) => {
  expect(inShort(lint(planted))).toEqual([found]);
});

it.each<[what: string, sound: Sketch]>([
  [
    "a day that no example marks and a template has a place for",
    goalWith(
      { templates: { en: ["will it rain {day}"] } },
      { entities_schema: { ...rain.entities_schema, day: { type: "date" } } },
    ),
  ],
  [
    "a period and a currency, which are read from their words",
    goalWith(
      {},
      {
        entities_schema: {
          ...rain.entities_schema,
          period: { type: "period" },
          currency: { type: "currency" },
        },
      },
    ),
  ],
  [
    "a template whose list and rule are there",
    {
      ...goalWith({ templates: { en: ["<will> rain in {cities:place_text}"] } }),
      lists: { cities: { values: ["Recife"] } },
      rules: { will: "(will it|does it)" },
    },
  ],
  [
    "a map over the forms of a list",
    {
      ...goalWith(
        {},
        {
          entities_schema: {
            place_text: {
              ...rain.entities_schema?.["place_text"],
              list: "cities",
              capability_map: { rec: "get_rain" },
            },
          },
        },
      ),
      lists: { cities: { values: [{ in: "Recife", out: "rec" }] } },
    },
  ],
  [
    "an undo that reads what the receipt has",
    capabilitiesWith({
      result_schema: { type: "object", properties: { id: { type: "string" } } },
      undo: { capability: "undo_rain", params: { id: "${receipt.result.id}" } },
    }),
  ],
  [
    "a search that fits",
    capabilitiesWith({
      metadata: {
        flow: {
          pre: [
            {
              type: "find",
              param: "place_text",
              search_capability: "undo_rain",
              search_param: "id",
            },
          ],
        },
      },
    }),
  ],
  [
    "a language that only templates have",
    goalWith({ examples: { en: english }, templates: { "pt-BR": ["chove em {place_text}"] } }),
  ],
])("has nothing against %s", (_what, sound) => expect(lint(sound)).toEqual([]));

describe("a finding", () => {
  const [found] = lint(goalWith({ templates: { en: ["rain in {planet}"] } }));

  it("says what is wrong, where, about which sentence, and the way out, in both languages", () => {
    expect(found).toMatchObject({
      domain: "weather",
      goal: "GET_RAIN",
      sentence: "rain in {planet}",
      message: { en: "The template cannot be used: {planet} is neither a list nor an entity." },
    });
    expect(found?.message["pt-BR"]).toContain("{planet}");
    expect(found?.way_out["pt-BR"]).not.toBe(found?.way_out.en);
  });
});

it.each([
  ["with nothing but a sign between them", "rain {place_text}: {note}", 1],
  ["with a word between them that may be left out", "rain {place_text} [because of] {note}", 1],
  ["one behind a rule that may end with the other", "<where> {note}", 1],
  ["with a word between them", "rain {place_text} because {note}", 0],
  ["of which one can only be a number", "rain {place_text} {days}", 0],
  ["in one of two ways, and never together", "rain ({place_text}|{note})", 0],
])("two values %s: %s", (_what, template, found) => {
  const entities_schema = { ...rain.entities_schema, note: {}, days: { type: "integer" as const } };
  const rules = { where: "rain in {place_text} [today]" };
  const findings = lint({
    ...goalWith({ templates: { en: [template] } }, { entities_schema }),
    rules,
  });
  expect(findings.filter(({ rule }) => rule === "touching_values")).toHaveLength(found);
});

it("puts errors before warnings", () => {
  const both = goalWith(
    { templates: { en: ["{planet}"] } },
    { entities_schema: { place_text: { required: true } } },
  );
  expect(lint(both).map(({ level }) => level)).toEqual(["error", "warning"]);
});
