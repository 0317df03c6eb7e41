import { expect, it } from "vitest";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
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
      },
      hints: {
        examples: {
          "pt-BR": ["esvazie os [temperos](shelf:spices)", "esvazie os [grãos](shelf:grains)"],
          en: ["empty the [spices](shelf)"],
        },
      },
    },
  ],
  capabilities: [{ capability: "empty" }],
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

it("shows a value that no example of this language names as it is, and whatever no goal describes by its plain name", () => {
  expect(shown({ shelf: "grains" }, "en")).toBe('- Only this shelf: "grains"');
  expect(shown({ owner: "Ana", jar_count: 2, label_text: "x" }, "en")).toBe(
    '- owner: "Ana"\n- jar count: 2\n- label: "x"',
  );
});
