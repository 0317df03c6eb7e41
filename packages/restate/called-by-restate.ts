import type { HostedRun, HostedWork } from "../../orchestrator/ports/run-host.ts";
import type { HeldQuestion } from "../../orchestrator/ports/stores.ts";
import { type ProcessLine, type Waited, type WaitedFor, waitAt } from "./process-line.ts";
import type { RunOf, TurnOf } from "./restate-endpoint.ts";
import { type RestateParts, refusal } from "./restate-link.ts";

const AGAIN_MS = 50;
/** What a dead process left in a session is waited for no longer than that. */
const LEFT_MS = 30_000;

type CalledParts = {
  deps: RestateParts;
  line: ProcessLine;
  waited: UnderWayHere;
  work(): HostedWork | undefined;
  nap(ms: number): Promise<void>;
  isStopping(): boolean;
  handOver(run: HostedRun, by: { url: string; name: string }): Promise<void>;
};

/** What Restate calls, in whichever process it comes to; a rejection is tried again. And what it was never asked for. */
export function calledByRestate(parts: CalledParts) {
  const { deps, line, waited, work, nap, isStopping, handOver } = parts;
  const { settings, name, store, clock, log } = deps;
  const waitFor = (url: string, path: readonly string[]) => waitAt(url, settings.node.secret, path);

  /** Restate calls: a session is this message's until it was answered, or its process and what that left are over. */
  async function own(turn: TurnOf): Promise<void> {
    const isHere = turn.url === line.url;
    const ended = isHere
      ? await waited.turn(turn.ticket)
      : await waitFor(turn.url, ["turn", turn.ticket]);
    if (ended === true || ended === "done") return;
    const { user_id, session_id } = turn;
    for (const question of await store.pending.held(turn.name))
      if (question.action.user_id === user_id && question.action.session_id === session_id)
        await openAgain(question, turn.name);
    const since = clock.monotonic();
    const filter = { session_id, status: "running" as const };
    while ((await store.runs.list({ user_id }, 1, undefined, filter)).runs.length > 0) {
      if (clock.monotonic() - since > LEFT_MS) return;
      await nap(AGAIN_MS);
    }
  }

  async function openAgain(question: HeldQuestion, holder: string): Promise<void> {
    const run = await deps.openAgain(question, holder);
    if (run !== undefined) await handOver(run, { url: "", name: "" });
  }

  /** True: whoever has the run has ended it. A process that no one can ask is only gone when its lease says so. */
  async function endedBy(url: string, of: RunOf): Promise<Waited> {
    if (url !== line.url) return waitFor(url, ["run", of.user_id, of.run_id]);
    return (await waited.run(of.user_id, of.run_id)) ? "done" : "none";
  }

  async function mayTake(holder: string | undefined, of: RunOf): Promise<boolean> {
    if (holder === undefined) return true;
    const url = holder === name ? line.url : await deps.lines.find(holder);
    if (url === undefined) return holder === of.name || deps.isGone(holder);
    return (await endedBy(url, of)) !== "done";
  }

  /** Restate calls: the run is over when this resolves, or waits for its user. */
  async function carry(of: RunOf): Promise<void> {
    const owner = { user_id: of.user_id };
    // It may not be written down yet.
    if (of.url !== "" && (await endedBy(of.url, of)) === "done") return;
    for (;;) {
      if (isStopping()) throw refusal(deps, "process_stopping");
      const run = await store.runs.find(owner, of.run_id);
      const isHandedOver = of.url === "" && run?.status === "waiting";
      if (run === undefined || (run.status !== "running" && !isHandedOver)) return;
      const holder = isHandedOver ? undefined : await store.runs.holder(owner, of.run_id);
      const claimed = (await mayTake(holder, of)) ? await store.runs.claim(run) : undefined;
      if (claimed !== undefined) return goOn(claimed);
      await nap(AGAIN_MS);
    }
  }

  async function goOn(run: Parameters<HostedWork["carryOn"]>[0]): Promise<void> {
    const hosted = work();
    if (hosted === undefined) throw refusal(deps, "process_starting");
    try {
      await hosted.domainsReady;
      const isDone = await hosted.carryOn(run);
      await store.flush();
      if (!isDone) throw refusal(deps, "domain_not_up");
    } catch (error) {
      if ((error as { code?: unknown }).code === "RUN_TAKEN_OVER") return;
      log.error({ err: error, run_id: run.run_id }, "an interrupted run is not carried on");
      throw error;
    }
  }

  /** Runs and questions of dead processes that no one carries on. */
  async function sweep(): Promise<void> {
    for (const holder of await store.runs.holders()) {
      if (holder === name || (holder !== "" && !(await deps.isGone(holder)))) continue;
      for (const run of await store.runs.unfinished(holder))
        await handOver(run, { url: "", name: holder });
      for (const question of await store.pending.held(holder)) await openAgain(question, holder);
    }
  }

  return { own, carry, sweep };
}

/** A run that was just handed over may not be under way yet. */
const BEGINS_WITHIN_MS = 5000;
/** From the end of a run until the store says so. */
const WRITES_WITHIN_MS = 1000;

/** A message: it may begin, and it was answered. */
export type Turn = { granted: PromiseWithResolvers<void>; over: PromiseWithResolvers<void> };

export type UnderWayHere = WaitedFor & {
  /** A message that waits for its turn, by its ticket. */
  readonly turns: Map<string, Turn>;
  /** A run that is about to be carried out here. */
  begins(run_id: string): void;
};

/** What this process does, for whoever waits for its end. */
export function underWayHere(
  deps: RestateParts,
  work: () => HostedWork | undefined,
  nap: (ms: number) => Promise<void>,
  isStopping: () => boolean,
): UnderWayHere {
  const { store, clock } = deps;
  const turns = new Map<string, Turn>();
  const begun = new Map<string, number>();
  return {
    turns,
    begins(run_id) {
      const now = clock.monotonic();
      for (const [known, at] of begun) {
        if (now - at < BEGINS_WITHIN_MS) break;
        begun.delete(known);
      }
      begun.set(run_id, now);
    },
    async turn(ticket: string): Promise<boolean> {
      const turn = turns.get(ticket);
      if (turn === undefined) return false;
      turn.granted.resolve();
      await turn.over.promise;
      return true;
    },
    /** Over means: the store says so, too. */
    async run(user_id: string, run_id: string): Promise<boolean> {
      const owner = { user_id };
      const beganAt = begun.get(run_id) ?? Number.NEGATIVE_INFINITY;
      let since = clock.monotonic();
      for (;;) {
        if (work()?.isUnderWay(owner, run_id)) {
          await work()?.ended(owner, run_id);
          since = clock.monotonic();
        }
        const run = await store.runs.find(owner, run_id);
        if (run !== undefined && run.status !== "running") {
          await store.flush();
          return true;
        }
        const now = clock.monotonic();
        const mayBegin = now - beganAt < BEGINS_WITHIN_MS || now - since < WRITES_WITHIN_MS;
        if (!mayBegin && !work()?.isUnderWay(owner, run_id)) return false;
        await nap(AGAIN_MS);
        if (isStopping()) throw refusal(deps, "process_stopping");
      }
    },
  };
}
