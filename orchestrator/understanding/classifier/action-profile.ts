import type { Token } from "../../language/text.ts";
import { isCommonWord, opensQuestion } from "../../language/words/common-words.ts";
import { actionOf } from "../../language/words/deeds.ts";
import { NO_GOAL, type TrainingSentence } from "./training-sentence.ts";

/** What the sentences of a goal ask for, and how. */
export type ActionProfile = {
  /** Kinds of actions that they name. */
  readonly actions: readonly string[];
  /** So many of these kinds are named by one sentence alone. */
  readonly once: number;
  readonly sentences: number;
  /** Those that name an action, and those that begin as a question does. */
  readonly commands: number;
  readonly questions: number;
};

/** What each goal's sentences ask for. Cost: one pass over the sentences */
export function hearAll(
  sentences: readonly TrainingSentence[],
  goalCount: number,
): ActionProfile[] {
  const counts = Array.from({ length: goalCount }, () => ({
    kinds: new Map<string, number>(),
    sentences: 0,
    commands: 0,
    questions: 0,
  }));
  for (const { words, goal, pseudo } of sentences) {
    const own = goal === NO_GOAL ? undefined : counts[goal];
    if (own === undefined) continue;
    const { actions, asks } = saysOf(words);
    for (const kind of actions) own.kinds.set(kind, (own.kinds.get(kind) ?? 0) + 1);
    if (pseudo === true) continue;
    own.sentences++;
    if (actions.size > 0) own.commands++;
    if (asks) own.questions++;
  }
  return counts.map(({ kinds, ...rest }) => ({
    ...rest,
    actions: [...kinds.keys()],
    once: [...kinds.values()].filter((times) => times === 1).length,
  }));
}

/** What a sentence asks for: kinds of actions, and whether it is a question. */
export type Says = { readonly actions: ReadonlySet<string>; readonly asks: boolean };

export const saysOf = (words: readonly Token[]): Says => ({
  actions: new Set(words.flatMap(({ word }) => actionOf(word) ?? [])),
  asks: opensQuestion(words[0]?.word ?? ""),
});

/**
 * How much an action speaks against a goal of which no sentence names it: 0 to 1. Where many kinds are named once,
 * the next sentence may well name another one.
 * Source: Good, "The population frequencies of species", 1953: the share of what was met once
 */
export const newAction = (
  { actions: said }: Says,
  { actions, once, sentences }: ActionProfile,
): number =>
  [...said].every((kind) => actions.includes(kind)) ? 0 : 1 - (once + 0.5) / (sentences + 1);

/** How rare a question is among the goal's sentences, where this is one: -log of its share. */
export const newQuestion = ({ asks }: Says, { questions, sentences }: ActionProfile): number =>
  asks ? -Math.log((questions + 0.3) / (sentences + 1)) : 0;

/** A goal of which at least this share of sentences names an action hears commands. */
const HEARS_COMMANDS = 0.5;

/** Why a sentence may be for something that no sentence of the goal asks for; undefined where nothing says so. */
export function strangenessOf(
  words: readonly Token[],
  { actions, sentences, commands, questions }: ActionProfile,
): string | undefined {
  const [first] = words;
  const onlyCommands = questions === 0 && commands >= sentences * HEARS_COMMANDS;
  if (first !== undefined && onlyCommands && opensQuestion(first.word))
    return `no example of the goal is a question, as "${first.word} ..." is`;
  // What is to be done is said first; further on the same words are things.
  const head = words.find(({ word }) => !isCommonWord(word));
  const action = head && actionOf(head.word);
  return head === undefined || action === undefined || actions.includes(action)
    ? undefined
    : `no example of the goal asks for "${head.word}"`;
}
