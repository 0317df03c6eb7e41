import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import { byLocale, wordList } from "#shared/language/words.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";

/** How people begin when what was done is not what they meant. Folded. */
const OPENINGS = byLocale((locale) => wordList("conversation.corrects-a-plan", locale));
const BEGINNINGS = Object.values(OPENINGS).flat();
/** "no" is a preposition in Portuguese: only alone, or before a pause, does it say no. */
const NO = /^\s*no\s*([,.;:!-]|$)/i;
/** Of the words of both that are no values, so many in common are the same request again. */
const SAME_WORDS = 0.5;
const LEAST_LETTERS = 3;

/**
 * True for a message that says that the one before was not understood: it takes it back, it says so, or it says
 * nearly the same in other words and leads to another goal. Pure.
 * Shape: `before` is the last goal that ran, with its words; `now` what the message was understood as
 */
export function corrects(before: GoalFrame, now: IntentOutput): boolean {
  const isTakenBack = ({ detail }: IntentOutput["evidence"][number]) =>
    detail === "undo" || detail === "cancel";
  if (now.tier === "control" && now.evidence.some(isTakenBack)) return true;
  const text = now.original_query;
  const folded = foldPhrase(text);
  if (NO.test(text)) return true;
  if (BEGINNINGS.some((words) => folded === words || startsWithWords(folded, words))) return true;
  const isSameGoal = now.primary_domain === before.primary_domain && now.goal === before.goal;
  return !isSameGoal && likeness(before, now) >= SAME_WORDS;
}

const startsWithWords = (text: string, words: string): boolean =>
  text.startsWith(words) && /^[^\p{L}\p{N}]/u.test(text.slice(words.length));

function likeness(before: GoalFrame, now: IntentOutput): number {
  const [a, b] = [wordsOf(before), wordsOf(now)];
  const all = a.union(b).size;
  return all === 0 ? 0 : a.intersection(b).size / all;
}

/** What is said beside the values: two questions about one thing are two questions. */
function wordsOf({
  original_query,
  entities,
}: Pick<GoalFrame, "original_query" | "entities">): Set<string> {
  const values = new Set(splitWords(Object.values(entities).flat().join(" ")));
  return new Set(
    splitWords(original_query).filter((word) => word.length >= LEAST_LETTERS && !values.has(word)),
  );
}

const splitWords = (text: string): string[] => foldPhrase(text).split(/[^\p{L}\p{N}]+/u);
