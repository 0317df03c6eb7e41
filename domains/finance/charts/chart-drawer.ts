import { Worker } from "node:worker_threads";
import type { DrawReply, DrawRequest } from "./draw-worker.ts";
import type { DrawnChart, PriceChart } from "./price-chart.ts";

export type ChartDrawer = {
  /** Errors: rejects when the chart cannot be drawn, and with the signal's reason when aborted */
  draw(chart: PriceChart, signal: AbortSignal): Promise<DrawnChart>;
  close(): Promise<void>;
};

type Waiting = { resolve: (drawn: DrawnChart) => void; reject: (error: unknown) => void };

/** Without a chart to draw for this long the thread and its memory are given back. */
const IDLE_MS = 60_000;
/** Thirty charts grow the process by 80 MB with these, by 280 without. */
const LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 96 };

/**
 * Draws charts in a thread of its own, so that neither loading the library nor drawing holds up other requests.
 * The thread starts with the first chart and never keeps the process alive.
 * Cost: some 400 ms for the first chart, 40 ms for the next
 */
export function makeChartDrawer(): ChartDrawer {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  const waiting = new Map<number, Waiting>();

  function start(): Worker {
    const thread = new Worker(new URL("draw-worker.ts", import.meta.url), {
      resourceLimits: LIMITS,
    });
    thread.unref();
    thread.on("message", (reply: DrawReply) => {
      const one = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ("drawn" in reply) one?.resolve(reply.drawn);
      else one?.reject(new Error(`The chart could not be drawn: ${reply.error}`));
    });
    const lost = (error: Error) => {
      if (worker === thread) worker = undefined;
      for (const one of waiting.values()) one.reject(error);
      waiting.clear();
    };
    thread.on("error", lost);
    thread.on("exit", () => lost(new Error("The drawing thread ended")));
    return thread;
  }

  async function close(): Promise<void> {
    clearTimeout(idle);
    const thread = worker;
    worker = undefined;
    await thread?.terminate();
  }

  return {
    async draw(chart, signal) {
      signal.throwIfAborted();
      clearTimeout(idle);
      worker ??= start();
      const thread = worker;
      lastId += 1;
      const request: DrawRequest = { id: lastId, chart };
      try {
        return await new Promise<DrawnChart>((resolve, reject) => {
          waiting.set(request.id, { resolve, reject });
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
          thread.postMessage(request);
        });
      } finally {
        waiting.delete(request.id);
        clearTimeout(idle);
        if (waiting.size === 0) idle = setTimeout(() => void close(), IDLE_MS).unref();
      }
    },
    close,
  };
}
