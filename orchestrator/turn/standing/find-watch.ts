import type { Entities } from "#shared/contracts/intent.ts";
import type { Watchable } from "#shared/contracts/manifest.ts";
import { locales } from "#shared/contracts/names.ts";
import type { Comparison } from "#shared/contracts/schedule-rule.ts";
import type { CatalogueGoal } from "../../catalogue/catalogue.ts";
import { phrasesSaid } from "../../language/commands/subject-of.ts";
import type { SaidCondition } from "../../language/time/reading.ts";
import { mayPursue } from "../../planning/rights.ts";
import type { Understanding } from "../../understanding/understanding.ts";
import type { Turn } from "../turn.ts";

/** A value that a condition is about, and when it is met. */
type FoundWatch = {
  readonly domain: string;
  readonly goal: string;
  readonly entities: Entities;
  readonly watchable: Watchable;
  readonly comparison: Comparison;
  readonly becomes: readonly string[] | undefined;
  /** The goal's first value needs no name. */
  readonly isFirst: boolean;
};

/** What a condition watches, by what the manifests declare and this user may ask for. Pure; undefined: nothing, or not surely. */
export function findWatch(
  { snapshot: { catalogue, understanding }, mayUse }: Pick<Turn, "snapshot" | "mayUse">,
  { subject, comparison, clause }: SaidCondition,
): FoundWatch | undefined {
  const about = comparison === undefined || subject === "" ? clause : subject;
  const found: { watch: FoundWatch; words: number }[] = [];
  for (const manifest of catalogue.manifests.values())
    for (const spec of manifest.goals) {
      if (spec.watchable === undefined) continue;
      const { domain } = manifest;
      if (!mayPursue({ domain, spec }, { catalogue, mayUse })) continue;
      const entities = entitiesIn(domain, spec, about, understanding);
      if (entities === undefined) continue;
      for (const watchable of spec.watchable) {
        const meant = meantBy(watchable, comparison, clause);
        if (meant === undefined) continue;
        const words = phrasesSaid(clause, wordsOf(watchable.words));
        const first = watchable === spec.watchable[0] ? 1 : 0;
        found.push({
          watch: { domain, goal: spec.goal, entities, watchable, isFirst: first === 1, ...meant },
          words: 10 * words.length + first,
        });
      }
    }
  const most = Math.max(...found.map(({ words }) => words));
  const [best, other] = found.filter(({ words }) => words === most);
  return other === undefined ? best?.watch : undefined;
}

/** Every required value of a goal, where the words surely say it, and no other. */
function entitiesIn(
  domain: string,
  spec: CatalogueGoal["spec"],
  about: string,
  understanding: Pick<Understanding, "frameOf" | "valueOf">,
): Entities | undefined {
  const frame = understanding.frameOf(domain, spec.goal, about);
  if (frame === undefined) return undefined;
  const entities: Entities = {};
  for (const [name, schema] of Object.entries(spec.entities_schema)) {
    const value = frame.entities[name];
    if (value === undefined) {
      if (schema.required && schema.default === undefined) return undefined;
      continue;
    }
    if (!schema.required) continue;
    const [single = value] = Array.isArray(value) && value.length === 1 ? value : [value];
    if (Array.isArray(single)) return undefined;
    if (understanding.valueOf(domain, spec.goal, name, String(single))?.known !== true)
      return undefined;
    entities[name] = single;
  }
  return Object.keys(entities).length === 0 ? undefined : entities;
}

const wordsOf = (words: Watchable["words"]): string[] =>
  locales.flatMap((locale) => words[locale] ?? []);

/** How a watchable meets a comparison; undefined: it is of another kind. */
function meantBy(
  { values, of_day }: Watchable,
  comparison: Comparison | undefined,
  clause: string,
): Pick<FoundWatch, "comparison" | "becomes"> | undefined {
  if (values !== undefined) {
    if (comparison?.is === "changes") return { comparison, becomes: undefined };
    if (comparison !== undefined && comparison.is !== "becomes") return undefined;
    const named = Object.entries(values).flatMap(([value, words]) => {
      const [own] = phrasesSaid(clause, wordsOf(words));
      return own === undefined ? [] : [{ value, own }];
    });
    const [only, other] = named;
    if (only === undefined || other !== undefined) return undefined;
    return { comparison: { is: "becomes", text: only.own }, becomes: [only.value] };
  }
  if (comparison === undefined || comparison.is === "becomes") return undefined;
  // What is since the day began is about the daily change, and about nothing else.
  const isOfDay = comparison.since === "day";
  return isOfDay === of_day ? { comparison, becomes: undefined } : undefined;
}
