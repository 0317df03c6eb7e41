import type { EntityValue, GoalFrame } from "#shared/contracts/intent.ts";
import type { EntitySchema } from "#shared/contracts/manifest.ts";
import { wordSet } from "#shared/language/words.ts";
import { isLaughter } from "../language/conversation/read-courtesy.ts";
import { withoutCourtesy } from "../language/courtesy.ts";
import { endOfAny } from "../language/modifiers/languages.ts";
import type { Token } from "../language/text.ts";
import { CALENDAR_WORDS } from "../language/time/lexicon.ts";
import type { Sentence } from "../language/values/recogniser.ts";
import { isCommonWord, isFunctionWord, opensQuestion } from "../language/words/common-words.ts";
import {
  CORRECTION_OPENINGS,
  DOUBTFUL_CORRECTIONS,
  ELLIPSIS_OPENINGS,
  LEADERS,
} from "../language/words/connectives.ts";
import { deedOf } from "../language/words/deeds.ts";
import { endOf } from "../language/words/phrases.ts";
import { buildNextByAddress } from "./address-goals.ts";
import type { Clause, Ellipsis } from "./clause.ts";
import { findKnown } from "./entities/find-known.ts";
import { CERTAINTY, type FoundEntity } from "./entities/found.ts";
import { isMeaning, withMeanings, wordsEntity } from "./entities/meanings.ts";
import { readValue } from "./entities/read-value.ts";
import type { Sources } from "./entities/sources.ts";
import type { GoalModel } from "./goal-model.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * Reads a sentence that says only other values, or corrects one, by the last goal.
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
const LONGEST_TITLE = 8;
/** So likely does a sentence that takes up the last goal ask for just that goal. */
const SAME_GOAL = 0.7;
/** A sentence that is clearly about something by itself is no ellipsis. */
const CLEAR = 0.9;

export function buildEllipsisReader(
  goals: readonly GoalModel[],
  sources: Sources,
  vocabulary: Vocabulary,
  changes: (goal: GoalModel) => boolean,
  mayHitMany: (goal: GoalModel) => boolean,
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
    const isClear = clause?.goal !== undefined && clause.confidence >= CLEAR && !clause.bare;
    // Behind a small word alone, what is clear by itself asks for that.
    if (opened === undefined && isClear && clause.goal !== goal) return undefined;
    const rest: Sentence = { ...sentence, words: words.slice(from) };
    const found = knownIn(goal, rest);
    // A question that names no other thing asks something, and does none of what was done again.
    const isJoined = opened !== undefined && !(namesNone(goal, found) && saysMore(goal, last));
    if (!isJoined && changes(goal) && asks(sentence, from)) return undefined;
    // Of several values no one can tell which one was wrong.
    if (opened?.corrects && found.some(({ entity }) => Array.isArray(last.entities[entity])))
      return undefined;
    // What is named then is another thing, and no other way to delete many.
    if (mayHitMany(goal) && found.some((each) => isName(goal, each))) return undefined;
    if (found.length > 0 && covers(found, rest.words)) return replaced(goal, last, found);
    const other = opened === undefined ? undefined : oppositeOf(goal, last, rest.words);
    if (other !== undefined) return replaced(goal, last, [other]);
    const isSame = clause?.goal === goal && clause.confidence >= SAME_GOAL && !changes(goal);
    if (opened !== undefined && isSame && found.length > 0 && clause.doubts.length === 0)
      return replaced(goal, last, found);
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
    const { words, text } = sentence;
    const isTitle = (at: number) => /\p{Lu}/u.test(text[words[at]?.start ?? 0] ?? "");
    let from = 0;
    while (LEADERS.has(words[from]?.word ?? "") && !isTitle(from)) from++;
    const { to } = withoutCourtesy(words);
    if (only === undefined || to <= from) return undefined;
    const named = words.slice(from, to);
    const isTitled =
      only[1].list === undefined &&
      !goal.prose.has(only[0]) &&
      named.length <= LONGEST_TITLE &&
      named.every(({ word }, at) => isTitle(from + at) || isFunctionWord(word)) &&
      isTitle(to - 1);
    const isShort = named.length <= LONGEST_FREE_NAME && named.every(({ word }) => couldName(word));
    if (!isTitled && !isShort) return undefined;
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

const NO_THING: ReadonlySet<EntitySchema["type"]> = new Set(["date", "time", "period", "enum"]);
const namesNone = (goal: GoalModel, found: readonly FoundEntity[]): boolean =>
  found.length > 0 && found.every(({ entity }) => isNoThing(goal, entity));
const saysMore = (goal: GoalModel, { entities }: GoalFrame): boolean =>
  Object.keys(entities).some((name) => !isNoThing(goal, name));
const isNoThing = (goal: GoalModel, name: string): boolean =>
  NO_THING.has(goal.entities.get(name)?.type ?? "string");

const isName = (goal: GoalModel, { entity }: FoundEntity): boolean =>
  goal.entities.get(entity)?.type === "string";

/** A question mark, or a word that opens a question behind those that lead to it. */
const asks = ({ text, words }: Sentence, from: number): boolean =>
  text.includes("?") ||
  opensQuestion(words.slice(from).find(({ word }) => !LEADERS.has(word))?.word ?? "");

type Opening = { length: number; corrects: boolean; isDoubtful: boolean };
const OPENINGS = [
  [CORRECTION_OPENINGS, true, false],
  [ELLIPSIS_OPENINGS, false, false],
  [DOUBTFUL_CORRECTIONS, true, true],
] as const;

/** How the words from `begin` on take up what was said before. */
function openingAt(words: readonly Token[], begin: number): Opening | undefined {
  for (const [phrases, corrects, isDoubtful] of OPENINGS) {
    const to = endOf(phrases, words, begin);
    if (to !== undefined) return { length: to - begin, corrects, isDoubtful };
  }
  return undefined;
}

/** That one is not meant. */
const endsAsNo = ({ text, words }: Sentence): boolean =>
  words.length > 1 &&
  !text.includes("?") &&
  endOfAny("negators", words, words.length - 1) === words.length;

/** Every word is part of a value or says nothing by itself. */
const covers = (found: readonly FoundEntity[], words: readonly Token[]): boolean =>
  words.every(
    ({ word }, at) =>
      (isCommonWord(word) && !isNoun(words, at)) ||
      isLaughter(word) ||
      isOfSomebody(words, at) ||
      found.some(
        ({ from, to }) =>
          (at >= from && at < to) || (at === from - 1 && NUMBERED.has(words[at]?.word ?? "")),
      ),
  );

const NUMBERED = wordSet("nouns.numbered");

/** Whose it is, and for no one. */
function isOfSomebody(words: readonly Token[], at: number): boolean {
  const owned = at > 1 && endOfAny("possessives", words, at - 1) === at;
  const of = owned && endOfAny("owner_prepositions", words, at - 2) === at - 1;
  return of && endOfAny("people", words, at) === at + 1;
}

/** Of two listed words, the other one than last time. */
function oppositeOf(
  goal: GoalModel,
  last: GoalFrame,
  words: readonly Token[],
): FoundEntity | undefined {
  const at = words.findIndex(({ word }) => OPPOSITES.has(word));
  if (at < 0 || words.some(({ word }, by) => by !== at && !isCommonWord(word))) return undefined;
  const found = [...goal.entities].flatMap(([entity, { values = [] }]) => {
    const [value, ...more] = values.filter(
      (each) => each !== last.entities[entity] && !TOGETHER.has(each),
    );
    const isOne = values.includes(String(last.entities[entity])) && more.length === 0;
    return value === undefined || !isOne ? [] : [{ entity, value }];
  });
  const [only, another] = found;
  return only === undefined || another !== undefined
    ? undefined
    : { ...only, from: at, to: at + 1, by: "known" };
}

/** Manifests write their values in English. */
const TOGETHER: ReadonlySet<string> = new Set(["BOTH", "ALL", "ANY"]);
const OPPOSITES = wordSet("nouns.opposites");

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

function changed(goal: GoalModel, last: GoalFrame, { entity, value }: FoundEntity): EntityValue {
  const before = Object.hasOwn(last.entities, entity) ? last.entities[entity] : undefined;
  const isList = goal.entities.get(entity)?.multiple === true && Array.isArray(before);
  if (!isList || Array.isArray(value) || typeof value === "boolean") return value;
  return before.includes(value) ? before : [...before, value];
}
