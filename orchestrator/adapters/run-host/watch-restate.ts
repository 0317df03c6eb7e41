import { inEnglish } from "#shared/messages/messages.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";
import { type HostedWork, type LostRun, RunHostAwayError } from "../../ports/run-host.ts";
import { RUN, TIMER } from "./restate-endpoint.ts";
import type { RestateHostDeps } from "./restate-host-deps.ts";
import type { RestateLink } from "./restate-link.ts";

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

export type WatchParts = {
  deps: RestateHostDeps;
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

/** Our own failures come back as their texts. */
const OURS = (["domain_not_up", "process_stopping", "process_starting"] as const).map((code) =>
  reason(code),
);
const failureOf = (text: string): Reason | string =>
  OURS.find((why) => text.includes(inEnglish(why))) ?? text;

/** Keeps an eye on Restate: whether it answers, what it has paused, and what it does not know of. */
export function watchRestate(parts: WatchParts) {
  const { deps, restate, url, sweep, keys, work, nap, isStopping } = parts;
  const { settings, clock, log } = deps;
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
      reason("paused_by_restate", { attempts: settings.attempts, why: failureOf(failure) });
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
            log.warn({ err }, "what the host of runs has cannot be looked through");
        });
        checked();
        await nap(CHECK_MS);
      }
    },
    onLost: (handler: (run: LostRun) => void) => void lost.push(handler),
    standsStill: (run_id: string) => stands.get(run_id),
  };
}
