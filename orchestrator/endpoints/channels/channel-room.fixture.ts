import { expect } from "vitest";
import { openProcessLease } from "../../engine/recovery/process-lease.ts";
import { turns } from "../../start/start-orchestrator.ts";
import { openTurnDeps } from "../../turn/turn-deps.fixture.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import type { Turns } from "../../turn/turns.ts";
import { archiveDomain } from "./archive.fixture.ts";
import type { ChannelParts } from "./open-channel.ts";

type Line = { level: string; message: string; fields: object };

/** A channel on a real desk with the archive's domain, as it is opened there and, after a restart, again. */
export async function channelRoom<C extends { close(graceMs: number): Promise<void> }>(
  open: (deps: TurnDeps, parts: ChannelParts & { turns: Turns }) => C,
  changes: (deps: TurnDeps) => Partial<TurnDeps> = () => ({}),
) {
  const archive = archiveDomain();
  const room = await openTurnDeps([archive.domain]);
  const log: Line[] = [];
  const write = (level: string) => (fields: object, message: string) =>
    void log.push({ level, message, fields });
  const lines = { info: write("info"), warn: write("warn"), error: write("error") };
  const opened = () => {
    const deps = { ...room.turnDeps(), log: lines, ...changes(room.turnDeps()) };
    const name = deps.makeId("process");
    const by = openProcessLease(deps.store.channels, name, deps.clock, () => false);
    return open(deps, { ready: Promise.resolve(), by, turns });
  };
  let channel = opened();
  return {
    ...archive,
    ...{ room, log },
    /** The channel that is open now. */
    open: () => channel,
    /** Resolves with the first line of the log that says so. */
    async logged(message: string): Promise<Line> {
      const line = () => log.find((each) => each.message.includes(message));
      await expect.poll(line).toBeDefined();
      return line() as Line;
    },
    /** Resolves when what was begun has been handled. */
    async restart(graceMs = 5000) {
      await channel.close(graceMs);
      await room.reopen();
      channel = opened();
    },
    async close() {
      await channel.close(0);
      await room.close();
    },
  };
}
