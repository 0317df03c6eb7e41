import type { z } from "zod";
import type { AgentDefinition, BoundTool } from "#shared/contracts/agent.ts";
import { compileSchema } from "#shared/contracts/compile-schema.ts";
import { type Json, type JsonObject, ownValue } from "#shared/contracts/json.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import {
  bringsOutsideText,
  type Catalogue,
  type CatalogueCapability,
  capabilityAt,
} from "../../catalogue/catalogue.ts";
import { readArgument } from "../../planning/with-model/read-argument.ts";

/** What an agent may call, and what that runs. Nothing else exists for it. */
export type AgentTool = {
  name: string;
  description: string;
  capability: CatalogueCapability;
  params: JsonSchema;
  check: z.ZodType;
  /** Its answers carry text from outside. */
  isUntrusted: boolean;
  /** The agent's arguments as the capability's parameters. */
  toParams(args: JsonObject): JsonObject;
};

/** A call as a model writes it down. */
export type ToolCallText = { tool: string; args: { name: string; value: string }[] };

/** What a model says in one step, in the form that it is given. */
export type ModelStep = {
  action: "CALL_TOOL" | "RESPOND" | "NOOP";
  tool: string | null;
  args: ToolCallText["args"];
  also: ToolCallText[];
  message: string | null;
  output?: unknown;
};

const STRENGTH = { read: 0, write: 1, external: 2, destructive: 3 } as const;

/**
 * The tools of an agent, in the order of its definition. Left out is what no manifest has, and what would do more
 * to the world than the agent's own capability declares: who calls a reader changes nothing.
 */
export function toolsOf(
  { tools }: AgentDefinition,
  agent: CatalogueCapability,
  catalogue: Catalogue,
  locale: Locale,
): AgentTool[] {
  return tools.flatMap((tool) => {
    const bound: BoundTool | undefined = typeof tool === "string" ? undefined : tool;
    const address = typeof tool === "string" ? tool : tool.capability;
    const capability = capabilityAt(address, agent.domain, catalogue);
    if (capability === undefined || STRENGTH[capability.effect] > STRENGTH[agent.effect]) return [];
    const { spec } = capability;
    const described = spec.description && inLocale(spec.description, locale);
    const asked = spec.kind === "question" ? withoutAnswer(spec.params_schema) : undefined;
    const params = bound?.params ?? asked;
    return {
      name: bound?.name ?? spec.capability,
      description: bound?.description || (described ?? ""),
      capability,
      params: params ?? spec.params_schema,
      isUntrusted: bringsOutsideText(capability, catalogue),
      check: params === undefined ? capability.params : compileSchema(params),
      toParams: (args: JsonObject) =>
        bound?.bind === undefined ? args : boundParams(bound.bind, args, spec.params_schema),
    };
  });
}

/** What an agent may fill in of a question: all but the answer, which is the user's. */
function withoutAnswer({ properties = {}, ...schema }: JsonSchema): JsonSchema {
  const asked = Object.entries(properties).filter(([name]) => name !== "answer");
  return {
    ...schema,
    properties: Object.fromEntries(asked),
    required: (schema.required ?? []).filter((name) => name !== "answer"),
    additionalProperties: false,
  };
}

/** The capability's parameters; what the definition itself says is read as what they are. */
function boundParams(
  bind: Readonly<Record<string, string>>,
  args: JsonObject,
  { properties }: JsonSchema,
): JsonObject {
  const filled = Object.entries(bind).map(([name, template]) => {
    const value = fillNames(template, args);
    const schema = ownValue(properties, name) as JsonSchema | undefined;
    return [name, typeof value === "string" ? (readArgument(value, schema) ?? value) : value];
  });
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined)) as JsonObject;
}

const NAME = /\{([A-Za-z_][A-Za-z0-9_-]{0,63})\}/g;

/** A template with values in the place of names. One that is a single name keeps the value's type; undefined: it has none. */
export function fillNames(template: string, values: JsonObject): Json | undefined {
  const only = /^\{([A-Za-z_][A-Za-z0-9_-]{0,63})\}$/.exec(template)?.[1];
  if (only !== undefined) return ownValue(values, only) as Json | undefined;
  return template.replace(NAME, (name, key: string) => {
    const value = ownValue(values, key);
    if (value === undefined) return name;
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}
