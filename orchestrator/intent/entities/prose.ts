import { isFunctionWord } from "../lexicons/common-words.ts";
import type { Token } from "../text.ts";
import { LEADERS } from "./separators.ts";

/** An entity of whose marked values this share reads like a sentence holds sentences. */
const ENOUGH = 0.3;
const FEWEST_MARKS = 3;
const LONGEST_NAME = 4;

export type Prose = {
  note(id: number, words: readonly Token[]): void;
  isProse(id: number): boolean;
};

/** Remembers, by id, whether marked values are names ("Banco do Brasil") or sentences ("vou me atrasar"). */
export function learnProse(): Prose {
  const counts = new Map<number, { marks: number; sentences: number }>();
  return {
    note(id, words) {
      const count = counts.get(id) ?? { marks: 0, sentences: 0 };
      count.marks++;
      if (readsLikeSentence(words)) count.sentences++;
      counts.set(id, count);
    },
    isProse(id) {
      const { marks, sentences } = counts.get(id) ?? { marks: 0, sentences: 0 };
      return marks >= FEWEST_MARKS && sentences >= marks * ENOUGH;
    },
  };
}

const readsLikeSentence = (words: readonly Token[]): boolean =>
  words.length > LONGEST_NAME ||
  words.some(({ word }) => isFunctionWord(word) && !LEADERS.has(word));
