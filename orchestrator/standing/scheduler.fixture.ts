import { nationalHolidays } from "#shared/calendar/holidays.ts";
import type { Schedule, Tick } from "#shared/contracts/schedule.ts";
import { memoryEngine } from "../adapters/store/memory-engine.fixture.ts";
import { storeOver } from "../adapters/store/open-store.ts";
import type { Observation } from "./observe.ts";
import { openScheduler, type Scheduler } from "./scheduler.ts";
import type { SchedulerDeps } from "./scheduler-deps.ts";

export const HOLIDAYS = nationalHolidays();

/** A world of standing requests by a clock that only tests move, over one store that outlives its processes. */
export async function openWorld(startAt: number) {
  const engine = await memoryEngine();
  let now = startAt;
  const clock = { now: () => now, monotonic: () => now };
  const log = { info() {}, warn() {}, error() {} };
  const done: { key: string; at: number; by: string; isLate: boolean }[] = [];
  const told: { text: string; at: number; again: boolean }[] = [];
  const dead = new Set<string>();
  const gone = (name: string) => dead.has(name);
  let born = 0;
  const never = new Promise<never>(() => undefined);

  /** A process; what is asked of it after it died never ends. */
  function openProcess(
    more: Partial<SchedulerDeps> & {
      value?: (schedule: Schedule, at: number) => Observation | undefined;
    } = {},
  ) {
    const name = `process_${born++}`;
    const { schedules } = storeOver(engine, { clock, holder: name });
    const mortal = new Proxy(schedules, {
      get(target, key, receiver) {
        const known: unknown = Reflect.get(target, key, receiver);
        if (typeof known !== "function") return known;
        return (...args: unknown[]): unknown =>
          dead.has(name) ? never : Reflect.apply(known, target, args);
      },
    });
    const { value, carryOut, ...deps } = more;
    const scheduler: Scheduler = openScheduler({
      store: mortal,
      clock,
      timers: () => ({ wakeAt() {}, close() {} }),
      holidays: HOLIDAYS,
      log,
      async carryOut(schedule: Schedule, tick: Tick, isLate: boolean) {
        if (dead.has(name)) return never;
        if (carryOut !== undefined) return carryOut(schedule, tick, isLate);
        done.push({ key: `${schedule.id}.${tick.at}`, at: now, by: name, isLate });
        return { status: "fired", reason: null, text: schedule.id };
      },
      found: async () => undefined,
      look: async (schedule) => value?.(schedule, now),
      words: { skipped: () => "skipped", paused: () => "paused", ended: () => "ended" },
      stopped: () => undefined,
      brings: () => false,
      mayTell: async () => true,
      tell: async (_schedule, tick, again) => {
        told.push({ text: tick.text, at: now, again });
        return true;
      },
      isGone: async (holder) => gone(holder),
      name,
      ...deps,
    });
    return { name, scheduler, kill: () => void dead.add(name), schedules };
  }
  return {
    openProcess,
    done,
    told,
    clock,
    now: () => now,
    /** Time goes on, and the process looks at what is due and left every so often. */
    async pass({ runDue }: Pick<Scheduler, "runDue">, ms: number, everyMs = 5000) {
      for (const end = now + ms; now < end; ) {
        now += everyMs;
        await runDue();
      }
    },
    at: (epochMs: number) => {
      now = epochMs;
    },
    store: storeOver(engine, { clock }).schedules,
  };
}
