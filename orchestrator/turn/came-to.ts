import type { TurnOutcome } from "#shared/contracts/usage.ts";
import type { Outcome } from "./outcome.ts";

/** How a message ended, as far as it is counted. */
export type Ended = Pick<Outcome, "status" | "plan" | "intent"> &
  Partial<Pick<Outcome, "pending" | "heldBack" | "unclear" | "schedules">>;

/** What a message is counted as. Pure. */
export function cameTo({ status, plan, intent, ...ended }: Ended): TurnOutcome {
  if (ended.pending !== undefined) return "asked";
  if (plan !== null) return status === "failure" ? "failed" : "understood";
  if ((ended.schedules?.length ?? 0) > 0) return "understood";
  const isHeld = ended.heldBack !== undefined || ended.unclear !== undefined;
  const isForbidden = intent.evidence.some(({ kind }) => kind === "rights");
  if (isHeld || isForbidden || status === "clarification") return "refused";
  return status === "failure" ? "failed" : "talk";
}
