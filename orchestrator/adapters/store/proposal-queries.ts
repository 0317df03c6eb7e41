import { type Kysely, type RawBuilder, sql } from "kysely";
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
      .where("status", "in", UNDECIDED),

  drop_unclear_before: (db: Db, at: Holes<{ created_at: number }>) =>
    db
      .deleteFrom("example_proposals")
      .where("status", "=", sql.lit("unclear"))
      .where("created_at", "<", at.created_at),

  /** Those that wait, or those that were not understood. */
  listed_proposals: (db: Db, at: Holes<{ status: string; limit: number }>) =>
    proposal(db, at.status).orderBy("created_at", "desc").orderBy("id").limit(at.limit),

  find_proposal: (db: Db, at: Holes<{ status: string; id: string }>) =>
    proposal(db, at.status).where("id", "=", at.id),

  decide_proposal: (db: Db, at: Holes<Proposal & { status: string }>) =>
    db
      .updateTable("example_proposals")
      .set({ status: at.status, proposal: sql.lit("") })
      .where("user_id", "=", at.user_id)
      .where("id", "=", at.id)
      .where("status", "in", UNDECIDED),

  forget_proposals: (db: Db, at: Holes<{ user_id: string; session_id: string }>) =>
    db
      .deleteFrom("example_proposals")
      .where("user_id", "=", at.user_id)
      .where("session_id", "=", at.session_id),
};

const UNDECIDED = [sql.lit("waiting"), sql.lit("unclear"), sql.lit("wrong")];

const proposal = (db: Db, status: RawBuilder<string>) =>
  db
    .selectFrom("example_proposals")
    .select(["user_id", "id", "proposal"])
    .where("status", "=", status);
