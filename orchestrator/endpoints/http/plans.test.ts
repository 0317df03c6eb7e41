import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { planExecuteResponse } from "#shared/contracts/endpoints.ts";
import { gardenDomain } from "../../turn/garden.fixture.ts";
import { openTurnDeps } from "../../turn/turn-deps.fixture.ts";
import { serveEndpoints } from "./serve-endpoints.fixture.ts";

let garden: Awaited<ReturnType<typeof openTurnDeps>>;
let endpoints: Awaited<ReturnType<typeof serveEndpoints>>;
beforeEach(async () => {
  garden = await openTurnDeps([gardenDomain([])]);
  endpoints = await serveEndpoints(garden.turnDeps());
});
afterEach(async () => {
  await endpoints.close();
  await garden.close();
});

const params = { plant_text: "rosa" };
const plan = { steps: [{ id: 1, domain: "garden", capability: "uproot", params }] };

describe("a plan is told", () => {
  const asked = async (path: string, body: object, language?: string) => {
    const headers = language === undefined ? {} : { "accept-language": language };
    const told = await endpoints.ask("POST", path, { body, headers });
    return String(planExecuteResponse.parse(told.body).output.explanation);
  };

  it.each([
    ["en-US,en;q=0.9", "Are you sure?"],
    ["en;q=0.9", "Are you sure?"],
    ["fr, en;q=0.5", "Are you sure?"],
    ["pt-BR", "Confirma?"],
    ["*", "Confirma?"],
    [undefined, "Confirma?"],
  ])("in the language that its caller accepts: %s", async (language, begins) => {
    expect(await asked("/v1/plans/execute", { plan }, language)).toContain(begins);
    const path = "/v1/domains/garden/capabilities/uproot/execute";
    expect(await asked(path, { parameters: params }, language)).toContain(begins);
  });

  it("in the one that its body names, whatever is accepted", async () => {
    const body = { plan, context: { locale: "pt-BR" } };
    expect(await asked("/v1/plans/execute", body, "en")).toContain("Confirma?");
  });
});
