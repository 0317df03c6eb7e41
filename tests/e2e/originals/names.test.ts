import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { agentAction, agentDefinition, agentEvent } from "#shared/contracts/agent.ts";
import { turnRequest, turnResponse } from "#shared/contracts/endpoints.ts";
import { isJsonObject } from "#shared/contracts/json.ts";
import { manifestSchema } from "#shared/contracts/manifest.ts";
import { runDetail, sessionDetail, usageReport } from "#shared/contracts/native-endpoints.ts";
import { domainOutput } from "#shared/contracts/output.ts";
import { executionPlan } from "#shared/contracts/plan.ts";
import { runStatus } from "#shared/contracts/run.ts";
import { usageRow } from "#shared/contracts/usage.ts";
import { loadManifest } from "#shared/manifest-files/load-manifest.ts";
import { isCommand } from "../../../cli/command-line.ts";
import { documents } from "./names/documents.ts";

// What the documents behind this system name is where the tables say. Routes are asked for in originals.test.ts.

const contracts: Readonly<Record<string, z.ZodType>> = {
  manifest: manifestSchema,
  turnRequest,
  turnResponse,
  run: runDetail,
  usage: usageReport,
  usageRow,
  session: sessionDetail,
  plan: executionPlan,
  agent: agentDefinition,
  agentEvent,
  agentAction,
};

/** Whether a contract has a field; lists and alternatives are looked into. */
function hasField(address: string): boolean {
  const [name = "", ...path] = address.split(".");
  const contract = contracts[name];
  if (contract === undefined) return false;
  const whole = z.toJSONSchema(contract, { io: "input", unrepresentable: "any" });
  // A schema that holds itself is looked into once.
  const parts = (schema: unknown, seen: readonly unknown[] = []): unknown[] => {
    if (!isJsonObject(schema) || seen.includes(schema)) return [];
    const ref = typeof schema["$ref"] === "string" ? schema["$ref"].split("/").slice(1) : undefined;
    const referred = ref?.reduce<unknown>(
      (at, key) => (isJsonObject(at) ? at[key] : undefined),
      whole,
    );
    const further = [schema["items"], ...["anyOf", "oneOf", "allOf"].flatMap((key) => schema[key])];
    return [schema, ...[...further, referred].flatMap((each) => parts(each, [...seen, schema]))];
  };
  let at: unknown[] = parts(whole);
  for (const key of path) {
    at = at.flatMap((schema) => {
      const properties = isJsonObject(schema) ? schema["properties"] : undefined;
      return isJsonObject(properties) ? parts(properties[key]) : [];
    });
  }
  return at.length > 0;
}

const research = loadManifest("domains/research").capabilities;
const oneOf = (capability: string, field: string): unknown => {
  const { agent, params_schema } = research.find((each) => each.capability === capability) ?? {};
  const schemas = [params_schema, agent?.output_schema];
  const text = JSON.stringify(schemas.map((schema) => schema?.properties?.[field]));
  return text;
};
const values: Readonly<Record<string, unknown>> = {
  runStatus: runStatus.options,
  outputStatus: domainOutput.shape.status.options,
  executionMode: z.toJSONSchema(executionPlan.shape.execution_mode),
  combineMode: z.toJSONSchema(executionPlan.shape.combine_mode),
  maturity: oneOf("structure_question", "maturity"),
  verdict: oneOf("check_rigor", "status"),
  aspect: oneOf("check_rigor", "improvements"),
};

const manifests = ["finance", "notify", "memory", "web", "documents", "support", "language"]
  .map((domain) => loadManifest(`domains/${domain}`))
  .concat(loadManifest("domains/research"));
const capabilities = manifests.flatMap(({ domain, capabilities: own }) =>
  own.map(({ capability }) => `${domain}.${capability}`),
);
const goals = manifests.flatMap(({ goals: own }) => own.map(({ goal }) => goal));
const settings = globSync(["orchestrator/config/*.ts", "domains/*/!(*.test).ts"])
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

/** What is wrong with the place that a row names. */
function missing(place: string): string | undefined {
  const [kind = "", ...rest] = place.split(" ");
  const name = rest.join(" ");
  const found = (is: boolean) => (is ? undefined : `there is no ${place}`);
  switch (kind) {
    case "capability":
      return found(capabilities.includes(name));
    case "goal":
      return found(goals.includes(name));
    case "field":
      return found(hasField(name));
    case "value":
      return found(JSON.stringify(values[rest[0] ?? ""] ?? "").includes(rest[1] ?? "?"));
    case "setting":
      return found(settings.includes(`${name}:`));
    case "command":
      return found(isCommand(name));
    case "file":
      return found(existsSync(name));
    case "test": {
      const [file = "", words = "?"] = name.split(": ");
      return found(existsSync(file) && readFileSync(file, "utf8").includes(words));
    }
    case "route":
      return undefined;
    default:
      return `${kind} is no kind of place`;
  }
}

describe.each(documents)("what the document on the %s names", (_document, rows) => {
  it.each(rows)("$from: $named", ({ here, because }) => {
    expect(here.flatMap((place) => missing(place) ?? [])).toEqual([]);
    // What is nowhere says why.
    if (here.length === 0) expect(because).toMatch(/\w/);
  });
});

it("tools that were done away with are no capabilities", () => {
  const gone = ["save_memory", "search_memory", "enrich_content", "list_memories", "respond"];
  const names = capabilities.map((address) => address.split(".")[1] ?? "");
  expect(names.filter((name) => gone.includes(name))).toEqual([]);
});

it("a place that is none is found out", () => {
  for (const place of [
    "capability web.fly",
    "goal FLY",
    "field turnResponse.wings",
    "value runStatus flying",
    "setting REGENTE_WINGS",
    "command fly",
    "file wings.ts",
    "test tests/architecture.test.ts: no such words",
    "bird x",
  ])
    expect(missing(place)).toBeDefined();
});
