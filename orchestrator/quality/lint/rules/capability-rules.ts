import type { Fault } from "#shared/contracts/errors.ts";
import { ownValue } from "#shared/contracts/json.ts";
import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Capability, EntitySchema, Goal, Manifest } from "#shared/contracts/manifest.ts";
import { executionPlan } from "#shared/contracts/plan.ts";
import type { Reason } from "#shared/messages/reason.ts";
import type { Catalogue } from "../../../catalogue/catalogue.ts";
import { PlanError } from "../../../planning/plan-error.ts";
import { validatePlan } from "../../../planning/validate-plan.ts";
import {
  followupClash,
  followupPhrases,
  saysTooLittle,
} from "../../../understanding/followup-phrases.ts";
import { marksIn } from "../../hints-of.ts";
import { finding, said } from "../finding.ts";

/** Required entities that are asked for in words made of their name. */
export const missingQuestions = ({ domain, goals }: Manifest): LintFinding[] =>
  goals.flatMap((goal, at) =>
    Object.entries(goal.entities_schema).flatMap(([name, entity]) => {
      const isAsked = entity.required && entity.default === undefined;
      if (!isAsked || entity.question !== undefined) return [];
      return finding(
        "missing_question",
        { domain, goal: goal.goal, path: `goals.${at}.entities_schema.${name}.question` },
        { goal: goal.goal, name },
      );
    }),
  );

/** Entries of a capability_map that nothing people say can lead to. */
export const unreachableMapEntries = (manifest: Manifest): LintFinding[] =>
  manifest.goals.flatMap((goal, at) =>
    Object.entries(goal.entities_schema).flatMap(([name, entity]) =>
      Object.keys(entity.capability_map ?? {})
        .filter((value) => !isReachable(value, name, entity, goal, manifest))
        .map((value) =>
          finding(
            "unreachable_map_entry",
            {
              domain: manifest.domain,
              goal: goal.goal,
              path: `goals.${at}.entities_schema.${name}.capability_map.${value}`,
            },
            { name, value },
          ),
        ),
    ),
  );

function isReachable(
  value: string,
  name: string,
  entity: EntitySchema,
  goal: Goal,
  { lists }: Manifest,
): boolean {
  if (entity.default !== undefined && String(entity.default) === value) return true;
  switch (entity.type) {
    case "enum":
      return (
        (entity.synonyms?.[value] ?? []).length > 0 ||
        isMarked(goal, name, value) ||
        // A question shows the values themselves.
        (entity.required && entity.default === undefined)
      );
    case "boolean":
      return value === "true" || value === "false";
    case "number":
    case "integer":
      return String(Number(value)) === value;
    case "string":
      return outsOf(entity, lists).includes(value);
    case "money":
    case "percent":
    case "date":
    case "time":
    case "duration":
    case "recurrence":
    case "period":
    case "currency":
    case "url":
    case "email":
      return false;
  }
}

const isMarked = (goal: Goal, name: string, value: string): boolean =>
  marksIn(goal).some((mark) => mark.name === name && mark.value === value);

/** What the entries of an entity's list stand for: other texts are the user's own words. */
function outsOf({ list = "" }: EntitySchema, lists: Manifest["lists"]): string[] {
  const found = ownValue(lists, list);
  if (found === undefined || !("values" in found)) return [];
  return found.values.flatMap((entry) => (typeof entry === "string" ? [] : [String(entry.out)]));
}

/** Capabilities that do not say what they do to the world. */
export const undeclaredEffects = ({ domain, capabilities }: Manifest): LintFinding[] =>
  capabilities.flatMap(({ capability, kind, effect }, at) =>
    effect !== undefined || (kind !== "service" && kind !== "agent")
      ? []
      : finding("undeclared_effect", { domain, path: `capabilities.${at}.effect` }, { capability }),
  );

/**
 * Capabilities that a manifest names and does not have, and references that lead to nothing: in `undo`, in
 * `flow.pre` and in `composition.param_map`. `catalogue` has at least this manifest.
 */
export const brokenLinks = (manifest: Manifest, catalogue: Catalogue): LintFinding[] =>
  manifest.capabilities.flatMap((spec, at) => [
    ...brokenUndo(manifest, spec, at, catalogue),
    ...brokenSearches(manifest, spec, at, catalogue),
    ...danglingSources(manifest, spec, at),
  ]);

/** The undo as the plan that it becomes: what it names is checked by what checks plans. */
function brokenUndo(
  { domain, capabilities }: Manifest,
  { capability, undo }: Capability,
  at: number,
  catalogue: Catalogue,
): LintFinding[] {
  if (undo === undefined) return [];
  const path = `capabilities.${at}.undo`;
  if (!has(capabilities, undo.capability))
    return [unknownCapability(domain, `${path}.capability`, capability, undo.capability)];
  const faults = planFaults(
    [
      { id: "receipt", domain, capability },
      {
        id: "undo",
        domain,
        capability: undo.capability,
        params: undo.params,
        depends_on: ["receipt"],
      },
    ],
    catalogue,
  );
  return faults.flatMap((fault) => {
    const inside = /^steps\.1\.params\.?(.*)$/.exec(fault.path)?.[1];
    if (inside === undefined) return [];
    const field = inside === "" ? `${path}.params` : `${path}.params.${inside}`;
    return dangling(domain, field, capability, fault.why ?? fault.message);
  });
}

function brokenSearches(
  { domain, capabilities }: Manifest,
  { capability, metadata }: Capability,
  at: number,
  catalogue: Catalogue,
): LintFinding[] {
  return (metadata.flow?.pre ?? []).flatMap((pre, index) => {
    const path = `capabilities.${at}.metadata.flow.pre.${index}`;
    const { search_capability, search_param, param } = pre;
    if (!has(capabilities, search_capability))
      return [
        unknownCapability(domain, `${path}.search_capability`, capability, search_capability),
      ];
    const faults = planFaults(
      [
        { id: 1, domain, capability: search_capability, params: { [search_param]: "words" } },
        { id: 2, domain, capability, params: { [param]: `\${1.hit.${param}}` }, depends_on: [1] },
      ],
      catalogue,
    );
    return faults.flatMap((fault) => {
      if (fault.path === `steps.0.params.${search_param}`)
        return dangling(domain, `${path}.search_param`, capability, fault.why ?? fault.message);
      if (fault.path === `steps.1.params.${param}`)
        return dangling(domain, `${path}.param`, capability, fault.why ?? fault.message);
      return [];
    });
  });
}

const STEP_SOURCES = new Set(["_step_explanation", "_step_result", "_step_files"]);

/** Sources of a follower's parameters that are neither a parameter, nor an entity, nor the step's answer. */
function danglingSources(
  { domain, goals }: Manifest,
  { capability, metadata, params_schema }: Capability,
  at: number,
): LintFinding[] {
  const known = new Set([
    ...STEP_SOURCES,
    ...Object.keys(params_schema.properties ?? {}),
    ...goals.flatMap(({ entities_schema }) => Object.keys(entities_schema)),
    ...(metadata.decomposition?.array_params ?? []).map(
      ({ single_param_name }) => single_param_name,
    ),
  ]);
  return Object.entries(metadata.composition?.param_map ?? {}).flatMap(
    ([param, { from_parameters }]) =>
      from_parameters
        .filter((name) => !known.has(name))
        .map((name) =>
          dangling(
            domain,
            `capabilities.${at}.metadata.composition.param_map.${param}`,
            capability,
            said("no_such_source", { name }),
          ),
        ),
  );
}

const has = (capabilities: readonly Capability[], name: string): boolean =>
  capabilities.some(({ capability }) => capability === name);

/** What is wrong with a plan; parameters that only a real request would fill are among it. */
function planFaults(steps: readonly object[], catalogue: Catalogue): readonly Fault[] {
  try {
    validatePlan(executionPlan.parse({ steps }), catalogue);
    return [];
  } catch (error) {
    if (error instanceof PlanError) return error.faults;
    throw error;
  }
}

const unknownCapability = (
  domain: string,
  path: string,
  capability: string,
  named: string,
): LintFinding => finding("unknown_capability", { domain, path }, { capability, named });

const dangling = (
  domain: string,
  path: string,
  capability: string,
  why: Reason | string,
): LintFinding => finding("dangling_reference", { domain, path }, { capability, why });

/** Follow-up phrases that people say for something else as well: "hello", "do it", "send". */
export const weakFollowups = (manifest: Manifest): LintFinding[] =>
  followupPhrases(manifest)
    .filter(saysTooLittle)
    .map(({ capability, path, phrase }) =>
      finding("weak_followup", { domain: manifest.domain, path, sentence: phrase }, { capability }),
    );

/** Domains of which only one can come into force, for what people say to the one is also said to the other. */
export function sharedFollowups({ manifests }: Catalogue): LintFinding[] {
  const all = [...manifests.values()];
  return all.flatMap((manifest, at) => {
    const why = followupClash(manifest, all.slice(0, at));
    if (why === undefined) return [];
    return finding("shared_followup", { domain: manifest.domain, path: "capabilities" }, { why });
  });
}
