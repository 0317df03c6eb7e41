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
  // A word is stemmed once.
  const stems = new Map<string, string>();
  const stemOfSaid = (word: string): string => {
    const stem = stems.get(word) ?? stemOf(word);
    stems.set(word, stem);
    return stem;
  };
  const countOf = (stem: string) => {
    const count = counts.get(stem) ?? { sentences: 0, goals: new Set<number>() };
    counts.set(stem, count);
    return count;
  };
  for (const { words: said, own = said, goal } of sentences) {
    for (const stem of new Set(said.map(({ word }) => stemOfSaid(word)))) countOf(stem).sentences++;
    for (const { word } of own) countOf(stemOfSaid(word)).goals.add(goal);
  }
  const unknown: StemUse = { rarity: rarityOf(0), goals: NOWHERE };
  const uses = new Map<string, StemUse>();
  for (const [stem, { sentences: having, goals }] of counts)
    uses.set(stem, { rarity: rarityOf(having), goals });
  return (word) => uses.get(stems.get(word) ?? stemOf(word)) ?? unknown;
}
