import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Store } from "../../ports/stores.ts";
import { createCache } from "./cache.ts";
import { createChannels } from "./channels.ts";
import { createConversations } from "./conversations.ts";
import type { Engine } from "./engine.ts";
import { createMessages } from "./messages.ts";
import { createPending } from "./pending.ts";
import { createPersonalData, createUserSettings } from "./personal-data.ts";
import { createProposals } from "./proposals.ts";
import { createRecipients } from "./recipients.ts";
import { createRuns } from "./runs.ts";
import { createSchedules } from "./schedules.ts";
import { openSqlite } from "./sqlite-engine.ts";
import { createUsage } from "./usage.ts";
import { createWriteQueue, type WriteQueue } from "./write-queue.ts";

export type StoreOptions = {
  /** The embedded store is `regente.db` in this folder, made on first use for this user alone. */
  dataDir: string;
  /** PostgreSQL instead: `postgres://user@host/database`. */
  databaseUrl?: string | undefined;
  /** The process whose runs these are. Absent: runs are no one's, and anyone may carry them on. */
  holder?: string;
  clock: Clock;
  /** Hears of what no one waits for. Fields are counts, kinds and reasons, never contents. */
  log?: Log;
};

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Open the store, with its schema up to date.
 * Errors: StoreError when it cannot be reached, or was made by a newer version
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { log = silent } = options;
  const engine =
    options.databaseUrl === undefined
      ? await openSqlite(join(options.dataDir, "regente.db"))
      : await openPostgres(options.databaseUrl, log);
  return storeOver(engine, options);
}

/** The store as it is over any engine. */
export function storeOver(
  engine: Engine,
  { clock, holder, log = silent }: Pick<StoreOptions, "clock" | "holder" | "log">,
): Store {
  const writes = createWriteQueue(engine, log);
  let closing: Promise<void> | undefined;
  return {
    conversations: createConversations(engine, writes, clock, log),
    pending: createPending(engine, writes, holder, log),
    runs: createRuns(engine, writes, holder, clock, log),
    usage: createUsage(engine, writes, randomUUID(), log),
    channels: createChannels(engine, writes, log),
    messages: createMessages(engine, writes, clock),
    cache: createCache(engine, writes, log),
    proposals: createProposals(engine, writes, log),
    schedules: createSchedules(engine, writes, holder, log),
    recipients: createRecipients(engine, writes, log),
    personal: createPersonalData(engine, writes),
    settings: createUserSettings(engine, writes),
    flush: () => writes.flush(),
    check: () => engine.check(),
    close() {
      closing ??= closeBoth(writes, engine);
      return closing;
    },
  };
}

async function closeBoth(writes: WriteQueue, engine: Engine): Promise<void> {
  try {
    await writes.close();
  } finally {
    await engine.close();
  }
}

/** Loaded only when it is asked for: the embedded store needs no driver. */
async function openPostgres(databaseUrl: string, log: Log) {
  const { openPostgres: open } = await import("./postgres-engine.ts");
  return open(databaseUrl, log);
}
