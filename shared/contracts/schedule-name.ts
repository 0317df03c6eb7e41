import type { Schedule } from "./schedule.ts";

/**
 * What a schedule is called: what it tells, or the request that it carries out. The words that asked for it say its time
 * once more; they stand in where it does more than one thing.
 */
export function scheduleName({ action, words }: Pick<Schedule, "action" | "words">): string {
  if (action.do === "tell") return action.text ?? words;
  const { original_query, also, followups } = action.intent;
  return also.length + followups.length > 0 ? words : original_query || words;
}
