import { request } from "undici";
import type {
  HostedWork,
  LostRun,
  RestateSettings,
  RunHostParts,
} from "../../orchestrator/ports/run-host.ts";
import type { Reason } from "../../shared/messages/reason.ts";
import { RUN, TIMER } from "./restate-endpoint.ts";

/** What everything here works with. */
export type RestateParts = RunHostParts & { settings: RestateSettings };

/** Restate answers what it takes in some milliseconds; milliseconds. */
const PATIENCE_MS = 3000;

/**
 * Restate over HTTP. Each of its nodes takes everything, so that the next is asked where one does not answer; what is sent
 * twice for it is taken once (workflows), or does no harm (a turn that is over).
 */
function restateClient({ settings, RunHostAwayError }: RestateParts) {
  const { ingress, admin, token } = settings;
  const first = { ingress: 0, admin: 0 };
  const lists = { ingress, admin };

  async function ask(where: "ingress" | "admin", path: string, body?: object): Promise<string> {
    const list = lists[where];
    let why = "";
    for (let tried = 0; tried < list.length; tried += 1) {
      const at = (first[where] + tried) % list.length;
      try {
        const response = await request(`${list[at]}${path}`, {
          method: body === undefined ? "GET" : "POST",
          signal: AbortSignal.timeout(PATIENCE_MS),
          headers: {
            "content-type": "application/json",
            accept: "application/json",
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
          },
          body: body === undefined ? null : JSON.stringify(body),
        });
        const text = await response.body.text();
        if (response.statusCode >= 200 && response.statusCode < 300) {
          first[where] = at;
          return text;
        }
        why = `HTTP ${response.statusCode}`;
      } catch (error) {
        why = error instanceof Error ? error.message || error.name : String(error);
      }
    }
    throw new RunHostAwayError(`Restate does not take it (${why})`);
  }

  return {
    /** Durably taken once it resolves; what it leads to comes later. Rejects with RunHostAwayError. */
    async send(service: string, key: string, handler: string, body: object): Promise<void> {
      const path = `/${service}/${encodeURIComponent(key)}/${handler}/send`;
      await ask("ingress", path, body);
    },
    /** Tells Restate where our services are. Rejects with RunHostAwayError. */
    async register(endpoint: string): Promise<void> {
      await ask("admin", "/deployments", { uri: endpoint, force: false });
    },
    /** What stands still, by service and key, with the last failure. Rejects with RunHostAwayError. */
    async paused(): Promise<{ id: string; service: string; key: string; failure: string }[]> {
      const query =
        "select id, target_service_name, target_service_key, last_failure from sys_invocation " +
        "where status = 'paused' and target_service_name like 'Regente%' limit 500";
      const answer: unknown = JSON.parse(await ask("admin", "/query", { query }));
      return rowsOf(answer).map((row) => ({
        id: textOf(row["id"]),
        service: textOf(row["target_service_name"]),
        key: textOf(row["target_service_key"]),
        failure: textOf(row["last_failure"]),
      }));
    },
    /** Rejects with RunHostAwayError while none of its nodes answers. */
    async check(): Promise<void> {
      await ask("ingress", "/restate/health");
    },
  };
}

const rowsOf = (answer: unknown): Record<string, unknown>[] => {
  const rows: unknown = isRecord(answer) ? answer["rows"] : undefined;
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
};
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export type RestateLink = ReturnType<typeof restateLink>;

/** Restate, and whether it answers. */
export function restateLink(deps: RestateParts) {
  const { log, RunHostAwayError } = deps;
  const restate = restateClient(deps);
  let why: string | undefined = "it was not asked yet";
  async function asking<T>(ask: () => Promise<T>): Promise<T> {
    try {
      const given = await ask();
      isThere();
      return given;
    } catch (error) {
      if (error instanceof RunHostAwayError) isAway(error.message);
      throw error;
    }
  }
  const isThere = () => {
    if (why !== undefined) log.info({}, "the run host is available");
    why = undefined;
  };
  const isAway = (reason: string) => {
    if (why === undefined)
      log.warn({ reason }, "the run host is unavailable: no effect is started");
    why = reason;
  };

  return {
    send: (...sent: Parameters<typeof restate.send>) => asking(() => restate.send(...sent)),
    check: () => asking(() => restate.check()),
    register: restate.register,
    paused: restate.paused,
    /** Why it does not, as far as it was asked; undefined: it does. */
    away: () => why,
  };
}

const CHECK_MS = 1000;
const CHECKS_PER_LOOK_AT_PAUSED = 2;
/** What no one was asked to carry on (Restate has lost it, or never had it) is looked for so often. */
const CHECKS_PER_SWEEP = 30;
/** After a death, before it is looked whether all was taken over. */
const SWEEP_AFTER_MS = 2000;
const LINE_KEPT_MS = 120_000;
/** From its registration until a service is known everywhere. */
const MOST_TRIES = 60;
const AGAIN_MS = 50;

type WatchParts = {
  deps: RestateParts;
  restate: RestateLink;
  /** Where this process is asked. */
  url: string;
  sweep(): Promise<void>;
  /** What timers were set for. */
  keys(): Iterable<string>;
  work(): HostedWork | undefined;
  nap(ms: number): Promise<void>;
  isStopping(): boolean;
};

/** Our own failures, which come back from Restate as their texts. */
const OURS = ["domain_not_up", "process_stopping", "process_starting"] as const;

type Words = Pick<RestateParts, "reason" | "inEnglish">;
export const refusal = ({ reason, inEnglish }: Words, code: (typeof OURS)[number]): Error =>
  new Error(inEnglish(reason(code)));

const failureOf = ({ reason, inEnglish }: Words, text: string): Reason | string =>
  OURS.map((code) => reason(code)).find((why) => text.includes(inEnglish(why))) ?? text;

/** Keeps an eye on Restate: whether it answers, what it has paused, and what it does not know of. */
export function watchRestate(parts: WatchParts) {
  const { deps, restate, url, sweep, keys, work, nap, isStopping } = parts;
  const { settings, clock, log, reason, inEnglish, RunHostAwayError } = deps;
  const lost: ((run: LostRun) => void)[] = [];
  const told = new Set<string>();
  let stands = new Map<string, Reason>();
  let isRegistered = false;
  let sweepAt = Number.POSITIVE_INFINITY;
  deps.onGone(() => {
    sweepAt = clock.monotonic() + SWEEP_AFTER_MS;
  });

  async function lookAtPaused(): Promise<void> {
    const rows = await restate.paused();
    const runOf = (key: string) => key.slice(0, key.lastIndexOf("."));
    const paused = (failure: string) =>
      reason("paused_by_restate", { attempts: settings.attempts, why: failureOf(deps, failure) });
    stands = new Map(
      rows
        .filter(({ service }) => service === RUN)
        .map(({ key, failure }) => [runOf(key), paused(failure)]),
    );
    for (const { id, service, key, failure } of rows) {
      if (told.has(id)) continue;
      told.add(id);
      const run_id = service === RUN ? runOf(key) : `${service}/${key}`;
      for (const tell of lost) tell({ run_id, why: inEnglish(paused(failure)) });
    }
  }

  /** What was just registered is not known at every ingress at once. */
  async function register(): Promise<void> {
    await restate.register(settings.endpoint);
    for (let tried = 1; ; tried += 1)
      try {
        return await restate.send(TIMER, "none", "drop", {});
      } catch (error) {
        if (tried === MOST_TRIES || isStopping()) throw error;
        await nap(AGAIN_MS);
      }
  }

  async function check(checks: number): Promise<void> {
    if (!isRegistered) await register();
    isRegistered = true;
    await restate.check();
    if (checks % CHECKS_PER_LOOK_AT_PAUSED === 0) await lookAtPaused();
    if (checks % CHECKS_PER_SWEEP === 0) await deps.lines.tell(url, LINE_KEPT_MS);
    if (checks % CHECKS_PER_SWEEP < CHECKS_PER_SWEEP - 1 && clock.monotonic() < sweepAt) return;
    sweepAt = Number.POSITIVE_INFINITY;
    await sweep();
    for (const key of keys()) work()?.due(key);
  }

  return {
    /** Until this process stops; `checked` is called after each look. */
    async watch(checked: () => void): Promise<void> {
      for (let checks = 0; !isStopping(); checks += 1) {
        await check(checks).catch((err: unknown) => {
          if (!(err instanceof RunHostAwayError))
            log.warn({ err }, "the runs on the run host cannot be listed");
        });
        checked();
        await nap(CHECK_MS);
      }
    },
    onLost: (handler: (run: LostRun) => void) => void lost.push(handler),
    standsStill: (run_id: string) => stands.get(run_id),
  };
}
