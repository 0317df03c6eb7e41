import type { GoalFrame } from "#shared/contracts/intent.ts";
import { canonicalJson, ownValue } from "#shared/contracts/json.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { mayComeFromMemory } from "./missing-entities.ts";
import type { Follower } from "./plan-followups.ts";
import { resolveGoal } from "./resolve-goal.ts";

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
      const schema = Object.hasOwn(goal.entities_schema, name) && goal.entities_schema[name];
      return schema && !mayComeFromMemory(schema);
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
