import type { EntitySchema } from "#shared/contracts/manifest.ts";
import type { GoalModel } from "../goal-model.ts";
import type { Sentence } from "../recognisers/recogniser.ts";
import type { TemplateReading } from "../templates/template-tier.ts";
import { findKnown } from "./find-known.ts";
import type { FoundEntity } from "./found.ts";
import { type ContextTagger, learnContextTagger } from "./learn-tagger.ts";
import { readValue } from "./read-value.ts";
import type { Sources } from "./sources.ts";
import type { Span } from "./spans.ts";

export type Extractor = {
  /** The goal's entities in a sentence; `template` says which words it has already given away. */
  extract(
    goal: GoalModel,
    sentence: Sentence,
    template: TemplateReading | undefined,
  ): FoundEntity[];
};

/** A context seen this often before a mark is where the entity stands. */
const ENOUGH_ANCHORS = 2;

/**
 * Finds entities by the template that matched, then by lists, synonyms and forms, then by context.
 * Cost: the context tagger of a domain is trained when it is first asked for
 */
export function buildExtractor(goals: readonly GoalModel[], sources: Sources): Extractor {
  const byDomain = Map.groupBy(goals, (goal) => goal.domain);
  const taggers = new Map<string, ContextTagger>();
  const taggerOf = (domain: string): ContextTagger => {
    const tagger = taggers.get(domain) ?? learnContextTagger(byDomain.get(domain) ?? [], sources);
    taggers.set(domain, tagger);
    return tagger;
  };
  const anchors = countAnchors(goals);

  function extract(
    goal: GoalModel,
    sentence: Sentence,
    template: TemplateReading | undefined,
  ): FoundEntity[] {
    const found: FoundEntity[] =
      template === undefined ? [] : readCaptures(goal, sentence, template);
    const taken = new Set<number>();
    const take = (entity: FoundEntity) => {
      for (let at = entity.from; at < entity.to; at++) taken.add(at);
    };
    found.forEach(take);
    const missing = () =>
      [...goal.entities].filter(([name]) => !found.some(({ entity }) => entity === name));
    const add = (entity: FoundEntity | undefined) => {
      if (entity === undefined) return;
      found.push(entity);
      take(entity);
    };
    for (const [name, schema] of missing()) {
      const source = sources.ofEntity(goal, name);
      if (source !== undefined && !(source.kind === "words" && source.free))
        add(findKnown(name, schema, source, sources, sentence, taken));
    }
    // A template accounts for every word: what it gave to no entity is none.
    if (template === undefined) addByContext(goal, sentence, missing(), taken, add);
    return found;
  }

  function addByContext(
    goal: GoalModel,
    sentence: Sentence,
    missing: readonly (readonly [string, EntitySchema])[],
    taken: ReadonlySet<number>,
    add: (found: FoundEntity | undefined) => void,
  ): void {
    const strings = missing.filter(([, { type }]) => type === "string");
    if (strings.length === 0) return;
    const spans = taggerOf(goal.domain).find(goal, sentence.text, sentence.words);
    for (const [name, schema] of strings) {
      const own = spans
        .filter(({ entity, from, to }) => entity === name && !overlaps(taken, from, to))
        .map(({ from, to }): Span => ({ from, to, value: undefined, by: "free", cost: 0 }));
      const first = own[0];
      const last = schema.multiple ? own.at(-1) : first;
      if (first === undefined || last === undefined) continue;
      const read = readValue(name, schema, sentence, schema.multiple ? own : [first]);
      if (read === undefined) continue;
      const anchored = own.every((span) => anchors.has(anchorOf(goal, name, sentence, span.from)));
      const by = anchored ? "context" : "guess";
      add({ entity: name, value: read.value, from: first.from, to: last.to, by });
    }
  }

  return { extract };
}

function overlaps(taken: ReadonlySet<number>, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (taken.has(at)) return true;
  return false;
}

/** What a template's slots took; an entity captured twice has several values. */
function readCaptures(
  goal: GoalModel,
  sentence: Sentence,
  { captures }: TemplateReading,
): FoundEntity[] {
  const byEntity = Map.groupBy(captures, ({ entity }) => entity);
  return [...byEntity].flatMap(([name, slots]) => {
    const schema = goal.entities.get(name);
    const first = slots[0];
    const last = slots.at(-1);
    if (schema === undefined || first === undefined || last === undefined) return [];
    const parts = slots.flatMap(({ span }) => span.parts);
    const read = readValue(name, schema, sentence, parts);
    return read === undefined
      ? []
      : [{ entity: name, value: read.value, from: first.span.from, to: last.span.to, by: read.by }];
  });
}

const anchorOf = (
  goal: GoalModel,
  entity: string,
  { words }: Pick<Sentence, "words">,
  from: number,
): string => `${goal.domain} ${entity} ${words[from - 1]?.word ?? "^"}`;

/** The words that stand before an entity often enough to announce it. */
function countAnchors(goals: readonly GoalModel[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const goal of goals)
    for (const example of goal.examples)
      for (const { entity, from } of example.marks) {
        const anchor = anchorOf(goal, entity, example, from);
        counts.set(anchor, (counts.get(anchor) ?? 0) + 1);
      }
  return new Set(
    [...counts].flatMap(([anchor, count]) => (count >= ENOUGH_ANCHORS ? [anchor] : [])),
  );
}
