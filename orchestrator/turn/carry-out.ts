import { runWork } from "../engine/run-work.ts";
import type { Work } from "../engine/work.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { stepQuestion } from "./questions.ts";
import type { Turn } from "./turn.ts";

/**
 * Carry out a plan, or the rest of one, as the end of a turn: what it came to, or the question it waits with.
 * Errors: as runWork
 */
export async function carryOut(turn: Turn, work: Work): Promise<Outcome> {
  const question = stepQuestion(turn, turn.deps, work);
  const { deps } = turn;
  const result = await (deps.runWork ?? runWork)(work, turn, deps, question.ask);
  const outcome = outcomeOf(work, result, question.asked());
  return { ...outcome, answer: question.named(outcome.answer) };
}
