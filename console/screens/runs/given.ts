import { isJsonObject } from "#shared/contracts/canonical-json.ts";
import type { RunDetail } from "#shared/contracts/native-endpoints.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { namesOf } from "../../graph/layout.ts";

/** `${$}`, which is a dollar sign, or what of a step, and the way into it. */
const REFERENCE = /\$\{(?:\$|([\w-]+)\.(\w+)((?:\.[^}]*)?))\}/g;
type StepOf = (name: string) => StepTrace | undefined;

/** The steps of a run by every name that a reference may call them. */
export function stepsByName({ plan, steps }: Pick<RunDetail, "plan" | "steps">): StepOf {
  const names = namesOf(plan.steps);
  return (name) => steps.find(({ id }) => String(id) === names.get(name));
}

const own = (value: unknown, key: string): unknown =>
  Array.isArray(value) || isJsonObject(value)
    ? Object.getOwnPropertyDescriptor(value, key)?.value
    : undefined;

/** What a reference stands for; undefined: its step has not given it. */
function brought(step: StepTrace | undefined, field: string, path: string): unknown {
  if (step === undefined || field === "status") return step?.status;
  if (step.status !== "success" || step.output === null) return undefined;
  const { output } = step;
  const candidates = field === "hit" ? own(output.result, "candidates") : undefined;
  const [only, ...others] = Array.isArray(candidates) ? (candidates as unknown[]) : [];
  const from: unknown = {
    ...output,
    files: output.metadata["files"] ?? [],
    hit: others.length === 0 ? only : undefined,
  };
  return [field, ...path.split(".").filter(Boolean)].reduce(own, from);
}

function filled(text: string, stepOf: StepOf): unknown {
  const [only] = text.matchAll(REFERENCE);
  const bring = (whole: string, name: string | undefined, field = "", path = "") =>
    name === undefined ? "$" : (brought(stepOf(name), field, path) ?? whole);
  if (only?.[0] === text) return bring(text, only[1], only[2], only[3]);
  return text.replaceAll(REFERENCE, (...[whole, name, field, path]: [string, ...string[]]) => {
    const value = bring(whole, name, field, path);
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}

/**
 * The parameters of a step as it was given them: references with what they stand for. What is not there yet stays as it
 * was written. An item of a list that stands for all files is each of them.
 */
export function givenTo(value: unknown, stepOf: StepOf): unknown {
  if (typeof value === "string") return filled(value, stepOf);
  if (Array.isArray(value))
    return value.flatMap((item: unknown) => {
      const given = givenTo(item, stepOf);
      return typeof item === "string" ? given : [given];
    });
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, givenTo(child, stepOf)]),
  );
}
