import { parentPort } from "node:worker_threads";
import { type DrawnChart, drawChart, type PriceChart } from "./draw-chart.ts";

/** What the thread answers to each chart, one after the other. */
export type DrawReply = { drawn: DrawnChart } | { error: string };

parentPort?.on("message", (chart: PriceChart) => {
  let reply: DrawReply;
  try {
    reply = { drawn: drawChart(chart) };
  } catch (error) {
    reply = { error: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(reply);
});
