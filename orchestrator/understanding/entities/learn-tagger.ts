import type { Manifest } from "#shared/contracts/manifest.ts";
import { wordsUnder } from "#shared/language/time/chart-of.ts";
import { rememberTexts } from "../../language/remember-texts.ts";
import { joined, type Token } from "../../language/text.ts";
import { CALENDAR_WORDS } from "../../language/time/lexicon.ts";
import { SCALES, SMALL_NUMBERS } from "../../language/values/number.ts";
import type { GoalModel } from "../goal-model.ts";
import type { Sources } from "./sources.ts";
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
  const keyOf = (entity: string, words: readonly Token[]) => `${entity} ${joined(words)}`;
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

/** Numbers that stand for words and parts of words. */
type Interner = {
  /** The same word always has the same number; after `close`, all new words have one that nothing else has. */
  idOf(text: string): number;
  /** The numbers of a word, how it begins, how it ends (in three, two and four letters), and what kind of word it is. */
  idsOf(word: string): WordIds;
  /** The number of what letters look like: "Xxx0". */
  shapeIdOf(said: string): number;
  /** Ends the learning: what users write is not remembered. */
  close(): void;
};

type WordIds = Readonly<
  Record<"word" | "start" | "end" | "endOfTwo" | "endOfFour" | "kind", number>
>;

/** 0 stands for what lies beyond the sentence. */
const STRANGER = 1;
/** Words that are remembered: those of every sentence are among them. */
const MOST_WORDS = 1000;

function buildInterner(): Interner {
  const ids = new Map<string, number>();
  let closed = false;
  const idOf = (text: string): number => {
    const known = ids.get(text);
    if (known !== undefined || closed) return known ?? STRANGER;
    const id = STRANGER + 1 + ids.size;
    ids.set(text, id);
    return id;
  };
  return {
    idOf,
    idsOf: rememberTexts(MOST_WORDS, (word) => ({
      word: idOf(word),
      start: idOf(word.slice(0, 3)),
      end: idOf(word.slice(-3)),
      endOfTwo: idOf(word.slice(-2)),
      endOfFour: idOf(word.slice(-4)),
      kind: idOf(classOf(word)),
    })),
    shapeIdOf: rememberTexts(MOST_WORDS, (said) => idOf(shapeOf(said))),
    close() {
      closed = true;
    },
  };
}

/** What is looked at in each word; part of every feature's key. */
const KINDS = [
  "word",
  "before",
  "after",
  "two_before",
  "two_after",
  "with_before",
  "with_after",
  "both_before",
  "both_after",
  "shape",
  "start",
  "end",
  "end_of_two",
  "end_of_four",
  "end_before",
  "end_after",
  "class",
  "class_before",
  "class_after",
  "goal",
  "goal_word",
  "goal_before",
  "capital",
  "known",
  "known_before_word",
  "known_left",
  "known_right",
  "unknown",
  "always",
] as const;
type Kind = (typeof KINDS)[number];
const KIND = Object.fromEntries(KINDS.map((kind, at) => [kind, at])) as Record<Kind, number>;

const SPAN = 2 ** 22;
/** One feature as one number: its kind and up to two word numbers. */
const keyOf = (kind: number, first = 0, second = 0): number =>
  (kind * SPAN + first) * SPAN + second;

function classOf(word: string): string {
  if (/^\d/.test(word) || SMALL_NUMBERS.has(word) || SCALES.has(word)) return "number";
  if (CALENDAR_WORDS.has(word)) return "calendar";
  if (wordsUnder("unit", "units").has(word)) return "unit";
  return "";
}

const shapeOf = (said: string): string =>
  said
    .replace(/\p{Lu}/gu, "X")
    .replace(/\p{L}/gu, "x")
    .replace(/\p{N}/gu, "0")
    .replace(/(.)\1{2,}/g, "$1$1");

/**
 * The features of each word of a sentence, for a goal. `known` gives, by word, the marks of known
 * phrases there ("artist^" where one begins, "artist+" where it goes on).
 * Cost: about 30 numbers a word
 */
function tagFeatures(
  text: string,
  words: readonly Token[],
  known: readonly (readonly string[])[],
  goal: string,
  interner: Interner,
): number[][] {
  const id = (word: string) => interner.idOf(word);
  const ids = words.map(({ word }) => interner.idsOf(word));
  const goalId = id(`goal ${goal}`);
  const at = (of: keyof WordIds, place: number) => ids[place]?.[of] ?? 0;
  return words.map(({ start, end }, place) => {
    const said = text.slice(start, end);
    const self = at("word", place);
    const before = at("word", place - 1);
    const after = at("word", place + 1);
    const features = [
      keyOf(KIND.word, self),
      keyOf(KIND.before, before),
      keyOf(KIND.after, after),
      keyOf(KIND.two_before, at("word", place - 2)),
      keyOf(KIND.two_after, at("word", place + 2)),
      keyOf(KIND.with_before, before, self),
      keyOf(KIND.with_after, self, after),
      keyOf(KIND.both_before, at("word", place - 2), before),
      keyOf(KIND.both_after, after, at("word", place + 2)),
      keyOf(KIND.shape, interner.shapeIdOf(said)),
      keyOf(KIND.start, at("start", place)),
      keyOf(KIND.end, at("end", place)),
      keyOf(KIND.end_of_two, at("endOfTwo", place)),
      keyOf(KIND.end_of_four, at("endOfFour", place)),
      keyOf(KIND.end_before, at("end", place - 1)),
      keyOf(KIND.end_after, at("end", place + 1)),
      keyOf(KIND.class, at("kind", place)),
      keyOf(KIND.class_before, at("kind", place - 1)),
      keyOf(KIND.class_after, at("kind", place + 1)),
      keyOf(KIND.goal, goalId),
      keyOf(KIND.goal_word, goalId, self),
      keyOf(KIND.goal_before, goalId, before),
      keyOf(KIND.capital, /^\p{Lu}/u.test(said) ? 1 : 2, place > 0 ? 1 : 2),
      keyOf(KIND.always),
    ];
    const here = known[place] ?? [];
    for (const mark of here)
      features.push(keyOf(KIND.known, id(mark)), keyOf(KIND.known_before_word, id(mark), before));
    for (const mark of known[place - 1] ?? []) features.push(keyOf(KIND.known_left, id(mark)));
    for (const mark of known[place + 1] ?? []) features.push(keyOf(KIND.known_right, id(mark)));
    if (here.length === 0) features.push(keyOf(KIND.unknown));
    return features;
  });
}
