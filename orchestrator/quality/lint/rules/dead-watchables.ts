import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Capability, EntitySchema, Goal, Manifest } from "#shared/contracts/manifest.ts";
import { locales } from "#shared/contracts/names.ts";
import type { Reason } from "#shared/messages/reason.ts";
import type { Catalogue } from "../../../catalogue/catalogue.ts";
import { finding, said } from "../finding.ts";

/** Values that are declared to be watched, and that no condition and no look will ever reach. */
export const deadWatchables = ({ manifests }: Catalogue): LintFinding[] =>
  [...manifests.values()].flatMap((manifest) =>
    manifest.goals.flatMap((goal, at) => deadIn(manifest, goal, at)),
  );

function deadIn(manifest: Manifest, goal: Goal, at: number): LintFinding[] {
  const watched = manifest.capabilities.find(({ capability }) => capability === goal.capability);
  if (watched === undefined) return [];
  const whole = whyUnasked(manifest, goal) ?? whyUnseen(goal, watched);
  return (goal.watchable ?? []).flatMap(({ name, path, values = {} }, index) => {
    const seen = schemasAt(watched.result_schema, path.split("."));
    const why =
      whole ??
      (seen.length > 0 && seen.every(isNoValue) ? said("watched_is_many", { path }) : undefined) ??
      neverBecomes(Object.keys(values), seen);
    if (why === undefined) return [];
    return finding(
      "dead_watchable",
      { domain: manifest.domain, goal: goal.goal, path: `goals.${at}.watchable.${index}` },
      "dead_watchable",
      { goal: goal.goal, name, why },
    );
  });
}

/** A condition is about what the goal needs to be told, and only where its words surely say that. */
function whyUnasked(manifest: Manifest, { entities_schema }: Goal): Reason | undefined {
  const required = Object.entries(entities_schema).filter(([, { required }]) => required);
  if (required.length === 0) return said("watched_is_unnamed", {});
  const unsure = required.find(
    ([name, entity]) => entity.default === undefined && !hasKnownValues(name, entity, manifest),
  );
  return unsure && said("watched_is_unsure", { name: unsure[0] });
}

/** The same in the marks of all goals of a domain that have the entity. */
function hasKnownValues(
  name: string,
  { type, list, synonyms, values }: EntitySchema,
  { goals, lists }: Manifest,
): boolean {
  if (type !== "string" || synonyms !== undefined || values !== undefined) return true;
  const known = list !== undefined && Object.hasOwn(lists, list) ? lists[list] : undefined;
  if (known !== undefined) return !("wildcard" in known);
  return goals.some(
    ({ entities_schema, hints }) =>
      Object.hasOwn(entities_schema, name) &&
      locales.some((locale) =>
        (hints.examples?.[locale] ?? []).some((example) =>
          parseExample(example).entities.some((mark) => mark.name === name),
        ),
      ),
  );
}

/** A look is one call of a service. */
function whyUnseen(
  { entities_schema }: Goal,
  { capability, kind, metadata }: Capability,
): Reason | undefined {
  if (kind !== "service") return said("watched_is_no_service", { capability });
  const isSearched = (metadata.flow?.pre ?? []).some(
    ({ param, from = `${param}_text` }) =>
      Object.hasOwn(entities_schema, from) && entities_schema[from]?.required === true,
  );
  return isSearched ? said("watched_is_searched", { capability }) : undefined;
}

/** What a schema says of a path, in all of its forms; nothing where it says nothing. */
function schemasAt(
  schema: JsonSchema | undefined,
  [key, ...rest]: readonly string[],
): JsonSchema[] {
  if (schema === undefined) return [];
  if (schema.anyOf !== undefined)
    return schema.anyOf.flatMap((each) => schemasAt(each, key === undefined ? [] : [key, ...rest]));
  if (key === undefined) return [schema];
  const { properties = {} } = schema;
  return Object.hasOwn(properties, key) ? schemasAt(properties[key], rest) : [];
}

const isNoValue = ({ type }: JsonSchema): boolean =>
  type !== undefined && [type].flat().every((each) => each === "object" || each === "array");

/** A value that people may wait for, and that the result's own list leaves out. */
function neverBecomes(values: readonly string[], seen: readonly JsonSchema[]): Reason | undefined {
  const listed = seen.map(({ enum: all }) => all);
  if (listed.length === 0 || listed.some((all) => all === undefined)) return undefined;
  const can = new Set(listed.flatMap((all = []) => all.map(String)));
  const value = values.find((each) => !can.has(each));
  return value === undefined ? undefined : said("watched_never_becomes", { value });
}
