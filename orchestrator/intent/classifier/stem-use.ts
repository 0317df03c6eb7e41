import { stemOf } from "./stem.ts";
import type { TrainingSentence } from "./training-sentence.ts";

export type StemUse = {
  /** log-idf over the training sentences; highest for a stem nobody used. */
  readonly rarity: number;
  readonly goals: ReadonlySet<number>;
};

const NOWHERE: ReadonlySet<number> = new Set();

/** For each stem of the training sentences: how rare it is, and which goals say it. */
export function countStems(sentences: readonly TrainingSentence[]): (word: string) => StemUse {
  const rarityOf = (having: number) => Math.log((1 + sentences.length) / (1 + having)) + 1;
  const counts = new Map<string, { sentences: number; goals: Set<number> }>();
  const words = new Set<string>();
  const countOf = (stem: string) => {
    const count = counts.get(stem) ?? { sentences: 0, goals: new Set<number>() };
    counts.set(stem, count);
    return count;
  };
  for (const { words: said, own = said, goal } of sentences) {
    for (const { word } of said) words.add(word);
    for (const stem of new Set(said.map(({ word }) => stemOf(word)))) countOf(stem).sentences++;
    for (const { word } of own) countOf(stemOf(word)).goals.add(goal);
  }
  const unknown: StemUse = { rarity: rarityOf(0), goals: NOWHERE };
  const useOf = (word: string): StemUse => {
    const count = counts.get(stemOf(word));
    return count === undefined
      ? unknown
      : { rarity: rarityOf(count.sentences), goals: count.goals };
  };
  // Known words are stemmed once.
  const known = new Map([...words].map((word) => [word, useOf(word)]));
  return (word) => known.get(word) ?? useOf(word);
}
