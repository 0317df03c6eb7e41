import { once } from "node:events";
import { chatLoad } from "./chat-load.ts";
import type { Figure } from "./figures.ts";
import { putFreshLoad } from "./fresh-load.ts";
import { putLoad } from "./load.ts";
import { median } from "./measure.ts";
import { type Domains, startOrchestrator } from "./orchestrator.ts";
import { startService } from "./processes.ts";

/** As many clients as the orchestrator serves at its best, and three times the load of them. */
const FITTING = 128;
const TIMES = 3;
const ROUNDS = 3;
const ROUND_MS = 3000;

/** Reliability under overload: how much of what could be served still is, and whether the process still says how it is. */
export async function measureOverload(): Promise<Figure[]> {
  const weather = await startService<Domains>("services/weather.ts");
  const ours = await startOrchestrator(weather.ready);
  const load = chatLoad(ours.url, FITTING, ROUND_MS);
  const kept = { clients: [] as number[], arrivals: [] as number[] };
  const fresh = { served: [] as number[], told: [] as number[] };
  const late: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const fitting = await putLoad(load);
    const watcher = await startService<string>("services/watcher.ts", [`${ours.url}/health`]);
    const clients = await putLoad({ ...load, clients: FITTING * TIMES });
    const perSecond = fitting.perSecond * TIMES;
    const arrivals = await putLoad({ ...load, perSecond });
    const freshFitting = await putFreshLoad(load);
    const freshArrivals = await putFreshLoad({
      ...load,
      perSecond: freshFitting.perSecond * TIMES,
    });
    const told = once(watcher.child, "message");
    watcher.child.send("stop");
    const [slowest] = (await told) as [number];
    await watcher.stop();
    process.stdout.write(
      `fits ${Math.round(fitting.perSecond)}/s p99 ${Math.round(fitting.p99)}; clients ${Math.round(clients.perSecond)}/s p50 ${Math.round(clients.p50)} p99 ${Math.round(clients.p99)} ${clients.errors} ${clients.wrong.slice(0, 80)}; arrivals ${Math.round(arrivals.perSecond)}/s p50 ${Math.round(arrivals.p50)} p99 ${Math.round(arrivals.p99)} ${arrivals.errors} ${arrivals.wrong.slice(0, 80)}; health ${Math.round(slowest)} ms\n`,
    );
    process.stdout.write(
      `a connection for each: fits ${Math.round(freshFitting.perSecond)}/s p99 ${Math.round(freshFitting.p99)}; arrivals ${Math.round(freshArrivals.perSecond)}/s p50 ${Math.round(freshArrivals.p50)} p99 ${Math.round(freshArrivals.p99)}, ${freshArrivals.refused} refused after p50 ${Math.round(freshArrivals.refusedP50)} p95 ${Math.round(freshArrivals.refusedP95)}, ${freshArrivals.errors} ${freshArrivals.wrong.slice(0, 80)}\n`,
    );
    if (round < 0) continue;
    fresh.served.push(freshArrivals.perSecond / freshFitting.perSecond);
    fresh.told.push(freshArrivals.refusedP50);
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
    {
      id: "load",
      what: `the same with a connection for each request, ${TIMES} times what such clients get`,
      measured: median(fresh.served),
      unit: "x",
      target: { atLeast: 0.7 },
    },
    {
      id: "load",
      what: "until such a client is refused, median",
      measured: median(fresh.told),
      unit: "ms",
      target: { atMost: 250 },
    },
    {
      id: "load",
      what: "the slowest answer of /health meanwhile",
      measured: Math.max(...late),
      unit: "ms",
      target: { atMost: 250 },
    },
  ];
}
