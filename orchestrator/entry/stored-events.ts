import type { RunEvent, StepTrace, TaskRun } from "#shared/contracts/run.ts";
import type { Owner } from "../ports/stores.ts";
import type { Desk } from "../turn/desk.ts";

/** How often a run that another process carries out is looked at, milliseconds. */
const LOOK_MS = 250;

/**
 * The events of a run that this process does not carry out: as far as the store tells them now, and on as it goes on,
 * until its reply. Where it is carried on here meanwhile, they are live from then on.
 */
export async function* followStored(
  { store, events, sleep }: Pick<Desk, "store" | "events" | "sleep">,
  owner: Owner,
  run_id: string,
  after: number,
  signal: AbortSignal,
): AsyncIterable<RunEvent> {
  let seen = after;
  while (!signal.aborted) {
    const run = await store.runs.find(owner, run_id);
    if (run === undefined) return;
    const steps = await store.runs.steps(owner, run_id);
    // What is under way has no event of its own here: it is told when it has ended.
    const told = storedEvents(
      run,
      steps.filter(({ status }) => status !== "running"),
    );
    const isOver = run.status !== "running";
    const from = isOver ? Math.min(seen, told.length - 1) : seen;
    for (const event of told.slice(from)) yield event;
    if (isOver) return;
    seen = Math.max(seen, told.length);
    const live = events.follow(owner, run_id, seen, signal);
    if (live !== undefined) {
      yield* live;
      return;
    }
    await sleep(LOOK_MS, signal).catch(() => undefined);
  }
}

/** The events of a run that is over, as far as the store tells them. */
function storedEvents(run: TaskRun, steps: readonly StepTrace[]): RunEvent[] {
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
