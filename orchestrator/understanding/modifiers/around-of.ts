import type { IntentOutput, Modifier, Unread } from "#shared/contracts/intent.ts";
import { withoutCourtesy } from "../../language/courtesy.ts";
import { endOfAny, endsAsPast } from "../../language/modifiers/languages.ts";
import type { Mark } from "../../language/modifiers/mark.ts";
import { readModifiers } from "../../language/modifiers/read-modifiers.ts";
import { slice } from "../../language/text.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import { isCommonWord } from "../../language/words/common-words.ts";
import { deedOf } from "../../language/words/deeds.ts";
import type { Clause, Part } from "../clause.ts";
import { spanOf } from "./border-of.ts";
import type { Placed } from "./cut-around.ts";
import type { GoalWords } from "./goal-words.ts";
import { isNoise } from "./unread-in.ts";

/**
 * What was said around the requests of a text, and what nothing accounts for, with places in the whole text.
 * Shape: keys are absent where there is nothing
 */
export function aroundOf(
  text: string,
  parts: readonly Part[],
  placed: readonly Placed[],
): Pick<IntentOutput, "modifiers" | "unread"> {
  const modifiers: Modifier[] = [];
  const unread: Unread[] = [];
  let cursor = 0;
  parts.forEach(({ sentence, clause }, at) => {
    const offset = Math.max(0, text.indexOf(sentence.text, cursor));
    cursor = offset + sentence.text.length;
    for (const { mark, whose } of clause.around ?? []) {
      if (whose === "payload") continue;
      const to = whose === "goal" ? "goal" : "request";
      modifiers.push(...modifierOf(text, mark, offset, { to, at }));
    }
    for (const { text: word, span } of clause.unread ?? [])
      unread.push({ text: word, span: { start: span.start + offset, end: span.end + offset } });
  });
  for (const { mark, to, at } of placed) modifiers.push(...modifierOf(text, mark, 0, { to, at }));
  return {
    ...(modifiers.length > 0 && { modifiers }),
    ...(unread.length > 0 && { unread }),
  };
}

function modifierOf(
  text: string,
  { kind, value, start, end, locale }: Placed["mark"],
  offset: number,
  belongs_to: Modifier["belongs_to"],
): Modifier[] {
  if (kind === "courtesy") return [];
  const span = { start: start + offset, end: end + offset };
  return [{ kind, value, text: text.slice(span.start, span.end), span, locale, belongs_to }];
}

/** Of a request that only reads, these say that it is none. */
const TELLS: ReadonlySet<Mark["value"]> = new Set([
  "negated",
  "left_out",
  "partly",
  "reported",
  "supposed",
]);

/**
 * What of a sentence does not ask for the goal, whatever template or value led to it: words that its examples never say,
 * and what is denied, told or supposed.
 */
export function besideGoal(
  sentence: Sentence,
  clause: Clause,
  goalWords: GoalWords,
): readonly string[] {
  const { text, words } = sentence;
  const { from, to } = withoutCourtesy(words);
  const marks = readModifiers(sentence);
  const spans = [...clause.found.map((each) => spanOf(clause, each)), ...marks];
  const isPart = (word: string): boolean =>
    isCommonWord(word) ||
    goalWords.says(word) ||
    goalWords.knows(word) ||
    isNoise(word) ||
    (deedOf(word) !== undefined && !endsAsPast(word));
  const strange = words
    .slice(from, to)
    .filter(
      ({ word, start, end }) =>
        !isPart(word) && !spans.some((span) => start >= span.start && end <= span.end),
    )
    .map(({ start, end }) => text.slice(start, end));
  const isSubject = (mark: Mark) => endOfAny("subjects", words, mark.from) === mark.to;
  const told = marks
    .filter((mark) => TELLS.has(mark.value) && !goalWords.oftenSays(mark.value))
    .filter((mark) => !isSubject(mark))
    .map((mark) => slice(text, words, mark.from, mark.to));
  return [...strange, ...told];
}
