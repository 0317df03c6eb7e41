import { type Kysely, sql } from "kysely";
import type { Holes } from "./compile-query.ts";
import type { Tables } from "./tables.ts";
import { upsert } from "./upsert.ts";

type Db = Kysely<Tables>;
type Chat = { channel: string; address: string };

/** What is asked and changed about whom people may send to. */
export const recipientQueries = {
  put_recipient: upsert(
    "recipients",
    ["user_id", "id"],
    ["channel", "address", "shared", "created_at", "recipient"],
  ),

  recipients_of: (db: Db, at: Holes<{ user_id: string }>) =>
    recipients(db)
      .where((eb) => eb.or([eb("user_id", "=", at.user_id), eb("shared", "=", sql.lit(1))]))
      .orderBy("created_at")
      .orderBy("id"),

  recipients_at: (db: Db, at: Holes<Chat>) =>
    recipients(db).where("channel", "=", at.channel).where("address", "=", at.address),

  remove_recipient: (db: Db, at: Holes<{ user_id: string; id: string }>) =>
    db.deleteFrom("recipients").where("user_id", "=", at.user_id).where("id", "=", at.id),

  remove_recipients_at: (db: Db, at: Holes<Chat>) =>
    db.deleteFrom("recipients").where("channel", "=", at.channel).where("address", "=", at.address),

  move_recipients: (db: Db, at: Holes<Chat & { to: string }>) =>
    db
      .updateTable("recipients")
      .set({ address: at.to })
      .where("channel", "=", at.channel)
      .where("address", "=", at.address),

  put_link_code: upsert("link_codes", ["digest"], ["user_id", "expires_at", "link"]),

  find_link_code: (db: Db, at: Holes<{ digest: string; now: number }>) =>
    db
      .selectFrom("link_codes")
      .select(["digest", "user_id", "expires_at", "link"])
      .where("digest", "=", at.digest)
      .where("expires_at", ">", at.now),

  take_link_code: (db: Db, at: Holes<{ digest: string }>) =>
    db.deleteFrom("link_codes").where("digest", "=", at.digest),

  drop_link_codes: (db: Db, at: Holes<{ now: number }>) =>
    db.deleteFrom("link_codes").where("expires_at", "<=", at.now),

  put_reached: upsert("reached_users", ["user_id", "kind"], ["channel", "address", "is_private"]),

  find_reached: (db: Db, at: Holes<{ user_id: string; kind: string }>) =>
    db
      .selectFrom("reached_users")
      .select(["channel", "address"])
      .where("user_id", "=", at.user_id)
      .where("kind", "=", at.kind),

  remove_reached_at: (db: Db, at: Holes<Chat>) =>
    db
      .deleteFrom("reached_users")
      .where("channel", "=", at.channel)
      .where("address", "=", at.address),

  move_reached: (db: Db, at: Holes<Chat & { to: string }>) =>
    db
      .updateTable("reached_users")
      .set({ address: at.to })
      .where("channel", "=", at.channel)
      .where("address", "=", at.address),
};

const recipients = (db: Db) =>
  db
    .selectFrom("recipients")
    .select(["user_id", "id", "channel", "address", "shared", "created_at", "recipient"]);
