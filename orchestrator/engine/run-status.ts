import type { StepTrace } from "#shared/contracts/run.ts";

/**
 * How a run ended, from how its steps did.
 * A required step that did not succeed makes it partial when anything else succeeded, else a failure;
 * so does a plan of which nothing succeeded. `unknown` is not a success.
 */
export function runStatus(
  steps: readonly StepTrace[],
): "success" | "partial" | "failure" | "waiting" | "cancelled" {
  const some = (status: StepTrace["status"]) => steps.some((step) => step.status === status);
  if (some("cancelled")) return "cancelled";
  if (some("waiting")) return "waiting";
  if (!some("success")) return "failure";
  return steps.every(({ required, status }) => !required || status === "success")
    ? "success"
    : "partial";
}
