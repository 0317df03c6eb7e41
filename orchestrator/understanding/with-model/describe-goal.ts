import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { Alternative } from "#shared/contracts/intent.ts";
import type { EntitySchema, Goal } from "#shared/contracts/manifest.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import {
  addressesOfGoal,
  type Catalogue,
  type CatalogueCapability,
  capabilityAt,
} from "../../catalogue/catalogue.ts";
import { estimateTokens } from "../../ports/language-model.ts";

/** A goal that a model may choose. */
export type OfferedGoal = {
  /** `weather.FORECAST`: what the model says. */
  name: string;
  domain: string;
  spec: Goal;
  /** How likely the words alone make it, 0..1. */
  likely: number;
  effects: readonly CatalogueCapability["effect"][];
  /** Any confidence may act: its domain says so, or it is for what no goal covers. */
  isExempt: boolean;
};

/** More are never shown, but for those that are for what no goal covers. */
const MOST_OFFERED = 5;

/** The likeliest goals of the words alone, and those that words never lead to; nothing else exists for a model. */
export function offerGoals(
  candidates: readonly Alternative[],
  catalogue: Catalogue,
): OfferedGoal[] {
  const known = candidates.flatMap(({ domain, goal, confidence }): OfferedGoal[] => {
    const spec = catalogue.goal(domain, goal)?.spec;
    if (spec === undefined) return [];
    const effects = effectsOf(domain, spec, catalogue);
    const isExempt = spec.fallback !== undefined || catalogue.gateOf(domain, effects) === undefined;
    return [{ name: `${domain}.${goal}`, domain, spec, likely: confidence, effects, isExempt }];
  });
  const isFallback = ({ spec }: OfferedGoal) => spec.fallback !== undefined;
  const likely = known.filter((each) => !isFallback(each)).slice(0, MOST_OFFERED);
  // First: where the descriptions are too long for a prompt, the last ones are left out.
  return [...known.filter(isFallback), ...likely];
}

/** What a goal may do to the world, whichever of its capabilities serves it, also in a plan. */
export const effectsOf = (
  domain: string,
  goal: Goal,
  catalogue: Catalogue,
): CatalogueCapability["effect"][] =>
  addressesOfGoal(goal).map(
    (address) => capabilityAt(address, domain, catalogue)?.effect ?? "external",
  );

/**
 * A text of users or manifests as data for a prompt: one line, nothing that cannot be seen, at most `most`
 * characters. It goes into JSON, so that no quote in it ends anything.
 */
export function asData(text: string, most: number): string {
  const line = text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\s]+/gu, " ")
    .trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`;
}

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

/** What may be said for an entity. */
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
