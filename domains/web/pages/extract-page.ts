import { Worker } from "node:worker_threads";
import type { ReadablePage } from "./readable-page.ts";

/** An article takes some 200 ms with the start of the thread; a page made to be slow could take minutes. */
const TIMEOUT_MS = 3_000;
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };

let last: Promise<unknown> = Promise.resolve();

/**
 * What is to be read on an HTML page; undefined where there is no text. Nothing of the page is run, and nothing else is
 * fetched for it. A thread of its own reads it, one page at a time, and is ended when it takes too long: then the
 * page is told whole, and where even that was too much, not at all.
 */
export function extractPage(html: string, signal: AbortSignal): Promise<ReadablePage | undefined> {
  const mine = last.then(() => (signal.aborted ? undefined : inThread(html, signal)));
  last = mine;
  return mine;
}

function inThread(html: string, signal: AbortSignal): Promise<ReadablePage | undefined> {
  return new Promise((resolve) => {
    let page: ReadablePage | undefined;
    const thread = new Worker(new URL("extract-worker.ts", import.meta.url), {
      workerData: html,
      resourceLimits: LIMITS,
    });
    const end = () => void thread.terminate();
    const timer = setTimeout(end, TIMEOUT_MS);
    signal.addEventListener("abort", end, { once: true });
    thread.on("message", (better: ReadablePage | undefined) => {
      page = better ?? page;
    });
    // The page was too much for the library; "exit" follows.
    thread.on("error", () => {});
    thread.on("exit", () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve(page);
    });
  });
}
