import { connect } from "node:net";
import { keepAsking, type Load } from "./load.ts";
import { percentile } from "./measure.ts";

export type FreshLoaded = {
  /** Right answers a second. */
  perSecond: number;
  p50: number;
  p99: number;
  /** Told that there is too much, and how long it took to be told, milliseconds. */
  refused: number;
  refusedP50: number;
  refusedP95: number;
  /** Neither answered nor refused, and the first of them. */
  errors: number;
  wrong: string;
};

/** Who waits longer has left. */
const PATIENCE_MS = 10_000;

/**
 * The same load from clients that open a connection for each request and close it after it, as curl and functions in a
 * cloud do. On bare sockets, so that the load costs less than what it measures.
 */
export async function putFreshLoad(load: Load): Promise<FreshLoaded> {
  const { hostname, port } = new URL(load.url);
  const times: number[] = [];
  const refusals: number[] = [];
  let errors = 0;
  let wrong = "";
  let asked = 0;

  const ask = () =>
    new Promise<void>((resolve) => {
      const before = performance.now();
      const body = load.body(asked++);
      const head = [
        `POST ${load.path} HTTP/1.1`,
        `host: ${hostname}:${port}`,
        "content-type: application/json",
        `content-length: ${Buffer.byteLength(body)}`,
        "connection: close",
      ];
      const socket = connect({ host: hostname, port: Number(port) });
      socket.setEncoding("utf8").setTimeout(PATIENCE_MS, () => socket.destroy());
      let text = "";
      let fault = "";
      socket.on("data", (chunk) => {
        text += String(chunk);
      });
      socket.on("error", (error) => {
        fault = error.message;
      });
      socket.on("close", () => {
        const tookMs = performance.now() - before;
        const status = Number(text.slice(9, 12));
        const answer = text.slice(text.indexOf("\r\n\r\n") + 4);
        if (status === 503) refusals.push(tookMs);
        else if (status === 200 && load.isRight(status, JSON.parse(answer))) times.push(tookMs);
        else {
          errors += 1;
          wrong ||= `${fault} ${text}`.slice(0, 300);
        }
        resolve();
      });
      socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
    });

  const seconds = await keepAsking(load, ask);
  return {
    perSecond: times.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    refused: refusals.length,
    refusedP50: percentile(refusals, 0.5),
    refusedP95: percentile(refusals, 0.95),
    errors,
    wrong,
  };
}
