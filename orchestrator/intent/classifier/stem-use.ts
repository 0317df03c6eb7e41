import type { TrainingSentence } from "./classifier.ts";
import { stemOf } from "./stem.ts";

export type StemUse = {
  /** log-idf over the training sentences; highest for a stem nobody used. */
  readonly rarity: number;
  readonly goals: ReadonlySet<number>;
};

const NOWHERE: ReadonlySet<number> = new Set();

/** For each stem of the training sentences: how rare it is, and which goals say it. */
export function countStems(sentences: readonly TrainingSentence[]): (word: string) => StemUse {
  const uses = new Map<string, { sentences: number; goals: Set<number> }>();
  for (const { words, goal } of sentences)
    for (const stem of new Set(words.map(({ word }) => stemOf(word)))) {
      const use = uses.get(stem) ?? { sentences: 0, goals: new Set<number>() };
      use.sentences++;
      use.goals.add(goal);
      uses.set(stem, use);
    }
  const rarityOf = (having: number) => Math.log((1 + sentences.length) / (1 + having)) + 1;
  return (word) => {
    const use = uses.get(stemOf(word));
    return { rarity: rarityOf(use?.sentences ?? 0), goals: use?.goals ?? NOWHERE };
  };
}
