import { type Kysely, sql } from "kysely";
import { type Holes, rowsBy, sameAs } from "./compile-query.ts";
import type { Tables } from "./tables.ts";

type Db = Kysely<Tables>;
type Schedules = Tables["schedules"];
type Ticks = Tables["schedule_ticks"];
type TickKey = Pick<Ticks, "user_id" | "schedule_id" | "at">;

/** What is asked and changed of requests that stand. */
export const scheduleQueries = {
  /** Only where the owner has fewer than `most` that are not over. */
  add_schedule: (db: Db, at: Holes<Schedules & { most: number }>) =>
    db
      .insertInto("schedules")
      .columns(["user_id", "id", "status", "next_at", "created_at", "version", "claim", "schedule"])
      .expression((eb) =>
        eb
          .selectFrom(
            sql<{
              n: number;
            }>`(select count(*) as n from schedules where user_id = ${at.user_id} and status in ('active', 'paused'))`.as(
              "had",
            ),
          )
          .select([
            sql<string>`cast(${at.user_id} as text)`.as("user_id"),
            sql<string>`cast(${at.id} as text)`.as("id"),
            sql<string>`cast(${at.status} as text)`.as("status"),
            sql<number | null>`cast(${at.next_at} as bigint)`.as("next_at"),
            sql<number>`cast(${at.created_at} as bigint)`.as("created_at"),
            sql<number>`cast(${at.version} as bigint)`.as("version"),
            sql<string>`cast(${at.claim} as text)`.as("claim"),
            sql<string>`cast(${at.schedule} as text)`.as("schedule"),
          ])
          .where(sql<boolean>`had.n < ${at.most}`),
      )
      .onConflict((conflict) => conflict.columns(["user_id", "id"]).doNothing()),

  find_schedule: rowsBy("schedules", ["user_id", "id"], ["schedule"]),

  made_schedule: (db: Db, at: Holes<{ user_id: string }>) =>
    db.selectFrom("schedules").select("id").where("user_id", "=", at.user_id).limit(sql.lit(1)),

  open_schedules: (db: Db, at: Holes<{ user_id: string; limit: number }>) =>
    schedulesOf(db, at.user_id)
      .where("status", "in", [sql.lit("active"), sql.lit("paused")])
      .limit(at.limit),

  all_schedules: (db: Db, at: Holes<{ user_id: string; limit: number }>) =>
    schedulesOf(db, at.user_id).limit(at.limit),

  /** Compare and set by the version that was read. */
  change_schedule: (db: Db, at: Holes<Omit<Schedules, "created_at"> & { was_version: number }>) =>
    db
      .updateTable("schedules")
      .set({
        status: at.status,
        next_at: at.next_at,
        version: at.version,
        claim: at.claim,
        schedule: at.schedule,
      })
      .where(sameAs(at, "user_id", "id"))
      .where("version", "=", at.was_version),

  /** Only where this very claim has changed the schedule. */
  claim_tick: (db: Db, at: Holes<Ticks & { claim: string }>) =>
    db
      .insertInto("schedule_ticks")
      .columns(["user_id", "schedule_id", "at", "status", "holder", "told", "ended_at", "tick"])
      .expression((eb) =>
        eb
          .selectFrom("schedules")
          .select([
            "schedules.user_id",
            "schedules.id",
            sql<number>`cast(${at.at} as bigint)`.as("at"),
            sql<string>`cast(${at.status} as text)`.as("status"),
            sql<string | null>`cast(${at.holder} as text)`.as("holder"),
            sql<string>`cast(${at.told} as text)`.as("told"),
            sql<number | null>`cast(${at.ended_at} as bigint)`.as("ended_at"),
            sql<string>`cast(${at.tick} as text)`.as("tick"),
          ])
          .where("schedules.user_id", "=", at.user_id)
          .where("schedules.id", "=", at.schedule_id)
          .where("schedules.claim", "=", at.claim),
      )
      .onConflict((conflict) => conflict.columns(["user_id", "schedule_id", "at"]).doNothing()),

  due_schedules: (db: Db, at: Holes<{ now: number; limit: number }>) =>
    db
      .selectFrom("schedules")
      .select(["user_id", "id", "schedule"])
      .where("next_at", "<=", at.now)
      .orderBy("next_at")
      .limit(at.limit),

  next_due: (db: Db, at: Holes<{ after: number }>) =>
    db
      .selectFrom("schedules")
      .select("next_at")
      .where("next_at", ">", at.after)
      .orderBy("next_at")
      .limit(sql.lit(1)),

  settle_tick: (db: Db, at: Holes<Ticks>) =>
    db
      .updateTable("schedule_ticks")
      .set({
        status: at.status,
        holder: at.holder,
        told: at.told,
        ended_at: at.ended_at,
        tick: at.tick,
      })
      .where(sameAs(at, "user_id", "schedule_id", "at")),

  find_tick: rowsBy("schedule_ticks", ["user_id", "schedule_id", "at"], ["tick"]),

  ticks_of_schedule: (db: Db, at: Holes<{ user_id: string; schedule_id: string; limit: number }>) =>
    db
      .selectFrom("schedule_ticks")
      .select(["user_id", "schedule_id", "tick"])
      .where(sameAs(at, "user_id", "schedule_id"))
      .orderBy("at", "desc")
      .limit(at.limit),

  ticks_of_owner: (db: Db, at: Holes<{ user_id: string; after: number; limit: number }>) =>
    db
      .selectFrom("schedule_ticks")
      .select(["user_id", "schedule_id", "tick"])
      .where("user_id", "=", at.user_id)
      .where("ended_at", ">", at.after)
      .orderBy("ended_at", "desc")
      .orderBy("schedule_id")
      .limit(at.limit),

  tick_holders: (db: Db, at: Holes<{ but: string }>) =>
    db
      .selectFrom("schedule_ticks")
      .select("holder")
      .distinct()
      .where("holder", "is not", null)
      .where("holder", "<>", at.but),

  held_ticks: (db: Db, at: Holes<{ holder: string }>) =>
    db
      .selectFrom("schedule_ticks")
      .select(["user_id", "schedule_id", "told", "tick"])
      .where("holder", "=", at.holder)
      .orderBy("at"),

  take_tick: (db: Db, at: Holes<TickKey & { holder: string; was_holder: string }>) =>
    db
      .updateTable("schedule_ticks")
      .set({ holder: at.holder })
      .where(sameAs(at, "user_id", "schedule_id", "at"))
      .where("holder", "=", at.was_holder),
};

const schedulesOf = (db: Db, user_id: Holes<Schedules>["user_id"]) =>
  db
    .selectFrom("schedules")
    .select(["user_id", "id", "schedule"])
    .where("user_id", "=", user_id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc");
