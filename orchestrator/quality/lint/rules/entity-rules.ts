import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { LintFinding } from "#shared/contracts/lint.ts";
import type { EntitySchema, Goal, Manifest } from "#shared/contracts/manifest.ts";
import { locales } from "#shared/contracts/names.ts";
import { finding } from "../finding.ts";

/** Required entities that are asked for in words made of their name. */
export const missingQuestions = ({ domain, goals }: Manifest): LintFinding[] =>
  goals.flatMap((goal, at) =>
    Object.entries(goal.entities_schema).flatMap(([name, entity]) => {
      const isAsked = entity.required && entity.default === undefined;
      if (!isAsked || entity.question !== undefined) return [];
      return finding(
        "missing_question",
        { domain, goal: goal.goal, path: `goals.${at}.entities_schema.${name}.question` },
        "missing_question",
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
            "unreachable_map_entry",
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
    case "period":
    case "currency":
    case "url":
    case "email":
      return false;
  }
}

const isMarked = ({ hints }: Goal, name: string, value: string): boolean =>
  locales
    .flatMap((locale) => hints.examples?.[locale] ?? [])
    .some((example) =>
      parseExample(example).entities.some((mark) => mark.name === name && mark.value === value),
    );

/** What the entries of an entity's list stand for: other texts are the user's own words. */
function outsOf({ list }: EntitySchema, lists: Manifest["lists"]): string[] {
  const found = list !== undefined && Object.hasOwn(lists, list) ? lists[list] : undefined;
  if (found === undefined || !("values" in found)) return [];
  return found.values.flatMap((entry) => (typeof entry === "string" ? [] : [String(entry.out)]));
}
