import { type Kysely, sql } from "kysely";
import type { Holes } from "./compile-query.ts";
import type { Tables } from "./tables.ts";

type Db = Kysely<Tables>;
type Proposal = { user_id: string; id: string };

/** What is asked and changed about sentences that may become examples. */
export const proposalQueries = {
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
      .where("user_id", "=", at.user_id)
      .where("id", "=", at.id)
      .where("status", "=", sql.lit("waiting")),

  waiting_proposals: (db: Db, at: Holes<{ limit: number }>) =>
    waiting(db).orderBy("created_at", "desc").orderBy("id").limit(at.limit),

  find_proposal: (db: Db, at: Holes<{ id: string }>) => waiting(db).where("id", "=", at.id),

  decide_proposal: (db: Db, at: Holes<Proposal & { status: string }>) =>
    db
      .updateTable("example_proposals")
      .set({ status: at.status, proposal: sql.lit("") })
      .where("user_id", "=", at.user_id)
      .where("id", "=", at.id)
      .where("status", "=", sql.lit("waiting")),

  forget_proposals: (db: Db, at: Holes<{ user_id: string; session_id: string }>) =>
    db
      .deleteFrom("example_proposals")
      .where("user_id", "=", at.user_id)
      .where("session_id", "=", at.session_id),
};

const waiting = (db: Db) =>
  db
    .selectFrom("example_proposals")
    .select(["user_id", "id", "proposal"])
    .where("status", "=", sql.lit("waiting"));
