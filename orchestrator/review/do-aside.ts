import { Worker } from "node:worker_threads";
import type { Done, Job } from "./jobs.ts";

/**
 * Do a job in a thread of its own, so that requests go on.
 * Errors: rejects with what the job threw, and with the signal's reason when it is given up
 */
export function doAside(job: Job, signal: AbortSignal): Promise<Done> {
  if (signal.aborted) return Promise.reject(signal.reason as Error);
  return new Promise((done, failed) => {
    const thread = new Worker(new URL("./review-thread.ts", import.meta.url), { workerData: job });
    // A process that wants to end does not wait for it.
    thread.unref();
    const giveUp = () => {
      void thread.terminate();
      failed(signal.reason as Error);
    };
    signal.addEventListener("abort", giveUp, { once: true });
    const end = () => signal.removeEventListener("abort", giveUp);
    thread.once("message", (result: Done) => {
      end();
      done(result);
    });
    thread.once("error", (error) => {
      end();
      failed(error);
    });
    thread.once("exit", (code) => failed(new Error(`the thread ended with ${code}`)));
  });
}
