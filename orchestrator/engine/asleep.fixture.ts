import type { After } from "../ports/clock.ts";
import type { EngineDeps } from "./plan-run.ts";

/** Deadlines of a time that only sleeping is known of. */
export const asleep =
  (sleep: EngineDeps["sleep"]): After =>
  (ms, task) => {
    const over = new AbortController();
    sleep(ms, over.signal).then(task, () => undefined);
    // With a reason of its own: the default one is an exception with a stack trace.
    return () => over.abort("over");
  };
