import { weightOf } from "#shared/contracts/json.ts";
import type { RunEvent } from "#shared/contracts/run.ts";
import type { Clock } from "../../ports/clock.ts";
import type { RunEvents } from "../../ports/run-events.ts";

/** Runs under way whose events are kept; those of more are read from the store. */
const KEPT_RUNS = 1000;
/** Of those that have ended, for late listeners. More would live long enough under load to grow old for the collector. */
const KEPT_ENDED = 100;
/** Of them all together. What a domain says of a step may be a megabyte. */
const KEPT_CHARS = 32 * 1024 * 1024;

type Stream = {
  user_id: string;
  events: RunEvent[];
  weight: number;
  changed: PromiseWithResolvers<void> | undefined;
};

/** The event streams of this process's runs, in memory. Of those that have ended, as many as weigh no more than `keptChars`. */
export function memoryRunEvents(clock: Clock, keptChars = KEPT_CHARS): RunEvents {
  let kept = 0;
  /** Runs that have ended, the first of them first. */
  const ended = new Set<string>();
  /** In the order in which they began. */
  const streams = new Map<string, Stream>();
  const forget = (run_id: string) => {
    kept -= streams.get(run_id)?.weight ?? 0;
    streams.delete(run_id);
    ended.delete(run_id);
  };
  /** The oldest of those that have ended go, then those that began first; they are read from the store. */
  const forgetSome = () => {
    for (const run_id of ended) {
      if (kept <= keptChars && ended.size <= KEPT_ENDED) break;
      forget(run_id);
    }
    for (const run_id of streams.keys()) {
      if (streams.size <= KEPT_RUNS) return;
      forget(run_id);
    }
  };
  return {
    publish({ user_id }, run_id, event) {
      let stream = streams.get(run_id);
      if (stream === undefined) {
        stream = { user_id, events: [], weight: 0, changed: undefined };
        streams.set(run_id, stream);
      }
      const published: RunEvent = {
        ...event,
        run_id,
        seq: stream.events.length + 1,
        at: clock.now(),
      };
      stream.events.push(published);
      const weight = weightOf(event);
      stream.weight += weight;
      kept += weight;
      // One that waited for the user goes on after its reply.
      ended.delete(run_id);
      if (event.type === "reply") ended.add(run_id);
      forgetSome();
      stream.changed?.resolve();
      stream.changed = undefined;
      return published;
    },
    follow({ user_id }, run_id, afterSeq, signal) {
      const stream = streams.get(run_id);
      return stream?.user_id === user_id ? follow(stream, afterSeq, signal) : undefined;
    },
  };
}

async function* follow(
  stream: Stream,
  afterSeq: number,
  signal: AbortSignal,
): AsyncIterable<RunEvent> {
  const stopped = Promise.withResolvers<void>();
  const stop = () => stopped.resolve();
  signal.addEventListener("abort", stop, { once: true });
  try {
    for (let at = afterSeq; !signal.aborted; ) {
      const last = stream.events.length - 1;
      // Who saw more of it in a process that is gone still hears the end.
      if (at > last + 1 && stream.events[last]?.type === "reply") at = last;
      const event = stream.events[at];
      if (event === undefined) {
        stream.changed ??= Promise.withResolvers<void>();
        await Promise.race([stream.changed.promise, stopped.promise]);
        continue;
      }
      at += 1;
      yield event;
      // A run that waited for the user goes on after its reply; only the last reply ends the stream.
      if (event.type === "reply" && at >= stream.events.length) return;
    }
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
