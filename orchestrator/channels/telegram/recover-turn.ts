import type { Channel } from "./channel.ts";
import { describeTurn } from "./describe-turn.ts";
import { localeOf, openQuestion, type Speaking, say, tell } from "./take-turn.ts";
import { words } from "./words.ts";

/** A turn touches one of the session's newest runs. */
const NEWEST = 20;

/**
 * A message that an earlier process began to answer and did not finish. A run that may have had an effect is
 * durable from before the effect, so where the session's runs are untouched nothing has happened, and the
 * message can be answered anew; else what became of the run is told, and nothing is run.
 * Shape: false where the message is to be answered anew
 */
export async function recoverTurn(
  channel: Channel,
  speaking: Speaking,
  text: string,
  begunAt: number,
): Promise<boolean> {
  const { desk } = channel;
  const { session_id } = speaking.key;
  const { runs } = await desk.store.runs.list(speaking.key, NEWEST, undefined, { session_id });
  const touched = runs
    .filter(({ updated_at }) => updated_at >= begunAt)
    .toSorted((one, other) => other.updated_at - one.updated_at)[0];
  if (touched === undefined) return false;
  const locale = await localeOf(channel, speaking);
  if (touched.status === "running")
    await say(channel, speaking, words(locale).interrupted(text || touched.input_text));
  else {
    const told = { answer: touched.answer, sources: [], files: [] };
    const open =
      touched.status === "waiting" ? await openQuestion(channel, speaking.key) : undefined;
    await tell(channel, speaking, await describeTurn(told, locale, desk.files), open, locale);
  }
  return true;
}
