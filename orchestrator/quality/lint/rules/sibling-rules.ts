import { parseExample } from "#shared/contracts/annotated-example.ts";
import { ownValue } from "#shared/contracts/json.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Capability, EntitySchema, Goal, Manifest } from "#shared/contracts/manifest.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import type { Reason } from "#shared/messages/reason.ts";
import { type Catalogue, gateOfGoal } from "../../../catalogue/catalogue.ts";
import { withoutOpening } from "../../../language/courtesy.ts";
import { tokens } from "../../../language/text.ts";
import { isCommonWord } from "../../../language/words/common-words.ts";
import { actionOf, isDeterminer, siblingActionsOf } from "../../../language/words/deeds.ts";
import { stemOf } from "../../../language/words/stem.ts";
import type { Understanding } from "../../../understanding/understanding.ts";
import { marksIn } from "../../hints-of.ts";
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
  { type, list = "", synonyms, values }: EntitySchema,
  { goals, lists }: Manifest,
): boolean {
  if (type !== "string" || synonyms !== undefined || values !== undefined) return true;
  const known = ownValue(lists, list);
  if (known !== undefined) return !("wildcard" in known);
  return goals.some(
    (goal) =>
      Object.hasOwn(goal.entities_schema, name) && marksIn(goal).some((mark) => mark.name === name),
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

/** Examples of a goal in a language that siblings are made of: the shortest. */
const MOST_EXAMPLES = 4;
const LONGEST_OBJECT = 6;
/** So many sentences are proposed for a goal: more teach little more. */
const MOST_PROPOSED = 10;
/** One may be an odd sentence. */
const FEWEST_PROPOSED = 2;
/** Things of other goals that an action of a goal is tried with, in a language. */
const MOST_OTHER_THINGS = 8;

/**
 * Requests that are probably made and that no goal is for: the same thing with another action, and the same action with
 * a thing of another goal. One finding a goal, with the sentences that the catalogue would act on by it, ready to stand
 * among its negatives.
 * Cost: up to 80 sentences a goal are understood
 */
export function missingSiblings(
  catalogue: Catalogue,
  understanding: Pick<Understanding, "understand">,
  isWanted: (domain: string, goal: string) => boolean = () => true,
): LintFinding[] {
  return catalogue.goals.flatMap(({ domain, spec }) => {
    if (spec.fallback !== undefined || !isWanted(domain, spec.goal)) return [];
    const isTaken = (text: string): boolean => {
      const { intent } = understanding.understand(text, { lastFrame: null });
      const { primary_domain, goal, confidence, doubts = [] } = intent;
      const isIt = primary_domain === domain && goal === spec.goal && doubts.length === 0;
      return isIt && confidence >= (gateOfGoal(domain, spec.goal, catalogue) ?? 0);
    };
    const others = catalogue.goals.flatMap((goal) => (goal.spec === spec ? [] : goal.spec));
    const proposed = locales
      .flatMap((locale) =>
        [...withOtherAction(spec, locale), ...withOtherThing(spec, others, locale)]
          .filter(isTaken)
          .map((text) => ({ locale, text })),
      )
      .slice(0, MOST_PROPOSED);
    if (proposed.length < FEWEST_PROPOSED) return [];
    const written = proposed
      .map(({ text }) => `{text: ${JSON.stringify(text)}, goal: null}`)
      .join(", ");
    const found = finding(
      "missing_sibling",
      { domain, goal: spec.goal, path: "goals", sentence: proposed[0]?.text ?? "" },
      { count: proposed.length, goal: spec.goal, written },
    );
    return { ...found, proposed };
  });
}

/** Sentences about what the goal's examples are about, with actions that none of them names; known ones are left out. */
function withOtherAction(spec: Goal, locale: Locale): string[] {
  const known = new Set(
    [...examplesOf(spec, locale), ...nearMissesOf(spec, locale)].flatMap(actionsIn),
  );
  const things = thingsOf(spec, locale).slice(0, MOST_EXAMPLES);
  return [...siblingActionsOf(locale)].flatMap(([kind, verb]) =>
    known.has(kind) ? [] : things.map((thing) => `${verb} ${thing}`),
  );
}

/** What the goal does most, asked of things that other goals are about; not of those that it is about itself, or denies. */
function withOtherThing(spec: Goal, others: readonly Goal[], locale: Locale): string[] {
  const [verb] = mostSaid(examplesOf(spec, locale).flatMap(verbOf));
  const kind = verb === undefined ? undefined : actionOf(verb);
  if (verb === undefined || kind === undefined) return [];
  const known = new Set(
    [...examplesOf(spec, locale), ...nearMissesOf(spec, locale)].flatMap(contentOf),
  );
  return (
    others
      .filter((other) => !examplesOf(other, locale).flatMap(actionsIn).includes(kind))
      .flatMap((other) => thingsOf(other, locale).slice(0, 1))
      // Behind a colon stands a text, which may be about anything.
      .filter((thing) => !thing.includes(":"))
      .filter((thing) => !contentOf(thing).some((word) => known.has(word)))
      .slice(0, MOST_OTHER_THINGS)
      .map((thing) => `${verb} ${thing}`)
  );
}

const examplesOf = ({ hints }: Goal, locale: Locale): string[] =>
  (hints.examples?.[locale] ?? []).map((each) => parseExample(each).text);

const nearMissesOf = ({ hints }: Goal, locale: Locale): string[] =>
  (hints.negatives?.[locale] ?? []).map(({ text }) => text);

const actionsIn = (text: string): string[] =>
  tokens(text).flatMap(({ word }) => actionOf(word) ?? []);

const contentOf = (text: string): string[] =>
  tokens(text).flatMap(({ word }) =>
    isCommonWord(word) || actionOf(word) !== undefined ? [] : stemOf(word),
  );

/** The action that a command begins with, as it is said. */
function verbOf(text: string): string[] {
  const words = tokens(text);
  const first = words[withoutOpening(words).from];
  return first === undefined || actionOf(first.word) === undefined
    ? []
    : [text.slice(first.start, first.end).toLowerCase()];
}

const mostSaid = (said: readonly string[]): string[] =>
  [...Map.groupBy(said, (each) => each)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([each]) => each);

/** What the goal's examples are about, the shortest first. */
const thingsOf = (spec: Goal, locale: Locale): string[] =>
  [...new Set(examplesOf(spec, locale).flatMap(objectOf))].sort((a, b) => a.length - b.length);

/** What a request is about: "me mostra as minhas notas" gives "as minhas notas"; nothing where no thing is named. */
function objectOf(text: string): string[] {
  const words = tokens(text);
  const { from, to } = withoutOpening(words);
  const isNamed = (at: number) => isDeterminer(words[at]?.word ?? "");
  const isCommand = actionOf(words[from]?.word ?? "") !== undefined;
  const start = isCommand ? from + 1 : isNamed(from - 1) ? from - 1 : from;
  if (!isNamed(start) || isNamed(start + 1) || words[start + 1]?.word === "que") return [];
  const own = words.slice(start, to);
  const first = own[0];
  const last = own.at(-1);
  if (first === undefined || last === undefined || own.length > LONGEST_OBJECT) return [];
  if (own.every(({ word }) => isCommonWord(word))) return [];
  return [text.slice(first.start, last.end)];
}
