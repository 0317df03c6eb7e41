import { readFileSync } from "node:fs";
import { z } from "zod";
import type { IsoDate } from "#shared/calendar/days.ts";
import { type Holidays, nationalHolidays } from "#shared/calendar/holidays.ts";
import { localTimeOf } from "#shared/calendar/zoned.ts";
import { ContractError } from "#shared/contracts/errors.ts";
import { canonicalJson } from "#shared/contracts/json.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { sayIn } from "#shared/messages/say.ts";
import { readTime } from "../language/time/read-time.ts";
import type { ChannelFacts } from "../ports/channel.ts";
import { sessionOrderKey } from "../ports/owner.ts";
import type { RunHost } from "../ports/run-host.ts";
import type { ScheduleStore } from "../ports/schedule-store.ts";
import type { Store } from "../ports/stores.ts";
import { brokenPromises } from "../standing/promises.ts";
import { openScheduler, type Scheduler } from "../standing/scheduler.ts";
import type { Look, SchedulerDeps, Share } from "../standing/scheduler-deps.ts";
import { showInstant } from "../standing/show-when.ts";
import { expireQuestion } from "../turn/open-question.ts";
import {
  carryOutOccurrence,
  foundOccurrence,
  type RightsNow,
} from "../turn/standing/carry-out-occurrence.ts";
import { look, planOfLook } from "../turn/standing/look.ts";
import { nameOf } from "../turn/standing/show-schedule.ts";
import type { StandingRequests, TurnDeps } from "../turn/turn-deps.ts";

/** What the host is woken for when the time of a question is over. */
export const QUESTIONS = "questions";
/** Looked at together. */
const BATCH = 200;

/** A store whose questions end by themselves: the host wakes when the time of one is over. */
export function withExpiries(store: Store, host: Pick<RunHost, "later">): Store {
  return {
    ...store,
    pending: {
      ...store.pending,
      async put(action) {
        await store.pending.put(action);
        host.later(QUESTIONS, action.expires_at);
      },
    },
  };
}

/** Closes the questions whose time is over, each between two messages of its session, and ends the runs that waited for them. */
export async function expireDue(deps: TurnDeps, host: Pick<RunHost, "later">): Promise<void> {
  const { store, clock, inOrder } = deps;
  for (;;) {
    const over = await store.pending.expired(clock.now(), BATCH);
    await Promise.all(
      over.map((question) =>
        inOrder(sessionOrderKey(question), () => expireQuestion(deps, question)),
      ),
    );
    if (over.length < BATCH) break;
  }
  const next = await store.pending.nextExpiry();
  if (next !== undefined) host.later(QUESTIONS, next);
}

/** Of one owner, and until when what recurs goes on where no one says. */
const MOST_PER_USER = 50;
const ENDS_AFTER_MS = 90 * 24 * 60 * 60 * 1000;

/** How a text reaches people by itself, by the channel's name; false: not now. */
export type Bringer = {
  facts: ChannelFacts;
  reaches(owner: { user_id: string }): Promise<boolean>;
  mayBring: SchedulerDeps["mayTell"];
  bring: SchedulerDeps["tell"];
};
export type Bringers = ReadonlyMap<string, Bringer>;

/** What turns make standing requests with; the scheduler is told of what is due once it is open. */
export function standingRequests(
  holidays: Holidays,
  bringers: Bringers,
): StandingRequests & { wakes(scheduler: Scheduler): void } {
  let scheduler: Scheduler | undefined;
  return {
    holidays,
    readTime: (text, now, zone, locale, beside, onClock) =>
      readTime(text, now, zone, locale, { holidays, beside, onClock }),
    most: MOST_PER_USER,
    endsAfterMs: ENDS_AFTER_MS,
    channels: () => [...bringers.keys()],
    reaches: async (owner, channel) => (await bringers.get(channel)?.reaches(owner)) ?? false,
    factsOf: (channel) => bringers.get(channel)?.facts,
    wakeAt: (epochMs) => scheduler?.wakeAt(epochMs),
    wakes(opened) {
      scheduler = opened;
    },
  };
}

export type StandingParts = {
  readonly deps: TurnDeps;
  /** Without the record of what people change. */
  readonly schedules: ScheduleStore;
  readonly rightsNow: RightsNow;
  readonly bringers: Bringers;
  readonly timers: SchedulerDeps["timers"];
} & Pick<SchedulerDeps, "holidays" | "isGone" | "name" | "stopped">;

/** The scheduler over a deps. */
export function openStanding({
  deps,
  schedules,
  rightsNow,
  bringers,
  timers,
  holidays,
  ...others
}: StandingParts): Scheduler {
  const { clock, log } = deps;
  return openScheduler({
    ...others,
    holidays,
    store: schedules,
    clock,
    log,
    timers,
    carryOut: carryOutOccurrence(deps, rightsNow),
    found: foundOccurrence(deps),
    look: lookFor(deps, rightsNow),
    words: {
      skipped(schedule, { reason, at, covers }) {
        // Who paused it knows.
        if (reason === "paused") return "";
        const shown = showInstant(at, schedule.zone, schedule.locale, clock.now());
        const name = holidays.nameOf(localTimeOf(at, schedule.zone).date);
        const time = reason === "holiday" && name !== undefined ? `${shown} (${name})` : shown;
        return sayIn("schedules", schedule.locale)(`skipped.${reason ?? "unknown"}`, {
          what: nameOf(schedule),
          time,
          count: covers?.count ?? 1,
        });
      },
      paused: (schedule, why, detail) =>
        sayIn("schedules", schedule.locale)(`paused.${why}`, { what: nameOf(schedule), detail }),
      ended: (schedule) =>
        sayIn("schedules", schedule.locale)("skipped.ended", { what: nameOf(schedule) }),
    },
    brings: ({ tell }) => bringers.has(tell.channel),
    mayTell: async (tick) => (await bringers.get(tick.tell.channel)?.mayBring(tick)) ?? true,
    tell: (schedule, tick, again) =>
      bringers.get(tick.tell.channel)?.bring(schedule, tick, again) ?? Promise.resolve(false),
  });
}

const days = z.record(z.iso.date(), z.string().min(1).max(100));

/**
 * The national holidays with those of the operator's file: `{"2027-01-25": "Aniversário de São Paulo"}`.
 * Errors: ContractError that names REGENTE_HOLIDAYS, for a file that cannot be read or says something else
 */
export function readHolidays(file: string | undefined): Holidays {
  if (file === undefined) return nationalHolidays();
  const wrong = (message: string) =>
    new ContractError("configuration", [{ path: "REGENTE_HOLIDAYS", message }]);
  let written: unknown;
  try {
    written = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw wrong(`${file} cannot be read: ${error instanceof Error ? error.message : "?"}`);
  }
  const read = days.safeParse(written);
  if (!read.success)
    throw wrong(`${file} has to be days and their names, as {"2027-01-25": "..."}`);
  return nationalHolidays(new Map<IsoDate, string>(Object.entries(read.data)));
}

/** Looks for a schedule, with the rights that its owner has now, at what the manifests promise now. */
const lookFor =
  (deps: TurnDeps, rightsNow: RightsNow) =>
  async (schedule: Schedule, share: Share): Promise<Look> => {
    const { timing } = schedule;
    if (timing.kind !== "when") return undefined;
    const rights = await rightsNow(schedule);
    if (rights === "gone") return { pause: { why: "rights", detail: "" } };
    const looked = { ...schedule, watch: timing.watch };
    const plan = planOfLook(looked, deps, rights.mayUse);
    const { domain, goal } = timing.watch;
    if (plan === undefined) {
      // A domain that is not there may come back; a goal that is gone, or closed to its owner, does not.
      const { catalogue } = deps.current();
      return catalogue.manifests.has(domain)
        ? { pause: { why: "changed", detail: goal } }
        : undefined;
    }
    const broken = brokenPromises(schedule, plan, deps.current().catalogue);
    if (broken.length > 0) return { pause: { why: "changed", detail: broken.join(", ") } };
    return share(sharedKey(schedule, deps), () => look(looked, deps, rights.mayUse));
  };

/** Equal looks are one: of everybody where the manifest says that the answer is public, else of one owner. */
function sharedKey({ user_id, timing, locale }: Schedule, deps: Pick<TurnDeps, "current">): string {
  if (timing.kind !== "when") return user_id;
  const { domain, goal, entities, value } = timing.watch;
  const { catalogue } = deps.current();
  const capability = catalogue.goal(domain, goal)?.spec.capability;
  const scope =
    capability === undefined ? "user" : catalogue.capability(domain, capability)?.spec.cache_scope;
  return canonicalJson([scope === "public" ? "" : user_id, domain, goal, entities, value, locale]);
}
