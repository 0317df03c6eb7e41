import { Worker } from "node:worker_threads";
import { oneAfterAnother } from "../patience/one-after-another.ts";

type ThreadRules = {
  /** After so many milliseconds the thread is ended. */
  timeoutMs: number;
  /** The most memory that its objects may take, megabytes. */
  memoryMb: number;
};

/**
 * Runs `file` for each call in a thread of its own, one at a time, so that neither long work nor a library that loses
 * itself in it holds anyone up.
 * Shape:  gives the last thing that the thread said before it ended, or was ended; undefined if it said nothing
 * Errors: what the thread threw before it had said anything, or why it could not be started. That it needed more time,
 *         memory or depth than there is for it is no error: it said nothing
 * Cost:   some 60 ms for the thread, and what `file` imports
 */
export function runInThread<Data, Said>(file: URL, { timeoutMs, memoryMb }: ThreadRules) {
  const inTurn = oneAfterAnother();

  function run(data: Data, signal: AbortSignal): Promise<Said | undefined> {
    return new Promise((resolve, reject) => {
      let said: Said | undefined;
      let fault: unknown;
      const thread = new Worker(file, {
        workerData: data,
        resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: memoryMb },
      });
      const end = () => void thread.terminate();
      const timer = setTimeout(end, timeoutMs);
      signal.addEventListener("abort", end, { once: true });
      thread.on("message", (message: Said) => {
        said = message;
      });
      // "exit" follows.
      thread.on("error", (error) => {
        if (!isTooMuch(error)) fault = error;
      });
      thread.on("exit", () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        if (said === undefined && fault !== undefined) reject(fault);
        else resolve(said);
      });
    });
  }

  return (data: Data, signal: AbortSignal): Promise<Said | undefined> =>
    inTurn(async () => (signal.aborted ? undefined : run(data, signal)));
}

/** The thread was at the end of its memory, or of its stack. */
const isTooMuch = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === "RangeError" || ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"));
