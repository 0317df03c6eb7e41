import { withoutCourtesy } from "../../language/courtesy.ts";
import { endOfAny, endsAsPast } from "../../language/modifiers/languages.ts";
import type { Mark } from "../../language/modifiers/mark.ts";
import { readModifiers } from "../../language/modifiers/read-modifiers.ts";
import { slice } from "../../language/text.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import { isCommonWord } from "../../language/words/common-words.ts";
import { deedOf } from "../../language/words/deeds.ts";
import type { Clause } from "../clause.ts";
import { spanOf } from "./border-of.ts";
import type { GoalWords } from "./goal-words.ts";
import { isNoise } from "./unread-in.ts";

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
