import { Worker } from "node:worker_threads";
import { RegenteError } from "#shared/contracts/errors.ts";
import type { DrawnChart, DrawReply, PriceChart } from "./draw-worker.ts";

export type ChartDrawer = {
  /** Errors: ChartError when it cannot be drawn, or too many wait; the signal's reason when aborted */
  draw(chart: PriceChart, signal: AbortSignal): Promise<DrawnChart>;
  close(): Promise<void>;
};

/** There is no chart, and why. */
export class ChartError extends RegenteError {
  override readonly name = "ChartError";
  readonly code = "NO_CHART";
}

type Job = {
  chart: PriceChart;
  signal: AbortSignal;
  resolve: (drawn: DrawnChart) => void;
  reject: (error: unknown) => void;
};

/** With so many before it a chart would come too late for anyone. */
const MAX_WAITING = 50;
/** Without a chart to draw for this long the thread and its memory are given back. */
const IDLE_MS = 60_000;
/** Thirty charts grow the process by 80 MB with these, by 280 without. */
const LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 96 };

/**
 * Draws charts in a thread of its own, one at a time, so that neither loading the library nor drawing holds up other
 * requests. The thread starts with the first chart and never keeps the process alive.
 * Cost: some 400 ms for the first chart, 40 ms for the next
 */
export function makeChartDrawer(): ChartDrawer {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let current: Job | undefined;
  const waiting: Job[] = [];

  function start(): Worker {
    const url = new URL("draw-worker.ts", import.meta.url);
    const started = new Worker(url, { resourceLimits: LIMITS });
    started.unref();
    started.on("message", (reply: DrawReply) => {
      if ("drawn" in reply) current?.resolve(reply.drawn);
      else current?.reject(new ChartError(`The chart could not be drawn: ${reply.error}`));
      next();
    });
    const lost = (cause?: unknown) => {
      if (thread !== started) return;
      thread = undefined;
      current?.reject(new ChartError("The drawing thread ended", { cause }));
      next();
    };
    started.on("error", lost);
    started.on("exit", () => lost());
    return started;
  }

  /** Begins with the next chart that someone still waits for. */
  function next(): void {
    clearTimeout(idle);
    do current = waiting.shift();
    while (current?.signal.aborted);
    if (current === undefined) {
      idle = setTimeout(() => void close(), IDLE_MS).unref();
      return;
    }
    thread ??= start();
    thread.postMessage(current.chart);
  }

  async function close(): Promise<void> {
    clearTimeout(idle);
    const ending = thread;
    thread = undefined;
    for (const job of [current, ...waiting.splice(0)]) job?.reject(new ChartError("Closed"));
    current = undefined;
    await ending?.terminate();
  }

  return {
    async draw(chart, signal) {
      signal.throwIfAborted();
      if (waiting.length >= MAX_WAITING)
        throw new ChartError(`${MAX_WAITING} other charts are waiting to be drawn`);
      return new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        waiting.push({ chart, signal, resolve, reject });
        if (current === undefined) next();
      });
    },
    close,
  };
}
