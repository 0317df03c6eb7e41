import { parentPort } from "node:worker_threads";
import { drawChart } from "./draw-chart.ts";
import type { DrawnChart, PriceChart } from "./price-chart.ts";

export type DrawRequest = { id: number; chart: PriceChart };
export type DrawReply = { id: number; drawn: DrawnChart } | { id: number; error: string };

parentPort?.on("message", ({ id, chart }: DrawRequest) => {
  let reply: DrawReply;
  try {
    reply = { id, drawn: drawChart(chart) };
  } catch (error) {
    reply = { id, error: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(reply);
});
