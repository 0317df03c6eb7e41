import { setTimeout as wait } from "node:timers/promises";
import { isBrought } from "#shared/contracts/is-brought.ts";
import type { Tick } from "#shared/contracts/schedule.ts";
import { ticksPage } from "#shared/contracts/schedule-endpoints.ts";
import { type Client, ClientError } from "./client.ts";

const LOOK_MS = 1000;
const keyOf = ({ schedule_id, at }: Tick): string => `${schedule_id} ${at}`;

/**
 * What becomes of standing requests from now on, unless a channel of its own brings it. Ends when `signal` fires, or where
 * the caller may not see them; never rejects.
 * Cost: one small request a second
 */
export async function followTicks(
  client: Pick<Client, "get">,
  signal: AbortSignal,
  show: (tick: Tick) => void,
): Promise<void> {
  const seen = new Set<string>();
  let newest = 0;
  let isFirst = true;
  while (!signal.aborted) {
    try {
      // What ended in the same millisecond is looked at again.
      const path = `/v1/schedules/ticks?after=${Math.max(0, newest - 1)}`;
      const { ticks } = await client.get(path, ticksPage, signal);
      for (const tick of ticks.toReversed()) {
        const isNew = !seen.has(keyOf(tick));
        seen.add(keyOf(tick));
        newest = Math.max(newest, tick.ended_at ?? 0);
        if (isNew && !isFirst && tick.text !== "" && !isBrought(tick)) show(tick);
      }
      isFirst = false;
    } catch (error) {
      if (signal.aborted || (error instanceof ClientError && error.fault === "refused")) return;
    }
    await wait(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}
