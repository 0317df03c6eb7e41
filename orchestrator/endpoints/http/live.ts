import {
  type LiveEvent,
  liveEvent,
  type MeResponse,
  meChange,
  meResponse,
} from "#shared/contracts/console.ts";
import type { TaskRun } from "#shared/contracts/run.ts";
import type { Owner } from "../../ports/stores.ts";
import { ALL_RIGHTS, type EndpointContext, leavingSignal, type Route } from "./endpoint.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { credentialsHold, type StreamTo } from "./event-streams.ts";
import { userOf } from "./identity.ts";
import { readBody } from "./read-body.ts";
import { listRuns, summaryOf } from "./runs.ts";
import { listQuestions } from "./sessions.ts";

/** How often the store is looked at for one client: another process may have written to it. */
const LOOK_MS = 700;
/** Of the runs that change at once, so many are told. */
const MOST_RUNS = 20;
/** And of occurrences of standing requests. */
const MOST_TICKS = 100;
/** A client whose stream is this old comes again. */
const LONGEST_MS = 15 * 60_000;
/** So that nothing in between takes the stream for dead. */
const HEARTBEAT_LOOKS = 20;

/** Who calls, and what changes for them while they look. */
export function liveRoutes(endpoints: EndpointDeps, streamTo: StreamTo): Route[] {
  const { deps, settings, authentication, isReady } = endpoints;
  const meOf = async (context: EndpointContext): Promise<MeResponse> => {
    const principal = context.get("principal");
    const may = (right: string) => principal?.mayEnter(right) ?? true;
    const user_id = userOf(context, settings);
    const chosen = (await deps.store.settings.find({ user_id }))?.timezone ?? null;
    return {
      user_id,
      rights: ALL_RIGHTS.filter(may),
      is_checked: authentication !== undefined,
      timezone: chosen ?? deps.timezone,
      chosen_timezone: chosen,
    };
  };
  return [
    {
      method: "GET",
      path: "/v1/me",
      right: "sessions:read",
      summary: "The caller, the rights of these credentials, and the time zone that applies",
      answer: meResponse,
      handle: async (context) => context.json(await meOf(context)),
    },
    {
      method: "PATCH",
      path: "/v1/me",
      right: "sessions:write",
      summary: "Set the caller's own time zone, for conversations in which the client sends none",
      body: meChange,
      answer: meResponse,
      handle: async (context) => {
        const { timezone } = await readBody(context, meChange);
        await deps.store.settings.put({ user_id: userOf(context, settings) }, { timezone });
        return context.json(await meOf(context));
      },
    },
    {
      method: "GET",
      path: "/v1/live",
      right: "runs:read",
      summary: "The caller's open questions, runs and scheduled occurrences, as they change",
      answer: "events",
      events: liveEvent,
      handle: (context) => {
        const owner = { user_id: userOf(context, settings) };
        const signal = leavingSignal(context);
        const until = deps.clock.monotonic() + LONGEST_MS;
        const holds = credentialsHold(endpoints, context, "runs:read");
        const goesOn = async () =>
          !signal.aborted && isReady() && deps.clock.monotonic() < until && (await holds());
        return streamTo(owner.user_id, context, async (stream) => {
          const look = lookAgain(endpoints, owner);
          for (let looks = 0; await goesOn(); looks += 1) {
            for (const event of await look())
              await stream.writeSSE({ event: event.type, data: JSON.stringify(event) });
            if (looks % HEARTBEAT_LOOKS === 0) await stream.write(": still here\n\n");
            await deps.sleep(LOOK_MS, signal).catch(() => undefined);
          }
        });
      },
    },
  ];
}

/** What is other than at the last look. */
function lookAgain(endpoints: EndpointDeps, owner: Owner): () => Promise<LiveEvent[]> {
  const { deps } = endpoints;
  let asked: string | undefined;
  let known: Map<string, string> | undefined;
  let tickedAt = deps.clock.now();
  return async () => {
    const [questions, { runs }, ticks] = await Promise.all([
      listQuestions(deps, owner),
      listRuns(deps, owner, MOST_RUNS),
      deps.store.schedules.ticks(owner, { after: tickedAt }, MOST_TICKS),
    ]);
    const open = questions.map(({ id }) => id).join();
    const before = known;
    const isNew = (run: TaskRun) => before?.get(run.run_id) !== stateOf(run);
    const changed = before === undefined ? [] : runs.filter(isNew);
    known = new Map(runs.map((run) => [run.run_id, stateOf(run)]));
    const events: LiveEvent[] = [];
    if (open !== asked) events.push({ type: "pending", pending: questions });
    if (before === undefined || changed.length > 0) {
      const summaries = changed.map((run) => summaryOf(endpoints, run));
      events.push({ type: "runs", runs: await Promise.all(summaries) });
    }
    if (ticks.length > 0) events.push({ type: "ticks", ticks });
    tickedAt = Math.max(tickedAt, ...ticks.map(({ ended_at }) => ended_at ?? 0));
    asked = open;
    return events;
  };
}

const stateOf = ({ status, updated_at }: TaskRun): string => `${status} ${updated_at}`;
