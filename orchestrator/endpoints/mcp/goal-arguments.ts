import { type Fault, faultsOf } from "#shared/contracts/errors.ts";
import type { Entities, EntityValue } from "#shared/contracts/intent.ts";
import { compileSchema, type JsonSchema } from "#shared/contracts/json-schema.ts";
import type { CatalogueGoal } from "../../catalogue/catalogue.ts";
import type { Snapshot } from "../../turn/turn-deps.ts";

type Read = { entities: Entities } | { faults: Fault[] };

/**
 * A tool's arguments as the values of its goal: checked by the tool's own schema, and words read as they are in a
 * sentence ("last friday", a listed name's synonym).
 */
export function readArguments(
  { domain, spec }: CatalogueGoal,
  inputSchema: JsonSchema,
  given: unknown,
  { understanding }: Snapshot,
  at: { now: number; timezone: string },
): Read {
  const parsed = compileSchema(inputSchema).safeParse(given);
  if (!parsed.success) return { faults: faultsOf(parsed.error) };
  const faults: Fault[] = [];
  const entities: [string, EntityValue][] = [];
  const read = (name: string, value: string): EntityValue | undefined => {
    const { type, values } = spec.entities_schema[name] ?? { type: "string" };
    if (type === "enum" && values?.includes(value)) return value;
    const found = understanding.valueOf(domain, spec.goal, name, value, at);
    // Of free words, only what is listed is read; the rest is the domain's to understand.
    return type === "string" ? (found?.known ? found.value : value) : found?.value;
  };
  for (const [name, value] of Object.entries(parsed.data as Record<string, unknown>)) {
    const one = Array.isArray(value)
      ? value.map((each: unknown) => (typeof each === "string" ? read(name, each) : each))
      : typeof value === "string"
        ? read(name, value)
        : value;
    if (one === undefined || (Array.isArray(one) && one.includes(undefined)))
      faults.push({ path: name, message: `"${String(value)}" is no value for it` });
    else entities.push([name, one as EntityValue]);
  }
  return faults.length > 0 ? { faults } : { entities: Object.fromEntries(entities) };
}
