import { NOT_CONFIGURED } from "#shared/contracts/output.ts";
import type { Outcome } from "./outcome.ts";

/** Nothing was done, and all that the domains said is that their operator has not set what they need. Pure. */
export function isUnconfigured({ status, steps }: Pick<Outcome, "status" | "steps">): boolean {
  const tried = steps.filter((step) => step.status !== "skipped" && step.status !== "pending");
  return (
    status === "failure" &&
    tried.length > 0 &&
    tried.every(
      (step) => step.status === "failure" && step.output?.metadata["code"] === NOT_CONFIGURED,
    )
  );
}
