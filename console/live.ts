import { effect, signal } from "@preact/signals";
import type { LiveEvent, MeResponse } from "#shared/contracts/console.ts";
import type { OpenQuestion, RunSummary } from "#shared/contracts/native-endpoints.ts";
import { eventsIn, get, keepTrying, send } from "./api.ts";
import { key } from "./settings.ts";

/** Who calls; undefined while the server has not said it. */
export const me = signal<MeResponse | undefined>(undefined);
export const questions = signal<readonly OpenQuestion[]>([]);
/** What changed of runs last; a list of them puts this into what it shows. */
export const changedRuns = signal<readonly RunSummary[]>([]);
/** Counts the times that occurrences of schedules came to something. */
export const ticked = signal(0);
/** True while the stream stands; undefined: it was not begun yet. */
export const isLive = signal<boolean | undefined>(undefined);
/** Counts the times that the stream was taken up again: what was missed meanwhile is asked for again. */
export const resumed = signal(0);
/** Counts the times that something happened, a moment later and once more: what is written after an answer is there by then. */
export const happened = signal(0);

/** Unknown rights are no reason to hide anything: the server has the last word. */
export const may = (right: string): boolean => me.value?.rights.includes(right) ?? true;

/** Follows what changes for as long as the page is open, with whatever key is in use. */
export const followLive = (): (() => void) =>
  effect(() => {
    void key.value;
    const leaving = new AbortController();
    void follow(leaving.signal);
    return () => leaving.abort();
  });

async function follow(leaving: AbortSignal): Promise<void> {
  let isFirst = true;
  const attempt = async () => {
    me.value = await get<MeResponse>("/v1/me", leaving);
    const headers = { accept: "text/event-stream" };
    const response = await send("GET", "/v1/live", { headers, signal: leaving });
    isLive.value = true;
    if (!isFirst) resumed.value += 1;
    isFirst = false;
    for await (const { event } of eventsIn<LiveEvent>(response)) take(event);
    isLive.value = false;
    return false;
  };
  const failed = () => {
    isLive.value = false;
  };
  // Without a key, or without the right, another try is of no use: another key begins again.
  await keepTrying(leaving, attempt, failed, ({ status }) => ![401, 403].includes(status));
}

/** A busy server writes later than others. */
const WRITTEN_MS = [300, 3_000];
let waiting: ReturnType<typeof setTimeout>[] = [];
const count = () => {
  happened.value += 1;
};

function take(event: LiveEvent): void {
  for (const timer of waiting) clearTimeout(timer);
  waiting = WRITTEN_MS.map((ms) => setTimeout(count, ms));
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
