import { z } from "zod";
import type { AgentDefinition, BoundTool } from "#shared/contracts/agent.ts";
import { effects as fromWeakest } from "#shared/contracts/capability.ts";
import { compileSchema } from "#shared/contracts/compile-schema.ts";
import { faultsOf } from "#shared/contracts/errors.ts";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  jsonFault,
  ownValue,
} from "#shared/contracts/json.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import { visibleText } from "#shared/plain-text/clean-text.ts";
import {
  addressOfTool,
  bringsOutsideText,
  type Catalogue,
  type CatalogueCapability,
  capabilityAt,
} from "../../catalogue/catalogue.ts";
import { readArgument } from "../../planning/with-model/plan-form.ts";

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
    const capability = capabilityAt(addressOfTool(tool), agent.domain, catalogue);
    if (capability === undefined) return [];
    if (fromWeakest.indexOf(capability.effect) > fromWeakest.indexOf(agent.effect)) return [];
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
    return [
      name,
      typeof value === "string"
        ? (readArgument(value, ownValue(properties, name)) ?? value)
        : value,
    ];
  });
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined)) as JsonObject;
}

const NAME = /\{([A-Za-z_][A-Za-z0-9_-]{0,63})\}/g;

/** A template with values in the place of names. One that is a single name keeps the value's type; undefined: it has none. */
export function fillNames(template: string, values: JsonObject): Json | undefined {
  const only = /^\{([A-Za-z_][A-Za-z0-9_-]{0,63})\}$/.exec(template)?.[1];
  if (only !== undefined) return ownValue(values, only);
  return template.replace(NAME, (name, key: string) => {
    const value = ownValue(values, key);
    if (value === undefined) return name;
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}

/** Beside the first, at the same time. */
const MOST_ALSO = 3;
const MOST_ARGS = 20;
const MOST_CHARS = 8000;

const call = (tools: readonly AgentTool[]) => ({
  tool: z.enum(tools.length === 0 ? ["none"] : tools.map(({ name }) => name)),
  args: z
    .array(z.strictObject({ name: z.string().max(64), value: z.string().max(MOST_CHARS) }))
    .max(MOST_ARGS),
});

/** What an answer must keep beside its form. */
export type AnswerRules = {
  /** The answer's own structure; undefined: words alone. */
  output: z.ZodType | undefined;
  /** What is wrong with an answer's words; undefined: nothing. */
  faultOf(message: string): string | undefined;
  /** What is wrong with its structure beside its schema; undefined: nothing. */
  faultOfOutput(output: JsonObject): string | undefined;
};

/**
 * The only things that an agent can say: call a tool (and others at the same time that do not need its answer),
 * respond, or nothing. The rules of the grammar are faults of the form, so that a broken one is shown to the model once.
 */
export function actionForm(tools: readonly AgentTool[], rules: AnswerRules) {
  const named = call(tools);
  const none = z.null();
  return z
    .strictObject({
      action: z.enum(tools.length === 0 ? ["RESPOND", "NOOP"] : ["CALL_TOOL", "RESPOND", "NOOP"]),
      tool: tools.length === 0 ? none : named.tool.nullable(),
      args: named.args,
      also:
        tools.length === 0 ? z.array(none).max(0) : z.array(z.strictObject(named)).max(MOST_ALSO),
      message: z.string().max(MOST_CHARS).nullable(),
      ...(rules.output !== undefined && { output: rules.output.nullable() }),
    })
    .superRefine((said, report) => {
      for (const [path, message] of faultsIn(said as ModelStep, tools, rules))
        report.addIssue({ code: "custom", path: [path], message });
    });
}

type Fault = readonly [path: string, message: string];

function faultsIn(form: ModelStep, tools: readonly AgentTool[], rules: AnswerRules): Fault[] {
  const { action, tool, also, message } = form;
  if (action === "CALL_TOOL") return callFaults(form, tools);
  const calls: Fault[] =
    tool === null && also.length === 0 ? [] : [["tool", `${action} calls no tool`]];
  if (action === "RESPOND") return [...calls, ...answerFaults(form, rules)];
  return message === null ? calls : [...calls, ["message", "NOOP says nothing: message is null"]];
}

const callFaults = (form: ModelStep, tools: readonly AgentTool[]): Fault[] => [
  ...(form.tool === null ? [["tool", "CALL_TOOL needs a tool"] as const] : []),
  ...(form.message === null
    ? []
    : [["message", "CALL_TOOL says nothing: message is null"] as const]),
  ...callsIn(form).flatMap((each) =>
    readArgs(each, tools).faults.map((fault) => ["args", `${each.tool}: ${fault}`] as const),
  ),
];

function answerFaults({ message, output }: ModelStep, rules: AnswerRules): Fault[] {
  if (message === null || visibleText(message) === "")
    return [["message", "RESPOND needs a message"]];
  const isMissing = rules.output !== undefined && output === null;
  const fault = rules.faultOf(message);
  const read = z.json().safeParse(output).data;
  const unbound = isJsonObject(read) ? rules.faultOfOutput(read as JsonObject) : undefined;
  return [
    ...(isMissing ? [["output", "RESPOND needs an output"] as const] : []),
    ...(fault === undefined ? [] : [["message", fault] as const]),
    ...(unbound === undefined ? [] : [["output", unbound] as const]),
  ];
}

/** The calls of a form, in the order of writing. */
export const callsIn = ({ tool, args, also }: ModelStep): ToolCallText[] =>
  tool === null ? [] : [{ tool, args }, ...also];

/** A call's arguments by their names, and what is wrong with them. */
export function readArgs(
  { tool: name, args }: ToolCallText,
  tools: readonly AgentTool[],
): { args: JsonObject; faults: string[] } {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) return { args: {}, faults: ["there is no such tool"] };
  const faults: string[] = [];
  const read = args.map(({ name: arg, value }) => {
    const argument = readArgument(value, ownValue(tool.params.properties, arg));
    if (argument === undefined) faults.push(`${arg} is not the JSON that is needed`);
    return [arg, argument ?? null] as const;
  });
  const given: JsonObject = Object.fromEntries(read);
  if (Object.keys(given).length < args.length) faults.push("an argument is written twice");
  const malformed = jsonFault(given);
  if (malformed !== undefined) return { args: {}, faults: [...faults, malformed] };
  const checked = tool.check.safeParse(given);
  // With what the schema says of arguments that are not given.
  if (checked.success) return { args: checked.data as JsonObject, faults };
  for (const { path, message } of faultsOf(checked.error))
    faults.push(path === "" ? message : `${path}: ${message}`);
  return { args: given, faults };
}
