import type { DoubtReason } from "#shared/contracts/intent.ts";
import { wordSet } from "#shared/language/words.ts";
import { withoutOpening } from "../language/courtesy.ts";
import { endOfAny } from "../language/modifiers/languages.ts";
import type { Mark } from "../language/modifiers/mark.ts";
import { readModifiers } from "../language/modifiers/read-modifiers.ts";
import type { Sentence } from "../language/values/recogniser.ts";
import { isCommonWord, opensQuestion } from "../language/words/common-words.ts";
import { BACKWARDS } from "../language/words/connectives.ts";
import { actionOf, deedOf, deedSet } from "../language/words/deeds.ts";
import {
  type Clause,
  capped,
  doubted,
  type Interpreter,
  type Part,
  standing,
  withReferent,
} from "./clause.ts";
import {
  type Cut,
  covers,
  cutsOf,
  goesOn,
  isInMessage,
  isInProse,
  isInText,
  mostLikely,
} from "./cuts-of.ts";
import { READ } from "./entities/found.ts";
import type { Lexicon } from "./entities/lexicon.ts";
import type { GoalModel } from "./goal-model.ts";
import { goesOnAs, withLentHead, withLentVerb } from "./lent-verb.ts";
import { isComplete } from "./modifiers/contrast.ts";

/**
 * What makes two requests. `stands`: each half is this certain by itself. `may_stand`: halves this likely
 * make it doubtful that the whole is one request. A pause alone says little: people explain one request in
 * several sentences.
 */
const JOINED = { stands: 0.9, may_stand: 0.2 };
const PAUSED = { stands: 0.95, may_stand: 0.8 };
/** Behind a pause, what begins as a request does is one at this already. */
const BEGUN = 0.4;
/** In a text or a title, less is part of it. */
const INSIDE = 0.4;
/** A whole that is less clear than this is split rather than doubted. */
const CLEAR = 0.85;
export const TWO_REQUESTS = { kind: "compound", detail: "may be two requests in one sentence" };
const MOST_PARTS = 4;
/** Longer texts are not cut: they are messages, not lists of requests. */
const MOST_WORDS = 60;

/**
 * The requests of a sentence, in the order they were said. Where they are likely several and not clear, each is in doubt.
 * Cost:  without a connective, one interpretation; else two for each place where it may be cut, and more only where what
 *        follows a clear request is none by itself
 */
export function splitRequests(sentence: Sentence, by: Splitting, most = MOST_PARTS): Part[] {
  return asOne(requestsIn(sentence, by, most));
}

/** What sentences are split by. */
export type Splitting = {
  readonly interpreter: Interpreter;
  readonly lexicon: Lexicon;
  /** Does the goal lead to more than reading? */
  changes(goal: GoalModel): boolean;
};

/**
 * What was asked for together is done together: one doubtful request makes the others wait, and what the first one is only
 * told by ("the manual says: ...") tells of all.
 */
export function asOne(parts: readonly Part[]): Part[] {
  const least = Math.min(...parts.map(({ clause }) => clause.confidence));
  const told = (parts[0]?.clause.doubts ?? []).filter(({ reason }) => ONLY_TOLD.has(reason));
  return parts.map(({ sentence, clause }, at) => {
    const known = clause.confidence > least ? capped(clause, least) : clause;
    const isOwn = at === 0 || told.length === 0;
    return {
      sentence,
      clause: isOwn ? known : { ...known, doubts: [...known.doubts, ...told] },
    };
  });
}

const ONLY_TOLD: ReadonlySet<DoubtReason | Mark["value"]> = new Set(["reported", "supposed"]);

/** `inList`: another request is joined to them, so that a pause joins as well. */
function requestsIn(sentence: Sentence, by: Splitting, most: number, inList = false): Part[] {
  const clause = by.interpreter.interpret(sentence);
  const whole: Part = { sentence, clause };
  if (isSettled(clause) || most <= 1 || sentence.words.length > MOST_WORDS) return [whole];
  const readings = cutsOf(sentence, by.lexicon)
    .map((cut) => (inList && !cut.isColon ? { ...cut, joined: true } : cut))
    .filter((cut) => mayCut(whole, cut, by))
    .map((cut) => readCut(whole, cut, by, most));
  const clear = surest(readings.flatMap((reading) => reading.clear ?? []));
  if (clear !== undefined) return cutFurther(clear, by, most);
  if (readings.every(({ doubtful }) => !doubtful)) return [whole];
  const cuts = readings.flatMap(({ cut, mayEnd }) => (mayEnd ? [cut] : []));
  const likely = mostLikely(sentence, cuts, by.interpreter, most);
  const parts = likely.length > 1 && mayBeSeveral(clause, likely, cuts, by) ? likely : [whole];
  return parts.map((part) => ({ ...part, clause: inTwo(part.clause) }));
}

/** What a sentence says on both sides of a cut. */
type Split = {
  readonly parts: readonly Part[];
  readonly confidence: number;
  readonly joined: boolean;
};
/** What a cut may tell apart: requests that are clear by themselves, and those that the sentence more likely is than one. */
type CutReading = {
  readonly cut: Cut;
  /** The sentence may not be one request. */
  readonly doubtful: boolean;
  /** A request may end here. */
  readonly mayEnd?: boolean;
  readonly clear?: Split;
};

const surest = ([first, ...others]: readonly Split[]): Split | undefined =>
  first && others.reduce((a, b) => (b.confidence > a.confidence ? b : a), first);

function cutFurther({ parts, joined }: Split, by: Splitting, most: number): Part[] {
  const [first, second, ...others] = parts;
  if (first === undefined || second === undefined || others.length > 0) return [...parts];
  const head = requestsIn(first.sentence, by, most - 1, joined);
  return [...head, ...requestsIn(second.sentence, by, most - head.length)];
}

/** Nothing of what the sentence says as one request reaches over the cut. */
const mayCut = ({ clause, sentence }: Part, cut: Cut, by: Splitting): boolean =>
  !isWritten(clause, cut) &&
  !isInText(clause, cut, sentence, by) &&
  // What is excepted or taken back asks for nothing.
  endOfAny("exceptions", cut.right.words, 0) === undefined &&
  endOfAny("retractions", cut.right.words, 0) !== cut.right.words.length &&
  !isUnwanted(cut.right) &&
  (cut.joined || !cut.listed || beginsRequest(by.interpreter.interpret(cut.right))) &&
  !clause.found.some((value) => value.by === "typed" && covers(clause, value, cut));

const isUnwanted = ({ words }: Sentence): boolean =>
  (["without", "without_thing"] as const).some(
    (group) => endOfAny(group, words, 0) !== undefined,
  ) && !words.some(({ word }) => deedOf(word) !== undefined);

function readCut(whole: Part, cut: Cut, by: Splitting, most: number): CutReading {
  const { clause } = whole;
  // Small words ask for nothing by themselves.
  if (cut.left.words.every(({ word }) => isCommonWord(word))) return { cut, doubtful: false };
  const { stands, may_stand } = cut.joined ? JOINED : PAUSED;
  const left = { sentence: cut.left, clause: by.interpreter.interpret(cut.left) };
  // What is not asked for leads on.
  const leadsOn = !cut.joined && readModifiers(cut.left).some(({ kind }) => LEADS_ON.has(kind));
  const listed = listFrom(left, cut, stands, by, most);
  if (listed !== undefined) return { cut, doubtful: false, clear: listed };
  const lent = withLentVerb(cut, left, by, stands);
  if (lent === undefined && isInMessage(clause, cut, by) && goesOn(cut, whole.sentence))
    return { cut, doubtful: false };
  const isIn = lent === undefined && isInside(clause, left.clause, cut, stands, by);
  const mayEnd = !isIn && !leadsOn;
  const mayPassOver = standing(clause) > CLEAR;
  if (standing(left.clause) < Math.min(may_stand, BEGUN) && !mayPassOver)
    return { cut, mayEnd, doubtful: false };
  const right = lent ?? rightOf(left, cut, stands, by);
  const isPassedOver =
    mayPassOver && !leadsOn && passesOver(clause, left.clause, right.clause, cut, by);
  const mayBegin = !cut.joined && !cut.isColon && !leadsOn && left.clause.explained;
  const isBegun = mayBegin && beginsRequest(right.clause);
  const apart = isPassedOver ? 0 : isBegun ? BEGUN : may_stand;
  const least = isInProse(clause, cut) ? Math.max(INSIDE, may_stand) : apart;
  if (standing(left.clause) < least) return { cut, mayEnd, doubtful: isPassedOver };
  const drops = isDropped(clause, left.clause) || isDropped(clause, right.clause);
  const isMore = standing(right.clause) < stands;
  const several = isMore ? requestsIn(right.sentence, by, most - 1) : [];
  const parts = [left, ...(several.length > 1 ? several : [right])];
  const confidence = Math.min(...parts.map((part) => standing(part.clause)));
  const next = parts[1]?.clause ?? right.clause;
  // What comes next is no part of it.
  const isAnother =
    cut.isNext && mayEnd && !isInMessage(clause, cut, by) && !refersBack(right.clause);
  const isUndone = cut.joined && mayEnd && asksForMore(clause, right, by);
  if (confidence < least || !areTwo(clause, left.clause, next))
    return { cut, mayEnd, doubtful: isPassedOver || drops || isAnother || isUndone };
  const doubtful = isPassedOver || drops || left.clause.goal !== next.goal;
  const isClear = !isIn && (lent !== undefined || confidence >= stands);
  return {
    cut,
    mayEnd,
    doubtful,
    ...(isClear && { clear: { parts, confidence, joined: cut.joined } }),
  };
}

/** A list of things that are each asked for with values of their own, one verb for all. */
function listFrom(
  left: Part,
  cut: Cut,
  stands: number,
  by: Splitting,
  most: number,
): Split | undefined {
  if (standing(left.clause) < stands || left.clause.doubts.length > 0) return undefined;
  if (!isComplete(left.clause)) return undefined;
  const ways = withLentHead(cut, left).map((rest) => requestsIn(rest, by, most - 1, cut.joined));
  const further = ways.find((parts) => parts.every(({ clause }) => goesOnAs(left.clause, clause)));
  if (further === undefined) return undefined;
  const parts = [left, ...further];
  const confidence = Math.min(...parts.map(({ clause }) => standing(clause)));
  return confidence < stands ? undefined : { parts, confidence, joined: cut.joined };
}

/** The right side of a cut, with the name that it takes from the left one where it needs it. */
function rightOf(
  left: Part,
  { joined, right: sentence }: Cut,
  stands: number,
  by: Splitting,
): Part {
  const plain = { sentence, clause: by.interpreter.interpret(sentence) };
  if (!joined || (standing(plain.clause) >= stands && isComplete(plain.clause))) return plain;
  const named = withReferent(sentence, left.clause, left.sentence);
  return named === sentence ? plain : { sentence: named, clause: by.interpreter.interpret(named) };
}

/** A message may hold what would be a request anywhere else, and a list its last value. */
function isInside(whole: Clause, left: Clause, cut: Cut, stands: number, by: Splitting): boolean {
  const isSame = whole.goal === left.goal;
  const isMessage = (isSame || standing(whole) >= stands) && isInMessage(whole, cut, by);
  // What stands behind a colon is said of what stands before it.
  return (isMessage && !cut.isNext) || (cut.listed && isSame) || cut.isColon;
}

/**
 * May these be asked about as requests of their own? Each is about something; where a word joins them, it may also begin as
 * a request does, or be likely. What stands around a request that would change something belongs to all of it: "delete all
 * but ...".
 */
function mayBeSeveral(
  whole: Clause,
  parts: readonly Part[],
  cuts: readonly Cut[],
  { changes }: Splitting,
): boolean {
  const clauses = parts.map(({ clause }) => clause);
  if (whole.doubts.length > 0 && clauses.some(({ goal }) => goal && changes(goal))) return false;
  if (parts.some(({ sentence, clause }) => sentence.words.length < 2 || refersBack(clause)))
    return false;
  if (clauses.every(({ explained }) => explained)) return true;
  return (
    cuts.every(({ joined }) => joined) &&
    clauses.every(
      (each) => each.explained || beginsRequest(each) || standing(each) >= LIKELY_REQUEST,
    )
  );
}

const LIKELY_REQUEST = 0.5;

const LEADS_ON: ReadonlySet<Mark["kind"]> = new Set(["polarity", "condition", "mood"] as const);

const inTwo = (clause: Clause): Clause =>
  doubted(clause, { reason: "compound", detail: TWO_REQUESTS.detail }, TWO_REQUESTS);

/** A template that knows every word of the sentence leaves nothing to cut. */
const isSettled = ({ tier, confidence, found, doubts }: Clause): boolean =>
  tier === "template" &&
  confidence >= JOINED.stands &&
  doubts.length === 0 &&
  found.every(({ by }) => READ.has(by));

/** A template goes on with words of its own behind the cut: its author has written both sides as one request. */
const isWritten = (clause: Clause, cut: Cut): boolean =>
  clause.tier === "template" &&
  clause.confidence >= JOINED.stands &&
  !clause.found.some((value) =>
    covers(clause, { ...value, to: Math.max(value.to, value.left ?? 0) }, cut),
  );

/** Two requests: each has a goal of its own, and together they are not simply one request with more values. */
function areTwo(whole: Clause, left: Clause, right: Clause): boolean {
  const { goal } = left;
  if (goal === undefined || right.goal === undefined) return false;
  if ([left, right].some((side) => side.bare && !asks(side))) return false;
  if (goal !== right.goal || whole.goal !== goal) return true;
  return left.found.some(({ entity, value }) => {
    const schema = goal.entities.get(entity);
    const other = right.found.find((each) => each.entity === entity);
    return (
      (schema?.type === "string" || beginsRequest(right)) &&
      schema?.multiple !== true &&
      other !== undefined &&
      other.value !== value
    );
  });
}

/** One side is all of the request, and the other asks for something else, or for what no goal is known for. */
function passesOver(whole: Clause, left: Clause, right: Clause, cut: Cut, by: Splitting): boolean {
  if (cut.listed || cut.isColon || isInMessage(whole, cut, by) || isOneMore(whole, right, cut))
    return false;
  const isAll = (side: Clause) => side.goal === whole.goal && standing(side) >= JOINED.stands;
  const isElse = (side: Clause) =>
    side.goal !== whole.goal &&
    !side.bare &&
    !refersBack(side) &&
    side.words.some(({ word }) => !isCommonWord(word)) &&
    (cut.joined || beginsRequest(side));
  return (isAll(left) && isElse(right)) || (isAll(right) && isElse(left));
}

/** Behind or before a mere pause: an action or a question, about something. */
function beginsRequest(clause: Clause): boolean {
  const { from, to } = withoutOpening(clause.words);
  const said = clause.words.slice(from, to);
  const begins = asks(clause) || actionOf(said[0]?.word ?? "") !== undefined;
  return begins && said.some(({ word }) => !isCommonWord(word));
}

const asks = ({ words: [first] }: Clause): boolean =>
  first !== undefined && (opensQuestion(first.word) || AUXILIARIES.has(first.word));

const AUXILIARIES = wordSet("verbs.modals");

/** A read does not do it, and it is not left undone in silence. */
function asksForMore({ goal }: Clause, { sentence }: Part, { changes }: Splitting): boolean {
  const { words } = sentence;
  const deed = deedOf(words[withoutOpening(words).from]?.word ?? "");
  return goal !== undefined && !changes(goal) && DOES_MORE.has(deed);
}

const DOES_MORE = deedSet("keep", "send", "remove");

/** A name that no one listed, among the values of an entity that takes several. */
const isOneMore = (whole: Clause, right: Clause, cut: Cut): boolean =>
  right.words.filter(({ word }) => !isCommonWord(word)).length <= 1 &&
  whole.found.some(
    (value) =>
      whole.goal?.entities.get(value.entity)?.multiple === true && covers(whole, value, cut),
  );

const refersBack = (side: Clause): boolean =>
  standing(side) < JOINED.stands && side.words.some(({ word }) => BACKWARDS.has(word));

/** A side that is nothing but values, which the whole has no place for. */
const isDropped = (whole: Clause, side: Clause): boolean =>
  side.bare &&
  standing(side) >= JOINED.stands &&
  whole.goal !== side.goal &&
  side.found.some(
    ({ by, from, to }) =>
      (by === "known" || by === "code") &&
      !side.words
        .slice(from, to)
        .every(({ word }) =>
          whole.found.some((each) =>
            whole.words.slice(each.from, each.to).some((said) => said.word === word),
          ),
        ),
  );
