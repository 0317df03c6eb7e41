import { type Signal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { RunDetail } from "#shared/contracts/native-endpoints.ts";
import type { RunEvent, StepTrace } from "#shared/contracts/run.ts";
import { type ApiError, eventsIn, get, send } from "../../api.ts";
import { asApiError } from "../../load.ts";

export type Followed = { run: Signal<RunDetail | undefined>; error: Signal<ApiError | undefined> };

const WAIT_MS = 1000;
/** A frame. */
const DRAWN_MS = 16;
const isUnderWay = ({ status }: RunDetail) => status === "running";

/**
 * A run as it is, and as it goes on: its row, then its events from the one after the last that was seen. Where the
 * stream is cut, or the server restarts, it is taken up again. `again` counts what is done to it from this page.
 */
export function useRun(id: string, again: number): Followed {
  const run = useMemo(() => signal<RunDetail | undefined>(undefined), [id]);
  const error = useMemo(() => signal<ApiError | undefined>(undefined), [id]);
  useEffect(() => {
    const leaving = new AbortController();
    void follow(id, { run, error }, leaving.signal);
    return () => leaving.abort();
  }, [id, again]);
  return { run, error };
}

const pathOf = (id: string) => `/v1/runs/${encodeURIComponent(id)}`;

async function follow(id: string, { run, error }: Followed, leaving: AbortSignal): Promise<void> {
  let seen = "0";
  while (!leaving.aborted) {
    try {
      run.value = await get<RunDetail>(pathOf(id), leaving);
      error.value = undefined;
      if (!isUnderWay(run.value)) return;
      const headers = { accept: "text/event-stream", "last-event-id": seen };
      const response = await send("GET", `${pathOf(id)}/events`, { headers, signal: leaving });
      const draw = inTurns(run);
      for await (const event of eventsIn(response)) {
        seen = event.id || seen;
        draw(JSON.parse(event.data) as RunEvent);
      }
    } catch (thrown) {
      if (leaving.aborted) return;
      error.value = asApiError(thrown);
      if (![0, 503].includes(error.value.status)) return;
    }
    await new Promise((wake) => setTimeout(wake, WAIT_MS));
  }
}

/** Takes events as they come, and shows what they leave once in a while: a busy run sends hundreds at once. */
function inTurns(run: Signal<RunDetail | undefined>): (event: RunEvent) => void {
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
        times: {
          ready_at: event.at,
          sent: [{ began_at: event.at, ended_at: event.at, reason: null }],
        },
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
    const step = known.get(String(id));
    if (step === undefined)
      return {
        ...{ id, domain, capability, required, status: "pending", output: null },
        ...{ attempts: 0, duration_ms: 0 },
      };
    return step.status === "running" ? underWay(step, now) : step;
  });
}

/** Its last attempt lasts until now. */
function underWay(step: StepTrace, now: number): StepTrace {
  const last = step.times?.sent.at(-1);
  if (step.times === undefined || last === undefined) return step;
  const sent = [
    ...step.times.sent.slice(0, -1),
    { ...last, ended_at: Math.max(now, last.began_at) },
  ];
  return { ...step, times: { ...step.times, sent } };
}
