import { readFile } from "node:fs/promises";
import { z } from "zod";
import * as page from "#shared/contracts/console.ts";
import * as endpoints from "#shared/contracts/endpoints.ts";
import * as intent from "#shared/contracts/intent.ts";
import { isJsonObject } from "#shared/contracts/json.ts";
import * as lint from "#shared/contracts/lint.ts";
import * as native from "#shared/contracts/native-endpoints.ts";
import * as openai from "#shared/contracts/openai.ts";
import * as output from "#shared/contracts/output.ts";
import * as pending from "#shared/contracts/pending.ts";
import * as plan from "#shared/contracts/plan.ts";
import * as replay from "#shared/contracts/replay.ts";
import * as routing from "#shared/contracts/routing.ts";
import * as run from "#shared/contracts/run.ts";
import * as schedule from "#shared/contracts/schedule.ts";
import * as scheduleDoors from "#shared/contracts/schedule-endpoints.ts";
import * as scheduleRule from "#shared/contracts/schedule-rule.ts";
import * as usage from "#shared/contracts/usage.ts";
import {
  type EndpointContext,
  inGroup,
  type ListedRoute,
  OPEN_RIGHTS,
  pagePolicy,
  type Route,
} from "./endpoint.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";

/** Read when it is first asked for, and then kept. */
function servedFile(name: string, type: string) {
  let content: Promise<string> | undefined;
  return async (context: EndpointContext) => {
    content ??= readFile(new URL(`./docs-page/${name}`, import.meta.url), "utf8");
    return context.body(await content, 200, {
      "content-type": `${type}; charset=utf-8`,
      "content-security-policy": pagePolicy("data:"),
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
  };
}

/** The description of all the other routes, and a page to try them. */
export function docsRoutes(
  routes: readonly ListedRoute[],
  { authentication }: EndpointDeps,
): Route[] {
  let described: string | undefined;
  const page = {
    method: "GET",
    right: "health",
    answer: "page",
    early: true,
  } as const;
  const own: ListedRoute[] = inGroup("docs", [
    {
      ...page,
      path: "/openapi.json",
      summary: "This description, as an OpenAPI 3.1 document",
      answer: z.looseObject({ openapi: z.string() }),
      handle: (context) => {
        described ??= JSON.stringify(
          describeRoutes([...routes, ...own], authentication !== undefined),
        );
        return context.body(described, 200, { "content-type": "application/json" });
      },
    },
    {
      ...page,
      path: "/docs",
      summary: "A page for trying everything described here",
      handle: servedFile("page.html", "text/html"),
    },
  ]);
  const parts: Route[] = [
    {
      ...page,
      path: "/docs/page.mjs",
      summary: "The page's script",
      handle: servedFile("page.mjs", "text/javascript"),
    },
    {
      ...page,
      path: "/docs/page.css",
      summary: "The page's style sheet",
      handle: servedFile("page.css", "text/css"),
    },
  ];
  return [...own, ...parts];
}

type Direction = "input" | "output";
type Schemas = Record<string, unknown>;

/** Each contract under the name that it is exported by. */
const contracts = z.registry<{ id: string }>();
for (const file of [
  ...[page, endpoints, intent, lint, native, openai],
  ...[output, pending, plan, replay, routing, run, schedule, scheduleDoors, scheduleRule, usage],
])
  for (const [id, schema] of Object.entries(file))
    if (schema instanceof z.ZodType && !id.endsWith("Query")) contracts.add(schema, { id });

const COMPONENTS = "#/components/schemas/";
/** What a caller may leave out is there in what comes back, so a contract can read differently each way. */
const SUFFIX = { input: ".input", output: "" } as const;

/**
 * The endpoints as an OpenAPI 3.1 document, from the table that they are made of and the contracts that they check.
 * `isChecked`: the endpoints let no one in who does not say who they are. Pure. Cost: about 30 ms
 */
export function describeRoutes(routes: readonly ListedRoute[], isChecked: boolean) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = pathOf(route.path);
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operationOf(route, isChecked);
  }
  const all = { ...schemasFor("input"), ...schemasFor("output") };
  return {
    openapi: "3.1.1",
    info: {
      title: "Regente",
      version: "1",
      description:
        "Sentences become work done by services. Every error has the shape `errorBody`; ask with `accept: application/problem+json` for RFC 9457.",
    },
    servers: [{ url: "/" }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas: reachable(paths, all), securitySchemes: { bearer } },
  };
}

const bearer = {
  type: "http",
  scheme: "bearer",
  description:
    "An API key (`regente keys add`) or a token of the identity provider that the operator named. Without either setting the endpoints are open, and on loopback only.",
};

const pathOf = (path: string): string => path.replace(/:(\w+)(?:\{[^}]*\})?/g, "{$1}");

function operationOf(route: ListedRoute, isChecked: boolean) {
  const { method, path, tag, summary, right, body, answer, events, status = 200 } = route;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  const parameters = [
    ...names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    ...queryOf(route),
  ];
  const error = { "application/json": { schema: { $ref: `${COMPONENTS}errorBody` } } };
  return {
    operationId: `${method.toLowerCase()}${pathOf(path).replace(/\W+/g, "_").replace(/_$/, "")}`,
    tags: [tag],
    summary,
    "x-right": right,
    security: OPEN_RIGHTS.has(right) || !isChecked ? [] : [{ bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: schemaOf(body, "input") } },
      },
    }),
    responses: {
      [status]: {
        description: "Success.",
        ...(answer !== "nothing" && { content: contentOf(answer, events) }),
      },
      default: { description: "The reason for the failure.", content: error },
    },
  };
}

function contentOf(answer: Exclude<Route["answer"], "nothing">, events: Route["events"]) {
  const stream = events && { "text/event-stream": { schema: schemaOf(events, "output") } };
  if (answer === "events") return { ...stream };
  if (answer === "page") return { "text/html": {} };
  if (answer === "text") return { "text/plain": {} };
  if (answer === "file") return { "*/*": {} };
  return { "application/json": { schema: schemaOf(answer, "output") }, ...stream };
}

function queryOf({ query }: Route) {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: "input" });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

/** A contract by its name; anything else in place. */
function schemaOf(schema: z.ZodType, io: Direction): unknown {
  const id = contracts.get(schema)?.id;
  if (id !== undefined) return { $ref: `${COMPONENTS}${id}${SUFFIX[io]}` };
  const { $schema: _, ...inPlace } = z.toJSONSchema(schema, { io });
  return inPlace;
}

function schemasFor(io: Direction): Schemas {
  const uri = (id: string) => `${COMPONENTS}${id}${SUFFIX[io]}`;
  const { schemas } = z.toJSONSchema(contracts, { io, uri, unrepresentable: "any" });
  // What several contracts share is addressed as if it were a document of its own.
  const text = JSON.stringify(schemas).replaceAll("#/$defs/", "/$defs/");
  const named = JSON.parse(text) as Record<string, Schemas>;
  return Object.fromEntries(
    Object.entries(named).map(([id, { $id: _, $schema: __, ...schema }]) => [
      `${id}${SUFFIX[io]}`,
      schema,
    ]),
  );
}

/** The schemas that the paths need, and those that these need. */
function reachable(paths: unknown, all: Schemas): Schemas {
  const found: Schemas = {};
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isJsonObject(value)) return;
    const { $ref } = value;
    if (typeof $ref === "string") {
      const name = $ref.slice(COMPONENTS.length).split("/")[0] ?? "";
      if (!Object.hasOwn(found, name)) {
        found[name] = all[name];
        visit(all[name]);
      }
    }
    for (const each of Object.values(value)) visit(each);
  };
  visit(paths);
  return found;
}
