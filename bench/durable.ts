import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Figure } from "./figures.ts";
import { type Loaded, putLoad } from "./load.ts";
import { inTurns, median, ratioOf } from "./measure.ts";
import { type Domains, startOrchestrator } from "./orchestrator.ts";
import { chain, planOf } from "./plans.ts";
import { startService } from "./processes.ts";

const CLIENTS = 32;
const ROUND_MS = 1500;

/** P9: plans whose every step is made durable before it is sent and after its answer, through the endpoints. */
export async function measureDurable(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "regente-bench-"));
  const weather = await startService<Domains>("services/weather.ts");
  const [bare, ours] = await Promise.all([
    startService<{ url: string }>("services/durable-plan.ts", [
      weather.ready[0]?.url ?? "",
      join(folder, "bare.db"),
    ]),
    startOrchestrator(weather.ready),
  ]);
  const figures: Figure[] = [];
  for (const length of [3, 5]) {
    const shape = chain(length);
    const load = { clients: CLIENTS, ms: ROUND_MS, isRight };
    const plan = JSON.stringify({ plan: planOf(shape, "record") });
    const byHand = JSON.stringify(shape);
    const measured = await inTurns({
      ours: () => putLoad({ ...load, url: ours.url, path: "/v1/plans/execute", body: () => plan }),
      bare: () => putLoad({ ...load, url: bare.ready.url, path: "/plan", body: () => byHand }),
    });
    const plans = (loaded: Loaded) => loaded.perSecond;
    const what = `durable plans of ${length} effects, ${CLIENTS} clients`;
    figures.push(
      {
        id: "P9",
        what: `${what}, plans/s of a bare endpoint and journal`,
        measured: ratioOf(measured.ours, measured.bare, plans),
        unit: "x",
        target: { atLeast: 0.6 },
      },
      {
        id: "P9",
        what: `${what}, steps/s`,
        measured: median(measured.ours.map(plans)) * length,
        unit: "/s",
        target: { atLeast: 1800 },
      },
    );
  }
  await Promise.all([ours.stop(), bare.stop(), weather.stop()]);
  rmSync(folder, { recursive: true, force: true });
  return figures;
}

const isRight = (status: number, body: unknown): boolean =>
  status === 200 && (body as { status?: string }).status === "success";
