import type { Manifest } from "#shared/contracts/manifest.ts";
import type { Token } from "../../language/text.ts";
import type { GoalModel } from "../goal-model.ts";
import type { Sources } from "./sources.ts";
import { buildInterner, type Interner, tagFeatures } from "./tag-features.ts";
import { type TaggedSentence, type Tagger, tagsOf, trainTagger, writeTags } from "./tagger.ts";

/** Free words that look like an entity by their context. */
export type ContextSpan = { readonly entity: string; readonly from: number; readonly to: number };

export type ContextTagger = {
  /** Entities of a goal that hold free words, where the examples' contexts say they are. */
  find(goal: GoalModel, text: string, words: readonly Token[]): readonly ContextSpan[];
};

const LONGEST_EXAMPLE = 60;

/** What the examples of one manifest teach; nothing of another one is in it. */
type Learnt = {
  readonly tagger: Tagger;
  readonly interner: Interner;
  /** Entities by their numbers. */
  readonly names: readonly string[];
  /** By goal, the tags that may be used. */
  readonly allowedFor: ReadonlyMap<string, readonly number[]>;
};

/** A manifest that stands in one catalogue after another is learnt from once. */
const learntFrom = new WeakMap<Manifest, Learnt>();

/** One tagger for the goals of a domain: they share entity names and the ways to say them. */
export function learnContextTagger(goals: readonly GoalModel[], sources: Sources): ContextTagger {
  const manifest = goals[0]?.manifest;
  const known = manifest && learntFrom.get(manifest);
  const learnt = known ?? learn(goals, sources);
  if (manifest !== undefined) learntFrom.set(manifest, learnt);
  const { tagger, interner, names, allowedFor } = learnt;
  return {
    find(goal, text, words) {
      const allowed = allowedFor.get(goal.name) ?? [];
      if (allowed.length <= 1) return [];
      const marks = knownMarks(goal, words, sources, []);
      const { spans } = tagger.tag(tagFeatures(text, words, marks, goal.name, interner), allowed);
      return spans.map(({ entity, from, to }) => ({ entity: names[entity] ?? "", from, to }));
    },
  };
}

function learn(goals: readonly GoalModel[], sources: Sources): Learnt {
  const interner = buildInterner();
  const names = [...new Set(goals.flatMap((goal) => taggedEntities(goal)))];
  const numberOf = new Map(names.map((name, at) => [name, at]));
  const allowedFor = new Map(
    goals.map((goal) => [
      goal.name,
      tagsOf(taggedEntities(goal).map((name) => numberOf.get(name) ?? 0)),
    ]),
  );
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
            const own = marks.filter(({ entity, from, to }) =>
              isMarkedOnce(entity, words.slice(from, to)),
            );
            const seen = knownMarks(goal, words, sources, own);
            return {
              features: tagFeatures(text, words, seen, goal.name, interner),
              tags: writeTags(words.length, spans),
              allowed: allowedFor.get(goal.name) ?? [],
            };
          }),
  );
  const tagger = trainTagger(sentences, names.length);
  interner.close();
  return { tagger, interner, names, allowedFor };
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
