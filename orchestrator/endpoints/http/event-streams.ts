import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import type { RunEvent, StepTrace, TaskRun } from "#shared/contracts/run.ts";
import { reason } from "#shared/messages/reason.ts";
import type { NewRunEvent } from "../../ports/run-events.ts";
import type { Owner } from "../../ports/stores.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import { CredentialsError } from "../access/credentials-error.ts";
import type { EndpointContext } from "./endpoint.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { HttpError } from "./http-error.ts";

/** How often a run that another process carries out is looked at, milliseconds. */
const LOOK_MS = 250;

/** `id`: up to where the run was told, for whoever comes again, to this process or to another one. */
export type Followed = { id: string; event: RunEvent };

/**
 * The events of a run until its reply: live where this process carries it out; else as far as the store tells them now, and
 * on as it goes on. Where it is carried on here meanwhile, they are live from then on.
 * Shape:  `after` is an id that was given here or by another process. Nothing after it is left out; what happened side by
 *         side with what came last is told again to who comes again
 */
export async function* followRun(
  { store, events, sleep }: Pick<TurnDeps, "store" | "events" | "sleep">,
  owner: Owner,
  run_id: string,
  after: number,
  signal: AbortSignal,
): AsyncIterable<Followed> {
  const place = eventPlaces(after);
  const here = events.follow(owner, run_id, 0, signal);
  if (here !== undefined) {
    for await (const event of here) {
      const { isNew, id } = place(event);
      if (isNew) yield { id, event };
    }
    return;
  }
  const heard = new Set<string>();
  let seq = after;
  function* tell(event: RunEvent): Iterable<Followed> {
    const { isNew, id } = place(event);
    const name = nameOf(event);
    const isHeard = name !== undefined && heard.has(name);
    if (name !== undefined) heard.add(name);
    if (isNew && !isHeard) yield { id, event: { ...event, seq: ++seq } };
  }
  while (!signal.aborted) {
    const run = await store.runs.find(owner, run_id);
    if (run === undefined) return;
    const steps = await store.runs.steps(owner, run_id);
    for (const event of storedEvents(run, steps)) yield* tell(event);
    if (run.status !== "running") return;
    const live = events.follow(owner, run_id, 0, signal);
    if (live !== undefined) {
      for await (const event of live) yield* tell(event);
      return;
    }
    await sleep(LOOK_MS, signal).catch(() => undefined);
  }
}

/** What is told of a run once; nothing for what may be told again. */
function nameOf(event: RunEvent): string | undefined {
  if (event.type === "plan") return "plan";
  if (event.type === "step_started") return `begun ${event.step_id}`;
  return event.type === "step_finished" ? `ended ${event.step.id}` : undefined;
}

/**
 * Places that every process counts alike, however steps that ran side by side came: 1 is the plan, 2n the beginning of its
 * n-th step, 2n + 1 that step's end, and the last the reply. The id of an event is the last place up to which all was told.
 * What is not settled for good (a step that failed may be tried again, a question is answered) has no place, and is told
 * to whoever comes again; what an agent's step did stands before that step's end.
 */
function eventPlaces(after: number): (event: RunEvent) => { isNew: boolean; id: string } {
  let steps = new Map<string, number>();
  const told = new Set<number>();
  let upTo = after;
  /** Of the step, or of the agent's step that it belongs to. */
  const endOf = (step_id: StepTrace["id"]): number => {
    for (let id = String(step_id); id !== ""; id = id.slice(0, Math.max(0, id.lastIndexOf("-")))) {
      const at = steps.get(id);
      if (at !== undefined) return 2 * at + 1;
    }
    return Number.POSITIVE_INFINITY;
  };
  const isPlanned = (step_id: StepTrace["id"]) => steps.has(String(step_id));
  const tell = (...places: number[]) => {
    for (const place of places) told.add(place);
    while (told.delete(upTo + 1)) upTo += 1;
  };
  /** The place before which it has to be told again; notes what it settles. */
  const placeOf = (event: RunEvent): number => {
    switch (event.type) {
      case "plan":
        steps = new Map(event.plan.steps.map(({ id }, at) => [String(id), at + 1]));
        tell(1);
        return 1;
      case "step_started": {
        const end = endOf(event.step_id);
        if (!isPlanned(event.step_id)) return end;
        tell(end - 1);
        return end - 1;
      }
      case "step_retried":
        return endOf(event.step_id);
      case "step_finished": {
        const { id, status } = event.step;
        const end = endOf(id);
        if (isPlanned(id) && status === "success") tell(end - 1, end);
        return end;
      }
      case "reply":
        if (event.status !== "clarification") tell(2 * steps.size + 2);
        return Number.POSITIVE_INFINITY;
    }
  };
  return (event) => {
    const isNew = after < placeOf(event);
    return { isNew, id: String(upTo) };
  };
}

const hasEnded = ({ status }: StepTrace): boolean => status !== "running" && status !== "pending";

/** What the store tells of a run, as the events that it would have, in the order of their places. */
function storedEvents(run: TaskRun, steps: readonly StepTrace[]): RunEvent[] {
  const { run_id, plan, answer } = run;
  const status =
    run.status === "success" || run.status === "partial"
      ? run.status
      : run.status === "waiting"
        ? "clarification"
        : "failure";
  const planned = new Set(plan.steps.map(({ id }) => String(id)));
  const ended = new Map(steps.filter(hasEnded).map((step) => [String(step.id), step]));
  const inner = [...ended.values()].filter(({ id }) => !planned.has(String(id)));
  const eventsOf = (id: string): NewRunEvent[] => {
    const step = ended.get(id);
    if (step === undefined) return [];
    // An agent's calls are steps of its step: `2-1`.
    const calls = inner.filter((call) => String(call.id).startsWith(`${id}-`));
    const told = calls.flatMap((call) => [...startOf(call), finishOf(call)]);
    return [...startOf(step), ...told, finishOf(step)];
  };
  const events: NewRunEvent[] = [
    { type: "plan", plan },
    ...plan.steps.flatMap(({ id }) => eventsOf(String(id))),
    ...(run.status === "running" ? [] : [{ type: "reply", status, answer } as const]),
  ];
  return events.map((event, at) => ({ ...event, run_id, seq: at + 1, at: run.updated_at }));
}

const finishOf = (step: StepTrace): NewRunEvent => ({ type: "step_finished", step });

/** Nothing for a step that was never sent. */
function startOf({ id, domain, capability, attempts }: StepTrace): NewRunEvent[] {
  if (attempts === 0) return [];
  return [{ type: "step_started", step_id: id, domain, capability, attempt: 1 }];
}

/** Of one user at any time; a browser opens six to one host. */
const MOST_OF_A_USER = 32;

type Write = (stream: SSEStreamingApi) => Promise<void>;

/** An answer in events, which nothing between us and the client holds back. */
export function streamEvents(context: EndpointContext, write: Write): Response {
  context.header("x-accel-buffering", "no");
  return streamSSE(context, write);
}

/**
 * Events for a user who follows something. A stream looks at the store again and again, so that hundreds of them would cost
 * as much as a thousand requests a second.
 * Errors: HttpError 429 while the user has too many
 */
export type StreamTo = (user_id: string, context: EndpointContext, write: Write) => Response;

export function openEventStreams(): StreamTo {
  const open = new Map<string, number>();
  return (user_id, context, write) => {
    const count = open.get(user_id) ?? 0;
    if (count >= MOST_OF_A_USER)
      throw new HttpError(429, reason("too_many_streams", { most: MOST_OF_A_USER }));
    open.set(user_id, count + 1);
    return streamEvents(context, async (stream) => {
      try {
        await write(stream);
      } finally {
        const left = (open.get(user_id) ?? 1) - 1;
        if (left === 0) open.delete(user_id);
        else open.set(user_id, left);
      }
    });
  };
}

/**
 * Whether what a request came with still opens an endpoint for its user: a stream may outlive a key or a token.
 * Cost: as a request's own check
 */
export function credentialsHold(
  { authentication }: Pick<EndpointDeps, "authentication">,
  context: EndpointContext,
  right: string,
): () => Promise<boolean> {
  const opened = context.get("principal");
  if (authentication === undefined || opened === undefined) return () => Promise.resolve(true);
  const { authorization } = context.env.incoming.headers;
  return async () => {
    try {
      const now = await authentication.identify(authorization);
      return now.user_id === opened.user_id && now.mayEnter(right);
    } catch (error) {
      // An identity provider that is down says nothing against them.
      return !(error instanceof CredentialsError);
    }
  };
}
