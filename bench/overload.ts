import { once } from "node:events";
import { connect } from "node:net";
import { chatLoad } from "./chat-load.ts";
import type { Figure } from "./figures.ts";
import { keepAsking, type Load, putLoad } from "./load.ts";
import { median, percentile } from "./measure.ts";
import { type Domains, startOrchestrator } from "./orchestrator.ts";
import { startService } from "./processes.ts";

type FreshLoaded = {
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
async function putFreshLoad(load: Load): Promise<FreshLoaded> {
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

/** As many clients as the orchestrator serves at its best, and three times the load of them. */
const FITTING = 128;
const TIMES = 3;
/** The same with a connection for each request, also at a load that is only a little too much. */
const FRESH_TIMES = [1.5, 3];
const ROUNDS = 3;
const ROUND_MS = 3000;

/** Reliability under overload: how much of what could be served still is, and whether the process still says how it is. */
export async function measureOverload(): Promise<Figure[]> {
  const weather = await startService<Domains>("services/weather.ts");
  const ours = await startOrchestrator(weather.ready);
  const load = chatLoad(ours.url, FITTING, ROUND_MS);
  const kept = { clients: [] as number[], arrivals: [] as number[] };
  const fresh = FRESH_TIMES.map((times) => ({
    times,
    served: [] as number[],
    told: [] as number[],
  }));
  const late: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const fitting = await putLoad(load);
    const watcher = await startService<string>("services/watcher.ts", [`${ours.url}/health`]);
    const clients = await putLoad({ ...load, clients: FITTING * TIMES });
    const perSecond = fitting.perSecond * TIMES;
    const arrivals = await putLoad({ ...load, perSecond });
    const freshFitting = await putFreshLoad(load);
    const freshArrivals: FreshLoaded[] = [];
    for (const { times } of fresh)
      freshArrivals.push(
        await putFreshLoad({ ...load, perSecond: freshFitting.perSecond * times }),
      );
    const told = once(watcher.child, "message");
    watcher.child.send("stop");
    const [slowest] = (await told) as [number];
    await watcher.stop();
    process.stdout.write(
      `fits ${Math.round(fitting.perSecond)}/s p99 ${Math.round(fitting.p99)}; clients ${Math.round(clients.perSecond)}/s p50 ${Math.round(clients.p50)} p99 ${Math.round(clients.p99)} ${clients.errors} ${clients.wrong.slice(0, 80)}; arrivals ${Math.round(arrivals.perSecond)}/s p50 ${Math.round(arrivals.p50)} p99 ${Math.round(arrivals.p99)} ${arrivals.errors} ${arrivals.wrong.slice(0, 80)}; health ${Math.round(slowest)} ms\n`,
    );
    for (const [at, each] of freshArrivals.entries())
      process.stdout.write(
        `a connection for each: fits ${Math.round(freshFitting.perSecond)}/s p99 ${Math.round(freshFitting.p99)}; ${FRESH_TIMES[at]} times that ${Math.round(each.perSecond)}/s p50 ${Math.round(each.p50)} p99 ${Math.round(each.p99)}, ${each.refused} refused after p50 ${Math.round(each.refusedP50)} p95 ${Math.round(each.refusedP95)}, ${each.errors} ${each.wrong.slice(0, 80)}\n`,
      );
    if (round < 0) continue;
    for (const [at, { served, told: toldAfter }] of fresh.entries()) {
      const each = freshArrivals[at];
      if (each === undefined) continue;
      served.push(each.perSecond / freshFitting.perSecond);
      if (each.refused > 0) toldAfter.push(each.refusedP50);
    }
    kept.clients.push(clients.perSecond / fitting.perSecond);
    kept.arrivals.push(arrivals.perSecond / fitting.perSecond);
    late.push(slowest);
  }
  await Promise.all([ours.stop(), weather.stop()]);
  return [
    {
      id: "load",
      what: `${FITTING * TIMES} clients that ask again at once, answers/s of what ${FITTING} get`,
      measured: median(kept.clients),
      unit: "x",
      target: { atLeast: 0.7 },
    },
    {
      id: "load",
      what: `requests that arrive at ${TIMES} times that rate, answers/s of what can be served`,
      measured: median(kept.arrivals),
      unit: "x",
      target: { atLeast: 0.7 },
    },
    ...fresh.map(({ times, served }) => ({
      id: "load",
      what: `the same with a connection for each request, ${times} times what such clients get`,
      measured: median(served),
      unit: "x" as const,
      target: { atLeast: 0.7 },
    })),
    ...fresh.flatMap(({ times, told }) =>
      told.length === 0
        ? []
        : [
            {
              id: "load",
              what: `until such a client is refused at ${times} times, median`,
              measured: median(told),
              unit: "ms" as const,
              target: { atMost: 250 },
            },
          ],
    ),
    {
      id: "load",
      what: "the slowest answer of /health meanwhile",
      measured: Math.max(...late),
      unit: "ms",
      target: { atMost: 250 },
    },
  ];
}
