import { z } from "zod";
import { faultsOf } from "#shared/contracts/errors.ts";
import { isJsonObject, type JsonObject, jsonFault, ownValue } from "#shared/contracts/json.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import { visibleText } from "#shared/plain-text/clean-text.ts";
import { readArgument } from "../../planning/with-model/read-argument.ts";
import type { AgentTool, ModelStep, ToolCallText } from "./tools.ts";

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
    const schema = ownValue(tool.params.properties, arg) as JsonSchema | undefined;
    const argument = readArgument(value, schema);
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
