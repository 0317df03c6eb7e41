import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { EntitySchema } from "#shared/contracts/manifest.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import { estimateTokens } from "../../ports/language-model.ts";
import { asData } from "./as-data.ts";
import type { OfferedGoal } from "./offered-goals.ts";

const MOST_ENTITIES = 12;
const MOST_VALUES = 24;
const MOST_SYNONYMS = 3;
const MOST_EXAMPLES = 2;
/** Characters. */
const LONG = 160;
const MEDIUM = 80;
const SHORT = 40;
/** Of all goals of one prompt together. */
const MOST_TOKENS = 750;

/**
 * The goals as lines of JSON, within MOST_TOKENS, and those that are among them: where they say more, first
 * the examples are left out, then what entities mean, then the least likely goals.
 */
export function describeGoals(
  offered: readonly OfferedGoal[],
  locale: Locale,
): { goals: readonly OfferedGoal[]; text: string } {
  const lines = (detail: Detail) =>
    offered.map((goal) => describeGoal(goal, locale, detail)).join("\n");
  for (const detail of ["all", "no examples", "names"] as const) {
    const text = lines(detail);
    if (estimateTokens(text) <= MOST_TOKENS) return { goals: offered, text };
  }
  return offered.length === 1
    ? { goals: offered, text: lines("names") }
    : describeGoals(offered.slice(0, -1), locale);
}

type Detail = "all" | "no examples" | "names";

/** One goal as a line of JSON. */
export function describeGoal(
  { name, spec }: Pick<OfferedGoal, "name" | "spec">,
  locale: Locale,
  detail: Detail,
): string {
  const examples = detail === "all" ? (inLocale(spec.hints.examples ?? {}, locale) ?? []) : [];
  const entities = Object.entries(spec.fallback === undefined ? spec.entities_schema : {})
    .toSorted(([, a], [, b]) => Number(b.required) - Number(a.required))
    .slice(0, MOST_ENTITIES)
    .map(([entity, schema]): [string, string] => [
      entity,
      detail === "names" ? formOf(schema) : describeEntity(schema, locale),
    ]);
  return JSON.stringify({
    goal: name,
    does: asData(inLocale(spec.description, locale) ?? "", LONG),
    ...(examples.length > 0 && {
      said: examples
        .slice(0, MOST_EXAMPLES)
        .map((example) => asData(parseExample(example).text, MEDIUM)),
    }),
    ...(entities.length > 0 && { entities: Object.fromEntries(entities) }),
  });
}

/** What may be said for an entity: "GAINERS (altas) | LOSERS (baixas)", "words, several: which company". */
export function describeEntity(schema: EntitySchema, locale: Locale): string {
  const { description, multiple, question } = schema;
  const described =
    typeof description === "string" ? description : description && inLocale(description, locale);
  const meaning = described ?? (question && inLocale(question, locale));
  const form = multiple ? `${formOf(schema)}, several` : formOf(schema);
  return meaning === undefined ? form : `${form}: ${asData(meaning, MEDIUM)}`;
}

function formOf({ type, values = [], synonyms = {} }: EntitySchema): string {
  if (type === "boolean") return "true | false";
  if (type !== "enum") return type === "string" ? "words" : `words (${type})`;
  const shown = values.slice(0, MOST_VALUES).map((value) => {
    const words = Object.hasOwn(synonyms, value) ? (synonyms[value] ?? []) : [];
    const told = words.slice(0, MOST_SYNONYMS).map((word) => asData(word, SHORT));
    const shownAs = asData(value, MEDIUM);
    return told.length === 0 ? shownAs : `${shownAs} (${told.join(", ")})`;
  });
  return shown.join(" | ");
}
