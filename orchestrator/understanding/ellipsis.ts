import type { EntityValue, GoalFrame } from "#shared/contracts/intent.ts";
import { buildNextByAddress } from "./address-goals.ts";
import type { Clause, Ellipsis } from "./clause.ts";
import { withoutCourtesy } from "./courtesy.ts";
import { findKnown } from "./entities/find-known.ts";
import { CERTAINTY, type FoundEntity } from "./entities/found.ts";
import { isMeaning, withMeanings, wordsEntity } from "./entities/meanings.ts";
import { readValue } from "./entities/read-value.ts";
import { LEADERS } from "./entities/separators.ts";
import type { Sources } from "./entities/sources.ts";
import type { GoalModel } from "./goal-model.ts";
import { CALENDAR_WORDS } from "./lexicons/calendar-words.ts";
import { isCommonWord } from "./lexicons/common-words.ts";
import {
  CORRECTION_OPENINGS,
  DOUBTFUL_CORRECTIONS,
  ELLIPSIS_OPENINGS,
} from "./lexicons/connectives.ts";
import { deedOf } from "./lexicons/deeds.ts";
import { endOfAny } from "./modifiers/languages.ts";
import type { Sentence } from "./recognisers/recogniser.ts";
import type { Token } from "./text.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * Reads "e da Vale?", "and Apple?", "e as baixas?", "não, quis dizer a Vale" by the last goal.
 * Shape: `clause` is what the sentence means by itself; `followed` says that it asks for something to be
 *        done afterwards, so that an empty sentence takes up the last goal as it was.
 *        undefined when the sentence is no such follow-up, or says more than values of that goal
 * Cost:  a look at each word
 */
export type EllipsisReader = (
  sentence: Sentence,
  last: GoalFrame,
  clause: Clause | undefined,
  followed: boolean,
) => Ellipsis | undefined;

const CONFIDENCE = 0.97;
const MOST_WORDS = 12;
const LONGEST_FREE_NAME = 2;
/** A sentence that is clearly about something by itself is no ellipsis. */
const CLEAR = 0.9;

export function buildEllipsisReader(
  goals: readonly GoalModel[],
  sources: Sources,
  vocabulary: Vocabulary,
): EllipsisReader {
  const byAddress = buildNextByAddress(goals);
  return (sentence, last, clause, followed) => {
    const before = goals.find(
      ({ domain, name }) => domain === last.primary_domain && name === last.goal,
    );
    const goal = before && (byAddress(before, sentence) ?? before);
    const { words } = sentence;
    if (goal === undefined || words.length > MOST_WORDS || endsAsNo(sentence)) return undefined;
    if (words.length === 0) return followed ? replaced(goal, last, []) : undefined;
    const begin = withoutCourtesy(words).from;
    const opened = openingAt(words, begin);
    const from = begin + (opened?.length ?? 0);
    const ledIn = LEADERS.has(words[from]?.word ?? "");
    if (opened === undefined && !ledIn) return undefined;
    const rest: Sentence = { ...sentence, words: words.slice(from) };
    const found = knownIn(goal, rest);
    // Of several values no one can tell which one was wrong.
    if (opened?.corrects && found.some(({ entity }) => Array.isArray(last.entities[entity])))
      return undefined;
    if (found.length > 0 && covers(found, rest.words)) return replaced(goal, last, found);
    const isClear = clause?.goal !== undefined && clause.confidence >= CLEAR && !clause.bare;
    if (isClear || opened === undefined || opened.isDoubtful || found.length > 0) return undefined;
    const name = freeName(goal, last, rest);
    return name === undefined ? undefined : replaced(goal, last, [name]);
  };

  function knownIn(goal: GoalModel, sentence: Sentence): FoundEntity[] {
    const taken = new Set<number>();
    const found: FoundEntity[] = [];
    for (const [name, schema] of goal.entities) {
      const source = isMeaning(schema) ? undefined : sources.ofEntity(goal, name);
      const entity = source && findKnown(name, schema, source, sources, sentence, taken);
      if (entity === undefined) continue;
      for (let at = entity.from; at < entity.to; at++) taken.add(at);
      found.push(entity);
    }
    return withMeanings(goal, sentence, found);
  }

  /** A name that no one listed, for the one entity of the last goal that was such a name. */
  function freeName(goal: GoalModel, last: GoalFrame, sentence: Sentence): FoundEntity | undefined {
    const names = [...goal.entities].filter(
      ([name, { type }]) => type === "string" && Object.hasOwn(last.entities, name),
    );
    const only = names.find(([, { required }]) => required) ?? names[0];
    const { words } = sentence;
    let from = 0;
    while (LEADERS.has(words[from]?.word ?? "")) from++;
    const to = words.length;
    if (only === undefined || to <= from || to - from > LONGEST_FREE_NAME) return undefined;
    if (words.slice(from).some(({ word }) => !couldName(word))) return undefined;
    const [name, schema] = only;
    const span = { from, to, value: undefined, by: "free", cost: 0 } as const;
    const read = readValue(name, schema, sentence, [span]);
    return read && { entity: name, value: read.value, from, to, by: "free" };
  }

  function couldName(word: string): boolean {
    if (isCommonWord(word) || CALENDAR_WORDS.has(word)) return false;
    return !/^\d/.test(word) && !vocabulary.isFrameWord(word);
  }
}

type Opening = { length: number; corrects: boolean; isDoubtful: boolean };

/** How the words from `begin` on take up what was said before. */
function openingAt(words: readonly Token[], begin: number): Opening | undefined {
  const read = (phrases: readonly (readonly string[])[]) =>
    phrases.find((phrase) => phrase.every((word, at) => words[begin + at]?.word === word))?.length;
  const corrected = read(CORRECTION_OPENINGS);
  if (corrected !== undefined) return { length: corrected, corrects: true, isDoubtful: false };
  const followed = read(ELLIPSIS_OPENINGS);
  if (followed !== undefined) return { length: followed, corrects: false, isDoubtful: false };
  const doubtful = read(DOUBTFUL_CORRECTIONS);
  if (doubtful !== undefined) return { length: doubtful, corrects: true, isDoubtful: true };
  return undefined;
}

/** "E o Bacurau *não*": that one is not meant. */
const endsAsNo = ({ text, words }: Sentence): boolean =>
  words.length > 1 &&
  !text.includes("?") &&
  endOfAny("negators", words, words.length - 1) === words.length;

/** Every word is part of a value or says nothing by itself. */
const covers = (found: readonly FoundEntity[], words: readonly Token[]): boolean =>
  words.every(
    ({ word }, at) =>
      (isCommonWord(word) && !isNoun(words, at)) ||
      found.some(({ from, to }) => at >= from && at < to),
  );

/** "The show" is a thing, and "show" a request. */
const isNoun = (words: readonly Token[], at: number): boolean =>
  deedOf(words[at]?.word ?? "") !== undefined && words[at - 1]?.word === "the";

function replaced(goal: GoalModel, last: GoalFrame, found: readonly FoundEntity[]): Ellipsis {
  // What other words mean is not what the last ones meant.
  const isStale = (name: string) => found.some(({ entity }) => entity === wordsEntity(name));
  const kept = Object.entries(last.entities).filter(
    ([name]) => goal.entities.has(name) && !isStale(name),
  );
  const fresh = found.map((each) => [each.entity, changed(goal, last, each)] as const);
  const certainty = Math.min(1, ...found.map(({ by }) => CERTAINTY[by]));
  return {
    goal,
    entities: Object.fromEntries([...kept, ...fresh]),
    found,
    confidence: Math.min(CONFIDENCE, certainty),
  };
}

/** One more value of a list joins it: "compara Vale com Apple", then "e com a Nordea?". */
function changed(goal: GoalModel, last: GoalFrame, { entity, value }: FoundEntity): EntityValue {
  const before = Object.hasOwn(last.entities, entity) ? last.entities[entity] : undefined;
  const isList = goal.entities.get(entity)?.multiple === true && Array.isArray(before);
  if (!isList || Array.isArray(value) || typeof value === "boolean") return value;
  return before.includes(value) ? before : [...before, value];
}
