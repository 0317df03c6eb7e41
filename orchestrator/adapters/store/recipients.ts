import { z } from "zod";
import { type ChatAddress, type Recipient, recipient } from "#shared/contracts/recipient.ts";
import type { Log } from "../../ports/log.ts";
import type { OfferedLink, RecipientStore } from "../../ports/recipient-store.ts";
import type { KeptOfUser, PersonalData, SettingsStore } from "../../ports/stores.ts";
import type { Engine, Row } from "./engine.ts";
import {
  originalText,
  ownedColumns,
  readEach,
  readRow,
  readStored,
  rowName,
  storedId,
  userColumn,
} from "./stored-text.ts";
import type { WriteQueue } from "./write-queue.ts";

/** Each table that has an owner; where others name the user's chat it goes before it is not known any more. */
const OF_A_USER = [
  ...(["forget_conversations", "forget_pending", "forget_steps", "forget_runs"] as const),
  ...(["forget_usage", "forget_model_calls", "forget_answers", "forget_said"] as const),
  ...(["forget_messages"] as const),
  ...(["forget_ticks", "forget_schedules", "forget_link_codes", "forget_settings"] as const),
  ...(["forget_recipients", "forget_reached"] as const),
] as const;

/** The steps of a run go while the run says that it is over. */
const OF_A_TIME = [
  ...(["drop_conversations", "drop_steps", "drop_runs", "drop_ticks", "drop_schedules"] as const),
  ...(["drop_usage", "drop_model_calls", "drop_said"] as const),
] as const;

export function createPersonalData(engine: Engine, writes: WriteQueue): PersonalData {
  const { call } = engine.queries;
  return {
    async forget(owner) {
      const at = userColumn(owner);
      await writes.durable(OF_A_USER.map((query) => call(query, at)));
    },
    async forgetBefore(epochMs) {
      const at = { before: Math.trunc(epochMs) };
      await writes.durable(OF_A_TIME.map((query) => call(query, at)));
    },
    async count(owner) {
      await writes.caughtUp();
      const at = userColumn(owner);
      const count = async (query: `count_${keyof KeptOfUser}_of`) =>
        Number((await engine.get(call(query, at)))?.["count"] ?? 0);
      return {
        sessions: await count("count_sessions_of"),
        questions: await count("count_questions_of"),
        runs: await count("count_runs_of"),
        schedules: await count("count_schedules_of"),
      };
    },
    async countBefore(epochMs) {
      await writes.caughtUp();
      const at = { before: Math.trunc(epochMs) };
      const count = async (query: "count_runs" | "count_conversations") =>
        Number((await engine.get(call(query, at)))?.["count"] ?? 0);
      return { runs: await count("count_runs"), conversations: await count("count_conversations") };
    },
  };
}

export function createUserSettings({ get, queries }: Engine, writes: WriteQueue): SettingsStore {
  const { call } = queries;
  return {
    async find(owner) {
      const row = await get(call("find_settings", userColumn(owner)));
      if (row === undefined) return undefined;
      const { timezone } = row;
      return { timezone: typeof timezone === "string" ? timezone : null };
    },

    async put(owner, { timezone }) {
      const row = { ...userColumn(owner), timezone };
      await writes.durable([call("put_settings", row)]);
    },
  };
}

export function createRecipients(engine: Engine, writes: WriteQueue, log: Log): RecipientStore {
  const { call } = engine.queries;
  return {
    async offer({ digest, user_id, expires_at, ...link }) {
      const row = {
        digest,
        ...userColumn({ user_id }),
        expires_at: Math.trunc(expires_at),
        link: JSON.stringify(link),
      };
      await writes.durable([call("put_link_code", row)]);
    },

    async accept(digest, now) {
      const row = await engine.get(call("find_link_code", { digest, now: Math.trunc(now) }));
      const changed = await writes.durable([
        call("drop_link_codes", { now: Math.trunc(now) }),
        call("take_link_code", { digest }),
      ]);
      return row === undefined || changed !== 1 ? undefined : readLink(row);
    },

    async put(given) {
      await writes.durable([call("put_recipient", rowOf(given))]);
    },

    async list(owner) {
      const rows = await engine.all(call("recipients_of", userColumn(owner)));
      return readEach(rows, readRecipient, log);
    },

    async remove(owner, id) {
      return (await writes.durable([call("remove_recipient", ownedColumns(owner, id))])) === 1;
    },

    async leave(chat) {
      const at = columnsOf(chat);
      const left = readEach(await engine.all(call("recipients_at", at)), readRecipient, log);
      await writes.durable([call("remove_reached_at", at), call("remove_recipients_at", at)]);
      return left;
    },

    async moved(chat, address) {
      const at = { ...columnsOf(chat), to: storedId("address", address) };
      await writes.durable([call("move_reached", at), call("move_recipients", at)]);
    },

    async reached(owner, chat) {
      const at = { ...userColumn(owner), ...columnsOf(chat), is_private: 1 };
      const kinds = [ANYWHERE, kindOn(chat.channel)];
      await writes.durable(kinds.map((kind) => call("put_reached", { ...at, kind })));
    },

    async lastReached(owner, channel) {
      const find = (kind: string) =>
        engine.get(call("find_reached", { ...userColumn(owner), kind }));
      const own = channel === undefined ? undefined : await find(kindOn(channel));
      const row = own ?? (await find(ANYWHERE));
      const at = row && readReached(row);
      return channel === undefined || at?.channel === channel ? at : undefined;
    },
  };
}

const columnsOf = ({ channel, address }: ChatAddress): ChatAddress => ({
  channel: storedId("channel", channel),
  address: storedId("address", address),
});

function rowOf({ user_id, id, channel, address, shared, created_at, ...rest }: Recipient) {
  return {
    ...ownedColumns({ user_id }, id),
    ...columnsOf({ channel, address }),
    shared: shared ? 1 : 0,
    created_at: Math.trunc(created_at),
    recipient: JSON.stringify(rest),
  };
}

const kept = recipient.pick({ name: true, self: true, title: true });

function readRecipient(row: Row): Recipient {
  const name = rowName("recipients", row["user_id"], row["id"]);
  const columns = {
    user_id: originalText(String(row["user_id"])),
    id: originalText(String(row["id"])),
    channel: originalText(String(row["channel"])),
    address: originalText(String(row["address"])),
    shared: Number(row["shared"]) === 1,
    created_at: Number(row["created_at"]),
  };
  return readRow(recipient, { ...readStored(kept, row["recipient"], name), ...columns }, name);
}

const keptLink = recipient.pick({ name: true, self: true, shared: true });

const readLink = (row: Row): OfferedLink => ({
  ...readStored(keptLink, row["link"], rowName("link_codes", row["digest"])),
  digest: String(row["digest"]),
  user_id: originalText(String(row["user_id"])),
  expires_at: Number(row["expires_at"]),
});

/** Where someone last spoke, as earlier versions kept it too; and on each channel. */
const ANYWHERE = "private";
const kindOn = (channel: string): string => storedId("kind", `private ${channel}`);

const reachedRow = z.object({ channel: z.string(), address: z.string() });

function readReached({ channel, address }: Row): ChatAddress {
  const at = readRow(reachedRow, { channel, address }, "reached_users");
  return { channel: originalText(at.channel), address: originalText(at.address) };
}
