import { effect, signal } from "@preact/signals";
import type { z } from "zod";
import { isBrought } from "#shared/contracts/is-brought.ts";
import type { Tick } from "#shared/contracts/schedule.ts";
import type { ticksPage } from "#shared/contracts/schedule-endpoints.ts";
import { get, withQuery } from "../../api.ts";
import { may, resumed, ticked } from "../../live.ts";

/** What rang while the page was open, and since it was last looked at, the oldest first. */
export const told = signal<readonly Tick[]>([]);

const SEEN = "regente.told";
const MOST_SHOWN = 50;
const keyOf = ({ schedule_id, at }: Tick): string => `${schedule_id} ${at}`;

/** Shows what becomes of schedules in the conversation, wherever no channel brings it to its owner. */
export function followTold(): () => void {
  const seen = localStorage.getItem(SEEN);
  let newest = seen === null ? undefined : Number(seen);
  return effect(() => {
    void ticked.value;
    void resumed.value;
    if (!may("schedules:read")) return;
    // The first look ever only learns what is old, also where it is not back before the next one.
    const after = newest;
    const path = withQuery("/v1/schedules/ticks", {
      limit: String(MOST_SHOWN),
      after: after === undefined ? undefined : String(after),
    });
    void get<z.infer<typeof ticksPage>>(path)
      .then(({ ticks }) => {
        const known = new Set(told.peek().map(keyOf));
        const isNews = (tick: Tick) =>
          tick.text !== "" && !isBrought(tick) && !known.has(keyOf(tick));
        const added = ticks.filter(isNews);
        if (after !== undefined && added.length > 0)
          told.value = [...told.peek(), ...added.toReversed()].slice(-MOST_SHOWN);
        newest = Math.max(newest ?? 0, ...ticks.map(({ ended_at }) => ended_at ?? 0));
        localStorage.setItem(SEEN, String(newest));
      })
      // They stand on their own screen as well, and the next one asks again.
      .catch(() => undefined);
  });
}
