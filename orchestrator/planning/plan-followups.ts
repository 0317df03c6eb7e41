import type { FollowupRequest, GoalFrame } from "#shared/contracts/intent.ts";
import { canonicalJson, type Json, type JsonObject, ownValue } from "#shared/contracts/json.ts";
import type { Capability } from "#shared/contracts/manifest.ts";
import type { ExecutionStep } from "#shared/contracts/plan.ts";
import { escapeJson, escapeObject } from "#shared/contracts/references.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { mayComeFromMemory } from "./missing-entities.ts";
import { acceptedParams, resolveGoal } from "./resolve-goal.ts";

/** A capability that is to follow, and what it is given besides. */
export type Follower = Pick<FollowupRequest, "role" | "domain" | "capability" | "sets" | "point">;

/** A step that does what was asked for; follow-ups come after it. */
export type Primary = {
  id: number;
  domain: string;
  capability: string;
  /** As the goal gave them, before anything is left out for the capability. */
  parameters: JsonObject;
};

/**
 * The steps that follow the primary ones, as they were asked for. Each capability follows once. Those that make files come first, and what takes files
 * gets theirs instead of the primaries': "in pdf and send it to me" sends the PDF.
 * Shape:  ids from `nextId` on; capabilities that are `planned` already (`weather.forecast`) do not follow
 */
export function planFollowups(
  primaries: readonly Primary[],
  requests: readonly Follower[],
  catalogue: Catalogue,
  { nextId, planned }: { nextId: number; planned?: ReadonlySet<string> },
): ExecutionStep[] {
  const followers = new Map<string, Follower>();
  for (const follower of requests) {
    const key = `${follower.domain}.${follower.capability}`;
    if (!followers.has(key) && planned?.has(key) !== true) followers.set(key, follower);
  }
  const makesFiles = ({ domain, capability }: Follower): boolean =>
    catalogue.capability(domain, capability)?.spec.gives_files === true;
  const ordered = [...followers.values()].toSorted(
    (a, b) => Number(makesFiles(b)) - Number(makesFiles(a)),
  );
  const makers = ordered.filter(makesFiles).map((_, at) => nextId + at);
  return ordered.map((follower, at) => {
    const { domain, capability } = follower;
    const takes = makesFiles(follower) ? [] : filesParamsOf(follower, catalogue);
    const made =
      makers.length > 0 ? takes.map((param): [string, Json] => [param, allOf(makers)]) : [];
    return {
      id: nextId + at,
      domain,
      capability,
      params: { ...paramsOf(follower, primaries, catalogue), ...Object.fromEntries(made) },
      depends_on: [...primaries.map(({ id }) => id), ...(made.length > 0 ? makers : [])],
      required: false,
      asked: follower.point === true ? "point" : "also",
    };
  });
}

/** The parameters that a follower fills with files, by what it says about itself. */
function filesParamsOf({ domain, capability }: Follower, catalogue: Catalogue): string[] {
  const spec = catalogue.capability(domain, capability)?.spec;
  return Object.entries(spec?.metadata.composition?.param_map ?? {})
    .filter(([, { from_parameters }]) => from_parameters.includes("_step_files"))
    .map(([param]) => param);
}

const filesOf = (id: number): string => `\${${id}.files}`;
const allOf = (ids: readonly number[]): Json => {
  const [only, ...others] = ids.map(filesOf);
  return only !== undefined && others.length === 0 ? only : ids.map(filesOf);
};

function paramsOf(
  follower: Follower,
  primaries: readonly Primary[],
  catalogue: Catalogue,
): JsonObject {
  const spec = catalogue.capability(follower.domain, follower.capability)?.spec;
  const gathered = new Map<string, Json[]>();
  for (const primary of primaries)
    for (const [param, { from_parameters }] of Object.entries(
      paramMap(primary, follower, spec, catalogue),
    )) {
      const source = from_parameters
        .map((name) => sourceOf(name, primary))
        .find((each) => each !== undefined);
      const values = gathered.get(param);
      if (source === undefined) continue;
      if (values === undefined) gathered.set(param, [source.value]);
      // Every step's answer is told; of a parameter, such as a recipient, there can only be one.
      else if (source.isAnswer) values.push(source.value);
    }
  const mapped = [...gathered].map(([param, values]): [string, Json] => [
    param,
    together(values, takesList(spec, param)),
  ]);
  const sets = escapeObject(follower.sets);
  const params: JsonObject = { ...Object.fromEntries(mapped), ...sets };
  return spec === undefined ? params : acceptedParams(spec, params);
}

/** What the primary says about followers of this role, else what the follower says about itself. */
function paramMap(
  primary: Primary,
  follower: Follower,
  spec: Capability | undefined,
  catalogue: Catalogue,
) {
  const composition = compositionOf(primary, catalogue);
  const speaksOfIt = composition?.followup_roles.includes(follower.role) === true;
  return (speaksOfIt ? composition : spec?.metadata.composition)?.param_map ?? {};
}

const compositionOf = ({ domain, capability }: Primary, catalogue: Catalogue) =>
  catalogue.capability(domain, capability)?.spec.metadata.composition;

/** `_step_*` are what the primary will have answered; every other name is one of its parameters. */
function sourceOf(
  name: string,
  { id, parameters }: Primary,
): { value: Json; isAnswer: boolean } | undefined {
  if (name === "_step_explanation") return { value: `\${${id}.explanation}`, isAnswer: true };
  if (name === "_step_result") return { value: `\${${id}.result}`, isAnswer: true };
  if (name === "_step_files") return { value: filesOf(id), isAnswer: true };
  const value = ownValue(parameters, name);
  return value === undefined ? undefined : { value: escapeJson(value), isAnswer: false };
}

const takesList = (follower: Capability | undefined, param: string): boolean =>
  [follower?.params_schema.properties?.[param]?.type].flat().includes("array");

/** What several primaries answer, for one parameter: a list where one is taken, else one text below the other. */
function together(values: readonly Json[], asList: boolean): Json {
  const [first = null, ...others] = values;
  if (others.length === 0) return first;
  return asList ? [...values] : values.join("\n\n");
}

/**
 * What follows a goal because of a value that the user said (`composition.enabled_if`). Only that counts: a default is
 * the manifest's word and not the user's, and a value out of the session's memory was said for something else.
 * Shape: of several that have the role, the first in bootstrap order
 */
export function enabledFollowups(frame: GoalFrame, catalogue: Catalogue): Follower[] {
  const goal = catalogue.goal(frame.primary_domain, frame.goal)?.spec;
  if (goal === undefined) return [];
  const said = Object.fromEntries(
    Object.entries(frame.entities).filter(([name]) => {
      const schema = ownValue(goal.entities_schema, name);
      return schema !== undefined && !mayComeFromMemory(schema);
    }),
  );
  return resolveGoal(frame, catalogue).flatMap(({ domain, capability }) => {
    const composition = catalogue.capability(domain, capability)?.spec.metadata.composition;
    if (composition?.enabled_if === undefined) return [];
    const { path, equals } = composition.enabled_if;
    const [root, entity, ...inside] = path.split(".");
    // All that was said, which may be nothing, is no value that someone said.
    if (root !== "parameters" || entity === undefined) return [];
    let value: unknown = said;
    for (const key of [entity, ...inside]) value = ownValue(value, key);
    if (value === undefined || canonicalJson(value) !== canonicalJson(equals)) return [];
    return composition.followup_roles.flatMap((role) => {
      const first = catalogue.withRole(role).find(({ spec }) => spec.capability !== capability);
      if (first === undefined) return [];
      return [{ role, domain: first.domain, capability: first.spec.capability, sets: {} }];
    });
  });
}
