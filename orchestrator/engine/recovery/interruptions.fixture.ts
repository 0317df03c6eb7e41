import type { TaskRun } from "#shared/contracts/run.ts";
import { hasEnded } from "../../adapters/process/this-process.ts";
import { tellContinued } from "../../turn/tell-continued.ts";
import type { openTurnDeps } from "../../turn/turn-deps.fixture.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import { type Fate, mortalStore } from "./mortal-store.fixture.ts";
import { openRecovery } from "./open-recovery.fixture.ts";
import { openProcessLease } from "./process-lease.ts";

export const ana = { user_id: "ana" };

/** Begin something in a process that meets its fate at a durable write, counted from 0; "ended" when it did not die. */
export async function beginAndDie(
  deps: TurnDeps,
  begin: (deps: TurnDeps) => Promise<unknown>,
  at: number,
  fate: Fate = "dies before",
): Promise<"died" | "ended"> {
  const mortal = mortalStore(deps.store, at, fate);
  const ended = begin({ ...deps, store: mortal.store }).then(
    () => "ended" as const,
    () => "ended" as const,
  );
  return Promise.race([ended, mortal.dead.then(() => "died" as const)]);
}

/** Start again, and wait until everything unfinished was carried on. */
export async function recover(
  deps: Awaited<ReturnType<typeof openTurnDeps>>,
  more: { current?: TurnDeps["current"]; isExpected?: boolean } = {},
): Promise<TurnDeps> {
  await deps.reopen();
  const { current } = more;
  const fresh: TurnDeps = {
    ...deps.turnDeps(),
    ...(current && {
      current,
      pinned: () => undefined,
      catalogueOf: async () => current().catalogue,
    }),
  };
  const recovery = openRecovery({
    context: fresh,
    continuedFor: tellContinued(fresh),
    processLease: openProcessLease(fresh.store.channels, "second", fresh.clock, hasEnded),
    domainsReady: Promise.resolve(),
    isExpected: () => more.isExpected ?? false,
  });
  await recovery.loaded;
  recovery.stop();
  await recovery.leave(10_000);
  await fresh.store.flush();
  return fresh;
}

/** The newest run of ana. */
export const newestRun = async ({ store }: TurnDeps): Promise<TaskRun | undefined> =>
  (await store.runs.list(ana, 1)).runs[0];
