import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterEach, beforeEach, expect, it } from "vitest";
import { explanationsResponse } from "#shared/contracts/console.ts";
import { explainResponse } from "#shared/contracts/endpoints.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { turns } from "../../start/start-orchestrator.ts";
import { openTurnDeps } from "../../turn/turn-deps.fixture.ts";
import { makeApp } from "../app.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";

let painter: Awaited<ReturnType<typeof openTurnDeps>>;
let server: Server;
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
  const endpoints: Partial<EndpointDeps> = {
    deps: painter.turnDeps(),
    turns,
    pin: () => undefined,
    isReady: () => true,
    domains: { status: () => ({ domains: [] }) } as unknown as EndpointDeps["domains"],
    settings: {
      ...{ host: "127.0.0.1", allowedHosts: [], corsOrigins: [], domainHosts: [] },
      ...{ sessionHeaders: [], userHeaders: [] },
    },
  };
  const listener = getRequestListener(makeApp(endpoints as EndpointDeps).fetch);
  server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await painter.close();
});

const post = async (path: string, body: object) => {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as unknown };
};

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
