import { nationalHolidays } from "#shared/calendar/holidays.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import type { Domain } from "#shared/domain-kit/define-domain.ts";
import { type Bringer, openStanding, standingRequests } from "../../start/open-standing.ts";
import { answer } from "../answer.ts";
import { openTurnDeps } from "../turn-deps.fixture.ts";
import type { TurnDeps } from "../turn-deps.ts";
import type { RightsNow } from "./carry-out-occurrence.ts";

const key = { user_id: "ana", session_id: "s1" };

/** As a channel says where someone speaks. */
const HERE = { channel: "test", session_id: "s1", place: "ana" };

const DAY_MS = 86_400_000;
/** Noon in São Paulo. */
const NOON_MS = 15 * 3_600_000;

/**
 * Turns of one person over these domains, with standing requests that are due when time is passed. They begin at noon: after
 * midnight "tomorrow" may be either of two days.
 */
export async function openStandingTurns(
  domains: readonly Domain[],
  more: Parameters<typeof openTurnDeps>[1] = {},
) {
  const opened = await openTurnDeps(domains, more);
  opened.pass((DAY_MS + NOON_MS - (Date.now() % DAY_MS)) % DAY_MS);
  const holidays = nationalHolidays();
  const brought: string[] = [];
  const stopped: [at: number, why: string][] = [];
  let rights: Awaited<ReturnType<RightsNow>> = { mayUse: undefined };
  const bringer = {
    facts: { title: "Test" },
    reaches: async () => true,
    mayBring: async () => true,
    bring: async (_schedule: unknown, { text }: { text: string }) => {
      brought.push(text);
      return true;
    },
  };
  const bringers = new Map<string, Bringer>([["test", bringer]]);
  const standing = standingRequests(holidays, bringers);
  const deps: TurnDeps = { ...opened.turnDeps(), standing };
  const scheduler = openStanding({
    schedules: deps.store.schedules,
    ...{ deps, bringers, holidays, name: "one" },
    rightsNow: async () => rights,
    stopped: (tick, { why }) => void stopped.push([tick.at, why]),
    isGone: async () => false,
    timers: () => ({ wakeAt() {}, close() {} }),
  });
  standing.wakes(scheduler);
  return {
    ...{ deps, key, brought, stopped, bringers },
    setRights: (now: typeof rights) => {
      rights = now;
    },
    say: async (input_text: string) =>
      (await answer({ ...key, input_text, channel: "test", metadata: {} }, deps, { tell: HERE }))
        .answer,
    newest: async (): Promise<Schedule | undefined> =>
      (await deps.store.schedules.list(key, 1, false))[0],
    ticks: () => deps.store.schedules.ticks(key, {}, 10),
    /** Time goes on, and what is due is done. */
    pass: async (ms: number) => {
      opened.pass(ms);
      await scheduler.runDue();
    },
    close: async () => {
      scheduler.stop();
      await opened.close();
    },
  };
}
