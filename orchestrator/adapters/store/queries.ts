import { type Kysely, sql } from "kysely";
import {
  type Args,
  type CompiledText,
  compileQuery,
  compilerFor,
  type EngineName,
  type Holes,
  type QueryBuilder,
  removeBy,
  removeExpired,
  rowsBy,
  sameAs,
  upsert,
  type Value,
} from "./compile-query.ts";
import { personalQueries, recipientQueries, settingsQueries } from "./personal-queries.ts";
import { runQueries } from "./run-queries.ts";
import { scheduleQueries } from "./schedule-queries.ts";
import type { Tables } from "./tables.ts";
import { usageQueries } from "./usage-queries.ts";

type Question = Session & { id: string };

/** What is asked and changed of open questions, one for each session. */
const pendingQueries = {
  find_pending: (db: Db, at: Holes<Session>) =>
    db
      .selectFrom("pending_actions")
      .select("action")
      .where(sameAs(at, "user_id", "session_id"))
      .where("held_by", "is", null),

  put_pending: upsert(
    "pending_actions",
    ["user_id", "session_id"],
    ["id", "action", "expires_at", "held_by", "held_for"],
  ),

  take_pending: (db: Db, at: Holes<Question>) =>
    db
      .deleteFrom("pending_actions")
      .where(sameAs(at, "user_id", "session_id", "id"))
      .where("held_by", "is", null),

  hold_pending: (db: Db, at: Holes<Question & { held_by: string; held_for: string }>) =>
    db
      .updateTable("pending_actions")
      .set({ held_by: at.held_by, held_for: at.held_for })
      .where(sameAs(at, "user_id", "session_id", "id"))
      .where("held_by", "is", null),

  let_go_pending: removeBy("pending_actions", "user_id", "session_id", "id", "held_by"),

  reopen_pending: (db: Db, at: Holes<Question & { held_by: string }>) =>
    db
      .updateTable("pending_actions")
      .set({ held_by: sql.lit(null), held_for: sql.lit(null) })
      .where(sameAs(at, "user_id", "session_id", "id", "held_by")),

  held_pending: rowsBy(
    "pending_actions",
    ["held_by"],
    ["user_id", "session_id", "action", "held_for"],
  ),

  expired_pending: (db: Db, at: Holes<{ now: number; limit: number }>) =>
    db
      .selectFrom("pending_actions")
      .select(["user_id", "session_id", "action"])
      .where("expires_at", "<=", at.now)
      .where("held_by", "is", null)
      .orderBy("expires_at")
      .limit(at.limit),

  next_expiry: (db: Db, _at: Holes<Record<never, never>>) =>
    db
      .selectFrom("pending_actions")
      .select(["expires_at"])
      .where("held_by", "is", null)
      .orderBy("expires_at")
      .limit(sql.lit(1)),

  open_pending: (db: Db, at: Holes<{ user_id: string; now: number; limit: number }>) =>
    db
      .selectFrom("pending_actions")
      .select(["session_id", "action"])
      .where("user_id", "=", at.user_id)
      .where("expires_at", ">", at.now)
      .where("held_by", "is", null)
      // An id begins with the time of its making.
      .orderBy("id", "desc")
      .limit(at.limit),
};

type Db = Kysely<Tables>;
type Cached = { owner: string; kind: string };

/** What is asked and changed about answers that need not be made again. */
const cacheQueries = {
  put_cached: upsert("cached_answers", ["owner", "kind", "key"], ["answer", "expires_at"]),

  find_cached: (db: Db, at: Holes<Cached & { key: string; now: number }>) =>
    db
      .selectFrom("cached_answers")
      .select("answer")
      .where(sameAs(at, "owner", "kind", "key"))
      .where("expires_at", ">", at.now),

  forget_cached: removeBy("cached_answers", "owner", "kind"),
  sweep_cached: removeExpired("cached_answers"),
};

type Session = { user_id: string; session_id: string };
type Note = { channel: string; kind: string; now: number };

type Proposal = { user_id: string; id: string };
const PROPOSAL = ["user_id", "id", "proposal"] as const;
const UNDECIDED = [sql.lit("waiting"), sql.lit("unclear"), sql.lit("wrong")];

/** What is asked and changed about sentences that may become examples. */
const proposalQueries = {
  /** Changes nothing where there is one already. */
  propose_example: (db: Db, at: Holes<Tables["example_proposals"]>) =>
    db
      .insertInto("example_proposals")
      .values({
        user_id: at.user_id,
        id: at.id,
        session_id: at.session_id,
        status: at.status,
        created_at: at.created_at,
        proposal: at.proposal,
      })
      .onConflict((conflict) => conflict.columns(["user_id", "id"]).doNothing()),

  withdraw_proposal: (db: Db, at: Holes<Proposal>) =>
    db
      .deleteFrom("example_proposals")
      .where(sameAs(at, "user_id", "id"))
      .where("status", "in", UNDECIDED),

  drop_unclear_before: (db: Db, at: Holes<{ created_at: number }>) =>
    db
      .deleteFrom("example_proposals")
      .where("status", "=", sql.lit("unclear"))
      .where("created_at", "<", at.created_at),

  /** Those that wait, or those that were not understood. */
  listed_proposals: (db: Db, at: Holes<{ status: string; limit: number }>) =>
    db
      .selectFrom("example_proposals")
      .select(PROPOSAL)
      .where("status", "=", at.status)
      .orderBy("created_at", "desc")
      .orderBy("id")
      .limit(at.limit),

  find_proposal: rowsBy("example_proposals", ["status", "id"], PROPOSAL),

  decide_proposal: (db: Db, at: Holes<Proposal & { status: string }>) =>
    db
      .updateTable("example_proposals")
      .set({ status: at.status, proposal: sql.lit("") })
      .where(sameAs(at, "user_id", "id"))
      .where("status", "in", UNDECIDED),

  forget_proposals: removeBy("example_proposals", "user_id", "session_id"),
};

const putNote = upsert(
  "channel_notes",
  ["channel", "kind", "id"],
  ["note", "expires_at", "user_id"],
);

/** Every question and every change that is ever put to the database. */
const builders = {
  load_conversation: rowsBy("conversations", ["user_id", "session_id"], ["state"]),
  save_conversation: upsert("conversations", ["user_id", "session_id"], ["state", "updated_at"]),

  delete_conversation: removeBy("conversations", "user_id", "session_id"),

  /** `words`: a pattern of what is kept of it, `%` is any. */
  conversations_before: (
    db: Db,
    at: Holes<Session & { words: string; updated_at: number; limit: number }>,
  ) =>
    db
      .selectFrom("conversations")
      .select(["user_id", "session_id", "state", "updated_at"])
      .where("user_id", "=", at.user_id)
      .where((eb) => eb.or([eb(at.words, "=", sql.lit("%")), eb(LOWER_STATE, "like", at.words)]))
      .where((eb) =>
        eb(eb.refTuple("updated_at", "session_id"), "<", eb.tuple(at.updated_at, at.session_id)),
      )
      .orderBy("updated_at", "desc")
      .orderBy("session_id", "desc")
      .limit(at.limit),

  ...pendingQueries,
  ...runQueries,

  ...usageQueries,
  ...cacheQueries,
  ...proposalQueries,
  ...scheduleQueries,
  ...recipientQueries,
  ...personalQueries,
  ...settingsQueries,

  /** Notes something unless it is noted already; what is forgotten does not count. */
  claim_note: (db: Db, at: Holes<Tables["channel_notes"] & { now: number }>) =>
    putNote(db, at, (eb) => eb("channel_notes.expires_at", "<=", at.now)),

  put_note: putNote,

  replace_note: (db: Db, at: Holes<Omit<Tables["channel_notes"], "user_id"> & { was: string }>) =>
    db
      .updateTable("channel_notes")
      .set({ note: at.note, expires_at: at.expires_at })
      .where(sameAs(at, "channel", "kind", "id"))
      .where("note", "=", at.was),

  find_note: (db: Db, at: Holes<Note & { id: string }>) =>
    db
      .selectFrom("channel_notes")
      .select("note")
      .where(sameAs(at, "channel", "kind", "id"))
      .where("expires_at", ">", at.now),

  open_notes: (db: Db, at: Holes<Note>) =>
    db
      .selectFrom("channel_notes")
      .select(["id", "note", "expires_at"])
      .where(sameAs(at, "channel", "kind"))
      .where("note", "<>", sql.lit("null"))
      .where("expires_at", ">", at.now),

  sweep_notes: removeExpired("channel_notes"),
};

const LOWER_STATE = sql<string>`lower(state)`;

export type QueryName = keyof typeof builders;
type ArgsOf<N extends QueryName> =
  Parameters<(typeof builders)[N]>[1] extends Holes<infer A> ? A : never;

/** A named query with its values, in the order that its placeholders want them. */
export type Call = { readonly query: QueryName; readonly values: readonly Value[] };

/** Every query as one engine's text. */
export type Queries = {
  readonly text: Readonly<Record<QueryName, CompiledText>>;
  readonly call: <N extends QueryName>(query: N, args: ArgsOf<N>) => Call;
};

/** Cost: about 5 ms, once when the store is opened. */
export function compileQueries(engine: EngineName): Queries {
  const db = compilerFor(engine);
  const text = Object.fromEntries(
    Object.entries(builders).map(([name, build]) => [
      name,
      // Each takes holes of its own; which ones is known where it is called, by ArgsOf.
      compileQuery(db, build as QueryBuilder<Args>),
    ]),
  ) as Record<QueryName, CompiledText>;
  return {
    text,
    call: (query, args) => ({
      query,
      values: text[query].order.map((name) => (args as Args)[name] ?? null),
    }),
  };
}
