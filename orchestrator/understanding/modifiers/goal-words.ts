import type { EntityValue } from "#shared/contracts/intent.ts";
import { locales } from "#shared/contracts/names.ts";
import { wordSet } from "#shared/language/words.ts";
import { endOfAny, endsAsPast } from "../../language/modifiers/languages.ts";
import type { Mark } from "../../language/modifiers/mark.ts";
import { readModifiers } from "../../language/modifiers/read-modifiers.ts";
import { rememberOf } from "../../language/remember-texts.ts";
import { isCovered, pauseBefore, type Token, tokens } from "../../language/text.ts";
import { isCommonWord, isFunctionWord } from "../../language/words/common-words.ts";
import { actionOf, deedOf, isDeterminer } from "../../language/words/deeds.ts";
import { stemOf } from "../../language/words/stem.ts";
import type { Clause } from "../clause.ts";
import { type FoundEntity, READ } from "../entities/found.ts";
import { certaintyOfWhole, type Example, type GoalModel } from "../goal-model.ts";

/** What the examples of a goal say outside the values that they mark. */
export type GoalWords = {
  /** The word, in this very form. */
  says(word: string): boolean;
  /** The word in any form, or another for the same kind of action. */
  knows(word: string): boolean;
  /** Some example has a past form of the word. */
  tells(word: string): boolean;
  /** Examples begin with the word, in any form: what the goal is asked for with. */
  begins(word: string): boolean;
  /** A word of the goal's keywords, which say what it is about. */
  isKeyword(word: string): boolean;
  /** Some example negates something in it. */
  readonly negatesInside: boolean;
  /** Its examples often have a modifier of this reading: of what does not work, a no. */
  oftenSays(reading: Mark["value"]): boolean;
  /** Examples often begin with what was done. */
  readonly beginsTold: boolean;
  /** Some example tells first what was done. */
  readonly tellsFirst: boolean;
  /** The words, as stems, that examples and synonyms have for a value that the author wrote down. */
  wordsFor(entity: string, value: EntityValue): ReadonlySet<string>;
  /** A modifier before the same word, or at the end after it. */
  hasModifier(context: string): boolean;
};

/** The words of each goal; its examples are read when it is first asked about. */
export const buildGoalWords = () => rememberOf(readGoalWords);

function readGoalWords(goal: GoalModel): GoalWords {
  const exact = new Set<string>();
  const stems = new Set<string>();
  const actions = new Set<string>();
  const modifiers = new Set<string>();
  const told = new Set<string>();
  const beginnings = new Set<string>();
  const keywordsOf = new Set<string>();
  const readings = new Map<Mark["value"], number>();
  let negatesInside = false;
  let tellsFirst = false;
  let toldFirst = 0;
  const learn = (word: string) => {
    exact.add(word);
    stems.add(stemOf(word));
    if (endsAsPast(word)) told.add(stemOf(word));
    const action = actionOf(word);
    if (action !== undefined) actions.add(action);
  };
  for (const example of goal.examples) {
    const { words, marks } = example;
    const isMarked = (at: number) => isCovered(marks, at);
    words.forEach(({ word }, at) => {
      if (!isMarked(at)) learn(word);
    });
    const first = words.findIndex(({ word }, at) => !isMarked(at) && !isCommonWord(word));
    const begins = words[first]?.word;
    if (begins !== undefined) beginnings.add(stemOf(begins));
    if (begins !== undefined && endsAsPast(begins)) toldFirst++;
    const own = readModifiers({ ...example, today: () => undefined }).filter(
      ({ kind }) => kind !== "courtesy",
    );
    for (const value of new Set(own.map((mark) => mark.value)))
      readings.set(value, (readings.get(value) ?? 0) + 1);
    for (const mark of own) {
      if (isMarked(mark.from)) continue;
      modifiers.add(contextOf(example, mark, isMarked));
      tellsFirst ||=
        mark.value === "reported" &&
        words.slice(mark.from, mark.to + 1).some(({ word }) => endsAsPast(word));
      negatesInside ||= mark.value === "partly" || mark.value === "left_out";
    }
  }
  const { keywords } = goal.spec.hints;
  for (const locale of locales)
    for (const keyword of keywords?.[locale] ?? [])
      for (const { word } of said(keyword)) {
        learn(word);
        if (!isCommonWord(word)) keywordsOf.add(word);
      }
  const isOften = (count: number) => count >= Math.max(FEWEST_SAID, goal.examples.length * OFTEN);
  const valueWords = readValueWords(goal);
  return {
    wordsFor: (entity, value) => valueWords.get(`${entity} ${String(value)}`) ?? NO_WORDS,
    says: (word) => exact.has(word),
    knows(word) {
      const action = actionOf(word);
      return stems.has(stemOf(word)) || (action !== undefined && actions.has(action));
    },
    tells: (word) => told.has(stemOf(word)),
    begins: (word) => beginnings.has(stemOf(word)),
    isKeyword: (word) => keywordsOf.has(word),
    negatesInside,
    oftenSays: (reading) => isOften(readings.get(reading) ?? 0),
    beginsTold: isOften(toldFirst),
    tellsFirst,
    hasModifier: (context) => modifiers.has(context),
  };
}

const NO_WORDS: ReadonlySet<string> = new Set();

function readValueWords({ entities, examples }: GoalModel) {
  const words = new Map<string, Set<string>>();
  const learn = (entity: string, value: EntityValue, said: readonly Token[]) => {
    const key = `${entity} ${String(value)}`;
    const stems = said.flatMap(({ word }) => (isCommonWord(word) ? [] : [stemOf(word)]));
    words.set(key, new Set([...(words.get(key) ?? []), ...stems]));
  };
  for (const [name, { type, synonyms = {} }] of entities)
    if (type === "enum")
      for (const [value, phrases] of Object.entries(synonyms))
        for (const phrase of phrases) learn(name, value, said(phrase));
  for (const { words: all, marks } of examples)
    for (const { entity, value, from, to } of marks)
      if (entities.get(entity)?.type === "enum") learn(entity, value, all.slice(from, to));
  return words;
}

const said = (phrase: string): readonly Token[] => tokens(phrase);

/** What is let, the next verb says. */
const LETTING = wordSet("verbs.letting");

/** One example may be an odd one. */
const FEWEST_SAID = 2;
/** The share of examples with which a reading is how the goal is asked for. */
const OFTEN = 0.1;

/**
 * A modifier by its words and what it stands beside: the next word that says something, or the last one before it
 * where it ends the sentence. `isValue` tells which words are a value, whatever it is.
 */
export function contextOf(
  { text, words }: Pick<Example, "text" | "words">,
  { from, to, value }: Mark,
  isValue: (at: number) => boolean,
): string {
  const said = [value, ...words.slice(from, to).map(({ word }) => word)];
  // Negated twice, nothing is as the examples say it.
  if (endOfAny("negators", words, to) !== undefined) return `${said.join(" ")} | `;
  const beside = (at: number): string =>
    isValue(at) ? "{}" : isFunctionWord(words[at]?.word ?? "") ? "" : stemOf(words[at]?.word ?? "");
  const leads = (at: number) =>
    !isValue(at) && (isCommonWord(words[at]?.word ?? "") || LETTING.has(words[at]?.word ?? ""));
  const after: string[] = [];
  for (
    let at = to;
    at < words.length && (at > to || from === 0 || !pauseBefore({ text, words }, at));
    at++
  ) {
    if (beside(at) !== "") after.push(beside(at));
    if (!leads(at)) break;
  }
  if (after.length > 0) return `${said.join(" ")} | ${after.join(" ")}`;
  for (let at = from - 1; at >= 0; at--)
    if (beside(at) !== "") return `${beside(at)} | ${said.join(" ")}`;
  return said.join(" ");
}

/** Where every word has its place, and nothing is in doubt, a free text that was only guessed is the one that is left. */
export function assured(clause: Clause, goalWords: GoalWords): Clause {
  const { goal, found, likely, confidence, tier } = clause;
  const isAllRead = clause.doubts.length === 0 && clause.unread?.length === 0;
  if (goal === undefined || tier !== "classifier" || !isAllRead) return clause;
  const guessed = found.filter(({ by }) => by === "guess");
  if (guessed.length === 0 || !guessed.every((each) => isNameLike(goal, clause, each, goalWords)))
    return clause;
  return {
    ...clause,
    confidence: Math.max(confidence, certaintyOfWhole(likely, goal, found, { isAllRead })),
  };
}

/** Marked often enough to tell what such a value looks like, and it is no word of the request, asks for nothing and is not only led to. */
function isNameLike(
  goal: GoalModel,
  { words }: Clause,
  { entity, from, to }: FoundEntity,
  { says }: GoalWords,
): boolean {
  const marks = goal.examples.filter((each) => each.marks.some((mark) => mark.entity === entity));
  const said = words.slice(from, to);
  const first = said[0]?.word ?? "";
  const leads = isFunctionWord(first) && !isDeterminer(first);
  return (
    marks.length >= FEWEST_MARKS &&
    !leads &&
    said.some(({ word }) => !isFunctionWord(word) && !says(word)) &&
    (goal.prose.has(entity) || said.every(({ word }) => deedOf(word) === undefined))
  );
}
const FEWEST_MARKS = 3;

/** What is only told beside a request holds a value of it, which would be lost with it. */
export function losesValue(
  whole: Clause,
  { found }: Clause,
  apart: readonly { mark: Mark }[],
): boolean {
  const isTold = apart.some(({ mark }) => mark.kind === "courtesy");
  const kept = new Set(found.map(({ entity }) => entity));
  return (
    isTold &&
    whole.found.some(({ entity, by }) => by === "ambiguous" || (READ.has(by) && !kept.has(entity)))
  );
}
