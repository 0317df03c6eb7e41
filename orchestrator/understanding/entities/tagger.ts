import { randomFrom, shuffle } from "#shared/random/random.ts";
import { type NumberIds, numberIds } from "../classifier/features.ts";

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
/**
 * How far what is right is to win while it is learnt, in steps of one feature: chosen on ATIS and HWU, at 10 to 50
 * examples a goal alike.
 */
const MARGIN = 30;
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

/** By word, where the weights of its features begin: features that no one learnt have none. */
type Rows = readonly Int32Array[];

/** Numbers that are learnt step by step; what counts in the end is their mean over all steps. */
type Averaged = { readonly now: Float64Array; readonly sums: Float64Array };

/** `ofFeatures`: feature x tag. `ofPairs`: the tag before x tag, with the start of a sentence as a last row. */
type Weights = {
  readonly tagCount: number;
  readonly ofFeatures: Averaged;
  readonly ofPairs: Averaged;
};

/**
 * Learns to find entities in sentences: an averaged structured perceptron.
 * Cost:   sentences x words x features x epochs; 1,000 sentences in about 0.1 s
 * Source: Collins, "Discriminative training methods for hidden Markov models", EMNLP 2002
 */
export function trainTagger(sentences: readonly TaggedSentence[], entityCount: number): Tagger {
  const ids = numberIds();
  const tagCount = 2 * entityCount + 1;
  const learnt = (features: readonly number[]): Int32Array => {
    const rows = new Int32Array(features.length);
    for (let i = 0; i < rows.length; i++) rows[i] = ids.learn(features[i] ?? 0) * tagCount;
    return rows;
  };
  const known = sentences.map(({ features }) => features.map(learnt));
  const weights: Weights = {
    tagCount,
    ofFeatures: averaged(ids.numbers().length * tagCount),
    ofPairs: averaged((tagCount + 1) * tagCount),
  };
  const random = randomFrom(3);
  const order = sentences.map((_, at) => at);
  let clock = 1;
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    let mistakes = 0;
    for (const at of shuffle(order, random)) {
      const words = known[at] ?? [];
      const { tags = [], allowed = [] } = sentences[at] ?? {};
      const guess = decode(words, allowed, weights, tags);
      if (guess.some((tag, place) => tag !== tags[place])) {
        mistakes++;
        correct(weights, words, { right: tags, wrong: guess, clock });
      }
      clock++;
    }
    if (mistakes === 0) break;
  }
  for (const { now, sums } of [weights.ofFeatures, weights.ofPairs])
    for (let i = 0; i < now.length; i++) now[i] = (now[i] ?? 0) - (sums[i] ?? 0) / clock;
  return {
    tag: (features, allowed) => ({
      spans: readTags(decode(features.map(knownRows(ids, tagCount)), allowed, weights)),
    }),
  };
}

/** The rows of those features that were learnt. */
const knownRows =
  ({ find }: Pick<NumberIds, "find">, tagCount: number) =>
  (features: readonly number[]): Int32Array => {
    const rows = new Int32Array(features.length);
    let count = 0;
    for (const feature of features) {
      const id = find(feature);
      if (id >= 0) rows[count++] = id * tagCount;
    }
    return rows.subarray(0, count);
  };

const averaged = (size: number): Averaged => ({
  now: new Float64Array(size),
  sums: new Float64Array(size),
});

/**
 * The tags that score best together: Viterbi. While it learns, tags other than the `right` ones have a start: what is
 * right is to win by more than a hair.
 */
function decode(
  words: Rows,
  allowed: readonly number[],
  weights: Weights,
  right?: readonly number[],
): number[] {
  const tags = Int32Array.from(allowed);
  const count = tags.length;
  const { tagCount } = weights;
  const ofFeatures = weights.ofFeatures.now;
  const ofPairs = weights.ofPairs.now;
  /** By word and tag, the place of the tag before it. */
  const previous = new Int32Array(words.length * count);
  let before = new Float64Array(count);
  let scores = new Float64Array(count);
  const own = new Float64Array(count);
  for (let at = 0; at < words.length; at++) {
    [before, scores] = [scores, before];
    const meant = right?.[at];
    for (let i = 0; i < count; i++) own[i] = meant === undefined || meant === tags[i] ? 0 : MARGIN;
    const rows = words[at] ?? NO_ROWS;
    // Of all tags at once: the weights of a feature stand side by side.
    for (let row = 0; row < rows.length; row++) {
      const start = rows[row] ?? 0;
      for (let i = 0; i < count; i++)
        own[i] = (own[i] ?? 0) + (ofFeatures[start + (tags[i] ?? 0)] ?? 0);
    }
    for (let i = 0; i < count; i++) {
      const tag = tags[i] ?? 0;
      const from = at === 0 ? 0 : bestBefore(before, tags, tag, weights);
      previous[at * count + i] = from;
      scores[i] =
        at > 0
          ? (before[from] ?? 0) + (own[i] ?? 0) + (ofPairs[(tags[from] ?? 0) * tagCount + tag] ?? 0)
          : mayFollow(NOTHING, tag)
            ? (own[i] ?? 0) + (ofPairs[tagCount * tagCount + tag] ?? 0)
            : Number.NEGATIVE_INFINITY;
    }
  }
  const found = new Array<number>(words.length).fill(OUTSIDE);
  for (let at = words.length - 1, i = highestOf(scores); at >= 0; at--) {
    found[at] = tags[i] ?? 0;
    i = previous[at * count + i] ?? 0;
  }
  return found;
}

const NO_ROWS = new Int32Array();

/** The place of the tag that a tag best stands behind; OUTSIDE, the first, may stand before most. */
function bestBefore(
  scores: Float64Array,
  tags: Int32Array,
  tag: number,
  { tagCount, ofPairs }: Weights,
): number {
  let best = -1;
  let highest = Number.NEGATIVE_INFINITY;
  const isInside = tag !== OUTSIDE && tag % 2 === 0;
  for (let place = 0; place < tags.length; place++) {
    const before = tags[place] ?? 0;
    if (isInside && !mayFollow(before, tag)) continue;
    const score = (scores[place] ?? 0) + (ofPairs.now[before * tagCount + tag] ?? 0);
    if (best >= 0 && score <= highest) continue;
    best = place;
    highest = score;
  }
  return Math.max(0, best);
}

function highestOf(scores: Float64Array): number {
  let best = 0;
  for (let at = 1; at < scores.length; at++) if ((scores[at] ?? 0) > (scores[best] ?? 0)) best = at;
  return best;
}

/** Moves the weights towards the right tags and away from those that were guessed. */
function correct(
  { tagCount, ofFeatures, ofPairs }: Weights,
  words: Rows,
  { right, wrong, clock }: { right: readonly number[]; wrong: readonly number[]; clock: number },
): void {
  const change = ({ now, sums }: Averaged, cell: number, by: number) => {
    now[cell] = (now[cell] ?? 0) + by;
    sums[cell] = (sums[cell] ?? 0) + by * clock;
  };
  for (const [at, good] of right.entries()) {
    const bad = wrong[at] ?? 0;
    if (good !== bad)
      for (const row of words[at] ?? NO_ROWS) {
        change(ofFeatures, row + good, 1);
        change(ofFeatures, row + bad, -1);
      }
    const goodBefore = at === 0 ? tagCount : (right[at - 1] ?? 0);
    const badBefore = at === 0 ? tagCount : (wrong[at - 1] ?? 0);
    if (good === bad && goodBefore === badBefore) continue;
    change(ofPairs, goodBefore * tagCount + good, 1);
    change(ofPairs, badBefore * tagCount + bad, -1);
  }
}

/** What stands before the first word. */
const NOTHING = -1;

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
