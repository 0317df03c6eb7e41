import type { Doubt } from "#shared/contracts/intent.ts";
import { wordSet } from "#shared/language/words.ts";
import { isOfDeed } from "../../language/modifiers/is-of-deed.ts";
import { endOfAny, endsAsPast, isBordered } from "../../language/modifiers/languages.ts";
import type { Mark, Whose } from "../../language/modifiers/mark.ts";
import { readModifiers } from "../../language/modifiers/read-modifiers.ts";
import { clauseEnd, sceneOf } from "../../language/modifiers/scene.ts";
import { rememberOf } from "../../language/remember-texts.ts";
import { slice, type Token } from "../../language/text.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import { isFunctionWord, opensQuestion } from "../../language/words/common-words.ts";
import { deedOf, imperativeOf, isDeterminer } from "../../language/words/deeds.ts";
import { type Clause, capped, type Interpreter, standing } from "../clause.ts";
import type { Sources } from "../entities/sources.ts";
import type { GoalModel } from "../goal-model.ts";
import { contrast, isComplete } from "./contrast.ts";
import { correct, putRight, valuesOf } from "./correct.ts";
import { doubtsInValues } from "./doubts-in-values.ts";
import { assured, type GoalWords, losesValue } from "./goal-words.ts";
import { doubtOf, whoseIs } from "./judge-clause.ts";
import { labelledRequest, quotedRequest } from "./quoted-request.ts";
import { besideWhatIsAsked, unreadIn } from "./unread-in.ts";

export type Around = {
  readonly sources: Sources;
  wordsOf(goal: GoalModel): GoalWords;
  /** Does the goal lead to more than reading? */
  changes(goal: GoalModel): boolean;
  /** Does what it does leave the house? */
  sends(goal: GoalModel): boolean;
};

/** What a read may have around it, and is still the same. */
const GOES_WITH_READS: ReadonlySet<Mark["value"]> = new Set([
  "asked_about",
  "some_day",
  "so_many",
  "to_somebody",
  "reported",
]);

/**
 * An interpreter that first reads what stands around a request. The sentence is interpreted as it stands; what it says
 * beyond the goal that was found becomes a doubt, and the goal is looked for again without it.
 * Cost: without modifiers, a look-up a word more; with them a second interpretation
 */
export function readAround(
  interpreter: Interpreter,
  { sources, changes, sends, wordsOf }: Around,
): Interpreter & {
  cutter(sentence: Sentence): Interpreter;
  /** The sentence without what it puts right itself. */
  putRight(sentence: Sentence): Sentence;
} {
  const namesIn = (sentence: Sentence) => valuesOf(sentence, sources);

  const putRightIn = rememberOf((said: Sentence) => {
    const all = readModifiers(said);
    const instead = contrast(said, all, interpreter.interpret, namesIn);
    if (instead.obeyed.size > 0) return instead;
    const known = putRight(said, all, sources, interpreter.interpret);
    const left = all.filter((mark) => !known.obeyed.has(mark));
    if (left.length === all.length || known.obeyed.size === 0) {
      const free = correct(known.sentence, left, interpreter.interpret);
      if (free.obeyed.size > 0) return free;
    }
    return known;
  });

  /** One sentence is read for what follows it, for where it may be cut, and again for what it says. */
  const interpret = rememberOf((said: Sentence): Clause => {
    const { sentence, obeyed } = putRightIn(said);
    const marks = readModifiers(said).filter((mark) => !obeyed.has(mark));
    const whole = unannounced(interpreter.interpret(sentence), sentence);
    const judge = judgeOf(whole.goal);
    const around = marks.map((mark) => ({
      mark,
      whose: judge === undefined ? ("request" as const) : whoseIs(mark, whole, sentence, judge),
    }));
    const apart = around.filter(
      ({ mark, whose }) =>
        whose === "request" && (judge?.changes === true || !GOES_WITH_READS.has(mark.value)),
    );
    const clause = apart.length === 0 ? whole : clearer(whole, without(sentence, apart), apart);
    const told = clause.settled
      ? clause
      : judge?.changes === true
        ? withRemark(withText(unannounced(clause, sentence), sentence), sentence, marks)
        : withoutNames(clause, sentence);
    return judged(told, sentence, around, [...obeyed]);
  });

  /** The goal without what stands around it, where that is clearer. */
  function clearer(whole: Clause, core: Sentence, apart: readonly { mark: Mark }[]): Clause {
    if (core.words.length === 0) return whole;
    const clause = interpreter.interpret(core);
    if (whole.goal === undefined) return clause;
    // Courtesy alone leads to no other goal.
    const isOther = clause.goal !== whole.goal;
    if (!isOther && losesValue(whole, clause, apart)) return whole;
    // What is not wanted says nothing of what is.
    if (
      clause.goal !== undefined &&
      !changes(clause.goal) &&
      apart.every(({ mark }) => mark.kind === "courtesy" || mark.value === "left_out") &&
      apart.some(({ mark }) => mark.value === "left_out") &&
      standing(clause) >= CLEAR &&
      isComplete(clause)
    )
      return clause;
    if (isOther && apart.every(({ mark }) => mark.kind === "courtesy")) {
      const isClearer = standing(clause) >= CLEAR || standing(whole) < UNCLEAR;
      return isClearer && standing(clause) > standing(whole) ? clause : whole;
    }
    // What the goal must be told is only found without it.
    if (!isOther && isComplete(clause) && !isComplete(whole) && standing(clause) >= CLEAR)
      return clause;
    if (!isOther && takesIn(whole, apart) && standing(clause) >= standing(whole) - NEAR)
      return clause;
    return clause.goal !== undefined && standing(clause) > standing(whole) ? clause : whole;
  }

  function judgeOf(goal: GoalModel | undefined) {
    return goal && { words: wordsOf(goal), changes: changes(goal), sends: sends(goal) };
  }

  function judged(
    clause: Clause,
    sentence: Sentence,
    around: readonly { mark: Mark; whose: Whose }[],
    obeyed: readonly Mark[],
  ): Clause {
    const judge = judgeOf(clause.goal);
    if (judge === undefined) {
      const doubts = around.flatMap(({ mark, whose }) => doubtOf(mark, whose, sentence));
      return { ...clause, doubts: [...clause.doubts, ...doubts], around };
    }
    const marks = [...around.map(({ mark }) => mark), ...obeyed];
    const { unread, past } = unreadIn(sentence, clause, marks, judge);
    const own = around.filter(({ whose }) => whose === "request" || whose === "edge");
    const doubts: Doubt[] = [
      ...clause.doubts,
      ...own
        .filter(({ mark }) => judge.changes || mark.value !== "some_day")
        .filter(({ mark }) => judge.changes || !isMereExtra(mark, sentence))
        .flatMap(({ mark, whose }) => doubtOf(mark, whose, sentence)),
      ...(judge.changes ? doubtsInValues(clause, sentence, judge.sends) : []),
      ...(judge.changes ? quotedRequest(sentence, marks, judge.words) : []),
      ...(judge.changes
        ? labelledRequest(sentence, clause, interpreter.interpret, marks, judge.words)
        : []),
      ...past.map(({ text }): Doubt => ({ reason: "reported", detail: text })),
      ...(judge.changes ? unread : besideWhatIsAsked(unread, sentence, clause, judge.words)).map(
        ({ text }): Doubt => ({ reason: "unread", detail: text }),
      ),
    ];
    const read = assured({ ...clause, doubts, around, unread }, judge.words);
    return !judge.changes && isToldOf(around, sentence) ? capped(read, ONLY_TOLD) : read;
  }

  /** What no name stands in takes nothing from what is read. */
  function isMereExtra({ value, from, to }: Mark, sentence: Sentence): boolean {
    if (value !== "left_out") return false;
    const begin = [from, from + 1, from + 2].find(
      (at) => at < to && EXTRA.some((group) => endOfAny(group, sentence.words, at) !== undefined),
    );
    const said = sentence.words.slice(from, to);
    return begin !== undefined && namesIn({ ...sentence, words: said }).length === 0;
  }

  const around = { interpret, interpretAs: interpreter.interpretAs };
  return {
    ...around,
    putRight: (sentence) => putRightIn(sentence).sentence,
    cutter: (sentence) =>
      interpret(sentence).around?.some(
        ({ mark, whose }) => whose === "request" && mark.kind !== "courtesy",
      ) === true
        ? around
        : interpreter,
  };
}

/** A deed is told of, and nothing is asked. */
function isToldOf(around: readonly { mark: Mark }[], sentence: Sentence): boolean {
  const scene = sceneOf(sentence);
  const { words, edges, asks } = scene;
  return (
    !asks &&
    around.some(
      ({ mark }) =>
        mark.value === "reported" &&
        !words
          .slice(edges.from, mark.from)
          .some(({ word }) => deedOf(word) !== undefined || opensQuestion(word)) &&
        clauseEnd(scene, mark.to - 1) >= edges.to &&
        words.slice(mark.from, mark.to + 1).some(({ word }) => endsAsPast(word) && isOfDeed(word)),
    )
  );
}

/** What is only told may be asked for: it is asked about. */
const ONLY_TOLD = 0.8;

/** So clear that without its courtesy a sentence is about another goal. */
const CLEAR = 0.94;
/** Nothing was understood with it. */
const UNCLEAR = 0.5;
const NEAR = 0.05;

/** What names something more that is not wanted. */
const EXTRA = ["without", "without_thing", "negating"] as const;

function takesIn({ found, words }: Clause, apart: readonly { mark: Mark }[]): boolean {
  const asked = words.map(({ word }) => deedOf(word)).find((deed) => deed !== undefined);
  // Whom it is kept for is no part of its name.
  const isBeside = ({ kind }: Mark) =>
    kind === "courtesy" || (kind === "addressee" && asked === "keep");
  return found.some(({ from, to }) =>
    apart.some(
      ({ mark }) =>
        isBeside(mark) &&
        mark.start < (words[to - 1]?.end ?? 0) &&
        mark.start > (words[from]?.start ?? 0),
    ),
  );
}

/** What announces a text is no part of it. */
function unannounced(clause: Clause, { text }: Sentence): Clause {
  const { goal, found, words } = clause;
  const begin = ({ entity, from, to, by }: Clause["found"][number]): number => {
    if (goal?.prose.has(entity) !== true || by === "known" || isBordered(text, words, from))
      return from;
    const at = endOfAny("saying", words, from) ?? thatBehindCourtesy(words, from);
    return at === undefined || at >= to ? from : at;
  };
  if (found.every((each) => begin(each) === each.from)) return clause;
  return {
    ...clause,
    found: found.map((each) => {
      const from = begin(each);
      return from === each.from
        ? each
        : { ...each, from, value: slice(text, words, from, each.to) };
    }),
  };
}

function thatBehindCourtesy(words: readonly Token[], from: number): number | undefined {
  const at = endOfAny("courtesy", words, from);
  const that = at === undefined ? "" : (words[at]?.word ?? "");
  return at !== undefined && (that === "que" || that === "that") ? at + 1 : undefined;
}

/**
 * A text of small words is none, unless it says where it begins. What it is to be is asked.
 */
function withText(clause: Clause, { text }: Sentence): Clause {
  // What an agent is told is for the agent to make something of.
  if (clause.goal?.spec.action_type === "agent") return clause;
  const isEmpty = ({ entity, from, to, by }: Clause["found"][number]): boolean =>
    (by === "context" || by === "open" || by === "free" || by === "guess") &&
    clause.goal?.entities.get(entity)?.type === "string" &&
    (clause.goal.prose.has(entity) ||
      !/^\p{Lu}\p{Ll}/u.test(text.slice(clause.words[from]?.start ?? text.length))) &&
    saysNothing(clause.words.slice(from, to), clause.goal.prose.has(entity)) &&
    !isBordered(text, clause.words, from);
  return clause.found.some(isEmpty)
    ? { ...clause, found: clause.found.filter((each) => !isEmpty(each)) }
    : clause;
}

/**
 * What only names something that is kept is no text to be read; which text is meant is asked.
 */
function withoutNames(clause: Clause, { text }: Sentence): Clause {
  const { goal, found, words } = clause;
  const names = ({ entity, by, from, to }: Clause["found"][number]): boolean => {
    if (goal?.prose.has(entity) !== true || by === "known" || isBordered(text, words, from))
      return false;
    if (to - from > LONGEST_NAME || goal.entities.get(entity)?.required !== true) return false;
    const said = words.slice(from, to);
    if (said.every(({ word }) => isFunctionWord(word))) return true;
    if (goal.spec.action_type !== "reasoning") return false;
    return (
      endOfAny("owner_prepositions", words, from) !== undefined ||
      (isDeterminer(said[0]?.word ?? "") &&
        said.some(
          (_, at) =>
            endOfAny("text_nouns", said, at) !== undefined || FILES.has(said[at]?.word ?? ""),
        ))
    );
  };
  return found.some(names) ? { ...clause, found: found.filter((each) => !names(each)) } : clause;
}

const LONGEST_NAME = 6;
const FILES = wordSet("nouns.files");

/**
 * Only small words, and in a text also courtesy, places among things that were shown, and what a text is called.
 */
function saysNothing(words: readonly Token[], isText: boolean): boolean {
  for (let at = 0; at < words.length; ) {
    const groups = isText ? NO_TEXT : NO_NAME;
    const end = Math.max(at, ...groups.map((group) => endOfAny(group, words, at) ?? at));
    if (end === at && !isSmall(words, at)) return false;
    at = Math.max(end, at + 1);
  }
  return true;
}

const NO_NAME = ["purposes", "courtesy"] as const;
const NO_TEXT = ["courtesy", "tags", "places_shown", "text_nouns"] as const;

const isSmall = (words: readonly Token[], at: number): boolean =>
  isFunctionWord(words[at]?.word ?? "") && endOfAny("harmless", words, at) !== undefined;

/** What stands behind the address is kept where the goal has a place for it. */
function withRemark(clause: Clause, { text, words }: Sentence, marks: readonly Mark[]): Clause {
  const remark = marks.find(({ isRemark }) => isRemark === true);
  const { goal, found, words: read } = clause;
  if (remark === undefined || goal === undefined) return clause;
  const [entity] =
    [...goal.entities].find(
      ([name, { type, required, list }]) =>
        type === "string" && !required && list === undefined && goal.describes.has(name),
    ) ?? [];
  if (entity === undefined) return clause;
  const placeOf = (at: number) => words.findIndex(({ start }) => start === read[at]?.start);
  const others = found
    .filter((each) => each.entity !== entity)
    .map((each) => ({ ...each, from: placeOf(each.from), to: placeOf(each.to - 1) + 1 }));
  const { from, to, start, end } = remark;
  const value = { entity, value: text.slice(start, end), from, to, by: "context" } as const;
  return { ...clause, words, found: [...others, value] };
}

/** The sentence without some of its words; places in the text stay. */
function without(sentence: Sentence, apart: readonly { mark: Mark }[]): Sentence {
  const isApart = (start: number) =>
    apart.some(({ mark }) => start >= mark.start && start < mark.end);
  const politely = new Set(
    apart.flatMap(({ mark }) => (mark.kind === "courtesy" ? [mark.to] : [])),
  );
  const words = sentence.words.flatMap((word, at) =>
    isApart(word.start)
      ? []
      : [politely.has(at) ? { ...word, word: imperativeOf(word.word) } : word],
  );
  return { ...sentence, words };
}
