import { randomFrom, shuffle } from "../classifier/random.ts";

/** One sentence to learn from: features by word, and each word's tag. */
export type TaggedSentence = {
  readonly features: readonly (readonly number[])[];
  /** 0 is outside; 2k + 1 begins entity k, 2k + 2 goes on with it. */
  readonly tags: readonly number[];
  /** Tags that may be used here: those of the goal's entities. */
  readonly allowed: readonly number[];
};

/** Where an entity was found: its number, the first word, and the one after the last. */
export type TaggedSpan = { readonly entity: number; readonly from: number; readonly to: number };
export type Tagging = { readonly spans: readonly TaggedSpan[] };

export type Tagger = {
  /** The best reading. Cost: words x (features + allowed tags squared) */
  tag(features: readonly (readonly number[])[], allowed: readonly number[]): Tagging;
};

const EPOCHS = 10;
const OUTSIDE = 0;
const beginOf = (entity: number): number => 2 * entity + 1;
const insideOf = (entity: number): number => 2 * entity + 2;
const entityOf = (tag: number): number => (tag - 1) >> 1;

/** The tags of a set of entities, `outside` first. */
export const tagsOf = (entities: readonly number[]): number[] => [
  OUTSIDE,
  ...entities.flatMap((entity) => [beginOf(entity), insideOf(entity)]),
];

/** Tags of a sentence of `length` words with entities at these places. */
export function writeTags(length: number, spans: readonly TaggedSpan[]): number[] {
  const tags = new Array<number>(length).fill(OUTSIDE);
  for (const { entity, from, to } of spans)
    for (let at = from; at < to; at++) tags[at] = at === from ? beginOf(entity) : insideOf(entity);
  return tags;
}

/**
 * Learns to find entities in sentences: an averaged structured perceptron.
 * Cost:   sentences x words x features x epochs; 1,000 sentences in about 0.1 s
 * Source: Collins, "Discriminative training methods for hidden Markov models", EMNLP 2002
 */
export function trainTagger(sentences: readonly TaggedSentence[], entityCount: number): Tagger {
  const tagCount = 2 * entityCount + 1;
  const rows = new Map<number, number>();
  const rowsOf = (features: readonly number[], learning: boolean): readonly number[] => {
    const found: number[] = [];
    for (const feature of features) {
      let row = rows.get(feature);
      if (row === undefined && learning) {
        row = rows.size;
        rows.set(feature, row);
      }
      if (row !== undefined) found.push(row);
    }
    return found;
  };
  const known = sentences.map(({ features }) => features.map((each) => rowsOf(each, true)));
  const weights = new Float64Array(rows.size * tagCount);
  const moved = new Float64Array(weights.length);
  // Row tagCount is the start of a sentence.
  const follows = new Float64Array((tagCount + 1) * tagCount);
  const followsMoved = new Float64Array(follows.length);
  let clock = 1;

  function decode(words: readonly (readonly number[])[], allowed: readonly number[]): number[] {
    const scores: Float64Array[] = [];
    const previous: Int32Array[] = [];
    for (let at = 0; at < words.length; at++) {
      const score = new Float64Array(allowed.length).fill(Number.NEGATIVE_INFINITY);
      const back = new Int32Array(allowed.length).fill(-1);
      for (let i = 0; i < allowed.length; i++) {
        const tag = allowed[i] ?? 0;
        let own = 0;
        for (const row of words[at] ?? []) own += weights[row * tagCount + tag] ?? 0;
        if (at === 0) {
          if (mayFollow(-1, tag)) score[i] = own + (follows[tagCount * tagCount + tag] ?? 0);
          continue;
        }
        for (let j = 0; j < allowed.length; j++) {
          const before = scores[at - 1]?.[j] ?? Number.NEGATIVE_INFINITY;
          const other = allowed[j] ?? 0;
          if (before === Number.NEGATIVE_INFINITY || !mayFollow(other, tag)) continue;
          const total = before + own + (follows[other * tagCount + tag] ?? 0);
          if (total > (score[i] ?? 0) || back[i] === -1) {
            score[i] = total;
            back[i] = j;
          }
        }
      }
      scores.push(score);
      previous.push(back);
    }
    const last = scores.at(-1);
    if (last === undefined) return [];
    let best = 0;
    for (let i = 1; i < last.length; i++) if ((last[i] ?? 0) > (last[best] ?? 0)) best = i;
    const tags: number[] = [];
    for (let at = words.length - 1, i = best; at >= 0; at--) {
      tags.unshift(allowed[i] ?? 0);
      i = previous[at]?.[i] ?? 0;
    }
    return tags;
  }

  const change = (table: Float64Array, sums: Float64Array, cell: number, by: number) => {
    table[cell] = (table[cell] ?? 0) + by;
    sums[cell] = (sums[cell] ?? 0) + by * clock;
  };
  function correct(
    words: readonly (readonly number[])[],
    right: readonly number[],
    wrong: readonly number[],
  ) {
    for (let at = 0; at < right.length; at++) {
      const good = right[at] ?? 0;
      const bad = wrong[at] ?? 0;
      if (good !== bad)
        for (const row of words[at] ?? []) {
          change(weights, moved, row * tagCount + good, 1);
          change(weights, moved, row * tagCount + bad, -1);
        }
      const goodBefore = at === 0 ? tagCount : (right[at - 1] ?? 0);
      const badBefore = at === 0 ? tagCount : (wrong[at - 1] ?? 0);
      if (good === bad && goodBefore === badBefore) continue;
      change(follows, followsMoved, goodBefore * tagCount + good, 1);
      change(follows, followsMoved, badBefore * tagCount + bad, -1);
    }
  }

  const random = randomFrom(3);
  const order = sentences.map((_, at) => at);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    let mistakes = 0;
    for (const at of shuffle(order, random)) {
      const words = known[at] ?? [];
      const { tags = [], allowed = [] } = sentences[at] ?? {};
      const guess = decode(words, allowed);
      if (guess.some((tag, place) => tag !== tags[place])) {
        mistakes++;
        correct(words, tags, guess);
      }
      clock++;
    }
    if (mistakes === 0) break;
  }
  for (let i = 0; i < weights.length; i++) weights[i] = (weights[i] ?? 0) - (moved[i] ?? 0) / clock;
  for (let i = 0; i < follows.length; i++)
    follows[i] = (follows[i] ?? 0) - (followsMoved[i] ?? 0) / clock;

  return {
    tag: (features, allowed) => {
      const tags = decode(
        features.map((each) => rowsOf(each, false)),
        allowed,
      );
      return { spans: readTags(tags) };
    },
  };
}

/** An entity can only go on where it has begun. */
const mayFollow = (before: number, tag: number): boolean =>
  tag === OUTSIDE || tag % 2 === 1 || (before > OUTSIDE && entityOf(before) === entityOf(tag));

function readTags(tags: readonly number[]): TaggedSpan[] {
  const spans: TaggedSpan[] = [];
  let open: { entity: number; from: number } | undefined;
  const close = (to: number) => {
    if (open !== undefined) spans.push({ ...open, to });
    open = undefined;
  };
  tags.forEach((tag, at) => {
    if (tag === OUTSIDE) close(at);
    else if (tag % 2 === 1) {
      close(at);
      open = { entity: entityOf(tag), from: at };
    }
  });
  close(tags.length);
  return spans;
}
