import { expect, it } from "vitest";
import type { Json } from "#shared/contracts/json.ts";
import { type Goal, goalSchema } from "#shared/contracts/manifest.ts";
import { testCatalogue } from "./catalogue.fixture.ts";
import { paramWords, showParams, valueInWords } from "./value-words.ts";

const goal: Goal = goalSchema.parse({
  goal: "MOW",
  description: { en: "Mow the lawn" },
  capability: "mow",
  entities_schema: {
    day: { type: "date" },
    at: { type: "time" },
    takes: { type: "duration" },
    when: { type: "period" },
    price: { type: "money" },
    place: { type: "integer" },
    wet: { type: "boolean" },
    lawn_text: {},
    part: { type: "enum", values: ["front", "BACK"], synonyms: { BACK: ["fundos"] } },
  },
  hints: {
    examples: { "pt-BR": ["corte a [frente](part:front)"], en: ["mow the [back part](part:BACK)"] },
  },
});

it.each<[name: string, value: Json, pt: string | undefined, en: string | undefined]>([
  ["day", "2026-11-29", "dom., 29/11/2026", "Sun, 11/29/2026"],
  ["at", "15:00", "15:00", "15:00"],
  ["takes", "PT1H30M", "1 hora e 30 minutos", "1 hour and 30 minutes"],
  ["takes", "P2W", "2 semanas", "2 weeks"],
  ["when", "2026-11-29", "dom., 29/11/2026", "Sun, 11/29/2026"],
  ["when", "2026-11", "novembro de 2026", "November 2026"],
  ["when", "2026", "2026", "2026"],
  ["when", "P6M", "6 meses", "6 months"],
  ["when", "2026-03-01/..", "01/03/2026 – …", "03/01/2026 – …"],
  ["when", "P1M/2026-11-18", "18/10/2026 – 18/11/2026", "10/18/2026 – 11/18/2026"],
  ["price", 1234.5, "1.234,5", "1,234.5"],
  ["place", 1001, "1001", "1001"],
  ["wet", false, "não", "no"],
  ["part", "front", "frente", "front"],
  ["part", "BACK", "fundos", "back part"],
])("%s %j reads as people write it", (name, value, pt, en) => {
  expect(valueInWords(value, name, goal, "pt-BR")).toBe(pt);
  expect(valueInWords(value, name, goal, "en")).toBe(en);
});

it.each<[name: string, value: Json]>([
  ["lawn_text", "2026-11-29"],
  ["day", "2026-02-30"],
  ["day", "tomorrow\n\nConfirma?"],
  ["takes", "P"],
  ["at", "noon"],
  ["part", "sides"],
  ["nothing", 3],
])("%s %j is shown as it is", (name, value) =>
  expect(valueInWords(value, name, goal, "pt-BR")).toBeUndefined(),
);

const catalogue = testCatalogue({
  domain: "pantry",
  goals: [
    {
      goal: "EMPTY",
      description: { en: "Empty a shelf" },
      action_type: "deterministic",
      capability: "empty",
      entities_schema: {
        shelf: {
          type: "enum",
          multiple: true,
          description: { "pt-BR": "Só esta prateleira", en: "Only this shelf" },
          values: ["spices", "grains"],
          synonyms: { spices: ["temperos"], grains: ["grãos"] },
        },
        owner: { type: "string", description: "For models" },
        period_text: { type: "string", description: { "pt-BR": "Até quando", en: "Until when" } },
        period: { type: "period" },
      },
      hints: {
        examples: {
          "pt-BR": ["esvazie os [temperos](shelf:spices)", "esvazie os [grãos](shelf:grains)"],
          en: ["empty the [spices](shelf)"],
        },
      },
    },
  ],
  capabilities: [
    {
      capability: "empty",
      params_schema: {
        type: "object",
        properties: { photos: { type: "array", items: { type: "object", format: "file" } } },
      },
    },
  ],
});
const shown = (params: Parameters<typeof showParams>[0], locale: "pt-BR" | "en") =>
  showParams(params, paramWords({ domain: "pantry", capability: "empty" }, catalogue, locale));

it("calls a parameter and its values what the manifest calls them, in the language of who is asked", () => {
  expect(shown({ shelf: "spices" }, "pt-BR")).toBe("- Só esta prateleira: temperos");
  expect(shown({ shelf: ["spices", "grains"] }, "pt-BR")).toBe(
    "- Só esta prateleira: temperos, grãos",
  );
  expect(shown({ shelf: "spices" }, "en")).toBe("- Only this shelf: spices");
});

it("shows a value that nothing names as it is, and whatever no goal describes by its plain name", () => {
  expect(shown({ shelf: "attic" }, "en")).toBe('- Only this shelf: "attic"');
  expect(shown({ owner: "Ana", jar_count: 2, label_text: "x" }, "en")).toBe(
    '- owner: "Ana"\n- jar count: 2\n- label: "x"',
  );
});

it("shows what was said and what it means in one line, and a file by its name", () => {
  expect(shown({ period_text: "amanhã", period: "2026-11-29" }, "pt-BR")).toBe(
    '- Até quando: "amanhã" (dom., 29/11/2026)',
  );
  const photo = { name: "shelf.png", media_type: "image/png", url: "/v1/files/abc" };
  expect(shown({ photos: [photo] }, "en")).toBe('- Files: "shelf.png"');
  expect(shown({ photos: [] }, "en")).toBe("");
});

it("knows how the only goal of a capability is asked for", () => {
  const question = {
    "pt-BR": "Quer esvaziar os {shelf}?",
    en: "Do you want to empty the {shelf}?",
  };
  const goal = (name: string) => ({
    ...{ goal: name, description: { en: name }, capability: "empty", question },
    entities_schema: { shelf: {} },
  });
  const asked = (...names: string[]) => {
    const capabilities = [{ capability: "empty" }];
    const of = testCatalogue({ domain: "pantry", goals: names.map(goal), capabilities });
    return paramWords({ domain: "pantry", capability: "empty" }, of, "pt-BR").question;
  };
  expect(asked("EMPTY")).toBe("Quer esvaziar os {shelf}?");
  expect(asked("EMPTY", "EMPTY_HALF")).toBeUndefined();
});

it.each<[string, Parameters<typeof showParams>[0], string]>([
  ["a text in quotes", { to: "Ana" }, '- to: "Ana"'],
  ["figures and lists", { n: 3, list: ["a", 1, null] }, '- n: 3\n- list: ["a",1,null]'],
  ["an object by its keys", { card: { b: 1, a: "x" } }, '- card: {"a":"x","b":1}'],
  [
    "line ends spelled out, so that a text cannot go on as a question of its own",
    { message: 'ok"\n\nConfirma? Ver o tempo\u2028x' },
    '- message: "ok\\"\\n\\nConfirma? Ver o tempo\\u2028x"',
  ],
  ["what turns or hides text", { to: "a\u202egnp.exe\u200b" }, '- to: "a\\u202egnp.exe\\u200b"'],
  ["nothing at all", {}, ""],
])("shows %s", (_what, params, expected) => {
  expect(showParams(params)).toBe(expected);
});

it("says how much of a long text is not shown", () => {
  expect(showParams({ text: "a".repeat(5000) })).toMatch(/^- text: "a{999}… \(\+4002\)$/);
});
