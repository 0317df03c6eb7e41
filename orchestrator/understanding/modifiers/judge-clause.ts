import { WEEKDAYS } from "#shared/calendar/names.ts";
import type { Doubt } from "#shared/contracts/intent.ts";
import type { Clause } from "../clause.ts";
import { withoutCourtesy } from "../courtesy.ts";
import type { FoundEntity } from "../entities/found.ts";
import { LEADERS } from "../entities/separators.ts";
import { isFunctionWord } from "../lexicons/common-words.ts";
import { deedOf } from "../lexicons/deeds.ts";
import { afterColon } from "../quotes.ts";
import type { Sentence } from "../recognisers/recogniser.ts";
import { type Token, tokens } from "../text.ts";
import { isToldToDo, named } from "./addressee.ts";
import { contextOf, type GoalWords } from "./goal-words.ts";
import { endOfAny, endsAsPast, endsWith, isAnnounced, isStated } from "./languages.ts";
import { type Mark, REASONS, type Whose } from "./mark.ts";

/** Whose a modifier is, by what was made of the sentence. */
export function whoseIs(
  mark: Mark,
  clause: Clause,
  sentence: Sentence,
  { words: goalWords, changes, sends }: { words: GoalWords; changes: boolean; sends: boolean },
): Whose {
  if (clause.settled || mark.value === "plain") return "goal";
  if (mark.ofRequest === true && isBehindRequest(mark, clause, sentence, goalWords))
    return "request";
  const inside = clause.found.find((each) => overlaps(clause, each, mark));
  if (isBehindColon(mark, clause, sentence, goalWords)) return "payload";
  if (goalWords.tellsFirst && tellsOfDeed(mark, sentence, goalWords)) return "goal";
  if (inside === undefined) {
    if (clause.tier === "template") return "goal";
    const isValue = (at: number) => {
      const word = sentence.words[at];
      return (
        word !== undefined &&
        clause.found.some((each) => {
          const { start, end } = spanOf(clause, each);
          return word.start >= start && word.end <= end;
        })
      );
    };
    if (!changes && goalWords.negatesInside && isInside(mark)) return "goal";
    if (!changes && mark.kind === "amount" && saysAllOf(mark, sentence, goalWords)) return "goal";
    if (mark.kind === "addressee" && goalWords.says(lastWordOf(sentence, mark))) return "goal";
    if (
      mark.value === "reported" &&
      goalWords.tellsFirst &&
      isBackground(mark, sentence, goalWords)
    )
      return "goal";
    return goalWords.hasModifier(contextOf(sentence, mark, isValue)) ? "goal" : "request";
  }
  const value = spanOf(clause, inside);
  // What an agent is told is one case, whatever it holds; the agent asks before it changes anything.
  if (clause.goal?.spec.action_type === "agent" && mark.start >= value.start) return "payload";
  if (isToDoThen(mark, sentence)) return "request";
  if (reachesBeyond(mark, value, Array.isArray(inside.value))) return "request";
  if (mark.kind === "polarity" && inside.by === "typed") return "request";
  if (inside.by === "known" || inside.by === "typed" || inside.by === "code" || !changes)
    return "payload";
  const whose = borderOf(mark, inside, clause, sentence, goalWords);
  // What is kept is kept as it was said: "anota reunião *amanhã às 9*". What is sent may be sent then.
  return whose === "edge" && !sends ? "payload" : whose;
}

/**
 * "todo dia às *9*", "how would *one*": a value that was found in the words of a modifier is no value of the goal's. One
 * that is most of a time is: "em *12 meses*".
 */
function reachesBeyond(
  { kind, start, end }: Mark,
  value: { start: number; end: number },
  isList: boolean,
): boolean {
  if (start >= value.start) return false;
  // "*se a nvidia* cair compara com *a apple*": a list that begins in it.
  if (end < value.end) return kind === "condition" && isList && end > value.start;
  if (kind === "polarity" || kind === "mood" || kind === "condition") return true;
  return (kind === "time" || kind === "recurrence") && value.end - value.start <= (end - start) / 3;
}

/** "*daqui a uma hora* salva a cotação": what the sentence begins with says when its verb is to be done. */
const isToDoThen = ({ kind, from, to }: Mark, { words }: Sentence): boolean =>
  (kind === "time" || kind === "recurrence") &&
  from === withoutCourtesy(words).from &&
  deedOf(words[endOfAny("oneself", words, to) ?? to]?.word ?? "") !== undefined;

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
  if (isSlip(mark, sentence.words) && mark.from > colon.from) return false;
  return sentence.words
    .slice(0, colon.from)
    .some(({ word }) => goalWords.begins(word) || goalWords.isKeyword(word));
}

/** "bring back what I *shouldn't* have deleted": it tells of the deed that the goal is to undo. */
function tellsOfDeed(
  { from, to, kind, ofRequest }: Mark,
  { text, words }: Sentence,
  goalWords: GoalWords,
): boolean {
  if (kind !== "polarity" && kind !== "mood") return false;
  if (ofRequest === true || endOfAny("retractions", words, from) === to) return false;
  // "..., foi o que a Ana disse" tells of no deed.
  if (endOfAny("reporting", words, from) === to) return false;
  const pause = /[,;.!?]/;
  const pauses = (at: number) => pause.test(text.slice(words[at - 1]?.end, words[at]?.start));
  let end = Math.max(from + 1, to);
  while (end < words.length && !pauses(end)) end++;
  // "... que eu *apaguei ontem*"
  const begin = from > 0 && endsAsPast(words[from - 1]?.word ?? "") ? from - 1 : from;
  const told = words.slice(begin, end);
  const others = [...words.slice(0, begin), ...words.slice(end)];
  const begins = ({ word }: Token) => goalWords.begins(word) && !endsAsPast(word);
  return (
    others.some(begins) &&
    !told.some(begins) &&
    told.some(({ word }) => (endsAsPast(word) && !word.endsWith("ing")) || PAST_OF_BEING.has(word))
  );
}

const PAST_OF_BEING: ReadonlySet<string> = new Set(["era", "foi", "was", "did"]);

/** Something that asks for the goal stands before it; an agent is told whatever it is told. */
const isBehindRequest = (
  { start }: Mark,
  { goal }: Clause,
  { words }: Sentence,
  goalWords: GoalWords,
): boolean =>
  goal?.spec.action_type !== "agent" &&
  words.some(({ word, end }) => end <= start && goalWords.says(word) && !isFunctionWord(word));

/** "the top losers": the examples say it too. */
const saysAllOf = ({ from, to }: Mark, { words }: Sentence, goalWords: GoalWords): boolean =>
  words.slice(from, to).every(({ word }) => isFunctionWord(word) || goalWords.says(word));

const isInside = ({ value }: Mark): boolean => value === "partly" || value === "left_out";

const lastWordOf = ({ words }: Sentence, { to }: Mark): string => words[to - 1]?.word ?? "";

/** "I deleted the wrong one, get it back": what was told before the request begins. */
function isBackground(mark: Mark, { text, words }: Sentence, goalWords: GoalWords): boolean {
  const pause = text.slice(mark.end).search(/[,;.!]\s/);
  return (
    pause >= 0 &&
    words.some(({ word, start }) => start > mark.end + pause && goalWords.begins(word))
  );
}

/** A modifier in words that no one listed. */
function borderOf(
  mark: Mark,
  value: FoundEntity,
  clause: Clause,
  { text, words }: Sentence,
  goalWords: GoalWords,
): Whose {
  const { goal } = clause;
  const { start, end } = spanOf(clause, value);
  const before = text.slice(0, start).trimEnd();
  const first = words.findIndex((word) => word.start >= start);
  if (mark.start < start || value.by === "guess") return "request";
  // "só não *salva* a nota": what it asks for lies behind the value.
  const beyond = words.slice(mark.from, mark.to).filter((word) => word.start >= end);
  if (beyond.some(({ word }) => deedOf(word) !== undefined)) return "request";
  const isProse = goal?.prose.has(value.entity) === true || value.by === "open";
  const quote = QUOTES.get(before.slice(-1));
  const isQuoted = quote !== undefined;
  // What stands behind the closing quote is not quoted, however far the value was taken.
  if (isQuoted && closesBefore(text, quote, start, mark.start)) return "request";
  const isFirst = (words[beforeJoints(words, mark.from)]?.start ?? mark.start) <= start;
  const isLast = mark.end >= end;
  const isAbout = endsWith("weak_borders", words, first);
  const isPutRight = isSlip(mark, words) || isSwap(mark, words);
  if (isProse && isPutRight && !isFirst && !isQuoted) return "request";
  const isMarked = /[:\u2013\u2014]$/.test(before) || (isStated(words, first) && !isAbout);
  // "cake *without sugar*": of a thing, and of no deed.
  const said = words.slice(mark.from, mark.to);
  const isOfThing =
    mark.value === "left_out" && !said.some(({ word }) => deedOf(word) !== undefined);
  if (isOfThing && WITHOUT.some((group) => endOfAny(group, words, mark.from) !== undefined))
    return isOpenTo(mark, value, clause, words, first) ? "request" : "payload";
  const isNamed = isMarked || isAnnounced(words, first);
  // Courtesy ends a text: "... for me *if it rains*".
  const isColon = before.endsWith(":");
  if (
    isProse &&
    isLast &&
    !isFirst &&
    !isQuoted &&
    !isColon &&
    (AT_AN_EDGE.has(mark.kind) || mark.kind === "exception")
  ) {
    const edge = beforeJoints(words, mark.from);
    // "... saying don't wait *for me* tomorrow": whom a text speaks of is no courtesy.
    const isOfText = isMarked && endsWith("oneself", words, edge);
    if (endsWith("courtesy", words, edge) && !isOfText) return "request";
  }
  // "send *my dad* the price"
  if (mark.kind === "addressee" && isFirst && !isQuoted && !isMarked) return "request";
  if (isQuoted || (isMarked && isProse))
    return isSlip(mark, words) && !isFirst ? "request" : "payload";
  if (isNamed && isProse && !(isFirst && isLast)) return "payload";
  if (isProse && isOpenTo(mark, value, clause, words, first)) return "request";
  // Nothing but modifiers is no text; a name may be anything.
  if (isFirst && isLast) return isProse ? "request" : "payload";
  // A text that nothing announces follows the words that ask for it.
  const asksBefore = words
    .slice(0, first)
    .some(({ word }) => goalWords.begins(word) || goalWords.isKeyword(word));
  if (!isProse && mark.start > 0 && isWrittenAsName(mark, words, text, start)) return "payload";
  // What asks, or announces a text, stands before the text: the value holds more than that.
  const saysMore = text.slice(mark.end, end);
  const more = tokens(saysMore);
  if (
    isProse &&
    (saysMore.includes(":") || (!asksBefore && more.some(({ word }) => goalWords.begins(word))))
  )
    return "request";
  if (isFirst)
    return !(isNamed || asksBefore) ||
      more.some((_, at) => at > 0 && at < 3 && isAnnounced(more, at))
      ? "request"
      : "payload";
  // "a nota da reunião *de amanhã*"
  if (!isProse && !isFirst && TIMED.has(mark.kind) && isComplement(words, mark)) return "payload";
  if (!isLast) return isProse || mark.kind === "polarity" ? "payload" : "request";
  if (isProse) return AT_AN_EDGE.has(mark.kind) ? "edge" : "payload";
  return "request";
}

const WITHOUT = ["without", "without_thing"] as const;

/** With a capital, or with capitals around small words: "Prenda-me *se For Capaz*". */
function isWrittenAsName(
  { from, to, start }: Mark,
  words: readonly Token[],
  text: string,
  value: number,
): boolean {
  const isUpper = (at: number) => /\p{Lu}/u.test(text[at] ?? "");
  if (isUpper(start)) return true;
  const said = words.slice(from, to).filter(({ word }) => !isFunctionWord(word));
  return isUpper(value) && said.length > 0 && said.every((word) => isUpper(word.start));
}

/** Without the words that join: ", *mas só* se ...". */
function beforeJoints(words: readonly Token[], from: number): number {
  let at = from;
  while (at > 0 && endOfAny("joints", words, at - 1) === at) at--;
  return at;
}

/** A slip of the tongue that was put right: hardly part of a text, wherever it stands. */
const isSlip = ({ value, from, to }: Mark, words: readonly Token[]): boolean =>
  value === "instead" && endOfAny("slips", words, from) === to;

/** "dia 14, *quer dizer*, dia 16": the same kind of word on both sides, and the second stands for the first. */
function isSwap({ value, from, to }: Mark, words: readonly Token[]): boolean {
  if (value !== "instead") return false;
  const kindOf = (at: number): string | undefined => {
    const word = words[at]?.word ?? "";
    return /^\d/.test(word) ? "number" : WEEKDAYS.has(word) ? "day" : undefined;
  };
  const last = words[from - 1]?.word ?? "";
  return [0, 1, 2].some((lead) => {
    const kind = kindOf(to + lead);
    if (kind === undefined) return false;
    const behind = words[to + lead + 1]?.word;
    const before = kindOf(from - 1) === kind ? from - 1 : last === behind ? from - 2 : -1;
    const leads = words.slice(to, to + lead).every(({ word }, at) => {
      const other = words[before - lead + at]?.word;
      return other === word || LEADERS.has(word);
    });
    return before >= 0 && kindOf(before) === kind && leads;
  });
}

/** What is left out of "tudo que ..."; what ends a text that is only named by what it holds: "um pdf com ...". */
function isOpenTo(
  mark: Mark,
  value: FoundEntity,
  clause: Clause,
  words: readonly Token[],
  first: number,
): boolean {
  if (mark.kind === "exception" && saysAllThat(words, first)) return true;
  const isWeak =
    endsWith("weak_borders", words, first) || endOfAny("weak_borders", words, first) !== undefined;
  if (!isWeak) return false;
  const isAtEnd = mark.end >= spanOf(clause, value).end;
  if (mark.kind === "exception") return true;
  return isAtEnd && OF_A_DEED.has(mark.kind) && !isComplement(words, mark);
}

/** "tudo que eu salvei", "all my notes": not "todos vieram". */
function saysAllThat(words: readonly Token[], at: number): boolean {
  const next = endOfAny("universals", words, at);
  return (
    next !== undefined &&
    (endOfAny("possessives", words, next) ??
      endOfAny("tellers", words, next) ??
      endOfAny("complementisers", words, next)) !== undefined
  );
}

const TIMED: ReadonlySet<Mark["kind"]> = new Set(["time", "recurrence"] as const);

const isComplement = (words: readonly Token[], { from }: Mark): boolean =>
  OF.has(words[from]?.word ?? "") || OF.has(words[from - 1]?.word ?? "");

const OF: ReadonlySet<string> = new Set("de do da para of for".split(" "));

const OF_A_DEED: ReadonlySet<Mark["kind"]> = new Set([
  "condition",
  "recurrence",
  "time",
  "polarity",
  "mood",
] as const);

const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["\u2018", "\u2019"],
  ["\u201c", "\u201d"],
  ["\u00ab", "\u00bb"],
]);

/** A quote closes at the end of a word: the apostrophe of "don't" closes none. */
function closesBefore(text: string, quote: string, from: number, to: number): boolean {
  for (let at = text.indexOf(quote, from); at !== -1 && at < to; at = text.indexOf(quote, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text[at + 1] ?? "")) return true;
  return false;
}

/** What may say when, if or to whom something is sent, at the end of what is sent. */
const AT_AN_EDGE: ReadonlySet<Mark["kind"]> = new Set([
  "time",
  "recurrence",
  "condition",
  "addressee",
] as const);

export const spanOf = ({ words }: Clause, { from, to }: FoundEntity) => ({
  start: words[from]?.start ?? 0,
  end: words[to - 1]?.end ?? 0,
});

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
  const reason = whose === "edge" ? "ambiguous_scope" : REASONS[value];
  const addressee =
    value === "to_somebody" && whose !== "edge" && !isToldToDo(words, to) && named(detail);
  // Whoever keeps something hears nothing of "give it to Ana": it is said, and not done.
  const isLost = reason === "addressed" && ofRequest === true;
  return [
    { reason, detail, ...addressee },
    ...(isLost ? [{ reason: "excepted" as const, detail }] : []),
  ];
};
