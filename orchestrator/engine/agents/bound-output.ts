import { isJsonObject, type Json, type JsonObject, ownValue } from "#shared/contracts/json.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import type { AgentTool } from "./tools.ts";

/** A field of an agent's answer that is one of its tools' to say. */
export type BoundField = { field: string; tools: ReadonlySet<string>; verdicts: ReadonlySet<Json> };
/** A tool's answer, as far as it matters here. */
type Answered = { tool: string; ok: boolean; result: string };

/**
 * The fields of an agent's structure that its tools answer with as well, by the same name and a list of the same values:
 * verdicts. They are whoever gave them's, and no agent that sums them up can say another one.
 */
export function boundFields(
  schema: JsonSchema | undefined,
  tools: readonly AgentTool[],
): BoundField[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([field, { enum: values }]) => {
    if (values === undefined) return [];
    const givers = tools.flatMap(({ name, capability: { spec } }) => {
      const theirs = spec.agent?.output_schema ?? spec.result_schema;
      const property = ownValue(theirs?.properties, field) as JsonSchema | undefined;
      const shared = property?.enum?.filter((value) => values.includes(value)) ?? [];
      return shared.length === 0 ? [] : [{ name, shared }];
    });
    if (givers.length === 0) return [];
    const verdicts = new Set(givers.flatMap(({ shared }) => shared));
    return [{ field, tools: new Set(givers.map(({ name }) => name)), verdicts }];
  });
}

/** The newest answer that a field is bound to: where it stands, and its value. */
export function verdictOf(
  { field, tools, verdicts }: BoundField,
  answers: readonly Answered[],
): { at: number; value: Json } | undefined {
  const at = answers.findLastIndex(({ tool, ok }) => ok && tools.has(tool));
  const result: unknown = at === -1 ? null : JSON.parse(answers[at]?.result ?? "null");
  const value = isJsonObject(result) ? (ownValue(result, field) as Json | undefined) : undefined;
  return value !== undefined && verdicts.has(value) ? { at, value } : undefined;
}

/** An agent's structure with the verdicts as they were given; `fault`: it has one that no one has given. */
export function bindOutput(
  output: JsonObject,
  bound: readonly BoundField[],
  answers: readonly Answered[],
): { output: JsonObject; fault: string | undefined } {
  const filled = { ...output };
  let fault: string | undefined;
  for (const each of bound) {
    const given = verdictOf(each, answers);
    const said = ownValue(output, each.field) as Json | undefined;
    if (given !== undefined) filled[each.field] = given.value;
    else if (said !== undefined && each.verdicts.has(said))
      fault = `${each.field} is what ${[...each.tools].join(" or ")} says, and that was not asked`;
  }
  return { output: filled, fault };
}
