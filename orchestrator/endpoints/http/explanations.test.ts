import { afterEach, beforeEach, expect, it } from "vitest";
import { explanationsResponse } from "#shared/contracts/console.ts";
import { explainResponse } from "#shared/contracts/endpoints.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { openTurnDeps } from "../../turn/turn-deps.fixture.ts";
import { serveEndpoints } from "./serve-endpoints.fixture.ts";

let painter: Awaited<ReturnType<typeof openTurnDeps>>;
let endpoints: Awaited<ReturnType<typeof serveEndpoints>>;
beforeEach(async () => {
  painter = await openTurnDeps([
    defineDomain(
      {
        manifest_version: "1",
        domain: "painter",
        version: "1.0.0",
        description: { en: "A painter" },
        confidence_gate: { exempt: true },
        goals: [
          {
            goal: "SHOW",
            description: { en: "Show a colour" },
            capability: "show",
            hints: { templates: { en: ["show {colour_text}"] } },
            entities_schema: { colour_text: { required: true } },
          },
        ],
        capabilities: [
          {
            capability: "show",
            effect: "read",
            params_schema: {
              type: "object",
              properties: { colour_text: { type: "string", enum: ["red", "green"] } },
              required: ["colour_text"],
            },
          },
        ],
      },
      { show: async () => success({ result: null, explanation: "Here." }) },
      { log: silentLog },
    ),
  ]);
  endpoints = await serveEndpoints(painter.turnDeps());
});
afterEach(async () => {
  await endpoints.close();
  await painter.close();
});

const post = (path: string, body: object) => endpoints.ask("POST", path, { body });

it("of several texts one that leads to no plan says so in its own place, beside the others", async () => {
  const input_texts = ["show red", "show blue", "show green"];
  const { status, body } = await post("/v1/explanations", { input_texts });
  expect(status).toBe(200);
  const { explanations } = explanationsResponse.parse(body);
  expect(explanations).toMatchObject([
    { input_text: "show red", plan: { steps: [{ params: { colour_text: "red" } }] } },
    { input_text: "show blue", plan: null, status: "failure" },
    { input_text: "show green", plan: { steps: [{ params: { colour_text: "green" } }] } },
  ]);
  const alone = explainResponse.parse(
    (await post("/v1/explain", { input_text: "show blue" })).body,
  );
  const invalid = alone.intent.evidence.find(({ kind }) => kind === "invalid_plan");
  expect(invalid?.detail).toMatch(/colour_text/);
});
