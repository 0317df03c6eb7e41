import { locales } from "#shared/contracts/names.ts";
import { wordList } from "#shared/language/words.ts";
import { isCovered, joined, type Token, tokens } from "../../language/text.ts";
import { isCommonWord } from "../../language/words/common-words.ts";
import { stemOf } from "../../language/words/stem.ts";
import type { Example, GoalModel } from "../goal-model.ts";
import { NO_GOAL, type TrainingSentence } from "./training-sentence.ts";

/**
 * Everyday sentences about all sorts of things, which show a classifier what lies outside of a catalogue. Their order is
 * one of what it learns from, so it stays.
 */
export const EVERYDAY_REQUESTS: readonly string[] = locales
  .toReversed()
  .flatMap((locale) => wordList("everyday-requests.requests", locale));

/** A sentence to learn from, and which of the texts of textsOf it is. */
export type WrittenSentence = TrainingSentence & { readonly source: number };

/** An everyday sentence that shares more of its content words than this may be one of the goals. */
const MOST_SHARED_CONTENT = 1 / 2;

/**
 * Everything the goals teach: their examples; their names, descriptions and keywords, which count as
 * one thing said each, so that a keyword alone decides nothing; near misses, for the goal they name
 * or for none. Everyday sentences that are none of a catalogue's business show what lies outside: the more it
 * covers, the fewer are left.
 */
export function trainingSet(goals: readonly GoalModel[]): WrittenSentence[] {
  const place = new Map(goals.map((goal, at) => [goal.name, at]));
  const said = goals.flatMap((goal, at): TrainingSentence[] => [
    ...goal.examples.map((example) => ({
      words: example.words,
      own: ownWords(goal, example),
      goal: at,
    })),
    ...describe(goal).map((text) => ({ words: tokens(text), goal: at, pseudo: true })),
    ...nearMisses(goal).map(({ text, goal: meant }) => ({
      words: tokens(text),
      goal: meant === null ? NO_GOAL : (place.get(meant) ?? NO_GOAL),
    })),
  ]);
  const own = distinct(said);
  return [...own, ...background(own, said.length)];
}

/** Everything that is written in the goals, by the sources of their training set; examples with their marks. */
export const textsOf = (goals: readonly GoalModel[]): string[] => [
  ...goals.flatMap((goal) => [
    ...locales.flatMap((locale) => goal.spec.hints.examples?.[locale] ?? []),
    ...describe(goal),
    ...nearMisses(goal).map(({ text }) => text),
  ]),
  ...EVERYDAY_REQUESTS,
];

const nearMisses = ({ spec }: GoalModel) =>
  locales.flatMap((locale) => spec.hints.negatives?.[locale] ?? []);

function ownWords({ prose }: GoalModel, { words, marks }: Example): readonly Token[] {
  const carried = marks.filter(({ entity }) => prose.has(entity));
  return carried.length === 0 ? words : words.filter((_, at) => !isCovered(carried, at));
}

function describe({ name, spec }: GoalModel): string[] {
  const { keywords } = spec.hints;
  return [
    name
      .replace(/[_.-]+/g, " ")
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase(),
    ...locales.flatMap((locale) => [
      spec.description[locale] ?? "",
      (keywords?.[locale] ?? []).join(" "),
    ]),
  ].filter((text) => text !== "");
}

/** Each sentence once; two goals may share one, which then speaks for neither alone. */
function distinct(sentences: readonly TrainingSentence[]): WrittenSentence[] {
  const byWords = new Map<string, WrittenSentence>();
  for (const [source, sentence] of sentences.entries()) {
    const key = `${sentence.goal} ${joined(sentence.words)}`;
    if (sentence.words.length > 0 && !byWords.has(key)) byWords.set(key, { ...sentence, source });
  }
  return [...byWords.values()];
}

/** `sources`: so many texts come before. */
function background(own: readonly TrainingSentence[], sources: number): WrittenSentence[] {
  const stems = new Set(own.flatMap(({ words }) => contentStems(words)));
  return EVERYDAY_REQUESTS.flatMap((text, at) => {
    const words = tokens(text);
    const content = contentStems(words);
    const shared = content.filter((stem) => stems.has(stem)).length;
    return content.length > 0 && shared / content.length <= MOST_SHARED_CONTENT
      ? [{ source: sources + at, words, goal: NO_GOAL, background: true }]
      : [];
  });
}

const contentStems = (words: readonly Token[]): string[] =>
  words.flatMap(({ word }) => (isCommonWord(word) ? [] : [stemOf(word)]));
