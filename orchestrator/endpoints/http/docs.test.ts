import { expect, it } from "vitest";
import { z } from "zod";
import { turnRequest, turnResponse } from "#shared/contracts/endpoints.ts";
import { isJsonObject } from "#shared/contracts/json.ts";
import { describeRoutes } from "./docs.ts";
import type { ListedRoute } from "./endpoint.ts";

const handle = () => new Response();
const routes: ListedRoute[] = [
  {
    method: "POST",
    path: "/v1/turns",
    right: "turns",
    tag: "turns",
    summary: "Say something",
    body: turnRequest,
    answer: turnResponse,
    handle,
  },
  {
    method: "GET",
    path: "/v1/things/:id{.+}/parts",
    right: "runs:read",
    tag: "things",
    summary: "The parts of a thing",
    query: z.strictObject({ limit: z.coerce.number().int().max(9).default(3) }),
    answer: z.strictObject({ parts: z.array(z.string()) }),
    handle,
  },
];
const described = describeRoutes(routes, true);

/** Every `$ref` of the document, wherever it stands. */
function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (!isJsonObject(value)) return [];
  const own = typeof value["$ref"] === "string" ? [value["$ref"]] : [];
  return [...own, ...Object.values(value).flatMap(refsIn)];
}

it("each reference leads somewhere inside the document", () => {
  const refs = refsIn(described);
  expect(refs.length).toBeGreaterThan(10);
  for (const ref of refs) {
    const found = ref
      .replace(/^#\//, "")
      .split("/")
      .reduce<unknown>((at, name) => (isJsonObject(at) ? at[name] : undefined), described);
    expect(found, ref).toBeDefined();
  }
});

it("a contract is described as it is to be sent, and as it comes back", () => {
  const { schemas } = described.components;
  expect(schemas["turnRequest.input"]).toMatchObject({
    properties: { plan_token: { type: "string" }, follows_ticks: { type: "boolean" } },
  });
  expect(schemas["executionPlan"]).toMatchObject({
    required: ["execution_mode", "combine_mode", "max_concurrency", "steps"],
  });
  expect(described.paths["/v1/turns"]?.["post"]).toMatchObject({
    operationId: "post_v1_turns",
    "x-right": "turns",
    requestBody: {
      content: {
        "application/json": { schema: { $ref: "#/components/schemas/turnRequest.input" } },
      },
    },
  });
});

it("parts of the path and of the query are parameters", () => {
  expect(described.paths["/v1/things/{id}/parts"]?.["get"]).toMatchObject({
    parameters: [
      { name: "id", in: "path", required: true },
      { name: "limit", in: "query", required: false, schema: { type: "integer", maximum: 9 } },
    ],
  });
});

it("where callers are asked who they are, every endpoint that is not open to all says how", () => {
  const health: ListedRoute = {
    method: "GET",
    path: "/health",
    right: "health",
    tag: "health",
    summary: "Is it there",
    answer: "text",
    handle,
  };
  const security = (isChecked: boolean, path: string, method: string) => {
    const { paths, components } = describeRoutes([...routes, health], isChecked);
    expect(components.securitySchemes.bearer).toMatchObject({ type: "http", scheme: "bearer" });
    return paths[path]?.[method];
  };
  expect(security(true, "/v1/turns", "post")).toMatchObject({ security: [{ bearer: [] }] });
  expect(security(true, "/health", "get")).toMatchObject({ security: [] });
  expect(security(false, "/v1/turns", "post")).toMatchObject({ security: [] });
});

it("what no one refers to is left out", () => {
  expect(Object.keys(described.components.schemas)).not.toContain("chatCompletion");
});
