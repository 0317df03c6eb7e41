import type { RunEvent, StepTrace, TaskRun } from "#shared/contracts/run.ts";
import type { NewRunEvent } from "../../ports/run-events.ts";
import type { Owner } from "../../ports/stores.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";

/** How often a run that another process carries out is looked at, milliseconds. */
const LOOK_MS = 250;

/**
 * The events of a run that this process does not carry out: as far as the store tells them now, and on as it goes on,
 * until its reply. Where it is carried on here meanwhile, they are live from then on.
 * Shape:  a step is told when it and every step before it in the plan have ended, so that an event keeps its number
 *         whenever it is asked for; a run that is carried on tells what it finds in the same order
 */
export async function* followStored(
  { store, events, sleep }: Pick<TurnDeps, "store" | "events" | "sleep">,
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
    const isOver = run.status !== "running";
    const told = storedEvents(run, isOver ? steps.filter(hasEnded) : endedFirst(run, steps));
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

const hasEnded = ({ status }: StepTrace): boolean => status !== "running" && status !== "pending";

/** The plan's first steps, up to the first that has not ended. */
function endedFirst({ plan }: TaskRun, steps: readonly StepTrace[]): StepTrace[] {
  const ended = new Map(steps.filter(hasEnded).map((step) => [String(step.id), step]));
  const until = plan.steps.findIndex(({ id }) => !ended.has(String(id)));
  const first = until === -1 ? plan.steps : plan.steps.slice(0, until);
  return first.flatMap(({ id }) => ended.get(String(id)) ?? []);
}

/** What the store tells of a run, as the events that it would have. */
function storedEvents(run: TaskRun, steps: readonly StepTrace[]): RunEvent[] {
  const { run_id, plan, answer } = run;
  const status =
    run.status === "success" || run.status === "partial"
      ? run.status
      : run.status === "waiting"
        ? "clarification"
        : "failure";
  const events: NewRunEvent[] = [
    { type: "plan", plan },
    ...steps.flatMap((step): NewRunEvent[] => [...startOf(step), { type: "step_finished", step }]),
    ...(run.status === "running" ? [] : [{ type: "reply", status, answer } as const]),
  ];
  return events.map((event, at) => ({ ...event, run_id, seq: at + 1, at: run.updated_at }));
}

/** Nothing for a step that was never sent. */
function startOf({ id, domain, capability, attempts }: StepTrace): NewRunEvent[] {
  if (attempts === 0) return [];
  return [{ type: "step_started", step_id: id, domain, capability, attempt: 1 }];
}
