import { expect, it } from "vitest";
import { testCatalogue } from "./catalogue.fixture.ts";
import { paramWords } from "./param-words.ts";
import { showParams } from "./show-params.ts";

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
