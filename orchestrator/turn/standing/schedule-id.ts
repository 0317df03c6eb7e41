import { hash } from "node:crypto";
import { canonicalJson } from "#shared/contracts/canonical-json.ts";
import type { Schedule, ScheduleTiming } from "#shared/contracts/schedule.ts";

/**
 * What a schedule is called that a message makes: the same when the message is answered once more because its first answer
 * was lost, so that it is made once.
 * Shape: `sch_` and 32 hexadecimal digits
 */
export const scheduleId = (
  run_id: string,
  { words, timing, action }: Pick<Schedule, "words" | "timing" | "action">,
): string => {
  const told = action.do === "tell" ? action.text : null;
  const made = canonicalJson([run_id, words, told, wantedOf(timing)]);
  return `sch_${hash("sha256", made).slice(0, 32)}`;
};

/** When, as it was asked for: what counts from now counts from another now each time. */
function wantedOf(timing: ScheduleTiming) {
  if (timing.kind === "after") return { after: timing.at - timing.said_at };
  if (timing.kind === "at") return { at: timing.at };
  if (timing.kind === "every")
    return timing.rule.by === "elapsed" ? { ...timing.rule, from: 0 } : { ...timing.rule };
  const { goal, entities, value, comparison } = timing.watch;
  return { goal, entities, value, comparison: { ...comparison } };
}
