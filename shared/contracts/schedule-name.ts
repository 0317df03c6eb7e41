import type { Schedule, Tick } from "./schedule.ts";

/**
 * What a schedule is called: what it tells, or the request that it carries out. The words that asked for it say its time
 * once more; they stand in where it does more than one thing.
 */
export function scheduleName({ action, words }: Pick<Schedule, "action" | "words">): string {
  if (action.do === "tell") return action.text ?? words;
  const { original_query, also, followups } = action.intent;
  return also.length + followups.length > 0 ? words : original_query || words;
}

/** Channels that bring a text to its owner by themselves; on any other it waits until its owner looks. */
const BRINGING: ReadonlySet<string> = new Set(["telegram"]);
export const isBrought = ({ tell }: Pick<Tick, "tell">): boolean => BRINGING.has(tell.channel);
