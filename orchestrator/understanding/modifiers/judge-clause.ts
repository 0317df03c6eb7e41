import type { Doubt, Unread } from "#shared/contracts/intent.ts";
import type { Clause } from "../clause.ts";
import { withoutCourtesy } from "../courtesy.ts";
import type { FoundEntity } from "../entities/found.ts";
import { isCommonWord } from "../lexicons/common-words.ts";
import type { Sentence } from "../recognisers/recogniser.ts";
import { type Token, tokens } from "../text.ts";
import { named } from "./addressee.ts";
import { contextOf, type GoalWords } from "./goal-words.ts";
import { endOfAny, endsAsPast, isAnnounced } from "./languages.ts";
import { type Mark, REASONS, type Whose } from "./mark.ts";

/** Whose a modifier is, by what was made of the sentence. */
export function whoseIs(
  mark: Mark,
  clause: Clause,
  sentence: Sentence,
  { words: goalWords, changes }: { words: GoalWords; changes: boolean },
): Whose {
  if (clause.settled || mark.value === "plain") return "goal";
  const inside = clause.found.find((each) => overlaps(clause, each, mark));
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
    if (mark.kind === "addressee" && goalWords.says(lastWordOf(sentence, mark))) return "goal";
    if (
      mark.value === "reported" &&
      goalWords.tellsFirst &&
      isBackground(mark, sentence, goalWords)
    )
      return "goal";
    return goalWords.hasModifier(contextOf(sentence.words, mark, isValue)) ? "goal" : "request";
  }
  const value = spanOf(clause, inside);
  // What an agent is told is one case, whatever it holds; the agent asks before it changes anything.
  if (clause.goal?.spec.action_type === "agent" && mark.start >= value.start) return "payload";
  if (reachesBeyond(mark, value)) return "request";
  if (mark.kind === "polarity" && inside.by === "typed") return "request";
  if (inside.by === "known" || inside.by === "typed" || inside.by === "code" || !changes)
    return "payload";
  return borderOf(mark, inside, clause, sentence, goalWords);
}

/**
 * "todo dia às *9*", "how would *one*": a value that was found in the words of a modifier is no value of the goal's. One
 * that is most of a time is: "em *12 meses*".
 */
function reachesBeyond({ kind, start, end }: Mark, value: { start: number; end: number }): boolean {
  if (start >= value.start || end < value.end) return false;
  if (kind === "polarity" || kind === "mood") return true;
  return (kind === "time" || kind === "recurrence") && value.end - value.start < (end - start) / 3;
}

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

/** A modifier in words that nobody listed. */
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
  const isProse = goal?.prose.has(value.entity) === true || value.by === "open";
  const quote = QUOTES.get(before.slice(-1));
  const isQuoted = quote !== undefined;
  // What stands behind the closing quote is not quoted, however far the value was taken.
  if (isQuoted && closesBefore(text, quote, start, mark.start)) return "request";
  const isNamed = /[:\u2013\u2014]$/.test(before) || isAnnounced(words, first);
  if (isQuoted || (isNamed && isProse)) return "payload";
  const isFirst = mark.start <= start;
  const isLast = mark.end >= end;
  // Nothing but modifiers is no text; a name may be anything.
  if (isFirst && isLast) return isProse ? "request" : "payload";
  // A text that nothing announces follows the words that ask for it.
  const asksBefore = words
    .slice(0, first)
    .some(({ word }) => goalWords.begins(word) || goalWords.isKeyword(word));
  if (!isProse && mark.start > 0 && /\p{Lu}/u.test(text[mark.start] ?? "")) return "payload";
  // What asks, or announces a text, stands before the text: the value holds more than that.
  const saysMore = text.slice(mark.end, end);
  const said = tokens(saysMore);
  if (
    isProse &&
    (saysMore.includes(":") || (!asksBefore && said.some(({ word }) => goalWords.begins(word))))
  )
    return "request";
  if (isFirst)
    return !(isNamed || asksBefore) ||
      said.some((_, at) => at > 0 && at < 3 && isAnnounced(said, at))
      ? "request"
      : "payload";
  if (!isLast) return isProse || mark.kind === "polarity" ? "payload" : "request";
  if (isProse) return AT_AN_EDGE.has(mark.kind) ? "edge" : "payload";
  return "request";
}

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

const spanOf = ({ words }: Clause, { from, to }: FoundEntity) => ({
  start: words[from]?.start ?? 0,
  end: words[to - 1]?.end ?? 0,
});

function overlaps(clause: Clause, value: FoundEntity, mark: Mark): boolean {
  const { start, end } = spanOf(clause, value);
  return mark.start < end && mark.end > start;
}

export const doubtOf = (
  { value, start, end }: Mark,
  whose: Whose,
  { text }: Pick<Sentence, "text">,
): Doubt[] =>
  value === "courtesy" || value === "plain"
    ? []
    : [
        {
          reason: whose === "edge" ? "ambiguous_scope" : REASONS[value],
          detail: text.slice(start, end),
          ...(value === "to_somebody" && whose !== "edge" && named(text.slice(start, end))),
        },
      ];

/**
 * Words that neither the goal, nor a value, nor a modifier accounts for. Where something would be changed, small words
 * count as well, unless they only hold a request together.
 */
export function unreadIn(
  sentence: Sentence,
  clause: Clause,
  marks: readonly Mark[],
  { words: goalWords, changes }: { words: GoalWords; changes: boolean },
): { unread: Unread[]; past: Unread[] } {
  const unread: Unread[] = [];
  const past: Unread[] = [];
  if (clause.goal === undefined || clause.settled || clause.tier === "template")
    return { unread, past };
  const { words, text } = sentence;
  const edges = withoutCourtesy(words);
  const isIn = (word: Token, { start, end }: { start: number; end: number }) =>
    word.start >= start && word.end <= end;
  const values = clause.found.map((each) => spanOf(clause, each));
  /** "would you mind sending": the form is the opening's. */
  const isAsked = (at: number): boolean =>
    marks.some(({ kind, end }) => kind === "courtesy" && end === words[at - 1]?.end);
  const verb = words.find(
    (word) => goalWords.begins(word.word) && !values.some((value) => isIn(word, value)),
  );
  const opening = words.findIndex((word, at) => at >= edges.from && !isCommonWord(word.word));
  words.forEach((word, at) => {
    // Another verb in the place of those that the examples begin with.
    if (at === opening && verb === undefined && !endsAsPast(word.word)) return;
    if (at < edges.from || at >= edges.to) return;
    if (marks.some((mark) => isIn(word, mark)) || values.some((value) => isIn(word, value))) return;
    const isSmall = changes
      ? endOfAny("harmless", words, at) !== undefined
      : isCommonWord(word.word);
    if (isSmall || goalWords.says(word.word)) return;
    const found = {
      text: text.slice(word.start, word.end),
      span: { start: word.start, end: word.end },
    };
    if (!goalWords.knows(word.word)) unread.push(found);
    else if (changes && endsAsPast(word.word) && !isAsked(at)) past.push(found);
  });
  return { unread, past };
}
