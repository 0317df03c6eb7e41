import type { GoalModel } from "../goal-model.ts";
import type { Token } from "../text.ts";
import type { Sources } from "./sources.ts";
import { buildInterner, tagFeatures } from "./tag-features.ts";
import { type TaggedSentence, tagsOf, trainTagger, writeTags } from "./tagger.ts";

/** Free words that look like an entity by their context. */
export type ContextSpan = { readonly entity: string; readonly from: number; readonly to: number };

export type ContextTagger = {
  /** Entities of a goal that hold free words, where the examples' contexts say they are. */
  find(goal: GoalModel, text: string, words: readonly Token[]): readonly ContextSpan[];
};

const LONGEST_EXAMPLE = 60;

/** One tagger for the goals of a domain: they share entity names and the ways to say them. */
export function learnContextTagger(goals: readonly GoalModel[], sources: Sources): ContextTagger {
  const interner = buildInterner();
  const names = [...new Set(goals.flatMap((goal) => taggedEntities(goal)))];
  const numberOf = new Map(names.map((name, at) => [name, at]));
  const allowedFor = new Map(
    goals.map((goal) => [
      goal.index,
      tagsOf(taggedEntities(goal).map((name) => numberOf.get(name) ?? 0)),
    ]),
  );
  const featuresOf = (goal: GoalModel, text: string, words: readonly Token[], own: Own) =>
    tagFeatures(text, words, knownMarks(goal, words, sources, own), goal.name, interner);
  const isMarkedOnce = markedOnce(goals);
  const sentences: TaggedSentence[] = goals.flatMap((goal) =>
    taggedEntities(goal).length === 0
      ? []
      : goal.examples
          .filter(({ words }) => words.length > 0 && words.length <= LONGEST_EXAMPLE)
          .map(({ text, words, marks }) => {
            const spans = marks.flatMap(({ entity, from, to }) => {
              const number = numberOf.get(entity);
              return number === undefined ? [] : [{ entity: number, from, to }];
            });
            return {
              features: featuresOf(
                goal,
                text,
                words,
                marks.filter((mark) => isMarkedOnce(mark.entity, words.slice(mark.from, mark.to))),
              ),
              tags: writeTags(words.length, spans),
              allowed: allowedFor.get(goal.index) ?? [],
            };
          }),
  );
  const tagger = trainTagger(sentences, names.length);
  interner.close();
  return {
    find(goal, text, words) {
      const allowed = allowedFor.get(goal.index) ?? [];
      if (allowed.length <= 1) return [];
      const { spans } = tagger.tag(featuresOf(goal, text, words, []), allowed);
      return spans.map(({ entity, from, to }) => ({ entity: names[entity] ?? "", from, to }));
    },
  };
}

type Own = readonly { readonly entity: string; readonly from: number; readonly to: number }[];

/** Entities whose words are the person's own. */
const taggedEntities = ({ entities }: GoalModel): string[] =>
  [...entities].filter(([, { type }]) => type === "string").map(([name]) => name);

/** Values that one example alone marks: what several mark is known, whichever of them is left out. */
function markedOnce(
  goals: readonly GoalModel[],
): (entity: string, words: readonly Token[]) => boolean {
  const keyOf = (entity: string, words: readonly Token[]) =>
    `${entity} ${words.map(({ word }) => word).join(" ")}`;
  const counts = new Map<string, number>();
  for (const { examples } of goals)
    for (const { words, marks } of examples)
      for (const { entity, from, to } of marks) {
        const key = keyOf(entity, words.slice(from, to));
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
  return (entity, words) => counts.get(keyOf(entity, words)) === 1;
}

/**
 * Marks of known phrases, by word. What an example alone marks does not count as known there:
 * otherwise the tagger would only learn to trust the list.
 */
function knownMarks(
  goal: GoalModel,
  words: readonly Token[],
  sources: Sources,
  own: Own,
): string[][] {
  const marks: string[][] = words.map(() => []);
  const names = new Map<number, string[]>();
  for (const name of goal.entities.keys()) {
    const source = sources.ofEntity(goal, name);
    if (source?.kind === "words") names.set(source.id, [...(names.get(source.id) ?? []), name]);
  }
  words.forEach((_, from) => {
    for (const { source, to } of sources.lexicon.hitsAt(words, from))
      for (const name of names.get(source) ?? []) {
        if (own.some((mark) => mark.entity === name && mark.from === from && mark.to === to))
          continue;
        for (let at = from; at < to; at++)
          marks[at]?.push(`${name}${at === from ? "^" : "+"}${to - from > 1 ? "m" : ""}`);
      }
  });
  return marks;
}
