import { effect, signal } from "@preact/signals";
import type { LiveEvent, MeResponse } from "#shared/contracts/console.ts";
import type { OpenQuestion, RunSummary } from "#shared/contracts/native-endpoints.ts";
import { eventsIn, get, send } from "./api.ts";
import { asApiError } from "./load.ts";
import { key } from "./settings.ts";

/** Who calls; undefined while the server has not said it. */
export const me = signal<MeResponse | undefined>(undefined);
export const questions = signal<readonly OpenQuestion[]>([]);
/** What changed of runs last; a list of them puts this into what it shows. */
export const changedRuns = signal<readonly RunSummary[]>([]);
/** Counts the times that occurrences of standing requests came to something. */
export const ticked = signal(0);
/** True while the stream stands; undefined: it was not begun yet. */
export const isLive = signal<boolean | undefined>(undefined);
/** Counts the times that the stream was taken up again: what was missed meanwhile is asked for again. */
export const resumed = signal(0);

/** Unknown rights are no reason to hide anything: the server has the last word. */
export const may = (right: string): boolean => me.value?.rights.includes(right) ?? true;

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5000;

/** Follows what changes for as long as the page is open, with whatever key is in use. */
export function followLive(): () => void {
  return effect(() => {
    void key.value;
    const leaving = new AbortController();
    void follow(leaving.signal);
    return () => leaving.abort();
  });
}

async function follow(signal: AbortSignal): Promise<void> {
  let waitMs = FIRST_WAIT_MS;
  let isFirst = true;
  while (!signal.aborted) {
    try {
      me.value = await get<MeResponse>("/v1/me", signal);
      const stream = { headers: { accept: "text/event-stream" }, signal };
      const response = await send("GET", "/v1/live", stream);
      isLive.value = true;
      waitMs = FIRST_WAIT_MS;
      if (!isFirst) resumed.value += 1;
      isFirst = false;
      for await (const { data } of eventsIn(response)) take(JSON.parse(data) as LiveEvent);
    } catch (error) {
      if (signal.aborted) return;
      const { status } = asApiError(error);
      // Without a key, or without the right, another try is of no use: another key begins again.
      if (status === 401 || status === 403) {
        isLive.value = false;
        return;
      }
    }
    isLive.value = false;
    await new Promise((wake) => setTimeout(wake, waitMs));
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
}

function take(event: LiveEvent): void {
  switch (event.type) {
    case "pending":
      questions.value = event.pending;
      return;
    case "runs":
      if (event.runs.length > 0) changedRuns.value = event.runs;
      return;
    case "ticks":
      ticked.value += 1;
  }
}
