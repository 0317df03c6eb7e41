import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "undici";
import { percentile } from "./measure.ts";

export type Load = {
  url: string;
  path: string;
  clients: number;
  /** With it, requests arrive at this rate, whether or not those before are answered. */
  perSecond?: number;
  ms: number;
  /** The body of the n-th request. */
  body(n: number): string;
  /** True for an answer that is right; the others are errors. */
  isRight(status: number, answer: unknown): boolean;
  /** Milliseconds of the answer's time that are not the server's own, for P7. */
  elsewhere?(answer: unknown): number;
};

export type Loaded = {
  perSecond: number;
  p50: number;
  p99: number;
  errors: number;
  /** The first wrong answer, for the message. */
  wrong: string;
};

/** Connections for requests that arrive by the clock; those beyond wait here, as they would in a network. */
const MOST_CONNECTIONS = 2048;

/** As many clients as that, each asking again as soon as it is answered; or requests that come by the clock. */
export async function putLoad(load: Load): Promise<Loaded> {
  const connections = load.perSecond === undefined ? load.clients : MOST_CONNECTIONS;
  const pool = new Pool(load.url, { connections });
  const times: number[] = [];
  let errors = 0;
  let wrong = "";
  let asked = 0;
  const ask = async () => {
    const before = performance.now();
    const { statusCode, body } = await pool.request({
      method: "POST",
      path: load.path,
      headers: { "content-type": "application/json" },
      body: load.body(asked++),
    });
    const answer: unknown = await body.json();
    const elsewhere = load.elsewhere?.(answer) ?? 0;
    if (load.isRight(statusCode, answer)) times.push(performance.now() - before - elsewhere);
    else {
      errors++;
      wrong ||= `${statusCode} ${JSON.stringify(answer)}`.slice(0, 300);
    }
  };
  const seconds = await keepAsking(load, ask);
  await pool.close();
  return {
    perSecond: times.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    errors,
    wrong,
  };
}

/** Asks for as long as the load lasts: as many clients as it has, or by its clock. Gives the seconds that it took. */
export async function keepAsking(
  { clients, perSecond, ms }: Pick<Load, "clients" | "perSecond" | "ms">,
  ask: () => Promise<void>,
): Promise<number> {
  const startedAt = performance.now();
  const end = startedAt + ms;
  const client = async () => {
    while (performance.now() < end) await ask();
  };
  const arrivals = async (rate: number) => {
    const all: Promise<void>[] = [];
    while (performance.now() < end) {
      const due = ((performance.now() - startedAt) / 1000) * rate;
      while (all.length < due) all.push(ask());
      await pause(1);
    }
    await Promise.all(all);
  };
  await (perSecond === undefined
    ? Promise.all(Array.from({ length: clients }, client))
    : arrivals(perSecond));
  return (performance.now() - startedAt) / 1000;
}
