import type { RunEvent, StepTrace, TaskRun } from "#shared/contracts/run.ts";

/** The events of a run that is over, as far as the store tells them. */
export function storedEvents(run: TaskRun, steps: readonly StepTrace[]): RunEvent[] {
  const { run_id, plan, answer } = run;
  const status =
    run.status === "success" || run.status === "partial"
      ? run.status
      : run.status === "waiting"
        ? "clarification"
        : "failure";
  const events = [
    { type: "plan" as const, plan },
    ...steps.map((step) => ({ type: "step_finished" as const, step })),
    ...(run.status === "running" ? [] : [{ type: "reply" as const, status, answer } as const]),
  ];
  return events.map((event, at) => ({ ...event, run_id, seq: at + 1, at: run.updated_at }));
}
