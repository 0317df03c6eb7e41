import { type Kysely, type RawBuilder, sql } from "kysely";
import { excluded, type Holes, rowsBy, sameAs, upsert } from "./compile-query.ts";
import type { Tables } from "./tables.ts";

type Db = Kysely<Tables>;
type Run = { user_id: string; run_id: string };
/** An empty status or session is any; goal, domain and words are patterns of the run's text, `%` is any. */
type RunsOf = Record<"user_id" | "status" | "session_id" | "goal" | "domain" | "words", string> &
  Record<"since" | "until", number>;
/** Where a page ended: the last run's place in the order, and its id. */
type Place = { at: number; run_id: string; limit: number };
type Step = Run & { step_id: string; status: string; step: string };
/** The run as it was read. */
type Was = { was_status: string; was_updated_at: number };

const putRun = upsert(
  "task_runs",
  ["user_id", "run_id"],
  ["session_id", "status", "created_at", "updated_at", "run", "input_text", "holder"],
);

const CREATED = sql.ref<number>("created_at");
const TOOK = sql<number>`(updated_at - created_at)`;
const LOWER_RUN = sql<string>`lower(run)`;

/** A page of them by a figure, from the one behind `at` on. */
const pageOfRuns =
  (place: RawBuilder<number>, order: "asc" | "desc") => (db: Db, at: Holes<RunsOf & Place>) =>
    db
      .selectFrom("task_runs")
      .select(["user_id", "run_id", "run", place.as("place")])
      .where("user_id", "=", at.user_id)
      .where((eb) => eb.or([eb(at.status, "=", sql.lit("")), eb("status", "=", at.status)]))
      .where((eb) =>
        eb.or([eb(at.session_id, "=", sql.lit("")), eb("session_id", "=", at.session_id)]),
      )
      .where("run", "like", at.goal)
      .where("run", "like", at.domain)
      .where("created_at", ">=", at.since)
      .where("created_at", "<", at.until)
      .where((eb) => eb.or([eb(at.words, "=", sql.lit("%")), eb(LOWER_RUN, "like", at.words)]))
      .where((eb) =>
        eb(
          eb.tuple(place, eb.ref("run_id")),
          order === "asc" ? ">" : "<",
          eb.tuple(at.at, at.run_id),
        ),
      )
      .orderBy(place, order)
      .orderBy("run_id", order)
      .limit(at.limit);

/** What is asked and changed of runs and their steps, which are the journal. */
export const runQueries = {
  /** Changes nothing while another process carries the run out, nor where a begun one is not ours any more. */
  save_run: (db: Db, at: Holes<Tables["task_runs"] & { is_begun: number }>) =>
    putRun(db, at, ({ eb, ref, or, and }) =>
      or([
        eb("task_runs.holder", "is", null),
        eb("task_runs.holder", "=", ref("excluded.holder")),
        and([eb("task_runs.status", "<>", sql.lit("running")), eb(at.is_begun, "=", sql.lit(0))]),
      ]),
    ),

  /** Compare and set: changes nothing when the run is not as it was read. */
  claim_run: (
    db: Db,
    at: Holes<Run & Was & { run: string; holder: string | null; updated_at: number }>,
  ) =>
    db
      .updateTable("task_runs")
      .set({
        status: sql.lit("running"),
        holder: at.holder,
        updated_at: at.updated_at,
        run: at.run,
      })
      .where(sameAs(at, "user_id", "run_id"))
      .where("status", "=", at.was_status)
      .where("updated_at", "=", at.was_updated_at),

  /** Beside `claim_run`, and before it: changes nothing where that one will not. */
  forget_step: (db: Db, at: Holes<Step & Was>) =>
    db
      .deleteFrom("task_steps")
      .where(sameAs(at, "user_id", "run_id", "step_id"))
      .where(({ exists }) => exists(runAsItWas(db, at))),

  change_step: (db: Db, at: Holes<Step & Was>) =>
    db
      .updateTable("task_steps")
      .set({ status: at.status, step: at.step })
      .where(sameAs(at, "user_id", "run_id", "step_id"))
      .where(({ exists }) => exists(runAsItWas(db, at))),

  find_run: rowsBy("task_runs", ["user_id", "run_id"], ["run"]),
  holder_of_run: rowsBy("task_runs", ["user_id", "run_id"], ["holder"]),

  newest_runs: pageOfRuns(CREATED, "desc"),
  oldest_runs: pageOfRuns(CREATED, "asc"),
  longest_runs: pageOfRuns(TOOK, "desc"),

  holders: (db: Db, _at: Holes<Record<never, never>>) =>
    db
      .selectFrom("task_runs")
      .select(sql<string>`coalesce(holder, '')`.as("holder"))
      .distinct()
      .where("status", "=", sql.lit("running"))
      .unionAll(
        db
          .selectFrom("pending_actions")
          .select(sql<string>`held_by`.as("holder"))
          .distinct()
          .where("held_by", "is not", null),
      ),

  unfinished_runs: (db: Db, at: Holes<{ holder: string }>) =>
    db
      .selectFrom("task_runs")
      .select(["user_id", "run_id", "run"])
      .where("status", "=", sql.lit("running"))
      .where(sql<string>`coalesce(holder, '')`, "=", at.holder)
      .orderBy("created_at"),

  newest_utterances: (db: Db, at: Holes<{ limit: number }>) =>
    db
      .selectFrom("task_runs")
      .select("input_text")
      .where("input_text", "is not", null)
      .orderBy("created_at", "desc")
      .limit(at.limit),

  newest_durations: (db: Db, at: Holes<{ domain: string; capability: string; limit: number }>) =>
    db
      .selectFrom("task_steps")
      .select("duration_ms")
      .where(sameAs(at, "domain", "capability"))
      .where("status", "=", sql.lit("success"))
      .orderBy("settled_at", "desc")
      .limit(at.limit),

  /**
   * Announces a step; changes nothing while the same step is under way with other parameters, or while
   * another process carries the run out.
   */
  intend_step: (
    db: Db,
    at: Holes<
      Step & {
        idempotency_key: string;
        params_digest: string;
        intended_at: number;
        holder: string | null;
      }
    >,
  ) =>
    insertUnlessTaken(db, at, [...STEP_COLUMNS, ...ANNOUNCED]).onConflict((conflict) =>
      conflict
        .columns(STEP_KEY)
        .doUpdateSet(excluded(["status", "step", ...ANNOUNCED, "settled_at"]))
        .where(({ eb, ref, or }) =>
          or([
            eb("task_steps.settled_at", "is not", null),
            eb("task_steps.params_digest", "=", ref("excluded.params_digest")),
          ]),
        ),
    ),

  /** The announcement stays as it was. Changes nothing when another process has the run. */
  settle_step: (
    db: Db,
    at: Holes<
      Step & {
        settled_at: number;
        domain: string;
        capability: string;
        duration_ms: number;
        holder: string | null;
      }
    >,
  ) =>
    insertUnlessTaken(db, at, [...STEP_COLUMNS, ...SETTLED]).onConflict((conflict) =>
      conflict.columns(STEP_KEY).doUpdateSet(excluded(["status", "step", ...SETTLED])),
    ),

  steps_of_run: (db: Db, at: Holes<Run>) =>
    db
      .selectFrom("task_steps")
      .select(["step_id", "step"])
      .where(sameAs(at, "user_id", "run_id"))
      .orderBy("step_id"),
};

const STEP_KEY = ["user_id", "run_id", "step_id"] as const;
const STEP_COLUMNS = [...STEP_KEY, "status", "step"] as const;
const ANNOUNCED = ["idempotency_key", "params_digest", "intended_at"] as const;
const SETTLED = ["settled_at", "domain", "capability", "duration_ms"] as const;

/** A row that is not there when another process has the run. */
const insertUnlessTaken = <C extends keyof Tables["task_steps"] & string>(
  db: Db,
  at: Holes<Pick<Tables["task_steps"], C> & Run & { holder: string | null }>,
  columns: readonly C[],
) =>
  db
    .insertInto("task_steps")
    .columns(columns)
    .expression(
      db
        .selectNoFrom(columns.map((column) => at[column].as(column)))
        .where(({ exists, not }) => not(exists(runOfAnother(db, at)))),
    );

const runAt = (db: Db, at: Holes<Run>) =>
  db
    .selectFrom("task_runs")
    .select("run_id")
    .where(sameAs(at, "user_id", "run_id"));

/** There is one where another process has the run. */
const runOfAnother = (db: Db, at: Holes<Run & { holder: string | null }>) =>
  runAt(db, at).where("holder", "<>", at.holder);

const runAsItWas = (db: Db, at: Holes<Run & Was>) =>
  runAt(db, at).where("status", "=", at.was_status).where("updated_at", "=", at.was_updated_at);
