import { z } from "zod";
import type { Entities, GoalFrame } from "#shared/contracts/intent.ts";
import { type Json, jsonFault, ownValue } from "#shared/contracts/json.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";
import {
  escapeJson,
  isTemplate,
  parseTemplate,
  ReferenceSyntaxError,
} from "#shared/contracts/references.ts";
import {
  type Catalogue,
  type CatalogueCapability,
  capabilitiesOfGoal,
} from "../../catalogue/catalogue.ts";

/** More is not planned by a model. */
const MOST_STEPS = 8;
const MOST_PARAMS = 20;
const MOST_VALUE_CHARS = 4000;

/** A plan as a model writes it: closed, flat, and with `{holes}` where the user's values go. */
export const planForm = (usable: readonly UsableCapability[]) =>
  z.strictObject({
    steps: z
      .array(
        z.strictObject({
          id: z.int().min(1).max(MOST_STEPS),
          capability: z.enum(usable.map(({ name }) => name)),
          params: z
            .array(
              z.strictObject({ name: z.string().max(64), value: z.string().max(MOST_VALUE_CHARS) }),
            )
            .max(MOST_PARAMS),
          after: z.array(z.int()).max(MOST_STEPS),
        }),
      )
      .min(1)
      .max(MOST_STEPS),
    combine: z.enum(["last", "report"]),
  });
export type PlanForm = z.infer<ReturnType<typeof planForm>>;

/** Shorter values may stand in other words by chance. */
const LEAST_COPIED_CHARS = 4;

const HOLE = /\{([A-Za-z_][A-Za-z0-9_-]{0,63})\}/g;

/** The holes of a text, by name. A reference's braces are none: `${1.result}`. */
const holesIn = (text: string): string[] =>
  [...text.matchAll(HOLE)]
    .filter(({ index }) => text[index - 1] !== "$")
    .map(([, name = ""]) => name);

/**
 * The form as a plan, with the user's values in its holes; they stay text, whatever they look like.
 * Shape:  dependencies are those of the references, and `after`; a parameter that is no text in its schema is
 *         read as JSON
 * Errors: none; faults are sentences for whoever wrote the form. What they do not tell, validatePlan does
 */
export function planOf(
  { steps, combine }: PlanForm,
  told: Entities,
  usable: readonly UsableCapability[],
): { plan: ExecutionPlan; faults: string[] } {
  const faults: string[] = [];
  const say = (id: number, message: string) => faults.push(`step ${id}: ${message}`);
  const planned = steps.map(({ id, capability: name, params, after }): ExecutionStep => {
    const capability = usable.find((each) => each.name === name);
    const properties = capability?.spec.params_schema.properties ?? {};
    const filled = params.map(({ name: param, value }): [string, Json] => [
      param,
      fillIn(value, ownValue(properties, param), told, (message) =>
        say(id, `${param}: ${message}`),
      ),
    ]);
    const given = Object.fromEntries(filled);
    if (Object.keys(given).length < params.length) say(id, "names a parameter twice");
    const malformed = jsonFault(given);
    if (malformed !== undefined) say(id, malformed);
    const needs = new Set([...after, ...params.flatMap(({ value }) => stepsIn(value))]);
    return {
      id,
      domain: capability?.domain ?? "",
      capability: capability?.spec.capability ?? "",
      params: given,
      depends_on: [...needs].sort((a, b) => a - b),
      required: true,
    };
  });
  return {
    plan: { execution_mode: "dag", combine_mode: combine, max_concurrency: 4, steps: planned },
    faults,
  };
}

function fillIn(
  value: string,
  schema: JsonSchema | undefined,
  told: Entities,
  say: (message: string) => void,
): Json {
  for (const name of holesIn(value))
    if (!Object.hasOwn(told, name)) say(`{${name}} is nothing that the user told`);
  for (const [name, one] of Object.entries(told))
    if (typeof one === "string" && one.length >= LEAST_COPIED_CHARS && value.includes(one))
      say(`write {${name}} instead of the value itself`);
  const whole = /^\{([A-Za-z_][A-Za-z0-9_-]{0,63})\}$/.exec(value)?.[1];
  const only = whole === undefined ? undefined : ownValue(told, whole);
  if (only !== undefined) return escapeJson(only);
  const text = value.replace(HOLE, (hole: string, name: string, at: number) => {
    const known = value[at - 1] === "$" ? undefined : ownValue(told, name);
    return known === undefined ? hole : String(escapeJson([known].flat().join(", ")));
  });
  if (isTemplate(text)) return text;
  const read = readArgument(text, schema);
  if (read === undefined)
    say(`"${text.slice(0, 40)}" is not JSON, and ${[schema?.type].flat().join(" or ")} is needed`);
  return read ?? null;
}

/** The steps that a value refers to; what is no reference is told by the plan's own check. */
function stepsIn(value: string): number[] {
  try {
    return parseTemplate(value)
      .filter((piece) => typeof piece !== "string")
      .map(({ step }) => Number(step))
      .filter(Number.isInteger);
  } catch (error) {
    if (error instanceof ReferenceSyntaxError) return [];
    throw error;
  }
}

/** A capability that a model may put into a plan, as it calls it: `weather.forecast`. */
export type UsableCapability = CatalogueCapability & { name: string };

/** All that a plan for these goals may be made of: what their manifests allow, and what the goals run by themselves. */
export function usableCapabilities(
  frames: readonly GoalFrame[],
  catalogue: Catalogue,
): UsableCapability[] {
  const usable = new Map<string, UsableCapability>();
  for (const { primary_domain: domain, goal } of frames) {
    const known = catalogue.goal(domain, goal);
    for (const found of known === undefined ? [] : capabilitiesOfGoal(known, catalogue)) {
      const name = `${found.domain}.${found.spec.capability}`;
      usable.set(name, { ...found, name });
    }
  }
  return [...usable.values()];
}

/**
 * An argument that a model wrote as text, as what its schema takes: text stays text, everything else is JSON.
 * Shape: undefined for a text that is not the JSON that is needed
 */
export function readArgument(text: string, schema: JsonSchema | undefined): Json | undefined {
  if ([schema?.type ?? "string"].flat().includes("string")) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
