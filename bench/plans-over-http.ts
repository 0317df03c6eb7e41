import { Pool } from "undici";
import { openDomainClient } from "../orchestrator/adapters/domain-client/domain-client.ts";
import { randomId, systemClock } from "../orchestrator/adapters/time/system-clock.ts";
import { runOnce } from "./engine.ts";
import type { Figure } from "./figures.ts";
import { runByHand, SECRET } from "./floor.ts";
import { cpuOf, inTurns, median, ratioOf } from "./measure.ts";
import { chain, diamond, fan, graph, planOf, type Shape, uneven } from "./plans.ts";
import { startService } from "./processes.ts";

type Round = { p50: number; cpu: number };

/** How long one contender is measured in one round. */
const ROUND_MS = 350;

async function timed(run: () => Promise<unknown>): Promise<Round> {
  const times: number[] = [];
  const cpu = await cpuOf(async () => {
    const end = performance.now() + ROUND_MS;
    while (performance.now() < end) {
      const startedAt = performance.now();
      await run();
      times.push(performance.now() - startedAt);
    }
  });
  return { p50: median(times), cpu: cpu / times.length };
}

/** P3 and P4: whole plans against the services, beside the same plans written by hand. */
export async function measurePlans(): Promise<Figure[]> {
  const service = await startService<{ name: string; url: string }[]>("services/weather.ts");
  const url = service.ready[0]?.url ?? "";
  const pool = new Pool(url, { connections: 64 });
  const client = openDomainClient({
    baseUrlOf: () => url,
    keyOf: () => SECRET,
    clock: systemClock,
    makeId: randomId,
  });
  const against = (shape: Shape) => {
    const plan = planOf(shape);
    return inTurns({
      ours: () => timed(() => runOnce(plan, client)),
      floor: () => timed(() => runByHand(shape, pool)),
    });
  };
  const figures: Figure[] = [];
  const shapes = {
    "1 step": chain(1),
    "chain of 5": chain(5),
    "fan of 8, joined": fan(8),
    diamond,
    "100 steps": graph(100),
  };
  for (const [name, shape] of Object.entries(shapes)) {
    const { ours, floor } = await against(shape);
    const of = (what: string, value: (round: Round) => number, atMost: number): Figure => ({
      id: "P3",
      what: `${name} over HTTP, ${what} / floor`,
      measured: ratioOf(ours, floor, value),
      unit: "x",
      target: { atMost },
    });
    figures.push(
      of("p50", ({ p50 }) => p50, 1.25),
      of("CPU", ({ cpu }) => cpu, 1.3),
    );
  }
  const { ours, floor } = await against(uneven(100));
  figures.push({
    id: "P4",
    what: "100 steps of 0-20 ms, p50 / floor",
    measured: ratioOf(ours, floor, ({ p50 }) => p50),
    unit: "x",
    target: { atMost: 1.05 },
  });
  await Promise.all([pool.close(), client.close()]);
  await service.stop();
  return figures;
}
