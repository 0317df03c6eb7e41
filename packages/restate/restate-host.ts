import { hash, randomUUID } from "node:crypto";
import type {
  HostedRun,
  HostedWork,
  OpenRunHost,
  RestateSettings,
} from "../../orchestrator/ports/run-host.ts";
import {
  calledByRestate,
  type Turn,
  type UnderWayHere,
  underWayHere,
} from "./called-by-restate.ts";
import { openProcessLine } from "./process-line.ts";
import {
  openRestateEndpoint,
  type RestateEndpoint,
  RUN,
  SESSION,
  TIMER,
} from "./restate-endpoint.ts";
import { type RestateLink, type RestateParts, restateLink, watchRestate } from "./restate-link.ts";

/**
 * Runs hosted by Restate. It says whose turn a session's message is, sees to it that a run ends whatever becomes of its
 * process, and wakes what is due; our processes do the work where it was asked for, and whoever Restate calls waits there
 * for it on a held connection. One that breaks is a death: the run is claimed in the store and carried on.
 * Errors: Node's own when a port is taken
 */
export const openRestateHost: OpenRunHost<RestateSettings> = async (deps) => {
  const { settings, name, clock, log, sleep } = deps;
  const restate = restateLink(deps);
  const stopping = new AbortController();
  const loaded = Promise.withResolvers<void>();
  loaded.promise.catch(() => undefined);
  let hosted: HostedWork | undefined;
  let endpoint: RestateEndpoint | undefined;
  let isLoaded = false;

  const work = () => hosted;
  const nap = (ms: number) => sleep(ms, stopping.signal).catch(() => undefined);
  const isStopping = () => stopping.signal.aborted;
  const waited = underWayHere(deps, work, nap, isStopping);
  const line = await openProcessLine(settings.node, waited);
  const at = { url: line.url, name };

  const handOver = (run: HostedRun, by: { url: string; name: string }): Promise<void> => {
    const { user_id, session_id, run_id } = run;
    const segment = `${run_id}.${randomUUID().slice(0, 8)}`;
    return restate.send(RUN, segment, "run", { user_id, session_id, run_id, ...by });
  };
  const parts = { deps, work, nap, isStopping };
  const called = calledByRestate({ ...parts, line, waited, handOver });
  const { owned, isUnordered } = sessionTurns(deps, restate, waited, at);

  /** When each key is due next, as it was asked for here. */
  const known = new Map<string, number>();
  let timersAsked: Promise<void> = Promise.resolve();
  /** In the order they were asked for; what is lost is looked for by the next sweep. */
  const timer = (key: string, handler: "set" | "drop", body: object): void => {
    timersAsked = timersAsked.then(() =>
      restate.send(TIMER, key, handler, body).catch(() => undefined),
    );
  };
  const watching = watchRestate({
    ...{ ...parts, restate, url: line.url, sweep: called.sweep },
    keys: () => known.keys(),
  });

  const underWay = new Set<Promise<void>>();
  const tracked =
    <T>(handle: (of: T) => Promise<void>) =>
    (of: T): Promise<void> => {
      const done = handle(of);
      underWay.add(done);
      const over = () => void underWay.delete(done);
      done.then(over, over);
      return done;
    };

  async function start(given: HostedWork): Promise<void> {
    hosted = given;
    const { port, keys, attempts, node } = settings;
    const handlers = {
      own: tracked(called.own),
      carry: tracked(called.carry),
      due: (key: string) => given.due(key),
    };
    endpoint = await openRestateEndpoint({ port, host: node.host, keys, attempts }, handlers, log);
    await watching.watch(() => {
      isLoaded = true;
      loaded.resolve();
    });
  }

  return {
    name: "restate",
    start: (given) => {
      start(given).catch((err: unknown) => {
        log.error({ err }, "Restate cannot reach this process");
        loaded.reject(err);
      });
    },
    owned,
    async begin(run) {
      if (isUnordered(run))
        throw new deps.RunHostAwayError("Restate was away when the message came");
      waited.begins(run.run_id);
      await handOver(run, at);
    },
    carryOn: (run) => handOver(run, { url: "", name: "" }),
    cancel: deps.cancel,
    later(key, epochMs) {
      const earliest = known.get(key) ?? Number.POSITIVE_INFINITY;
      if (earliest <= epochMs && earliest > clock.now()) return;
      known.set(key, epochMs);
      timer(key, "set", { at: Math.trunc(epochMs) });
    },
    drop(key) {
      known.delete(key);
      timer(key, "drop", {});
    },
    onLost: watching.onLost,
    away: restate.away,
    standsStill: watching.standsStill,
    isLoaded: () => isLoaded,
    loaded: loaded.promise,
    stop() {
      endpoint?.stop();
      loaded.reject(new Error("the orchestrator is stopping"));
    },
    async leave(graceMs) {
      const grace = new AbortController();
      const late = sleep(graceMs, grace.signal).catch(() => undefined);
      await Promise.race([Promise.allSettled([...underWay]), late]);
      grace.abort();
      stopping.abort();
      endpoint?.close();
      line.close();
    },
  };
};

/** Whose turn it is in a session, as Restate says. */
function sessionTurns(
  { deadlineMs, sleep, inOrder, RunHostAwayError }: RestateParts,
  restate: RestateLink,
  { turns }: UnderWayHere,
  at: { url: string; name: string },
) {
  /** Sessions in which something is said that Restate does not know of. */
  const unordered = new Map<string, number>();

  /** What only reads goes on; no run is begun in the session meanwhile. */
  async function without<T>(session: string, task: () => Promise<T>): Promise<T> {
    unordered.set(session, (unordered.get(session) ?? 0) + 1);
    try {
      return await inOrder(session, task);
    } finally {
      const left = (unordered.get(session) ?? 1) - 1;
      if (left > 0) unordered.set(session, left);
      else unordered.delete(session);
    }
  }

  async function granted(turn: Turn): Promise<void> {
    const waiting = new AbortController();
    const late = sleep(deadlineMs, waiting.signal).then(
      () => true,
      () => false,
    );
    const isLate = await Promise.race([turn.granted.promise.then(() => false), late]);
    waiting.abort();
    if (isLate) throw new RunHostAwayError("Restate has taken the message, and gives it no turn");
  }

  return {
    /** Rejects with RunHostAwayError where Restate went away between taking the message and giving it its turn. */
    async owned<T>(session: string, task: () => Promise<T>): Promise<T> {
      const [user_id = "", session_id = ""] = session.split("\n");
      const ticket = randomUUID();
      const turn: Turn = { granted: Promise.withResolvers(), over: Promise.withResolvers() };
      turns.set(ticket, turn);
      try {
        const sent = { user_id, session_id, ...at, ticket };
        const isTaken =
          restate.away() === undefined &&
          (await restate.send(SESSION, hash("sha256", session), "own", sent).then(
            () => true,
            () => false,
          ));
        if (!isTaken) return await without(session, task);
        await granted(turn);
        return await task();
      } finally {
        turns.delete(ticket);
        turn.over.resolve();
      }
    },
    isUnordered: ({ user_id, session_id }: HostedRun): boolean =>
      unordered.has(`${user_id}\n${session_id}`),
  };
}
