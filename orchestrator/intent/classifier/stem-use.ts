import { type GoalSets, goalSets } from "./goal-sets.ts";
import { stemOf } from "./stem.ts";
import { NO_GOAL, type TrainingSentence } from "./training-sentence.ts";

/** How the training sentences use the stems of words. */
export type StemUse = {
  /** The stem of a word, by number; undefined for one that nobody used. */
  stemId(word: string): number | undefined;
  /** log-idf over the training sentences; highest for a stem nobody used. */
  rarityOf(stem: number | undefined): number;
  /** Does some sentence of the goal say it, in a word of its own? */
  says(goal: number, stem: number | undefined): boolean;
};

/** For each stem of the training sentences: how rare it is, and which goals say it. */
export function countStems(sentences: readonly TrainingSentence[], goalCount: number): StemUse {
  const ids = new Map<string, number>();
  const having: number[] = [];
  const said: number[] = [];
  const goals: number[] = [];
  /** By stem, the last sentence that had it: one that says it twice counts once. */
  const lastWith: number[] = [];
  // A word is stemmed once.
  const idOfWord = new Map<string, number>();
  const idOf = (word: string): number => {
    const known = idOfWord.get(word);
    if (known !== undefined) return known;
    const stem = stemOf(word);
    const id = ids.get(stem) ?? ids.size;
    ids.set(stem, id);
    idOfWord.set(word, id);
    return id;
  };
  for (const [at, { words, own = words, goal }] of sentences.entries()) {
    for (const { word } of words) {
      const id = idOf(word);
      if (lastWith[id] === at) continue;
      lastWith[id] = at;
      having[id] = (having[id] ?? 0) + 1;
    }
    if (goal === NO_GOAL) continue;
    for (const { word } of own) {
      said.push(idOf(word));
      goals.push(goal);
    }
  }
  const rarity = (count: number) => Math.log((1 + sentences.length) / (1 + count)) + 1;
  const rarities = Float64Array.from({ length: ids.size }, (_, id) => rarity(having[id] ?? 0));
  return stemsOf(ids, rarities, rarity(0), goalSets(said, goals, goalCount));
}

/** A function of its own, so that what was only needed for counting is let go. */
const stemsOf = (
  ids: ReadonlyMap<string, number>,
  rarities: Float64Array,
  unknown: number,
  sets: GoalSets,
): StemUse => ({
  stemId: (word) => ids.get(stemOf(word)),
  rarityOf: (stem) => (stem === undefined ? unknown : (rarities[stem] ?? unknown)),
  says: (goal, stem) => stem !== undefined && sets.has(stem, goal),
});
