import { Worker } from "node:worker_threads";

export type ThreadRules = {
  /** After so many milliseconds the thread is ended. */
  timeoutMs: number;
  /** The most memory that its objects may take, megabytes. */
  memoryMb: number;
};

/**
 * Runs `file` for each call in a thread of its own, one at a time, so that neither long work nor a library that loses
 * itself in it holds anybody up.
 * Shape:  gives the last thing that the thread said before it ended, or was ended; undefined if it said nothing
 * Errors: none; who must know why it ended lets the thread say so
 * Cost:   some 60 ms for the thread, and what `file` imports
 */
export function runInThread<Data, Said>(file: URL, { timeoutMs, memoryMb }: ThreadRules) {
  let last: Promise<unknown> = Promise.resolve();

  function run(data: Data, signal: AbortSignal): Promise<Said | undefined> {
    return new Promise((resolve) => {
      let said: Said | undefined;
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
      thread.on("error", () => {});
      thread.on("exit", () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        resolve(said);
      });
    });
  }

  return (data: Data, signal: AbortSignal): Promise<Said | undefined> => {
    const mine = last.then(() => (signal.aborted ? undefined : run(data, signal)));
    last = mine;
    return mine;
  };
}
