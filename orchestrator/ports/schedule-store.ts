import type { Schedule, Tick } from "#shared/contracts/schedule.ts";
import type { Owner } from "./owner.ts";

/** How far its owner has been told of an occurrence, where a channel brings it to them. */
export type Told = "nothing" | "waiting" | "sending" | "told";
/** An occurrence that a process has: it is under way, or still has to be told. */
export type HeldTick = { tick: Tick; told: Told; holder: string };

/** Requests that stand, and what became of their occurrences. See Store for what holds for all of its parts. */
export interface ScheduleStore {
  /**
   * Once for each id: one that is there stays as it is. False, and nothing is kept: the owner has so many that are active or
   * paused already.
   */
  add(schedule: Schedule, most: number): Promise<boolean>;
  find(owner: Owner, id: string): Promise<Schedule | undefined>;
  /** The owner has made one, whatever became of it. Cost: one look into an index */
  hasMade(owner: Owner): Promise<boolean>;
  /** The newest first, at most 500; `open`: only those that are active or paused. */
  list(owner: Owner, limit: number, open: boolean): Promise<Schedule[]>;
  /** Compare and set: false, and nothing is changed, unless the stored version is the one before. */
  change(schedule: Schedule): Promise<boolean>;
  /**
   * The same, with an occurrence of it in the same commit. True for exactly one caller of those who read the same
   * schedule, also across processes, and only where the occurrence was not claimed before.
   */
  claim(schedule: Schedule, ticks: readonly [Tick, Told][]): Promise<boolean>;
  /** What is due, of every owner, the longest due first. Cost: grows with what is due */
  due(now: number, limit: number): Promise<Schedule[]>;
  /** When something is due next; undefined: nothing is. Cost: one look into an index */
  nextDue(): Promise<number | undefined>;
  /** What became of a claimed occurrence, and whether it still has to be told; this process has it until it is told. */
  settle(tick: Tick, told: Told): Promise<void>;
  /** An occurrence by its key. */
  tick(owner: Owner, schedule_id: string, at: number): Promise<Tick | undefined>;
  /** Of one schedule, or of all, the newest first, at most 500; `after`: only those that ended after it. */
  ticks(
    owner: Owner,
    of: { schedule_id?: string | undefined; after?: number | undefined },
    limit: number,
  ): Promise<Tick[]>;
  /** The processes that have occurrences under way or to tell. */
  tickHolders(): Promise<string[]>;
  heldTicks(holder: string): Promise<HeldTick[]>;
  /** Makes an occurrence this process's own. True for exactly one caller. */
  takeTick(held: HeldTick): Promise<boolean>;
}
