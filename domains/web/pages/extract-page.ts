import { runInThread } from "#shared/worker-thread/run-in-thread.ts";
import type { ReadablePage } from "./readable-page.ts";

/** An article takes some 200 ms with the start of the thread; a page made to be slow could take minutes. */
const RULES = { timeoutMs: 3_000, memoryMb: 128 };

/**
 * What is to be read on an HTML page; undefined where there is no text. Nothing of the page is run, and nothing else is
 * fetched for it. A page that takes too long is told whole, and where even that was too much, not at all.
 */
export const extractPage = runInThread<string, ReadablePage>(
  new URL("extract-worker.ts", import.meta.url),
  RULES,
);
