import type { TaskRun } from "#shared/contracts/run.ts";
import { hasEnded } from "../../adapters/process/this-process.ts";
import type { openDesk } from "../../turn/desk.fixture.ts";
import type { Desk } from "../../turn/desk.ts";
import { tellContinued } from "../../turn/tell-continued.ts";
import { type Fate, mortalStore } from "./mortal-store.fixture.ts";
import { openProcessLease } from "./process-lease.ts";
import { openRecovery } from "./recovery.ts";

export const ana = { user_id: "ana" };

/** Begin something in a process that meets its fate at a durable write, counted from 0; "ended" when it did not die. */
export async function beginAndDie(
  desk: Desk,
  begin: (desk: Desk) => Promise<unknown>,
  at: number,
  fate: Fate = "dies before",
): Promise<"died" | "ended"> {
  const mortal = mortalStore(desk.store, at, fate);
  const ended = begin({ ...desk, store: mortal.store }).then(
    () => "ended" as const,
    () => "ended" as const,
  );
  return Promise.race([ended, mortal.dead.then(() => "died" as const)]);
}

/** Start anew, and wait until everything unfinished was carried on. */
export async function recover(
  desk: Awaited<ReturnType<typeof openDesk>>,
  more: { current?: Desk["current"]; isExpected?: boolean } = {},
): Promise<Desk> {
  await desk.reopen();
  const fresh: Desk = {
    ...desk.desk(),
    ...(more.current && { current: more.current, pinned: () => undefined }),
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
export const newestRun = async ({ store }: Desk): Promise<TaskRun | undefined> =>
  (await store.runs.list(ana, 1)).runs[0];
