import { expect, it } from "vitest";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import { buildUnderstanding } from "../understand.ts";

const question = { "pt-BR": "Quantos?", en: "How many?" };
const understanding = buildUnderstanding(
  testCatalogue({
    domain: "pumps",
    lists: {},
    goals: [
      {
        goal: "RECORD_REFUEL",
        description: { "pt-BR": "Registrar um abastecimento", en: "Record a refuel" },
        capability: "record_refuel",
        entities_schema: {
          plate: { type: "string", one_word: true, required: true, question },
          litres: { type: "number", required: true, question },
          price: { type: "number" },
        },
        hints: {
          templates: {
            "pt-BR": [
              "registra [um] abastecimento [de {litres} litros] para [o] {plate}",
              "registra {litres} litro[s] para [o] {plate}",
            ],
            en: ["record [a] refuel [of {litres} litres] for {plate}"],
          },
        },
      },
    ],
    capabilities: [{ capability: "record_refuel", effect: "external" }],
  }),
);
understanding.calibrate();
const valuesOf = (text: string) =>
  understanding.understand(text, { lastFrame: null }).intent.entities;

it("an article is no amount of an optional number", () => {
  const values = { litres: 40, plate: "ABC1D23" };
  expect(valuesOf("registra um abastecimento de 40 litros para o ABC1D23")).toEqual(values);
  expect(valuesOf("record a refuel of 40 litres for ABC1D23")).toEqual(values);
});

it("an article that the template says is no number at all, so that the number is asked for", () => {
  expect(valuesOf("registra um abastecimento para o ABC1D23")).toEqual({ plate: "ABC1D23" });
  expect(valuesOf("record a refuel for ABC1D23")).toEqual({ plate: "ABC1D23" });
});

it("of a measure that has to be there an article says one", () => {
  expect(valuesOf("registra um litro para o ABC1D23")).toMatchObject({ litres: 1 });
});
