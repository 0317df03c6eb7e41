import { privateDatabase } from "#shared/private-files/private-database.ts";

export type KeptMessage = { id: number; message: string; reason: string; created_at: number };

/** Messages that were not sent, each for its owner's eyes only; and the groups that Telegram gave a new id. */
export type Outbox = {
  /** Durable when it returns. Throws when the file cannot be written. */
  keep(user_id: string, message: string, reason: string, now: number): void;
  /** The newest ones, newest first, and how many there are in all. */
  list(user_id: string, limit: number): { total: number; messages: KeptMessage[] };
  /** Where a chat is now; itself when it never moved. */
  chatNow(chat_id: string): string;
  chatMoved(from: string, to: string): void;
};

/** An outbox in one SQLite file, made when it is not there. */
export function openOutbox(path: string): Outbox {
  const file = privateDatabase(path);
  file.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;
    CREATE TABLE IF NOT EXISTS outbox (
      id INTEGER PRIMARY KEY, user_id TEXT NOT NULL, message TEXT NOT NULL,
      reason TEXT NOT NULL, created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS outbox_of_user ON outbox (user_id, id);
    CREATE TABLE IF NOT EXISTS moved_chats (chat_id TEXT PRIMARY KEY, moved_to TEXT NOT NULL) STRICT;`);
  const insert = file.prepare(
    "INSERT INTO outbox (user_id, message, reason, created_at) VALUES (?, ?, ?, ?)",
  );
  const newest = file.prepare(
    "SELECT id, message, reason, created_at FROM outbox WHERE user_id = ? ORDER BY id DESC LIMIT ?",
  );
  const count = file.prepare("SELECT count(*) AS total FROM outbox WHERE user_id = ?");
  const findChat = file.prepare("SELECT moved_to FROM moved_chats WHERE chat_id = ?");
  const moveChat = file.prepare(
    "INSERT INTO moved_chats (chat_id, moved_to) VALUES (?, ?) ON CONFLICT DO UPDATE SET moved_to = excluded.moved_to",
  );
  return {
    keep: (user_id, message, reason, now) => void insert.run(user_id, message, reason, now),
    list: (user_id, limit) => ({
      total: Number(count.get(user_id)?.["total"] ?? 0),
      messages: newest.all(user_id, limit).map((row) => ({
        id: Number(row["id"]),
        message: String(row["message"]),
        reason: String(row["reason"]),
        created_at: Number(row["created_at"]),
      })),
    }),
    chatNow: (chat_id) => String(findChat.get(chat_id)?.["moved_to"] ?? chat_id),
    chatMoved: (from, to) => void moveChat.run(from, to),
  };
}
