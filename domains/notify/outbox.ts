import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { addressedRecipient } from "#shared/contracts/recipient.ts";
import { durableDatabase } from "#shared/private-files/private-files.ts";

export type OutboxMessage = {
  id: number;
  message: string;
  reason: string;
  created_at: number;
  /** One of the linked chats; undefined: it is for its owner. */
  recipient_id: string | undefined;
  /** "" for its owner. */
  recipient_name: string;
  /** How often it was sent again. */
  attempts: number;
};

/** Messages that were not sent, each for its owner's eyes only; and the groups that Telegram gave a new id. */
export type Outbox = {
  /** Durable when it returns. Throws when the file cannot be written. */
  keep(user_id: string, message: string, reason: string, now: number, to: RecipientKept): void;
  /** The newest one, or the one of this id; undefined: there is none. */
  find(user_id: string, id: number | undefined): OutboxMessage | undefined;
  /** It is about to be sent, and may have arrived from now on. False: it is not any more as it was read. */
  begin(user_id: string, kept: OutboxMessage): boolean;
  change(user_id: string, id: number, message: string, reason: string): void;
  remove(user_id: string, id: number): void;
  /** The newest ones, newest first, and how many there are in all. */
  list(user_id: string, limit: number): { total: number; messages: OutboxMessage[] };
  /** Where a chat is now; itself when it never moved. */
  chatNow(chat_id: string): string;
  chatMoved(from: string, to: string): void;
};

/** An outbox in one SQLite file, made when it is not there. */
export function openOutbox(path: string): Outbox {
  const file = durableDatabase(
    path,
    `
    CREATE TABLE IF NOT EXISTS outbox (
      id INTEGER PRIMARY KEY, user_id TEXT NOT NULL, message TEXT NOT NULL,
      reason TEXT NOT NULL, created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS outbox_of_user ON outbox (user_id, id);
    CREATE TABLE IF NOT EXISTS moved_chats (chat_id TEXT PRIMARY KEY, moved_to TEXT NOT NULL) STRICT;`,
  );
  addColumns(file);
  const insert = file.prepare(
    "INSERT INTO outbox (user_id, message, reason, created_at, attempts, recipient_id, recipient_name) VALUES (?, ?, ?, ?, 0, ?, ?)",
  );
  const columns = "id, message, reason, created_at, attempts, recipient_id, recipient_name";
  const newest = file.prepare(
    `SELECT ${columns} FROM outbox WHERE user_id = ? ORDER BY id DESC LIMIT ?`,
  );
  const one = file.prepare(`SELECT ${columns} FROM outbox WHERE user_id = ? AND id = ?`);
  const begun = file.prepare(
    "UPDATE outbox SET reason = 'OUTCOME_UNKNOWN', attempts = attempts + 1 WHERE user_id = ? AND id = ? AND attempts = ?",
  );
  const changed = file.prepare(
    "UPDATE outbox SET message = ?, reason = ? WHERE user_id = ? AND id = ?",
  );
  const removed = file.prepare("DELETE FROM outbox WHERE user_id = ? AND id = ?");
  const count = file.prepare("SELECT count(*) AS total FROM outbox WHERE user_id = ?");
  const findChat = file.prepare("SELECT moved_to FROM moved_chats WHERE chat_id = ?");
  const moveChat = file.prepare(
    "INSERT INTO moved_chats (chat_id, moved_to) VALUES (?, ?) ON CONFLICT DO UPDATE SET moved_to = excluded.moved_to",
  );
  return {
    keep: (user_id, message, reason, now, { id, name }) =>
      void insert.run(user_id, message, reason, now, id ?? null, name),
    list: (user_id, limit) => ({
      total: Number(count.get(user_id)?.["total"] ?? 0),
      messages: newest.all(user_id, limit).map(keptIn),
    }),
    find(user_id, id) {
      const row = id === undefined ? newest.get(user_id, 1) : one.get(user_id, id);
      return row && keptIn(row);
    },
    begin: (user_id, { id, attempts }) => begun.run(user_id, id, attempts).changes === 1,
    change: (user_id, id, message, reason) => void changed.run(message, reason, user_id, id),
    remove: (user_id, id) => void removed.run(user_id, id),
    chatNow: (chat_id) => String(findChat.get(chat_id)?.["moved_to"] ?? chat_id),
    chatMoved: (from, to) => void moveChat.run(from, to),
  };
}

const keptIn = (row: Record<string, SQLOutputValue>): OutboxMessage => ({
  id: Number(row["id"]),
  message: String(row["message"]),
  reason: String(row["reason"]),
  created_at: Number(row["created_at"]),
  recipient_id: row["recipient_id"] == null ? undefined : String(row["recipient_id"]),
  recipient_name: String(row["recipient_name"]),
  attempts: Number(row["attempts"]),
});

/** An outbox of before there were recipients gets what it lacks; its messages are their owners'. */
function addColumns(file: DatabaseSync): void {
  const has = new Set(
    file
      .prepare("PRAGMA table_info(outbox)")
      .all()
      .map(({ name }) => name),
  );
  const missing = [
    ["attempts", "INTEGER NOT NULL DEFAULT 0"],
    ["recipient_id", "TEXT"],
    ["recipient_name", "TEXT NOT NULL DEFAULT ''"],
  ].filter(([name = ""]) => !has.has(name));
  for (const [name, type] of missing) file.exec(`ALTER TABLE outbox ADD COLUMN ${name} ${type}`);
}

/** Whom a kept message is for: one of the linked chats, or who asked. The address is found again when it is sent. */
type RecipientKept = { id: string | undefined; name: string };

export function recipientKept(recipient: unknown): RecipientKept {
  const { id, name = "" } = addressedRecipient.safeParse(recipient).data ?? {};
  return { id, name: id === undefined ? "" : name };
}
