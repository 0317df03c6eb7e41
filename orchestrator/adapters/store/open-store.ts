import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { errorText } from "#shared/contracts/errors.ts";
import {
  type ExampleProposal,
  exampleProposal,
  type UnclearSentence,
  unclearSentence,
  type WrongTurn,
  wrongTurn,
} from "#shared/contracts/promotion.ts";
import type { AnswerCache, CachePlace } from "../../ports/answer-cache.ts";
import type { Clock } from "../../ports/clock.ts";
import { type Log, SILENT } from "../../ports/log.ts";
import {
  type ChannelNote,
  type ChannelStore,
  type ProposalStore,
  type Store,
  StoreError,
} from "../../ports/stores.ts";
import { createConversations, createPending } from "./conversations.ts";
import type { Engine, Row } from "./engine.ts";
import { createMessages } from "./messages.ts";
import { createPersonalData, createRecipients, createUserSettings } from "./recipients.ts";
import { createRuns } from "./runs.ts";
import { createSchedules } from "./schedules.ts";
import { openSqlite } from "./sqlite-engine.ts";
import {
  originalText,
  ownedColumns,
  pageSize,
  readEach,
  readStored,
  rowName,
  sessionColumns,
  storedId,
} from "./stored-text.ts";
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

/**
 * Open the store, with its schema up to date.
 * Errors: StoreError when it cannot be reached, or was made by a newer version
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { log = SILENT } = options;
  const engine =
    options.databaseUrl === undefined
      ? await openSqlite(join(options.dataDir, "regente.db"))
      : await openPostgres(options.databaseUrl, log);
  return storeOver(engine, options);
}

/** The store as it is over any engine. */
export function storeOver(
  engine: Engine,
  { clock, holder, log = SILENT }: Pick<StoreOptions, "clock" | "holder" | "log">,
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

function createCache(engine: Engine, writes: WriteQueue, log: Log): AnswerCache {
  const { call } = engine.queries;
  return {
    async find({ key, ...place }, now) {
      const at = { ...placeOfAnswer(place), key: storedId("key", key), now: Math.trunc(now) };
      const row = await engine.get(call("find_cached", at));
      if (row === undefined) return undefined;
      try {
        return readStored(z.json(), row["answer"], rowName("cached_answers", place.owner, key));
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        // What cannot be read is made again.
        log.warn({ reason: error.message }, "a cached answer is left out");
        return undefined;
      }
    },

    put({ key, answer, expires_at, ...place }) {
      const row = {
        ...placeOfAnswer(place),
        key: storedId("key", key),
        answer: JSON.stringify(answer),
        expires_at: Math.trunc(expires_at),
      };
      writes.batched("usage", [call("put_cached", row)]);
    },

    async forget(place) {
      await writes.durable([call("forget_cached", placeOfAnswer(place))]);
    },

    async sweep(now) {
      await writes.durable([call("sweep_cached", { now: Math.trunc(now) })]);
    },
  };
}

const placeOfAnswer = ({ owner, kind }: CachePlace): CachePlace => ({
  owner: storedId("owner", owner),
  kind: storedId("kind", kind),
});

function createChannels(engine: Engine, writes: WriteQueue, log: Log): ChannelStore {
  const { call } = engine.queries;
  return {
    async claim(note, now) {
      const row = { ...rowOf(note), now: Math.trunc(now) };
      return (await writes.durable([call("claim_note", row)])) === 1;
    },

    async put(note) {
      await writes.durable([call("put_note", rowOf(note))]);
    },

    async replace(was, note) {
      const { user_id: _, ...row } = { ...rowOf(note), was: JSON.stringify(was) };
      return (await writes.durable([call("replace_note", row)])) === 1;
    },

    async find({ channel, kind, id }, now) {
      const at = { ...placeOf({ channel, kind }), id: storedId("id", id), now: Math.trunc(now) };
      const row = await engine.get(call("find_note", at));
      return row === undefined ? undefined : readNote({ ...row, channel, kind, id });
    },

    async open(at, now) {
      const query = { ...placeOf(at), now: Math.trunc(now) };
      const read = (row: Row): ChannelNote => {
        const id = originalText(String(row["id"]));
        const note = readNote({ ...at, id, note: row["note"] });
        return { ...at, id, note, expires_at: Number(row["expires_at"]) };
      };
      return readEach(await engine.all(call("open_notes", query)), read, log);
    },

    async sweep(now) {
      await writes.durable([call("sweep_notes", { now: Math.trunc(now) })]);
    },
  };
}

type Place = Pick<ChannelNote, "channel" | "kind">;

const placeOf = ({ channel, kind }: Place): Place => ({
  channel: storedId("channel", channel),
  kind: storedId("kind", kind),
});

const rowOf = ({ id, note, expires_at, ...place }: ChannelNote) => ({
  ...placeOf(place),
  id: storedId("id", id),
  note: JSON.stringify(note),
  expires_at: Math.trunc(expires_at),
  user_id: null,
});

const readNote = (row: Row): ChannelNote["note"] =>
  readStored(
    z.json(),
    row["note"],
    rowName("channel_notes", row["channel"], row["kind"], row["id"]),
  );

const UNCLEAR_KEPT_MS = 30 * 24 * 3_600_000;

type Status = "waiting" | "unclear" | "wrong";

const rowOfProposal = (said: ExampleProposal | UnclearSentence | WrongTurn, status: Status) => ({
  ...sessionColumns(said),
  id: storedId("id", said.id),
  status,
  created_at: Math.trunc(said.created_at),
  proposal: JSON.stringify(said),
});

function createProposals(engine: Engine, writes: WriteQueue, log: Log): ProposalStore {
  const { call } = engine.queries;

  async function list<T>(status: Status, read: (row: Row) => T, limit: number): Promise<T[]> {
    await writes.caughtUp();
    const rows = await engine.all(call("listed_proposals", { status, limit: pageSize(limit) }));
    return readEach(rows, read, log);
  }

  async function find<T>(
    status: Status,
    read: (row: Row) => T,
    id: string,
  ): Promise<T | undefined> {
    await writes.caughtUp();
    const row = await engine.get(call("find_proposal", { status, id: storedId("id", id) }));
    return row && read(row);
  }

  return {
    propose(proposal) {
      writes.batched("usage", [call("propose_example", rowOfProposal(proposal, "waiting"))]);
    },

    noteUnclear(sentence) {
      const row = rowOfProposal(sentence, "unclear");
      const before = { created_at: row.created_at - UNCLEAR_KEPT_MS };
      writes.batched("usage", [call("drop_unclear_before", before), call("propose_example", row)]);
    },

    withdraw(owner, id) {
      writes.batched("usage", [call("withdraw_proposal", ownedColumns(owner, id))]);
    },

    async noteWrong(turn) {
      await writes.durable([call("propose_example", rowOfProposal(turn, "wrong"))]);
    },

    wrong: (limit) => list("wrong", readWrong, limit),
    findWrong: (id) => find("wrong", readWrong, id),
    waiting: (limit) => list("waiting", readProposal, limit),
    unclear: (limit) => list("unclear", readUnclear, limit),
    find: (id) => find("waiting", readProposal, id),
    findUnclear: (id) => find("unclear", readUnclear, id),

    async decide(owner, id, status) {
      const row = { ...ownedColumns(owner, id), status };
      return (await writes.durable([call("decide_proposal", row)])) === 1;
    },

    async forget(key) {
      await writes.durable([call("forget_proposals", sessionColumns(key))]);
    },
  };
}

const readProposal = (row: Row) => readStored(exampleProposal, row["proposal"], nameOf(row));
const readUnclear = (row: Row) => readStored(unclearSentence, row["proposal"], nameOf(row));
const readWrong = (row: Row) => readStored(wrongTurn, row["proposal"], nameOf(row));
const nameOf = (row: Row) => rowName("example_proposals", row["user_id"], row["id"]);

const LOOK_EVERY_MS = 1000;
/** A store that says nothing for so long is down. */
const PATIENCE_MS = 3000;

export type StoreWatch = { isAway(): boolean; close(): void };

/** Asks the store every second whether it is there, and says when that changes. */
export function watchStore(
  check: () => Promise<void>,
  log: Log,
  { everyMs = LOOK_EVERY_MS, patienceMs = PATIENCE_MS } = {},
): StoreWatch {
  let away: string | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const tell = (reason: string | undefined) => {
    if (isClosed || reason === away) return;
    if (reason !== undefined) log.error({ reason }, "the store is unavailable");
    else log.warn({}, "the store is available again");
    away = reason;
  };
  const look = async () => {
    const silent = new StoreError(`it has not answered for ${patienceMs} ms`);
    const { promise: isLate, reject } = Promise.withResolvers<never>();
    const late = setTimeout(() => reject(silent), patienceMs);
    try {
      await Promise.race([check(), isLate]);
      tell(undefined);
    } catch (error) {
      tell(errorText(error));
    } finally {
      clearTimeout(late);
      if (!isClosed) timer = setTimeout(() => void look(), everyMs).unref();
    }
  };
  void look();
  return {
    isAway: () => away !== undefined,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
