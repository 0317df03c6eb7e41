import { ownValue } from "#shared/contracts/json.ts";
import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Capability, EntitySchema, Goal, Manifest } from "#shared/contracts/manifest.ts";
import { recipientParam } from "../../../catalogue/catalogue.ts";
import { searchedFrom } from "../../../planning/resolve-goal.ts";
import { finding } from "../finding.ts";

/** Defaults that their entity could not have been given in words: of another type, or not among its list's values. */
export const badDefaults = ({ domain, goals, lists }: Manifest): LintFinding[] =>
  goals.flatMap(({ goal, entities_schema }, at) =>
    Object.entries(entities_schema).flatMap(([name, entity]) =>
      entity.default === undefined || mayBe(entity.default, entity, lists)
        ? []
        : finding(
            "bad_default",
            { domain, goal, path: `goals.${at}.entities_schema.${name}.default` },
            { name, value: String(entity.default) },
          ),
    ),
  );

type Value = NonNullable<EntitySchema["default"]>;

function mayBe(value: Value, { type, list = "" }: EntitySchema, lists: Manifest["lists"]): boolean {
  const number = typeof value === "boolean" || value === "" ? Number.NaN : Number(value);
  if (type === "number" && !Number.isFinite(number)) return false;
  if (type === "integer" && !Number.isInteger(number)) return false;
  if (type === "boolean" && !["true", "false"].includes(String(value))) return false;
  const listed = ownValue(lists, list);
  if (listed === undefined || "wildcard" in listed) return true;
  if ("range" in listed) {
    const { from, to, multiplier } = listed.range;
    const counted = number / multiplier;
    return counted >= from && counted <= to;
  }
  const outs = listed.values.map((each) => String(typeof each === "string" ? each : each.out));
  return outs.includes(String(value));
}

/** Parameters that a capability cannot do without and that its goal may lack: who does not say them gets nothing. */
export const unfilledParams = ({ domain, goals, capabilities }: Manifest): LintFinding[] =>
  goals.flatMap((goal, at) => {
    // A model may find another way to fill it.
    if (goal.plan !== undefined) return [];
    const served = servedBy(goal);
    return capabilities.flatMap((spec, which) => {
      const chosenBy = served.get(spec.capability);
      if (chosenBy === undefined) return [];
      return lackedBy(spec, goal)
        .filter((name) => name !== chosenBy)
        .map((name) =>
          finding(
            "unfilled_param",
            {
              domain,
              goal: goal.goal,
              path: Object.hasOwn(goal.entities_schema, name)
                ? `goals.${at}.entities_schema.${name}.required`
                : `capabilities.${which}.params_schema.required`,
            },
            { goal: goal.goal, capability: spec.capability, name },
          ),
        );
    });
  });

/** The capabilities of a goal, each with the entity whose value chooses it; of its own one none does. */
function servedBy({ capability = "", entities_schema }: Goal): Map<string, string> {
  const mapped = Object.entries(entities_schema).flatMap(([name, { capability_map = {} }]) =>
    Object.values(capability_map)
      .flat()
      .map((each): [string, string] => [each, name]),
  );
  return new Map([...mapped, [capability, ""]]);
}

function lackedBy(
  { params_schema, metadata: { decomposition, flow } }: Capability,
  { entities_schema, fallback }: Goal,
): string[] {
  const isSure = (name: string): boolean => {
    const entity = ownValue(entities_schema, name);
    return (
      entity !== undefined &&
      (entity.required || entity.default !== undefined || fallback?.entity === name)
    );
  };
  const isFilled = (name: string): boolean => {
    if (isSure(name) || isSure(`${name}_text`) || name === recipientParam(params_schema))
      return true;
    const schema = params_schema.properties?.[name];
    if (schema?.format === "file" || schema?.items?.format === "file") return true;
    const lists = decomposition?.array_params ?? [];
    const searches = flow?.pre ?? [];
    return (
      lists.some((each) => each.single_param_name === name && isSure(each.param_name)) ||
      searches.some((each) => each.param === name && isSure(searchedFrom(each)))
    );
  };
  return (params_schema.required ?? []).filter((name) => !isFilled(name));
}
