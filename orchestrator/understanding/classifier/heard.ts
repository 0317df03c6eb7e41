import { actionOf } from "../lexicons/actions.ts";
import { opensQuestion } from "../lexicons/questions.ts";
import type { Token } from "../text.ts";
import type { TrainingSentence } from "./training-sentence.ts";

/** What a goal's sentences ask for: kinds of actions, and whether one of them is a question. */
export type Heard = { actions: string[]; asks: boolean };

export function hear(sentences: readonly TrainingSentence[], goal: number): Heard {
  const own = sentences.filter((sentence) => sentence.goal === goal);
  const actions = own.flatMap(({ words }) => words.flatMap(({ word }) => actionOf(word) ?? []));
  return {
    actions: [...new Set(actions)],
    asks: own.some(({ words }) => opensQuestion(words[0]?.word ?? "")),
  };
}

/** Why a sentence may be for something that no sentence of the goal asks for; undefined where nothing says so. */
export function strangenessOf(
  words: readonly Token[],
  { actions, asks }: Heard,
): string | undefined {
  const [first] = words;
  if (first !== undefined && !asks && opensQuestion(first.word))
    return `no example of the goal is a question, as "${first.word} ..." is`;
  const strange = words.find(({ word }) => {
    const action = actionOf(word);
    return action !== undefined && !actions.includes(action);
  });
  return strange && `no example of the goal asks for "${strange.word}"`;
}
