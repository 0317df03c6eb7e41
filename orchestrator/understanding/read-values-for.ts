import type { Entities, EntityValue } from "#shared/contracts/intent.ts";
import { readPeriod } from "#shared/recognisers/period.ts";
import { withoutCourtesy } from "../language/courtesy.ts";
import { contains } from "../language/modifiers/languages.ts";
import { isCovered, type Stretch, slice } from "../language/text.ts";
import type { Sentence } from "../language/values/recogniser.ts";
import { timeAsked } from "../language/values/typed-values.ts";
import { isCommonWord } from "../language/words/common-words.ts";
import { BEING, ENUMERATORS, LEADERS } from "../language/words/connectives.ts";
import { deedOf } from "../language/words/deeds.ts";
import { findKnown } from "./entities/find-known.ts";
import { type FoundEntity, READ } from "./entities/found.ts";
import { isMeaning, wordsEntity } from "./entities/meanings.ts";
import { readValue } from "./entities/read-value.ts";
import type { Sources } from "./entities/sources.ts";
import type { GoalModel } from "./goal-model.ts";
import type { ValuesFor } from "./understanding.ts";

/** A name that is asked for has no more words. */
const LONGEST_NAME = 5;

/**
 * A text as answers to what a goal still wants: several at once, or others than the one that is asked for. One of
 * them may be the free words that are asked for.
 * Shape: undefined where it says anything else, or gives no value that is known. `says`: words of the goal's own examples
 */
export function readValuesFor(
  goal: GoalModel,
  asked: string | undefined,
  reading: { extract(sentence: Sentence): FoundEntity[]; says(word: string): boolean },
  whole: Sentence,
): ValuesFor | undefined {
  const edges = withoutCourtesy(whole.words);
  const sentence = { ...whole, words: whole.words.slice(edges.from, edges.to) };
  const { words } = sentence;
  const holdsBack = (["negators", "conditions", "corrections"] as const).some((group) =>
    contains(group, words),
  );
  if (holdsBack || whole.text.includes("?")) return undefined;
  const all = reading.extract(sentence);
  const meant = (name: string) =>
    all.some((each) => isMeant(goal, each) && wordsEntity(each.entity) === name);
  const known = all.filter(({ by, entity }) => READ.has(by) || meant(entity));
  if (known.length === 0 && asked === undefined) return undefined;
  const isNoun = ({ from, to }: Stretch) =>
    words.slice(from, to).every(({ word }) => reading.says(word));
  const values: Entities = Object.fromEntries(known.map(({ entity, value }) => [entity, value]));
  const left = runsBeside(sentence, known).filter((run) => {
    const day = dayAlone(goal, values, sentence, run);
    Object.assign(values, day);
    return day === undefined && !isNoun(run);
  });
  const [run, ...others] = left;
  if (run === undefined) return { values, known: true };
  // Free words in a place where the goal's examples have a name.
  const named = all.find(({ from, to }) => from <= run.from && to >= run.to);
  if (named !== undefined && others.length === 0)
    return { values: { ...values, [named.entity]: named.value }, known: false };
  const isAsked =
    asked !== undefined && goal.entities.get(asked)?.type === "string" && !(asked in values);
  const isName = words.slice(run.from, run.to).every(({ word }) => deedOf(word) === undefined);
  if (!isAsked || others.length > 0 || !isName || run.to - run.from > LONGEST_NAME)
    return undefined;
  const said = slice(sentence.text, words, run.from, run.to);
  return { values: { ...values, [asked]: said }, known: false };
}

/** What is no day among other words is one where a day is wanted, and nothing else is said there. */
function dayAlone(goal: GoalModel, values: Entities, sentence: Sentence, { from, to }: Stretch) {
  const [name, schema] =
    [...goal.entities].find(([each, { type }]) => type === "period" && !(each in values)) ?? [];
  if (name === undefined || schema === undefined) return undefined;
  const said = slice(sentence.text, sentence.words, from, to);
  const value = readPeriod(said, { ...sentence, leaning: schema.leaning });
  if (value === undefined) return undefined;
  const words = wordsEntity(name);
  return { [name]: value, ...(goal.entities.has(words) && { [words]: said }) };
}

/** `day` beside `day_text`. */
const isMeant = (goal: GoalModel, { entity }: FoundEntity): boolean => {
  const schema = goal.entities.get(entity);
  return schema !== undefined && isMeaning(schema);
};

/** The words between the values that say something, without the small ones around them. */
function runsBeside({ words }: Sentence, found: readonly FoundEntity[]): Stretch[] {
  const isTaken = (at: number) => isCovered(found, at);
  const isSmall = (at: number) => {
    const word = words[at]?.word ?? "";
    return isCommonWord(word) || LEADERS.has(word) || ENUMERATORS.has(word) || BEING.has(word);
  };
  const runs: Stretch[] = [];
  for (let at = 0; at < words.length; ) {
    let to = at;
    while (to < words.length && !isTaken(to)) to++;
    let from = at;
    let end = to;
    while (from < end && isSmall(from)) from++;
    while (end > from && isSmall(end - 1)) end--;
    if (end > from) runs.push({ from, to: end });
    at = to + 1;
  }
  return runs;
}

const NONE_TAKEN: ReadonlySet<number> = new Set();

/**
 * A text as the answer to the question for an entity. Courtesy in what is sent to somebody is theirs.
 * Shape: `known` when it is a listed value, an enum's word or has the form of the type, and the rest of the
 *        text says nothing; free words are taken as they are where the entity takes free words
 */
export function readAnswerFor(
  goal: GoalModel,
  entity: string,
  sources: Sources,
  whole: Sentence,
  isSent = false,
): { value: EntityValue; known: boolean } | undefined {
  const schema = goal.entities.get(entity);
  const source = sources.ofEntity(goal, entity);
  if (schema === undefined || source === undefined) return undefined;
  const isLetter = isSent && goal.prose.has(entity);
  const edges = isLetter ? undefined : withoutCourtesy(whole.words);
  const words = whole.words.slice(edges?.from, edges?.to);
  const sentence: Sentence = {
    text: whole.text,
    words,
    locale: whole.locale,
    today: whole.today,
  };
  const found = findKnown(entity, schema, source, sources, sentence, NONE_TAKEN);
  if (found !== undefined) {
    const rest = words.filter((_, at) => at < found.from || at >= found.to);
    const known = found.by !== "ambiguous" && rest.every(({ word }) => isCommonWord(word));
    // Another figure beside the value says that it is not all of the answer.
    if (schema.type !== "string" && rest.some(({ word }) => /^\d/.test(word))) return undefined;
    if (known || schema.type !== "string") return { value: found.value, known };
  }
  const time = schema.type === "time" ? timeAsked(sentence) : undefined;
  if (time !== undefined) return { value: time, known: true };
  if (schema.type !== "string" || words.length === 0) return undefined;
  let from = 0;
  if (source.kind === "words")
    while (from < words.length - 1 && LEADERS.has(words[from]?.word ?? "")) from++;
  const by = source.kind === "anything" ? "open" : "free";
  const span = { from, to: words.length, value: undefined, by, cost: 0 } as const;
  const read = readValue(entity, schema, sentence, [span]);
  return read && { value: read.value, known: false };
}
