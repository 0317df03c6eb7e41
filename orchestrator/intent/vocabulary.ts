import type { GoalModel } from "./goal-model.ts";
import { isCommonWord } from "./lexicons/common-words.ts";

/** Which words of the examples ask, and which are asked about. */
export type Vocabulary = {
  /** A content word that examples use outside every mark: it belongs to a request, not to a name. */
  isFrameWord(word: string): boolean;
  /** A word that some value of the entity has. */
  isValueWord(goal: GoalModel, entity: string, word: string): boolean;
};

/** Said this often outside marks, a word is no accident. */
const ENOUGH = 2;

export function buildVocabulary(goals: readonly GoalModel[]): Vocabulary {
  const frames = new Map<string, number>();
  const values = new Map<string, Set<string>>();
  const valuesOf = (goal: GoalModel, entity: string): Set<string> => {
    const key = `${goal.domain} ${entity}`;
    const words = values.get(key) ?? new Set<string>();
    values.set(key, words);
    return words;
  };
  for (const goal of goals)
    for (const { words, marks } of goal.examples)
      words.forEach(({ word }, at) => {
        const mark = marks.find(({ from, to }) => at >= from && at < to);
        if (mark !== undefined) valuesOf(goal, mark.entity).add(word);
        else if (!isCommonWord(word)) frames.set(word, (frames.get(word) ?? 0) + 1);
      });
  return {
    isFrameWord: (word) => (frames.get(word) ?? 0) >= ENOUGH,
    isValueWord: (goal, entity, word) => valuesOf(goal, entity).has(word),
  };
}
