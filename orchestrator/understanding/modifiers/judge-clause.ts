import type { Doubt } from "#shared/contracts/intent.ts";
import { wordSet } from "#shared/language/words.ts";
import { takesTime } from "../../catalogue/catalogue.ts";
import { withoutCourtesy } from "../../language/courtesy.ts";
import { isToldToDo, named } from "../../language/modifiers/addressee.ts";
import { endOfAny, endsAsPast, endsWith, isStated } from "../../language/modifiers/languages.ts";
import type { Mark, Whose } from "../../language/modifiers/mark.ts";
import { readModifiers } from "../../language/modifiers/read-modifiers.ts";
import { reasonOf } from "../../language/modifiers/rule.ts";
import { afterColon, quotesIn } from "../../language/quotes.ts";
import { pauseBefore, type Token } from "../../language/text.ts";
import { type Sentence, wordAt } from "../../language/values/recogniser.ts";
import { isFunctionWord, opensQuestion } from "../../language/words/common-words.ts";
import { BACKWARDS } from "../../language/words/connectives.ts";
import { deedOf } from "../../language/words/deeds.ts";
import type { Clause } from "../clause.ts";
import { type FoundEntity, READ } from "../entities/found.ts";
import { borderOf, OF_A_DEED, spanOf } from "./border-of.ts";
import { contextOf, type GoalWords } from "./goal-words.ts";
import { putsRight } from "./puts-right.ts";

type Judge = { words: GoalWords; changes: boolean; sends: boolean };

/** Whose a modifier is, by what was made of the sentence. */
export function whoseIs(mark: Mark, clause: Clause, sentence: Sentence, judge: Judge): Whose {
  const { words: goalWords, changes } = judge;
  if (clause.settled || mark.value === "plain") return "goal";
  if (mark.ofRequest === true && isBehindRequest(mark, clause, sentence, goalWords))
    return "request";
  if (changes && endsBehindAddress(mark, sentence)) return "request";
  // How it begins is no name.
  if (!changes && mark.value === "courtesy" && mark.from === 0 && mark.to > 1) return "request";
  const touched = clause.found.filter((each) => overlaps(clause, each, mark));
  if (touched.some((each) => isOwnTime(mark, clause, each, changes))) return "goal";
  const [inside] = touched;
  if (mark.isReason === true)
    return inside !== undefined && isText(clause, inside) ? "payload" : "request";
  if (isBehindColon(mark, clause, sentence, goalWords)) return "payload";
  if (goalWords.tellsFirst && tellsOfDeed(mark, sentence, goalWords)) return "goal";
  return inside === undefined
    ? besideValues(mark, clause, sentence, judge)
    : inValue(mark, inside, clause, sentence, judge);
}

/** Of a modifier that no value touches: the goal's own where its examples or templates say it, else the request's. */
function besideValues(
  mark: Mark,
  clause: Clause,
  sentence: Sentence,
  { words: goalWords, changes }: Judge,
): Whose {
  if (clause.tier === "template" && !isBehindQuote(mark, sentence)) return "goal";
  if (!changes && saysOfRead(mark, sentence, goalWords)) return "goal";
  if (beginsAsGoal(mark, sentence, goalWords)) return "goal";
  if (mark.kind === "addressee" && goalWords.says(wordAt(sentence, mark.to - 1))) return "goal";
  const isTold =
    mark.value === "reported" && goalWords.tellsFirst && isBackground(mark, sentence, goalWords);
  if (isTold) return "goal";
  const values = clause.found.map((each) => spanOf(clause, each));
  const isValue = (at: number) => {
    const word = sentence.words[at];
    return (
      word !== undefined && values.some(({ start, end }) => word.start >= start && word.end <= end)
    );
  };
  return goalWords.hasModifier(contextOf(sentence, mark, isValue)) ? "goal" : "request";
}

/** A read is asked for so. */
const saysOfRead = (mark: Mark, sentence: Sentence, goalWords: GoalWords): boolean =>
  (goalWords.negatesInside && (mark.value === "partly" || mark.value === "left_out")) ||
  // So the goal is asked for, where its examples often say it.
  (mark.ofRequest !== true && HOLDS_READS.has(mark.value) && goalWords.oftenSays(mark.value)) ||
  isOfQuestion(mark, sentence) ||
  // The examples say it too.
  (mark.kind === "amount" &&
    sentence.words
      .slice(mark.from, mark.to)
      .every(({ word }) => isFunctionWord(word) || goalWords.says(word)));

/** Of a modifier that touches a value. */
function inValue(
  mark: Mark,
  inside: FoundEntity,
  clause: Clause,
  sentence: Sentence,
  { words: goalWords, changes, sends }: Judge,
): Whose {
  const value = spanOf(clause, inside);
  // Where nothing is sent, whom a value names is what the goal is about.
  if (
    mark.kind === "addressee" &&
    (!sends || clause.tier === "template") &&
    mark.start < value.start
  )
    return "payload";
  if (changes && isText(clause, inside) && saysOnlyMarks(sentence, value)) return "request";
  // What an agent is told is one case, whatever it holds; the agent asks before it changes anything.
  if (clause.goal?.spec.action_type === "agent" && mark.start >= value.start)
    return endsAsNo(mark, sentence) && !isMarkedAt(sentence, value.start) ? "request" : "payload";
  if (isToDoThen(mark, sentence)) return "request";
  if (reachesBeyond(mark, value, Array.isArray(inside.value))) return "request";
  if (mark.kind === "polarity" && inside.by === "typed") return "request";
  if (changes && inside.by === "known" && partsNames(mark, value, sentence)) return "request";
  const holdsValue = value.start >= mark.start && value.end <= mark.end;
  if (!changes && isClock(mark, sentence) && inside.by !== "known" && holdsValue) return "request";
  if (READ.has(inside.by) || !changes) return "payload";
  const whose = borderOf(mark, inside, clause, sentence, { words: goalWords, sends });
  // What is kept is kept as it was said. What is sent may be sent then.
  return whose === "edge" && !sends ? "payload" : whose;
}

/** The day or the hour that the goal is about, or how often it is. */
function isOwnTime(
  { kind }: Mark,
  { goal }: Clause,
  { entity }: FoundEntity,
  changes: boolean,
): boolean {
  if (kind === "recurrence") return goal?.entities.get(entity)?.type === "recurrence";
  if (kind !== "time") return false;
  // The words of a period stand beside what they mean: `day_text` and `day`.
  const names = [entity, entity.replace(/_text$/, "")];
  return names.some((name) => {
    const spec = goal?.entities.get(name);
    // What is written down of a day that is over is not put off, and a length of what is looked up is no time to wait.
    return (
      spec !== undefined && (takesTime(spec) || spec.type === (changes ? "period" : "duration"))
    );
  });
}

/** An hour is no value of what is free. */
const isClock = ({ kind, start, end }: Mark, { text }: Sentence): boolean =>
  kind === "time" &&
  /\d\s*(?:h|hs|hrs|horas?|am|pm|o'clock|:\d\d)(?!\p{L})/iu.test(text.slice(start, end));

const isText = ({ goal }: Clause, { entity, by }: FoundEntity): boolean =>
  goal?.prose.has(entity) === true || by === "open";

/**
 * A value that was found in the words of a modifier is no value of the goal's. One that is most of a time is.
 */
function reachesBeyond(
  { kind, start, end }: Mark,
  value: { start: number; end: number },
  isList: boolean,
): boolean {
  if (start >= value.start) return false;
  if (end < value.end) return LEADS_A_LIST.has(kind) && isList && end > value.start;
  if (kind === "polarity" || kind === "mood" || kind === "condition") return true;
  return (kind === "time" || kind === "recurrence") && value.end - value.start <= (end - start) / 3;
}

const LEADS_A_LIST: ReadonlySet<Mark["kind"]> = new Set(["condition", "recurrence", "time"]);

/** Between names that are known something is denied, left out or put right. */
const partsNames = (
  { kind, from, to, start, end }: Mark,
  value: { start: number; end: number },
  { text, words }: Sentence,
): boolean =>
  PARTS_NAMES.has(kind) &&
  start > value.start &&
  end < value.end &&
  words
    .slice(from, to + 1)
    .some(({ word, start: at }) => deedOf(word) !== undefined || !/\p{Lu}/u.test(text[at] ?? ""));

const PARTS_NAMES: ReadonlySet<Mark["kind"]> = new Set(["polarity", "exception", "correction"]);

/** What the sentence begins with says when its verb is to be done. */
const isToDoThen = ({ kind, from, to }: Mark, { words }: Sentence): boolean =>
  (kind === "time" || kind === "recurrence") &&
  from === withoutCourtesy(words).from &&
  deedOf(words[endOfAny("oneself", words, to) ?? to]?.word ?? "") !== undefined;

/** A no at the very end, which nothing leads to, is said of the request. */
const endsAsNo = ({ value, from, to }: Mark, { words }: Sentence): boolean =>
  value === "negated" &&
  to >= withoutCourtesy(words).to &&
  endsWith("joints", words, from) === false;

function isMarkedAt({ text, words }: Sentence, start: number): boolean {
  const first = words.findIndex((word) => word.start >= start);
  const isAbout = endsWith("weak_borders", words, first);
  return /[:"\u201c\u00ab]\s*$/u.test(text.slice(0, start)) || (isStated(words, first) && !isAbout);
}

/** A template that takes anything took that as well. */
const isBehindQuote = ({ kind, from }: Mark, sentence: Sentence): boolean =>
  quotesIn(sentence).some((quote) => (quote.from === 0 || OF_A_DEED.has(kind)) && quote.to <= from);

/** Nothing but modifiers is no text, unless it says where it begins. */
function saysOnlyMarks(
  sentence: Sentence,
  { start, end }: { start: number; end: number },
): boolean {
  const marks = readModifiers(sentence).filter(({ kind }) => kind !== "courtesy");
  const { text, words } = sentence;
  const said = words.filter((word) => word.start >= start && word.end <= end);
  const isUpper = /\p{Lu}/u.test(text.slice(start, end));
  const isMark = (word: Token) =>
    marks.some((mark) => mark.start <= word.start && mark.end >= word.end);
  // What was said before, and when.
  const pointing = said.filter((word) => BACKWARDS.has(word.word) && !isMark(word)).length;
  return (
    marks.length + pointing > 1 &&
    !isUpper &&
    !isMarkedAt(sentence, start) &&
    said.some(isMark) &&
    said.every((word) => BACKWARDS.has(word.word) || isMark(word))
  );
}

/** An address ends before it, and nothing follows. */
const endsBehindAddress = ({ kind, from, to }: Mark, { words }: Sentence): boolean =>
  (OF_A_DEED.has(kind) || kind === "exception") &&
  to >= withoutCourtesy(words).to &&
  words[from - 1]?.word.startsWith("http") === true;

/** Behind the colon of a goal that takes a text, whatever was made of it. */
function isBehindColon(
  mark: Mark,
  { goal }: Clause,
  sentence: Sentence,
  goalWords: GoalWords,
): boolean {
  const takesText = [...(goal?.prose ?? [])].some((name) => goal?.entities.get(name)?.required);
  const colon = takesText ? afterColon(sentence) : undefined;
  if (colon === undefined || mark.from < colon.from) return false;
  if (putsRight(mark, sentence) && mark.from > colon.from) return false;
  // What is quoted there is all of the text.
  if (quotesIn(sentence).some(({ from, to }) => from === colon.from && to <= mark.from))
    return false;
  return sentence.words.slice(0, colon.from).some(({ word }) => goalWords.begins(word));
}

/** It tells of the deed that the goal is to undo. */
function tellsOfDeed(
  { from, to, kind, value, ofRequest }: Mark,
  { text, words }: Sentence,
  goalWords: GoalWords,
): boolean {
  if (kind !== "polarity" && kind !== "mood") return false;
  if (ofRequest === true || endOfAny("retractions", words, from) === to) return false;
  if (endOfAny("reporting", words, from) === to) return false;
  if (value === "asked_about" && to >= words.length && /\?\s*$/.test(text)) return false;
  let end = Math.max(from + 1, to);
  while (end < words.length && !pauseBefore({ text, words }, end)) end++;
  const told = words.slice(from, end);
  const others = [...words.slice(0, from), ...words.slice(end)];
  const begins = ({ word }: Token) => goalWords.begins(word) && !endsAsPast(word);
  return (
    others.some(begins) &&
    !told.some(begins) &&
    told.some(({ word }) => (endsAsPast(word) && !word.endsWith("ing")) || PAST_OF_BEING.has(word))
  );
}

const PAST_OF_BEING = wordSet("verbs.past-of-being");

/** Something that asks for the goal stands before it; an agent is told whatever it is told. */
const isBehindRequest = (
  { start }: Mark,
  { goal }: Clause,
  { words }: Sentence,
  goalWords: GoalWords,
): boolean =>
  goal?.spec.action_type !== "agent" &&
  words.some(({ word, end }) => end <= start && goalWords.says(word) && !isFunctionWord(word));

const HOLDS_READS: ReadonlySet<Mark["value"]> = new Set([
  "negated",
  "left_out",
  "partly",
  "when_true",
  "later",
  "some_day",
  "again_and_again",
] as const);

/** The one word is how the goal's examples begin. */
const beginsAsGoal = ({ value, from, to }: Mark, { words }: Sentence, goal: GoalWords): boolean =>
  (value === "negated" || value === "reported") &&
  to === from + 1 &&
  from === withoutCourtesy(words).from &&
  deedOf(words[from]?.word ?? "") !== undefined &&
  goal.begins(words[from]?.word ?? "");

/** What is asked about holds it; no one is told to wait. */
function isOfQuestion({ value, from, ofRequest }: Mark, { text, words }: Sentence): boolean {
  if ((value !== "negated" && value !== "when_true") || ofRequest === true) return false;
  const { from: first } = withoutCourtesy(words);
  const pauses = /[,;:.!?]/.test(text.slice(words[first]?.start, words[from]?.start));
  return from > first && !pauses && opensQuestion(words[first]?.word ?? "");
}

/** What was told before the request begins. */
function isBackground(mark: Mark, { text, words }: Sentence, goalWords: GoalWords): boolean {
  const pause = text.slice(mark.end).search(/[,;.!]\s/);
  return (
    pause >= 0 &&
    words.some(
      ({ word, start }, at) =>
        start > mark.end + pause &&
        goalWords.begins(word) &&
        // No one else is to.
        endOfAny("tellers", words, at - 1) !== at,
    )
  );
}

function overlaps(clause: Clause, value: FoundEntity, mark: Mark): boolean {
  const { start, end } = spanOf(clause, value);
  return mark.start < end && mark.end > start;
}

export const doubtOf = (
  { value, start, end, to, ofRequest }: Mark,
  whose: Whose,
  { text, words }: Pick<Sentence, "text" | "words">,
): Doubt[] => {
  if (value === "courtesy" || value === "plain") return [];
  const detail = text.slice(start, end);
  const reason = whose === "edge" ? "ambiguous_scope" : reasonOf(value);
  const addressee =
    value === "to_somebody" && whose !== "edge" && !isToldToDo(words, to) && named(detail);
  // Whoever keeps something hears nothing of whom it is for: that is said, and not done.
  const isLost =
    reason === "addressed" && (ofRequest === true || text.slice(end).trimStart().startsWith(":"));
  return [
    { reason, detail, ...addressee },
    ...(isLost ? [{ reason: "excepted" as const, detail }] : []),
  ];
};
