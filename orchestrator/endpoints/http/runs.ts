import { planExecuteResponse } from "#shared/contracts/endpoints.ts";
import {
  type HostedBy,
  type RunSummary,
  runCancelled,
  runDetail,
  runsPage,
  runsQuery,
} from "#shared/contracts/native-endpoints.ts";
import { replayReport } from "#shared/contracts/replay.ts";
import { runEvent, type TaskRun } from "#shared/contracts/run.ts";
import { inEnglish } from "#shared/messages/messages.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";
import { effectAt } from "../../catalogue/catalogue.ts";
import { processDigest } from "../../engine/recovery/process-lease.ts";
import { receiptsOf } from "../../engine/undoable-steps.ts";
import { sessionOrderKey } from "../../ports/owner.ts";
import type { Owner, RunFilter, RunSort } from "../../ports/stores.ts";
import { cancelWaiting } from "../../turn/open-question.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import {
  type EndpointContext,
  leavingSignal,
  optionsOf,
  pathPart,
  type Route,
} from "./endpoint.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { credentialsHold, followRun, type StreamTo } from "./event-streams.ts";
import { HttpError, readPage } from "./http-error.ts";
import { userOf } from "./identity.ts";
import { readQuery } from "./read-body.ts";

/** What a recorded run would be today. */
export const replayRoutes = ({ deps, pin, replay, settings }: EndpointDeps): Route[] => [
  {
    method: "POST",
    path: "/v1/runs/:id/replay",
    right: "runs:read",
    summary: "Replay a recorded run without calling domains: identical, or the first difference",
    answer: replayReport,
    handle: async (context) => {
      const owner = { user_id: userOf(context, settings) };
      const run_id = pathPart(context, "id");
      const run = await deps.store.runs.find(owner, run_id);
      if (run === undefined) throw new HttpError(404, reason("run_not_found", { run: run_id }));
      const only = run.hearing?.only_domain ?? null;
      const pinned = only === null ? undefined : await pin(only);
      const steps = await deps.store.runs.steps(owner, run_id);
      return context.json(await replay(run, steps, pinned ?? deps.current()));
    },
  },
];

/** More open questions of one user are not looked through. */
const MOST_QUESTIONS = 500;

const notResumable: ReadonlyMap<TaskRun["status"], Reason> = new Map([
  ["running", reason("run_under_way")],
  ["waiting", reason("run_waits")],
  ["success", reason("run_succeeded")],
]);

/** Which process has a run that is under way; undefined for any other run. */
async function hostedBy(
  { deps, host, processLease }: EndpointDeps,
  run: TaskRun,
): Promise<HostedBy | undefined> {
  if (run.status !== "running") return undefined;
  const isHere = deps.running.find(run, run.run_id) !== undefined;
  const holder = isHere ? processLease.name : await deps.store.runs.holder(run, run.run_id);
  const why = host.standsStill(run.run_id);
  return {
    host: host.name,
    process: holder === undefined ? null : processDigest(holder),
    is_here: isHere,
    stands_still: why === undefined ? null : inEnglish(why),
    ...(why && { stands_still_reason: why }),
  };
}

export const summaryOf = async (endpoints: EndpointDeps, run: TaskRun): Promise<RunSummary> => {
  const hosted_by = await hostedBy(endpoints, run);
  const { run_id, session_id, status, input_text, answer, created_at, updated_at } = run;
  const goal = run.intent?.goal ?? null;
  const times = { created_at, updated_at };
  return {
    run_id,
    session_id,
    status,
    goal,
    input_text,
    answer,
    ...times,
    steps: run.plan.steps.length,
    ...(hosted_by && { hosted_by }),
  };
};

const isOf =
  ({ status, session_id, goal, domain, since = 0, until = Infinity }: RunFilter) =>
  (run: TaskRun) =>
    (status ?? run.status) === run.status &&
    (session_id ?? run.session_id) === run.session_id &&
    (goal === undefined || goal === run.intent?.goal) &&
    (domain === undefined || run.plan.steps.some((step) => step.domain === domain)) &&
    run.created_at >= since &&
    run.created_at < until;

/** The stored runs of a page; before the first page of the newest those that only this process knows of, where no words are looked for. */
export async function listRuns(
  { store, running }: Pick<TurnDeps, "store" | "running">,
  owner: Owner,
  limit: number,
  before?: string,
  filter: RunFilter = {},
  sort: RunSort = "newest",
): Promise<{ runs: TaskRun[]; next: string | undefined }> {
  const { runs, next } = await store.runs.list(owner, limit, before, filter, sort);
  const stored = new Set(runs.map(({ run_id }) => run_id));
  const isFirst = before === undefined && sort === "newest" && filter.q === undefined;
  const underWay = isFirst ? running.list(owner) : [];
  const unstored = underWay.filter(({ run_id }) => !stored.has(run_id)).filter(isOf(filter));
  return { runs: [...unstored, ...runs], next };
}

/** Runs as they are stored, their events live or after the fact, and what can be done with them. */
export function runRoutes(endpoints: EndpointDeps, streamTo: StreamTo): Route[] {
  const { deps, turns, settings } = endpoints;
  const { runs, pending } = deps.store;
  const find = async (context: EndpointContext) => {
    const owner = { user_id: userOf(context, settings) };
    const run_id = pathPart(context, "id");
    const run = deps.running.find(owner, run_id) ?? (await runs.find(owner, run_id));
    if (run === undefined) throw new HttpError(404, reason("run_not_found", { run: run_id }));
    return { owner, run };
  };

  /**
   * A run that waits for the user has nothing under way; its question goes with it. Between two messages of its session:
   * who is just saying yes comes before it, or after it and too late.
   */
  const cancelWithQuestion = (run: TaskRun) =>
    deps.inOrder(sessionOrderKey(run), async () => {
      if (!(await cancelWaiting(deps, run)))
        throw new HttpError(409, reason("run_elsewhere"), { code: "run_not_running" });
      const open = await pending.list(run, deps.clock.now(), MOST_QUESTIONS);
      for (const question of open)
        if (question.resume.at === "step" && question.resume.run_id === run.run_id)
          await pending.take(question, question.id);
    });

  return [
    {
      method: "GET",
      path: "/v1/runs",
      right: "runs:read",
      summary:
        "Runs, newest first by default; filtered by status, session, goal, domain, time or words",
      query: runsQuery,
      answer: runsPage,
      handle: async (context) => {
        const { limit, before, sort, ...asked } = readQuery(context, runsQuery);
        const owner = { user_id: userOf(context, settings) };
        const filter = Object.fromEntries(
          Object.entries(asked).filter(([, value]) => value !== undefined),
        );
        const page = listRuns(deps, owner, limit, before, filter, sort);
        const { runs, next } = await readPage(page);
        const summaries = await Promise.all(runs.map((run) => summaryOf(endpoints, run)));
        return context.json({ runs: summaries, next: next ?? null });
      },
    },
    {
      method: "GET",
      path: "/v1/runs/:id",
      right: "runs:read",
      summary: "One run with its plan and its steps",
      answer: runDetail,
      handle: async (context) => {
        const { owner, run } = await find(context);
        const [steps, model_calls] = await Promise.all([
          runs.steps(owner, run.run_id),
          deps.store.usage.calls(owner, run.run_id),
        ]);
        const { catalogue } = deps.pinned(run.catalogue_digest) ?? deps.current();
        const effects = run.plan.steps.map(
          (step) => [String(step.id), effectAt(step, catalogue)] as const,
        );
        const receipts = receiptsOf(run.run_id, steps, catalogue);
        const hosted_by = await hostedBy(endpoints, run);
        const detail = {
          ...run,
          ...(hosted_by && { hosted_by }),
          steps,
          model_calls,
          effects: Object.fromEntries(effects),
          receipts,
        };
        return context.json(detail);
      },
    },
    {
      method: "GET",
      path: "/v1/runs/:id/events",
      right: "runs:read",
      summary: "A run's events, from the one after Last-Event-ID to its reply",
      answer: "events",
      events: runEvent,
      handle: async (context) => {
        const after = Number(
          context.req.header("last-event-id") ?? context.req.query("after") ?? 0,
        );
        if (!Number.isSafeInteger(after) || after < 0)
          throw new HttpError(400, reason("last_event_id_no_number"), {
            code: "invalid_request",
            param: "last-event-id",
          });
        const owner = { user_id: userOf(context, settings) };
        const run_id = pathPart(context, "id");
        if (deps.events.follow(owner, run_id, 0, leavingSignal(context)) === undefined)
          await find(context);
        const events = followRun(deps, owner, run_id, after, leavingSignal(context));
        const holds = credentialsHold(endpoints, context, "runs:read");
        return streamTo(owner.user_id, context, async (stream) => {
          for await (const { id, event } of events) {
            if (!(await holds())) return;
            await stream.writeSSE({ id, event: event.type, data: JSON.stringify(event) });
          }
        });
      },
    },
    {
      method: "POST",
      path: "/v1/runs/:id/cancel",
      right: "runs:write",
      summary: "Stop a run: reads stop at once, running effects finish",
      answer: runCancelled,
      handle: async (context) => {
        const owner = { user_id: userOf(context, settings) };
        const run_id = pathPart(context, "id");
        if (deps.running.cancel(owner, run_id))
          return context.json({ run_id, status: "running" }, 202);
        const { run } = await find(context);
        if (run.status === "running" && (await endpoints.host.cancel(run)))
          return context.json({ run_id, status: "running" }, 202);
        if (run.status !== "waiting")
          throw new HttpError(
            409,
            reason(run.status === "running" ? "run_nowhere" : `run_over_${run.status}`),
            { code: "run_not_running" },
          );
        await cancelWithQuestion(run);
        return context.json({ run_id, status: "cancelled" });
      },
    },
    {
      method: "POST",
      path: "/v1/runs/:id/resume",
      right: "runs:write",
      summary: "Continue a run that failed or was stopped; steps that succeeded do not run again",
      answer: planExecuteResponse,
      handle: async (context) => {
        const { run } = await find(context);
        const why = notResumable.get(run.status);
        if (why !== undefined) throw new HttpError(409, why, { code: "run_not_resumable" });
        const done = await turns.resumeRun(deps, run, optionsOf(context));
        if (done === undefined)
          throw new HttpError(409, reason("run_elsewhere"), { code: "run_not_resumable" });
        return context.json(done);
      },
    },
    {
      method: "POST",
      path: "/v1/runs/:id/rerun",
      right: "runs:write",
      summary: "Run a run's plan again as a new run; its effects happen again",
      answer: planExecuteResponse,
      handle: async (context) => {
        const { run } = await find(context);
        const { user_id, session_id, locale, input_text, plan } = run;
        const entry = { user_id, session_id, locale, input_text, channel: "api", metadata: {} };
        const dryRun = run.circumstances?.dry_run ?? false;
        const given = { plan, entry, dryRun, like: run };
        return context.json(await turns.executePlan(given, deps, optionsOf(context)));
      },
    },
  ];
}
