import { stemOf } from "../../language/words/stem.ts";
import { rarityIn } from "./features.ts";
import { type GoalSets, goalSets, hasGoal, type Ids, idsBelow } from "./ids.ts";
import { packTexts, type Texts, textIds } from "./text-ids.ts";
import { NO_GOAL, type TrainingSentence } from "./training-sentence.ts";

/** The stems of words that training sentences have: how many sentences have each, and which goals say it. */
export type Stems = {
  readonly sentences: number;
  readonly texts: Texts;
  readonly having: Ids;
  readonly goals: GoalSets;
};

/** How the training sentences use the stems of words. */
export type StemUse = {
  /** The stem of a word, by number; -1 for one that no one used. */
  stemId(word: string): number;
  /** log-idf over the training sentences; highest for a stem no one used. */
  rarityOf(stem: number): number;
  /** Does some sentence of the goal say it, in a word of its own? */
  says(goal: number, stem: number): boolean;
};

export function countStems(sentences: readonly TrainingSentence[], goalCount: number): Stems {
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
  const counts = idsBelow(sentences.length + 1, ids.size);
  for (let id = 0; id < counts.length; id++) counts[id] = having[id] ?? 0;
  return {
    sentences: sentences.length,
    texts: packTexts([...ids.keys()]),
    having: counts,
    goals: goalSets(said, goals, goalCount),
  };
}

export function stemUse({ sentences, texts, having, goals }: Stems): StemUse {
  const idOf = textIds(texts);
  const rarity = rarityIn(sentences);
  const rarities = Float64Array.from(having, rarity);
  const unknown = rarity(0);
  return {
    stemId: (word) => idOf(stemOf(word)),
    rarityOf: (stem) => (stem < 0 ? unknown : (rarities[stem] ?? unknown)),
    says: (goal, stem) => hasGoal(goals, stem, goal),
  };
}
