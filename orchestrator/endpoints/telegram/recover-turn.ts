import type { TaskRun } from "#shared/contracts/run.ts";
import { sessionOrderKey } from "../../engine/in-order.ts";
import { RunTakenError } from "../../ports/run-taken-error.ts";
import { runBefore } from "../../turn/replayed-response.ts";
import type { Channel } from "./channel.ts";
import { describeTurn } from "./describe-turn.ts";
import type { Begun } from "./inbox.ts";
import { type Attempt, localeOf, openQuestion, type Speaking, say, tell } from "./take-turn.ts";
import { words } from "./words.ts";

/**
 * A turn that an earlier process began and did not finish. A run that may have had an effect is durable from
 * before the effect, so where the turn's run is not there and its question still is, nothing has happened, and
 * the message can be answered again; else what became of the run is told, and nothing is run.
 * Shape: false where the message is to be answered again, as one that no one has tried yet
 */
export async function recoverTurn(
  channel: Channel,
  speaking: Speaking,
  text: string,
  { earlier }: Attempt,
): Promise<boolean> {
  if (earlier === undefined) return false;
  // A run that was interrupted is carried on first; then its answer can be told.
  await channel.deps.inOrder(sessionOrderKey(speaking.key), async () => undefined);
  const before = await becameOf(channel, speaking, earlier);
  const open = await openQuestion(channel, speaking.key);
  const isQuestionThere = earlier.question === null || open?.id === earlier.question.id;
  if (before === "nothing" && isQuestionThere) return false;
  const locale = await localeOf(channel, speaking);
  if (before === "nothing" || before === "unknown") {
    await say(channel, speaking, words(locale).interrupted(text));
    return true;
  }
  const told = { answer: before.answer, sources: [], files: [] };
  const question = before.status === "waiting" ? open : undefined;
  await tell(
    channel,
    speaking,
    await describeTurn(told, locale, speaking.key, channel.deps.files),
    question,
    locale,
  );
  return true;
}

/** The run that the turn began or led to, when it is over or waits. */
async function becameOf(
  { deps }: Channel,
  { key }: Speaking,
  { run_id }: Begun,
): Promise<TaskRun | "nothing" | "unknown"> {
  try {
    const before = await runBefore({ key, run_id, deadlineAt: deps.clock.now() }, deps);
    return before !== undefined && "run" in before ? before.run : "nothing";
  } catch (error) {
    if (error instanceof RunTakenError) return "unknown";
    throw error;
  }
}
