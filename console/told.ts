import { computed, effect, signal } from "@preact/signals";
import type { z } from "zod";
import type { Tick } from "#shared/contracts/schedule.ts";
import type { ticksPage } from "#shared/contracts/schedule-endpoints.ts";
import { isBrought } from "#shared/contracts/schedule-name.ts";
import { get, withQuery } from "./api.ts";
import { may, me, resumed, ticked } from "./live.ts";

/** What rang while the page was open, and in the hours before what no one has closed since, the oldest first. */
export const told = signal<readonly Tick[]>([]);

/** The moment from which on this browser is told; what is older, it only learns. */
const SINCE = "regente.told";
/** What was closed of the last hours. */
const CLOSED = "regente.closed";
const MOST_SHOWN = 50;
const LOOK_BACK_MS = 12 * 3_600_000;

export const keyOf = ({ schedule_id, at }: Tick): string => `${schedule_id} ${at}`;

const closed = signal(keptClosed());
/** What no one has closed yet. */
export const unclosed = computed(() =>
  told.value.filter((tick) => !Object.hasOwn(closed.value, keyOf(tick))),
);

/** By key, when it rang. */
function keptClosed(): Readonly<Record<string, number>> {
  try {
    return JSON.parse(localStorage.getItem(CLOSED) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

// What is closed in one tab is closed in the others.
addEventListener("storage", ({ key }) => {
  if (key === CLOSED) closed.value = keptClosed();
});

export function close(ticks: readonly Tick[]): void {
  const added = ticks.map((tick) => [keyOf(tick), tick.ended_at ?? tick.at] as const);
  const since = Date.now() - LOOK_BACK_MS;
  const recent = Object.entries(keptClosed()).filter(([, at]) => at > since);
  closed.value = Object.fromEntries([...recent, ...added]);
  localStorage.setItem(CLOSED, JSON.stringify(closed.value));
}

/** undefined: this browser was never told anything. */
function begun(): number | undefined {
  const kept = localStorage.getItem(SINCE);
  return kept === null ? undefined : Math.max(Number(kept), Date.now() - LOOK_BACK_MS);
}

/** Learns what becomes of schedules, wherever no channel brings it to its owner. Gives what ends it. */
export function followTold(): () => void {
  let newest = begun();
  let owner: string | undefined;
  return effect(() => {
    void ticked.value;
    void resumed.value;
    if (!may("schedules:read")) return;
    const caller = me.value?.user_id;
    // Another key may be someone else's.
    if (owner !== undefined && caller !== owner) {
      told.value = [];
      newest = begun();
    }
    owner = caller;
    // The first look ever only learns what is old, also where it is not back before the next one.
    const after = newest;
    const path = withQuery("/v1/schedules/ticks", {
      limit: String(MOST_SHOWN),
      after: after === undefined ? undefined : String(after),
    });
    void get<z.infer<typeof ticksPage>>(path)
      .then(({ ticks }) => {
        const known = new Set([...told.peek().map(keyOf), ...Object.keys(closed.peek())]);
        const isNews = (tick: Tick) =>
          tick.text !== "" && !isBrought(tick) && !known.has(keyOf(tick));
        const added = ticks.filter(isNews);
        if (after !== undefined && added.length > 0)
          told.value = [...told.peek(), ...added.toReversed()].slice(-MOST_SHOWN);
        newest = Math.max(newest ?? 0, ...ticks.map(({ ended_at }) => ended_at ?? 0));
        if (after === undefined) localStorage.setItem(SINCE, String(newest));
      })
      // They stand on their own screen as well, and the next one asks again.
      .catch(() => undefined);
  });
}
