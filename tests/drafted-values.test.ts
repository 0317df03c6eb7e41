import { expect, it } from "vitest";
import { manifestSchema } from "#shared/contracts/manifest.ts";
import { draftOverlay, operationsIn } from "#shared/made-domains/draft.ts";
import { madeManifest } from "#shared/made-domains/made-manifest.ts";
import { operationsOf } from "#shared/made-domains/operations.ts";
import { withOverlay } from "#shared/made-domains/overlay.ts";
import { buildCatalogue } from "../orchestrator/catalogue/registry/build-catalogue.ts";
import { predict } from "../orchestrator/quality/evaluation/labelled.ts";
import { buildUnderstanding } from "../orchestrator/understanding/understand.ts";

// What a draft of an imported document takes from a sentence, as it was drafted.

const text = { type: "string" };
const inPath = (name: string) => [{ name, in: "path", required: true, schema: text }];
const body = (properties: object, required: string[]) => ({
  content: { "application/json": { schema: { type: "object", properties, required } } },
});
const document = {
  ...{ openapi: "3.1.0", info: { title: "Fleet", version: "1" } },
  paths: {
    "/vehicles/{plate}": {
      get: { operationId: "getVehicle", parameters: inPath("plate") },
      delete: { operationId: "deleteVehicle", parameters: inPath("plate") },
    },
    "/vehicles": {
      post: {
        operationId: "createVehicle",
        requestBody: body({ plate: text, model: text, year: { type: "integer" } }, [
          "plate",
          "model",
        ]),
      },
    },
    "/depots/{code}/occupancy": {
      get: { operationId: "getDepotOccupancy", parameters: inPath("code") },
    },
    "/cities/{city}/forecast": {
      get: { operationId: "getForecast", parameters: inPath("city") },
    },
  },
};
const every = operationsIn(document).flatMap(({ id }) => id ?? []);
const opened = withOverlay(document, draftOverlay(document, "fleet", every).overlay);
const operations = operationsOf(opened as Record<string, unknown>, false);
const manifest = manifestSchema.parse(madeManifest("fleet", document.info, operations));
const understanding = buildUnderstanding(buildCatalogue([manifest]));
understanding.calibrate();

/** What is done at once: from this on every gate passes. */
const SURE = 0.97;
function taken(said: string) {
  const label = { id: said, text: said, locale: "en", goal: null, entities: undefined } as const;
  const { goal, confidence, entities } = predict(understanding, label);
  const values = Object.fromEntries(entities.map(({ name, value }) => [name, value]));
  return { goal, isSure: confidence >= SURE, values };
}

it.each([
  "show me the vehicle ABC1D23 tomorrow",
  "mostra o veículo ABC1D23 do Pedro",
  "what is the depot occupancy of SUL for december?",
  "what is the depot occupancy of SUL next week?",
])("what stands in an address takes one word, and the rest is asked about: %s", (said) => {
  const { isSure, values } = taken(said);
  expect(isSure).toBe(false);
  for (const value of Object.values(values)) expect(value).not.toMatch(/\s/);
});

it("a reason behind a code is no part of it", () => {
  expect(taken("delete vehicle ABC1D23 because it is old").values).toEqual({ plate: "ABC1D23" });
});

it("a name of a path parameter is a code in a body as well, and the next value stands behind its own name", () => {
  const values = { plate: "AAA1B22", model: "Fiat Uno" };
  for (const said of [
    "add vehicle AAA1B22 with model Fiat Uno",
    "add a vehicle with plate AAA1B22 and model Fiat Uno",
  ])
    expect(taken(said), said).toEqual({ goal: "FLEET_CREATE_VEHICLE", isSure: true, values });
});

it("a name ends where another value begins", () => {
  const { values } = taken("add a vehicle with plate AAA1B22 and model Fiat Uno from 2019");
  expect(values).toEqual({ plate: "AAA1B22", model: "Fiat Uno", year: "2019" });
});

it("what people say in several words may be several words in an address too", () => {
  expect(taken("show me the forecast of São Paulo")).toMatchObject({
    isSure: true,
    values: { city: "São Paulo" },
  });
});
