import type { IntentOutput } from "#shared/contracts/intent.ts";
import { standingWords } from "../../standing/say.ts";
import { showTiming } from "../../standing/show-when.ts";
import { type Outcome, words } from "../outcome.ts";
import type { Turn } from "../turn.ts";
import { nameOf } from "./show-schedule.ts";

/** Takes back the standing request that was made or changed last; undefined: something else was done since. */
export async function undoStanding(turn: Turn, intent: IntentOutput): Promise<Outcome | undefined> {
  const { deps, key, locale, state } = turn;
  const { last_standing } = state;
  if (last_standing === null || deps.standing === undefined) return undefined;
  const now = await deps.store.schedules.find(key, last_standing.id);
  if (now === undefined) return undefined;
  const { before } = last_standing;
  const say = standingWords(locale);
  const version = now.version + 1;
  const updated_at = deps.clock.now();
  const restored =
    before === null
      ? { ...now, status: "cancelled" as const, next_at: null, version, updated_at }
      : { ...before, version, updated_at };
  if (!(await deps.store.schedules.change(restored)))
    return words("clarification", say.changedMeanwhile, intent);
  if (restored.next_at !== null) deps.standing.wakeAt(restored.next_at);
  const answer =
    before === null
      ? say.undone(nameOf(now))
      : say.undoneBack(nameOf(now), showTiming(before, locale, turn.startedAt));
  return { ...words("success", answer, intent), standing: null };
}
