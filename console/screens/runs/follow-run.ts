import { type Signal, useSignal } from "@preact/signals";
import type { RunDetail } from "#shared/contracts/native-endpoints.ts";
import type { RunEvent, StepTrace } from "#shared/contracts/run.ts";
import { type ApiError, at, eventsIn, get, keepTrying, send } from "../../api.ts";
import { useWhile } from "../../load.ts";

type Run = Signal<RunDetail | undefined>;

/** A frame. */
const DRAWN_MS = 16;

/**
 * A run as it is, and as it goes on: its row, then its events from the one after the last that was seen. Where the
 * stream is cut, or the server restarts, it is taken up again. `again` counts what is done to it from this page.
 */
export function useRun(id: string, again: number) {
  const run: Run = useSignal(undefined);
  const error = useSignal<ApiError | undefined>(undefined);
  const failed = (thrown: ApiError) => {
    error.value = thrown;
  };
  useWhile(
    (leaving) => {
      let seen = "0";
      const attempt = async () => {
        run.value = await get<RunDetail>(at`/v1/runs/${id}`, leaving);
        error.value = undefined;
        if (run.value.status !== "running") return true;
        const headers = { accept: "text/event-stream", "last-event-id": seen };
        const sent = { headers, signal: leaving };
        const draw = inTurns(run);
        const response = await send("GET", at`/v1/runs/${id}/events`, sent);
        for await (const { id: last, event } of eventsIn<RunEvent>(response)) {
          seen = last || seen;
          draw(event);
        }
        return false;
      };
      return keepTrying(leaving, attempt, failed);
    },
    [id, again],
  );
  return { run, error };
}

/** Takes events as they come, and shows what they leave once in a while: a busy run sends hundreds at once. */
function inTurns(run: Run): (event: RunEvent) => void {
  let waiting: RunEvent[] = [];
  return (event) => {
    waiting.push(event);
    if (waiting.length > 1) return;
    setTimeout(() => {
      const { value } = run;
      if (value !== undefined) run.value = waiting.reduce(after, value);
      waiting = [];
    }, DRAWN_MS);
  };
}

const sentAt = (began_at: number) => ({ began_at, ended_at: began_at, reason: null });

/** The run as an event leaves it. */
function after(run: RunDetail, event: RunEvent): RunDetail {
  switch (event.type) {
    case "plan":
      return { ...run, plan: event.plan };
    case "step_started":
      return withStep(run, {
        ...{ id: event.step_id, domain: event.domain, capability: event.capability },
        ...{ status: "running", required: true, output: null },
        ...{ attempts: event.attempt, duration_ms: 0 },
        times: { ready_at: event.at, sent: [sentAt(event.at)] },
      });
    case "step_retried": {
      const known = run.steps.find(({ id }) => String(id) === String(event.step_id));
      return known === undefined ? run : withStep(run, { ...known, attempts: event.attempt });
    }
    case "step_finished":
      return withStep(run, event.step);
    case "reply":
      return { ...run, answer: event.answer };
  }
}

function withStep(run: RunDetail, step: StepTrace): RunDetail {
  const others = run.steps.filter(({ id }) => String(id) !== String(step.id));
  return { ...run, steps: [...others, step] };
}

/** Every step of the plan with what is known of it, in the order of the plan. */
export function stepsOf(run: RunDetail, now: number): StepTrace[] {
  const known = new Map(run.steps.map((step) => [String(step.id), step]));
  return run.plan.steps.map(({ id, domain, capability, required }) => {
    const none = { output: null, attempts: 0, duration_ms: 0 };
    const step = known.get(String(id));
    if (step === undefined) return { id, domain, capability, required, status: "pending", ...none };
    // Its question was let go of together with the run.
    if (step.status === "waiting" && run.status === "cancelled")
      return { ...step, status: "cancelled" };
    return step.status === "running" ? underWay(step, now) : step;
  });
}

/** Its last attempt lasts until now. */
function underWay(step: StepTrace, now: number): StepTrace {
  const last = step.times?.sent.at(-1);
  if (step.times === undefined || last === undefined) return step;
  const longer = { ...last, ended_at: Math.max(now, last.began_at) };
  return { ...step, times: { ...step.times, sent: step.times.sent.with(-1, longer) } };
}
