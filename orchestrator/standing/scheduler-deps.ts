import type { Holidays } from "#shared/calendar/holidays.ts";
import type { PauseReason, Schedule, SkipReason, Tick } from "#shared/contracts/schedule.ts";
import type { Clock, OpenTimers } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { ScheduleStore } from "../ports/schedule-store.ts";
import type { Observation } from "./observe.ts";

/** How an occurrence ended; `pause` keeps the schedule from going on. */
export type Carried = {
  readonly status: "fired" | "partial" | "failed" | "skipped";
  /** partial: something that was to be changed or sent was not, which counts as a failure. */
  readonly missed?: true;
  readonly reason: SkipReason | null;
  readonly text: string;
  readonly pause?: { readonly why: PauseReason; readonly detail: string };
};

/** A look that others have as well is made once; `key` says which are the same. */
export type Share = (
  key: string,
  look: () => Promise<Observation | undefined>,
) => Promise<Observation | undefined>;

export type Look = Observation | { readonly pause: NonNullable<Carried["pause"]> } | undefined;

export type SchedulerDeps = {
  readonly store: ScheduleStore;
  readonly clock: Clock;
  readonly timers: OpenTimers;
  readonly holidays: Holidays;
  readonly log: Log;
  /** Carries out an occurrence. A rejection counts as a failure. */
  carryOut(schedule: Schedule, tick: Tick, isLate: boolean): Promise<Carried>;
  /** What became of an occurrence that another process had begun; undefined: nothing was. */
  found(schedule: Schedule, tick: Tick): Promise<Carried | "under_way" | undefined>;
  /** Looks at a watched value, with its owner's own rights; undefined: it could not be seen. */
  look(schedule: Schedule, share: Share): Promise<Look>;
  /** What a watch that fires does, after what it saw. */
  words: {
    skipped(schedule: Schedule, tick: Tick): string;
    paused(schedule: Schedule, why: PauseReason, detail: string): string;
    ended(schedule: Schedule): string;
  };
  /** An occurrence was not carried out, because what it relies on or its owner's right is another one now. */
  stopped(tick: Tick, pause: NonNullable<Carried["pause"]>): void;
  /** The channel is one that brings texts to people by itself. */
  brings(tick: Tick): boolean;
  /** False: its chat takes nothing until its person writes there, which is no news to try again for. */
  mayTell(tick: Tick): Promise<boolean>;
  /** False: it could not be brought now. `again`: it may have been before. */
  tell(schedule: Schedule | undefined, tick: Tick, again: boolean): Promise<boolean>;
  isGone(holder: string): Promise<boolean>;
  readonly name: string;
};
