import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import { tellingWords } from "../../language/conversation/naming.ts";
import { saysWrong } from "../../language/conversation/says-wrong.ts";

/** Of the words of both that are no values, so many in common are the same request again. */
const SAME_WORDS = 0.5;

/**
 * True for a message that says that the one before was not understood: it takes it back, it says so, or it says
 * nearly the same in other words and leads to another goal. Pure.
 * Shape: `before` is the last goal that ran, with its words; `now` what the message was understood as
 */
export function corrects(before: GoalFrame, now: IntentOutput): boolean {
  const isTakenBack = ({ detail }: IntentOutput["evidence"][number]) =>
    detail === "undo" || detail === "cancel" || detail === "put_right";
  if (now.tier === "control" && now.evidence.some(isTakenBack)) return true;
  if (saysWrong(now.original_query)) return true;
  const isSameGoal = now.primary_domain === before.primary_domain && now.goal === before.goal;
  return !isSameGoal && likeness(before, now) >= SAME_WORDS;
}

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
  const values = wordsIn(Object.values(entities).flat().join(" "));
  return wordsIn(original_query).difference(values);
}

const wordsIn = (text: string): ReadonlySet<string> => new Set(tellingWords(text));
