import { isCommonWord } from "../language/words/common-words.ts";
import { stemOf } from "../language/words/stem.ts";
import type { GoalModel } from "./goal-model.ts";

/** Which words of the examples ask, and which are asked about. */
export type Vocabulary = {
  /** A content word that examples use outside every mark: it belongs to a request, not to a name. */
  isFrameWord(word: string): boolean;
  /** A word that some value of the entity has. */
  isValueWord(goal: GoalModel, entity: string, word: string): boolean;
  /** A word, in any form, that the examples of the goal's domain mark as a value or write as a name. */
  isKnownInNames(goal: GoalModel, word: string): boolean;
  /** The examples of the goal's domain hold a name at all; where they hold none, no word is a stranger. */
  hasNames(goal: GoalModel): boolean;
};

/** Said this often outside marks, a word is no accident. */
const ENOUGH = 2;

/** Cost: the first question reads all examples. */
export function buildVocabulary(goals: readonly GoalModel[]): Vocabulary {
  let read: Vocabulary | undefined;
  const vocabulary = (): Vocabulary => {
    read ??= readVocabulary(goals);
    return read;
  };
  return {
    isFrameWord: (word) => vocabulary().isFrameWord(word),
    isValueWord: (goal, entity, word) => vocabulary().isValueWord(goal, entity, word),
    isKnownInNames: (goal, word) => vocabulary().isKnownInNames(goal, word),
    hasNames: (goal) => vocabulary().hasNames(goal),
  };
}

function readVocabulary(goals: readonly GoalModel[]): Vocabulary {
  const frames = new Map<string, number>();
  const values = new Map<string, Set<string>>();
  const names = new Map<string, Set<string>>();
  const wordsOf = (sets: Map<string, Set<string>>, key: string): Set<string> => {
    const words = sets.get(key) ?? new Set<string>();
    sets.set(key, words);
    return words;
  };
  const namesOf = (domain: string) => wordsOf(names, domain);
  const valuesOf = ({ domain }: GoalModel, entity: string) =>
    wordsOf(values, `${domain} ${entity}`);
  for (const goal of goals)
    for (const { text, words, marks } of goal.examples)
      words.forEach(({ word, start }, at) => {
        const mark = marks.find(({ from, to }) => at >= from && at < to);
        if (mark !== undefined || isWrittenAsName(text, at, start))
          namesOf(goal.domain).add(stemOf(word));
        if (mark !== undefined) valuesOf(goal, mark.entity).add(word);
        else if (!isCommonWord(word)) frames.set(word, (frames.get(word) ?? 0) + 1);
      });
  return {
    isFrameWord: (word) => (frames.get(word) ?? 0) >= ENOUGH,
    isValueWord: (goal, entity, word) => valuesOf(goal, entity).has(word),
    isKnownInNames: ({ domain }, word) => namesOf(domain).has(stemOf(word)),
    hasNames: ({ domain }) => namesOf(domain).size > 0,
  };
}

/** With a capital, and not only because a sentence begins with it. */
export const isWrittenAsName = (text: string, at: number, start: number): boolean =>
  at > 0 && /\p{Lu}/u.test(text[start] ?? "") && !/[.!?\u2026]\s+$/.test(text.slice(0, start));
