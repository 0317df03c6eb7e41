import type { z } from "zod";
import { type Fault, faultAt, faultsOf } from "#shared/contracts/errors.ts";
import { type Json, type JsonObject, jsonFault } from "#shared/contracts/json.ts";
import { FILE, type JsonSchema } from "#shared/contracts/json-schema.ts";
import { isSafeKey } from "#shared/contracts/names.ts";
import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";
import {
  hasTemplate,
  isTemplate,
  parseTemplate,
  type Reference,
  ReferenceSyntaxError,
} from "#shared/contracts/references.ts";
import { surelyFits } from "#shared/contracts/surely-fits.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";
import type { Catalogue, CatalogueCapability } from "../catalogue/catalogue.ts";
import {
  ancestry,
  type ComesBefore,
  linkSteps,
  orderSteps,
  type StepLinks,
} from "./order-steps.ts";
import { PlanError } from "./plan-error.ts";
import { namesOf, schemaAt, typesOf } from "./schema-at.ts";

/** The most dependencies that one plan may declare, all steps together. */
const MAX_DEPENDENCIES = 20_000;

/**
 * Everything that can be known to be wrong before anything runs.
 * Shape:  ids are unique, dependencies exist and form no cycle, capabilities exist, parameters keep
 *         their params_schema, and every `${ref}` points to a step that comes before, to a path that its
 *         result_schema has, of a type that fits
 * Errors: PlanError with all faults; those of the order first, because the others need it
 * Cost:   about 4 us a step
 */
export function validatePlan(plan: ExecutionPlan, catalogue: Catalogue): void {
  const faults: Fault[] = [];
  checkNames(plan, faults);
  if (faults.length > 0) throw new PlanError(faults);

  const links = linkSteps(plan);
  const ordered = orderSteps(links);
  if ("cycle" in ordered) throw new PlanError([cycleFault(plan, ordered.cycle)]);

  const comesBefore = ancestry(links, ordered.order);
  plan.steps.forEach((step, at) => {
    const capability = catalogue.capability(step.domain, step.capability);
    if (capability === undefined)
      faults.push(
        faultAt(
          `steps.${at}.capability`,
          catalogue.manifests.has(step.domain)
            ? reason("has_no_capability", { domain: step.domain, capability: step.capability })
            : reason("no_domain", { domain: step.domain }),
        ),
      );
    else checkParams({ plan, at, step, capability, links, comesBefore, catalogue }, faults);
  });
  if (faults.length > 0) throw new PlanError(faults);
}

/** 1 and "1" are the same name, an output_key may not be another step's name, and a step waits for steps alone. */
function checkNames({ steps, execution_mode }: ExecutionPlan, faults: Fault[]): void {
  const taken = new Map<string, number>();
  const claim = (name: string, at: number, field: string) => {
    const owner = taken.get(name);
    if (!isSafeKey(name))
      faults.push(faultAt(`steps.${at}.${field}`, reason("plan_reserved_name", { name })));
    else if (owner !== undefined && !(owner === at && field === "output_key"))
      faults.push(faultAt(`steps.${at}.${field}`, reason("names_step", { name, step: owner })));
    taken.set(name, owner ?? at);
  };
  steps.forEach(({ id }, at) => {
    claim(String(id), at, "id");
  });
  let declared = 0;
  steps.forEach(({ depends_on }, at) => {
    declared += depends_on.length;
    if (execution_mode === "parallel" && depends_on.length > 0)
      faults.push(faultAt(`steps.${at}.depends_on`, reason("parallel_steps_depend")));
    depends_on.forEach((id, which) => {
      if (!taken.has(String(id)))
        faults.push(faultAt(`steps.${at}.depends_on.${which}`, reason("no_step", { step: id })));
    });
  });
  if (declared > MAX_DEPENDENCIES)
    faults.push(
      faultAt("steps", reason("many_dependencies", { count: declared, most: MAX_DEPENDENCIES })),
    );
  steps.forEach(({ output_key }, at) => {
    if (output_key !== undefined) claim(output_key, at, "output_key");
  });
}

function cycleFault(plan: ExecutionPlan, cycle: readonly number[]): Fault {
  const names = cycle.map((at) => String(plan.steps[at]?.id));
  const [last = 0] = cycle;
  const steps = [...names, names[0]].join(" <- ");
  return faultAt(
    `steps.${last}.depends_on`,
    plan.execution_mode === "sequential"
      ? reason("sequential_steps_wait", { steps })
      : reason("steps_wait", { steps }),
  );
}

type StepCheck = {
  plan: ExecutionPlan;
  at: number;
  step: ExecutionStep;
  capability: CatalogueCapability;
  links: StepLinks;
  comesBefore: ComesBefore;
  catalogue: Catalogue;
};

/** A string that will only be known once other steps have answered. */
type Found = { path: string[]; references: Reference[]; whole: boolean };

/** One step's parameters: the literal parts against params_schema, the references against what they point to. */
function checkParams(check: StepCheck, faults: Fault[]): void {
  const { at, step, capability } = check;
  const say = (path: readonly string[], why: Reason | string) =>
    faults.push(faultAt(["steps", at, "params", ...path].join("."), why));
  const malformed = jsonFault(step.params);
  if (malformed !== undefined) {
    say([], malformed);
    return;
  }
  const schema = capability.spec.params_schema;
  // Most steps refer to nothing, and are what they say.
  if (!hasTemplate(step.params) && surelyFits(schema, step.params)) return;
  const found: Found[] = [];
  const known = literal(step.params, [], { schema, found, say });
  const parsed = surelyFits(schema, known) ? undefined : capability.params.safeParse(known);
  for (const issue of parsed?.error?.issues ?? [])
    if (!dependsOnReferences(issue, found))
      for (const { path, message, why = message } of faultsOf({ issues: [issue] } as z.ZodError))
        say(path === "" ? [] : path.split("."), why);
  for (const each of found)
    for (const reference of each.references) {
      const fault = checkReference(check, each, reference);
      if (fault !== undefined) say(each.path, fault);
    }
}

/** What is gathered while a step's parameters are read. */
type Reading = {
  schema: JsonSchema;
  found: Found[];
  say(path: readonly string[], why: Reason | string): void;
};

/**
 * The value as far as it is known: escapes undone, and a stand-in of the right type for what only other
 * steps will tell.
 * `path` is where it stands; it is the same array all the way, so that plain values cost nothing.
 */
function literal(value: Json, path: string[], reading: Reading): Json {
  if (typeof value === "string")
    return isTemplate(value) ? literalText(value, path, reading) : value;
  if (typeof value !== "object" || value === null) return value;
  // A reserved key is refused before this, and none is written on a prototype here.
  let copy: Json[] | JsonObject | undefined;
  for (const key of Object.keys(value)) {
    const child = (value as JsonObject)[key] ?? null;
    path.push(key);
    const read = literal(child, path, reading);
    path.pop();
    if (read === child) continue;
    copy ??= Array.isArray(value) ? [...value] : { ...value };
    (copy as JsonObject)[key] = read;
  }
  return copy ?? value;
}

function literalText(text: string, path: readonly string[], { schema, found, say }: Reading): Json {
  try {
    const pieces = parseTemplate(text);
    const references = pieces.filter((piece) => typeof piece !== "string");
    if (references.length === 0) return pieces.join("");
    const whole = pieces.length === 1;
    found.push({ path: [...path], references, whole });
    // Only to spare the checker the trouble of refusing it: what it says of this place is not listened to.
    return whole ? standIn(schemaAt(schema, path)?.[0]?.type) : text;
  } catch (error) {
    if (!(error instanceof ReferenceSyntaxError)) throw error;
    found.push({ path: [...path], references: [], whole: false });
    say(path, error.why);
    return text;
  }
}

const STAND_INS: Partial<Record<string, Json>> = {
  number: 1,
  integer: 1,
  boolean: true,
  array: [],
  object: {},
};
const standIn = (type: JsonSchema["type"]): Json =>
  (typeof type === "string" ? STAND_INS[type] : undefined) ?? "text";

/** An issue at a reference, or of alternatives around one, says nothing: the value is not there yet. */
function dependsOnReferences(issue: z.core.$ZodIssue, found: readonly Found[]): boolean {
  const at = issue.path.map(String);
  return found.some(({ path }) => {
    if (startsWith(at, path)) return true;
    return issue.code === "invalid_union" && startsWith(path, at);
  });
}

const startsWith = (path: readonly string[], start: readonly string[]): boolean =>
  start.every((key, index) => path[index] === key);

function checkReference(
  { plan, at, capability, links, comesBefore, catalogue }: StepCheck,
  { path, whole }: Found,
  reference: Reference,
): Reason | undefined {
  const { text } = reference;
  const position = links.positions.get(reference.step);
  const target = position === undefined ? undefined : plan.steps[position];
  if (position === undefined || target === undefined) return reason("points_to_no_step", { text });
  if (!comesBefore(position, at)) return reason("points_to_later_step", { text, step: target.id });
  const { params_schema } = capability.spec;
  const [param = ""] = path;
  // What became of an optional step is always known; what it gave is not.
  const mayBeAbsent = !target.required && reference.field !== "status";
  if (mayBeAbsent && params_schema.required?.includes(param) === true)
    return reason("may_be_absent", { text, step: target.id, param });
  const source = sourceOf(
    reference,
    catalogue.capability(target.domain, target.capability)?.spec.result_schema,
  );
  if (source?.length === 0)
    return reason("points_to_nothing", { text, capability: target.capability });
  if (!whole) return undefined;
  const wanted = schemaAt(params_schema, path);
  // In a list it stands for each of them.
  const isEach = reference.field === "files" && reference.path.length === 0 && isInList(path);
  return typeFault(text, wanted, isEach ? [FILE] : source);
}

const isInList = (path: readonly string[]): boolean => /^\d+$/.test(path.at(-1) ?? "");

const TEXT: readonly JsonSchema[] = [{ type: "string" }];
const NUMBER: readonly JsonSchema[] = [{ type: "number" }];
const FILES: JsonSchema = { type: "array", items: FILE };

/** What a reference will give, as far as the manifest says; [] when it can give nothing. */
function sourceOf(
  { field, path }: Reference,
  result: JsonSchema | undefined,
): readonly JsonSchema[] | undefined {
  switch (field) {
    case "explanation":
    case "status":
      return TEXT;
    case "confidence":
      return NUMBER;
    case "result":
      return schemaAt(result, path);
    case "hit":
      return schemaAt(result, ["candidates", "0", ...path]);
    case "files":
      return schemaAt(FILES, path);
    case "metadata":
      return undefined;
  }
}

function typeFault(
  text: string,
  wanted: readonly JsonSchema[] | undefined,
  given: readonly JsonSchema[] | undefined,
): Reason | undefined {
  const needs = typesOf(wanted);
  const gives = typesOf(given);
  // Needing nothing is a parameter that does not exist; that is said elsewhere.
  if (needs === 0 || (needs & gives) !== 0) return undefined;
  return reason("gives_other_type", { text, given: namesOf(gives), needed: namesOf(needs) });
}
