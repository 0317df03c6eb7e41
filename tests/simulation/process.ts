import { oneAfterAnotherByKey } from "#shared/patience/one-after-another.ts";
import { memoryRunEvents } from "../../orchestrator/adapters/events/memory-run-events.ts";
import type { Engine } from "../../orchestrator/adapters/store/engine.ts";
import { storeOver } from "../../orchestrator/adapters/store/open-store.ts";
import { asleep } from "../../orchestrator/engine/asleep.fixture.ts";
import { CARRIERS } from "../../orchestrator/engine/carriers/carriers.ts";
import { openBudget } from "../../orchestrator/engine/metering/budget.ts";
import { mortalStore } from "../../orchestrator/engine/recovery/mortal-store.fixture.ts";
import { openRecovery } from "../../orchestrator/engine/recovery/open-recovery.fixture.ts";
import { openProcessLease } from "../../orchestrator/engine/recovery/process-lease.ts";
import { runningRuns } from "../../orchestrator/engine/running-runs.ts";
import type { Clock } from "../../orchestrator/ports/clock.ts";
import type { Store } from "../../orchestrator/ports/stores.ts";
import { tellContinued } from "../../orchestrator/turn/tell-continued.ts";
import type { TurnDeps } from "../../orchestrator/turn/turn-deps.ts";
import type { ProcessTime } from "./virtual-time.ts";
import { snapshot, type World } from "./world.ts";

/** When a process dies: at which of its durable writes, and whether that one is still kept. */
export type Lifetime = { at: number; fate: "dies before" | "dies after" };

/** What a planted hole replaces; the rest is as it is shipped. */
export type Hole = { store?(store: Store): Store; deps?(deps: TurnDeps): TurnDeps };

export type ProcessOf = {
  engine: Engine;
  name: string;
  clock: Clock;
  time: ProcessTime;
  world: World;
  lifetime: Lifetime | undefined;
  makeId: TurnDeps["makeId"];
  hasEnded(name: string): boolean;
  hole: Hole;
};

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** One orchestrator over what the ones before it have left. */
export function openProcess(of: ProcessOf) {
  const { engine, name, clock, time, world, lifetime, makeId, hasEnded, hole } = of;
  const death = Promise.withResolvers<void>();
  let isDead = false;
  const die = (): Promise<never> => {
    isDead = true;
    time.end();
    death.resolve();
    return new Promise(() => undefined);
  };
  // What a dead process had in its hands when it died is gone.
  const disk: Engine = {
    ...engine,
    commit: (units) => (isDead ? new Promise(() => undefined) : engine.commit(units)),
  };
  const real = storeOver(disk, { clock, holder: name });
  const mortal = mortalStore(
    real,
    lifetime?.at ?? Number.POSITIVE_INFINITY,
    lifetime?.fate ?? "dies before",
  );
  void mortal.dead.then(die);
  const { store, isBusy } = counted(hole.store?.(mortal.store) ?? mortal.store, () => isDead);

  const shipped: TurnDeps = {
    current: () => snapshot,
    pinned: () => snapshot,
    catalogueOf: async () => snapshot.catalogue,
    client: world.wireOf(die),
    carriers: CARRIERS,
    store,
    events: memoryRunEvents(clock),
    files: {
      put: async () => ({ name: "", media_type: "", url: "" }),
      find: async () => undefined,
      forget: async () => undefined,
      sweep: async () => undefined,
      signed: (link) => link,
      isSigned: () => false,
    },
    budget: openBudget({}, (key) => store.usage.spent(key, clock.now())),
    clock,
    makeId,
    random: () => 0.5,
    sleep: time.sleep,
    after: asleep(time.sleep),
    inOrder: oneAfterAnotherByKey(),
    running: runningRuns(),
    log: SILENT,
    deadlineMs: 3000,
    timezone: "UTC",
  };
  const deps = hole.deps?.(shipped) ?? shipped;

  /** Carries on what the process before has left, as at every start. */
  async function recover(): Promise<void> {
    const processLease = openProcessLease(store.channels, name, clock, hasEnded);
    const recovery = openRecovery({
      context: deps,
      continuedFor: tellContinued(deps),
      processLease,
      domainsReady: Promise.resolve(),
      isExpected: () => false,
    });
    await recovery.loaded;
    await recovery.leave(60_000);
    recovery.stop();
  }
  return {
    name,
    deps,
    recover,
    isBusy,
    kill: () => void die(),
    isDead: () => isDead,
    death: death.promise,
    close: () => real.close(),
  };
}
export type Process = ReturnType<typeof openProcess>;

/** A store of which it is known whether anyone waits for it. */
function counted(store: Store, isDead: () => boolean) {
  let waiting = 0;
  const part = <T extends object>(of: T): T =>
    new Proxy(of, {
      get(target, name, receiver) {
        const known: unknown = Reflect.get(target, name, receiver);
        if (typeof known !== "function") return known;
        return (...args: unknown[]): unknown => {
          if (isDead()) return new Promise(() => undefined);
          const given: unknown = Reflect.apply(known, target, args);
          if (!(given instanceof Promise)) return given;
          waiting += 1;
          const over = () => {
            waiting -= 1;
          };
          given.then(over, over);
          return given;
        };
      },
    });
  const { conversations, pending, runs, usage, channels, messages, cache } = store;
  const { proposals, schedules, recipients, personal, settings, flush, check, close } = store;
  const whole = part({ flush: () => flush(), check: () => check(), close: () => close() });
  return {
    store: {
      conversations: part(conversations),
      pending: part(pending),
      runs: part(runs),
      usage: part(usage),
      channels: part(channels),
      messages: part(messages),
      cache: part(cache),
      proposals: part(proposals),
      schedules: part(schedules),
      recipients: part(recipients),
      personal: part(personal),
      settings: part(settings),
      flush: () => whole.flush(),
      check: () => whole.check(),
      close: () => whole.close(),
    } satisfies Store,
    isBusy: () => waiting > 0,
  };
}
