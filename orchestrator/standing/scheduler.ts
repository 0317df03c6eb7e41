import { isDeepStrictEqual } from "node:util";
import type { Schedule, Tick } from "#shared/contracts/schedule.ts";
import type { Timers } from "../ports/clock.ts";
import type { HeldTick, Told } from "../ports/schedule-store.ts";
import { changeStored } from "./change-stored.ts";
import { decideDue, ended } from "./decide-due.ts";
import { observe, withSeen } from "./observe.ts";
import { skipped, tickOf } from "./resume-schedule.ts";
import { openRetries } from "./retries.ts";
import type { Carried, SchedulerDeps, Share } from "./scheduler-deps.ts";

/** What is looked at together, and carried out side by side. */
const BATCH = 200;
const LANES = 32;
const MOST_FAILURES = 3;
const RECOVER_EVERY_MS = 5000;
/** A text that no channel took is not tried for longer. */
export const TELL_FOR_MS = 24 * 60 * 60 * 1000;

export type Scheduler = {
  /** From now on it wakes by itself. */
  start(): void;
  /** Something may be due: looks for it. */
  wake(): void;
  /** Something may be due sooner than was known. */
  wakeAt(epochMs: number): void;
  /** Does all that is due now, and waits for it. */
  runDue(): Promise<void>;
  /** Goes on with what processes have left that are gone. */
  recover(): Promise<void>;
  stop(): void;
  idle(): Promise<void>;
};

/**
 * Fires what is due. Every occurrence is claimed in the store before it begins, so that whoever of several processes
 * sees it first does it, and no other; what a process leaves behind is gone on with by the next.
 */
export function openScheduler(deps: SchedulerDeps): Scheduler {
  const { store, clock, log } = deps;
  const underWay = new Set<Promise<void>>();
  const busy = new Set<string>();
  const retries = openRetries(clock);
  let isStopped = false;
  let looking: Promise<void> | undefined;
  let again = false;
  let recoveredAt = Number.NEGATIVE_INFINITY;
  let timers: Timers | undefined;
  const wake = () => {
    if (isStopped || timers === undefined) return;
    void look().catch((err: unknown) => log.error({ err }, "what is due cannot be looked at"));
  };
  async function look(): Promise<void> {
    if (looking !== undefined) {
      again = true;
      return looking;
    }
    looking = (async () => {
      if (Math.abs(clock.now() - recoveredAt) >= RECOVER_EVERY_MS) {
        recoveredAt = clock.now();
        await recover();
      }
      await begin();
    })();
    try {
      await looking;
    } finally {
      looking = undefined;
      if (again && !isStopped) {
        again = false;
        timers?.wakeAt(clock.now());
      }
    }
  }

  /** Begins everything that is due; what was begun goes on by itself. */
  async function begin(): Promise<void> {
    while (!isStopped) {
      const due = (await store.due(clock.now(), BATCH)).filter((each) => !busy.has(keyOf(each)));
      if (due.length === 0) break;
      const share = lookOnce();
      for (const schedule of due) {
        while (underWay.size >= LANES) await Promise.race(underWay);
        track(schedule, handle(schedule, share));
      }
      if (due.length < BATCH) break;
    }
    const next = await store.nextDue();
    if (next !== undefined) timers?.wakeAt(Math.max(next, clock.now()));
  }

  function track(schedule: Schedule, task: Promise<void>): void {
    const key = keyOf(schedule);
    busy.add(key);
    const done = task
      .catch((err: unknown) =>
        log.error({ err, schedule_id: schedule.id }, "a schedule is not carried out"),
      )
      .finally(() => {
        underWay.delete(done);
        busy.delete(key);
      });
    underWay.add(done);
  }

  async function handle(schedule: Schedule, share: Share): Promise<void> {
    if (schedule.timing.kind === "when" && schedule.status === "active")
      return watch(schedule, share);
    const { next, over, fires } = decideDue(schedule, clock.now(), deps.holidays);
    const last = fires && (await store.ticks(schedule, { schedule_id: schedule.id }, 1))[0];
    const overlaps = last?.status === "running";
    const done = over.map((tick) => told(schedule, tick));
    if (fires === undefined || overlaps) {
      const missed =
        fires === undefined
          ? []
          : [told(schedule, { ...fires.tick, ...skipped("overlap", clock.now()) })];
      await claimed(next, [...done, ...missed]);
      return;
    }
    // The last of a unit says whether the claim held.
    if (!(await claimed(next, [...done, [fires.tick, "nothing"]]))) return;
    await fire(next, fires.tick, fires.isLate);
  }

  /** With what it says to its owner. */
  const told = (schedule: Schedule, tick: Tick): [Tick, Told] => {
    const text = deps.words.skipped(schedule, tick);
    const full = { ...tick, text };
    return [full, text !== "" && deps.brings(full) ? "waiting" : "nothing"];
  };

  async function claimed(next: Schedule, ticks: readonly [Tick, Told][]): Promise<boolean> {
    const isOurs = ticks.length === 0 ? await store.change(next) : await store.claim(next, ticks);
    if (isOurs)
      for (const [tick, state] of ticks) if (state === "waiting") await tell(next, tick, false);
    return isOurs;
  }

  async function fire(schedule: Schedule, tick: Tick, isLate: boolean): Promise<void> {
    let carried: Carried;
    try {
      carried = await deps.carryOut(schedule, tick, isLate);
    } catch (err) {
      log.error({ err, schedule_id: schedule.id }, "an occurrence failed inside the orchestrator");
      const text = deps.words.skipped(schedule, { ...tick, reason: "unknown" });
      carried = { status: "failed", reason: null, text };
    }
    await settle(schedule, tick, carried, isLate);
  }

  async function settle(
    schedule: Schedule,
    tick: Tick,
    carried: Carried,
    isLate: boolean,
  ): Promise<void> {
    const { status, reason, pause } = carried;
    const counts = countsAs(carried);
    const paused = await counted(schedule, counts, pause);
    if (pause !== undefined) deps.stopped(tick, pause);
    // What was to happen once is over, and nothing is left to pause: why it did not is said all the same.
    const isOver = pause !== undefined && paused === "";
    const why = isOver ? deps.words.skipped(schedule, { ...tick, reason }) : paused;
    const text = [carried.text, why].filter((line) => line !== "").join("\n");
    const over: Tick = {
      ...tick,
      status: status === "fired" && isLate ? "late" : status,
      reason,
      text,
      ended_at: clock.now(),
    };
    const brings = text !== "" && deps.brings(over);
    await store.settle(over, brings ? "waiting" : "nothing");
    if (brings) await tell(schedule, over, false);
  }

  /** Failures in a row pause it. Gives what is said of that; "" for nothing. */
  async function counted(
    schedule: Schedule,
    status: ReturnType<typeof countsAs>,
    pause: Carried["pause"],
  ): Promise<string> {
    let said = "";
    await changed(schedule, (fresh) => {
      said = "";
      const failures =
        status === "failed" ? fresh.failures + 1 : status === "fired" ? 0 : fresh.failures;
      const why =
        pause ??
        (failures >= MOST_FAILURES
          ? { why: "failures" as const, detail: String(failures) }
          : undefined);
      if (why === undefined || fresh.status !== "active")
        return failures === fresh.failures ? undefined : { ...fresh, failures };
      said = deps.words.paused(fresh, why.why, why.detail);
      return {
        ...fresh,
        failures: 0,
        status: "paused",
        paused: { ...why, until: null },
        next_at: null,
      };
    });
    return said;
  }

  async function changed(
    schedule: Pick<Schedule, "user_id" | "id">,
    change: (fresh: Schedule) => Schedule | undefined,
    seen?: Schedule,
  ): Promise<void> {
    const changing = (fresh: Schedule) => {
      const next = change(fresh);
      return next && { next: { ...next, updated_at: clock.now() } };
    };
    const { is } = await changeStored(store, schedule, changing, seen);
    if (is === "contended")
      log.warn({ schedule_id: schedule.id }, "a schedule is changed by too many at once");
  }

  async function watch(schedule: Schedule, share: Share): Promise<void> {
    const { timing, until } = schedule;
    if (timing.kind !== "when") return;
    const now = clock.now();
    if (until !== null && now > until) {
      const over = {
        ...tickOf(schedule, until, now),
        ...skipped("ended", now),
        text: deps.words.ended(schedule),
      };
      await claimed(ended(schedule, now), [[over, deps.brings(over) ? "waiting" : "nothing"]]);
      return;
    }
    const { every_ms } = timing.watch;
    // On a common beat, so that equal ones are looked at together.
    const next_at = Math.floor(now / every_ms) * every_ms + every_ms;
    const ours = { ...schedule, next_at, version: schedule.version + 1, updated_at: now };
    if (!(await store.change(ours))) return;
    const view = await deps.look(schedule, share).catch((err: unknown) => {
      log.warn({ err, schedule_id: schedule.id }, "a watched value could not be looked at");
      return undefined;
    });
    if (view !== undefined && "pause" in view) {
      const tick = tickOf(schedule, now, now);
      const claims = { ...ours, version: ours.version + 1 };
      const carried = {
        status: "skipped",
        reason: view.pause.why === "rights" ? "rights" : "changed",
        text: "",
        pause: view.pause,
      } as const;
      if (await store.claim(claims, [[tick, "nothing"]]))
        await settle(claims, tick, carried, false);
      return;
    }
    const observed = observe(timing.watch, view);
    const { watch: looked, isBlind } = withSeen(observed, now);
    if (looked === timing.watch) return;
    const version = ours.version + 1;
    const noted: Schedule = { ...ours, timing: { kind: "when", watch: looked }, version };
    const tick = tickOf(schedule, now, now);
    if (isBlind) {
      await claimed(noted, [told(noted, { ...tick, ...skipped("no_data", now) })]);
      return;
    }
    // Who changes something else of it meanwhile does not undo what was seen.
    if (!observed.fires)
      return changed(
        schedule,
        (fresh) =>
          isDeepStrictEqual(fresh.timing, timing) ? { ...fresh, timing: noted.timing } : undefined,
        ours,
      );
    const after = looked.again ? noted : { ...noted, status: "done" as const, next_at: null };
    if (await store.claim(after, [[tick, "nothing"]])) await fire(after, tick, false);
  }

  async function tell(
    schedule: Schedule | undefined,
    tick: Tick,
    mayBeAgain: boolean,
  ): Promise<void> {
    const { schedule_id } = tick;
    const mayTell = await deps.mayTell(tick).catch(() => false);
    if (mayTell) {
      await store.settle(tick, "sending");
      const isTold = await deps.tell(schedule, tick, mayBeAgain).catch((err: unknown) => {
        log.warn({ err, schedule_id }, "an occurrence could not be told");
        return false;
      });
      if (isTold) retries.over(tick);
      if (isTold) return store.settle({ ...tick, told_at: clock.now() }, "told");
      retries.failed(tick);
    } else if (retries.held(tick))
      log.warn({ schedule_id }, "a notice waits until its person writes in the chat");
    const isOver = clock.now() - (tick.ended_at ?? tick.at) > TELL_FOR_MS;
    if (isOver) {
      retries.over(tick);
      log.warn({ schedule_id }, "a notice is given up: it could not be delivered for a day");
    }
    // What waits as it did before is not written again.
    if (isOver || mayTell || mayBeAgain) await store.settle(tick, isOver ? "nothing" : "waiting");
  }

  async function recover(): Promise<void> {
    for (const holder of await store.tickHolders()) {
      const isOurs = holder === deps.name;
      if (!isOurs && !(await deps.isGone(holder))) continue;
      for (const held of await store.heldTicks(holder)) {
        const key = `${held.tick.user_id}\n${held.tick.schedule_id}`;
        if (busy.has(key) || isStopped) continue;
        // What is under way here is busy; what waits to be told is tried again.
        if (isOurs && held.told !== "waiting" && held.tick.status !== "running") continue;
        if (!isOurs && !(await store.takeTick(held))) continue;
        await goOn(held);
      }
    }
  }

  async function goOn({ tick, told: state }: HeldTick): Promise<void> {
    const schedule = await store.find(tick, tick.schedule_id);
    if (tick.status !== "running")
      return retries.isDue(tick) ? tell(schedule, tick, state === "sending") : undefined;
    if (schedule === undefined)
      return store.settle({ ...tick, ...skipped("unknown", clock.now()) }, "nothing");
    const before = await deps.found(schedule, tick);
    const isLate = clock.now() - tick.at > 60_000;
    // Its run is carried on by itself; how it ended is looked at later.
    if (before === "under_way") return waitFor(schedule, tick, isLate);
    if (before !== undefined) return settle(schedule, tick, before, isLate);
    const mayStill =
      !isLate || (schedule.if_late === undefined ? !schedule.acts : schedule.if_late === "do");
    if (mayStill) return track(schedule, fire(schedule, tick, isLate));
    const [over, next] = told(schedule, { ...tick, ...skipped("missed", clock.now()) });
    await store.settle(over, next);
    if (next === "waiting") await tell(schedule, over, false);
  }

  function waitFor(schedule: Schedule, tick: Tick, isLate: boolean): void {
    track(
      schedule,
      (async () => {
        const before = await deps.found(schedule, tick);
        if (before !== undefined && before !== "under_way")
          await settle(schedule, tick, before, isLate);
      })(),
    );
  }

  return {
    start() {
      if (!isStopped) timers ??= deps.timers();
    },
    wake,
    wakeAt: (epochMs) => timers?.wakeAt(epochMs),
    async runDue() {
      do {
        await look();
        while (underWay.size > 0) await Promise.all(underWay);
      } while ((await store.due(clock.now(), 1)).length > 0);
    },
    recover,
    stop() {
      isStopped = true;
      timers?.close();
    },
    async idle() {
      await Promise.allSettled([...underWay]);
    },
  };
}

/** What an occurrence is towards the failures in a row. */
function countsAs({ status, reason, missed }: Carried): "fired" | "failed" | "skipped" {
  // A limit that is used up is new the next day: it is no failure of the request.
  if (reason === "quota") return "skipped";
  return status === "partial" ? (missed === true ? "failed" : "fired") : status;
}

/** Equal looks that are due together are one. */
function lookOnce(): Share {
  const looks = new Map<string, ReturnType<Share>>();
  return (key, look) => {
    const known = looks.get(key) ?? look();
    looks.set(key, known);
    return known;
  };
}

const keyOf = ({ user_id, id }: Schedule): string => `${user_id}\n${id}`;
