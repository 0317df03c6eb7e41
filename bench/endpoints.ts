import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import { chatLoad, sentence } from "./chat-load.ts";
import type { Figure } from "./figures.ts";
import { type Load, type Loaded, putLoad } from "./load.ts";
import { inTurns, median, ratioOf } from "./measure.ts";
import { type Domains, startOrchestrator } from "./orchestrator.ts";
import { chain, diamond, fan, graph, planOf, type Shape, uneven } from "./plans.ts";
import { memoryOf, startService } from "./processes.ts";

/** How long one contender is measured in one round. */
const ROUND_MS = 900;

/** Everything that goes through the front endpoint: P5, P6, P7 and P11. */
export async function measureEndpoints(): Promise<Figure[]> {
  const weather = await startService<Domains>("services/weather.ts");
  const domain = weather.ready[0]?.url ?? "";
  const [raw, hono, plan, ours] = await Promise.all([
    startService<{ url: string }>("services/raw-chat.ts", [domain]),
    startService<{ url: string }>("services/hono-chat.ts", [domain]),
    startService<{ url: string }>("services/hono-plan.ts", [domain]),
    startOrchestrator(weather.ready),
  ]);
  const figures = [
    ...(await measurePlanDoor(ours.url, plan.ready.url)),
    ...(await measureChat(ours.url, raw.ready.url, hono.ready.url, 32)),
    ...(await measureChat(ours.url, raw.ready.url, hono.ready.url, 256)),
    ...(await measureOwnShare(ours.url, 32, 10)),
    ...(await measureOwnShare(ours.url, 256, 60)),
    {
      id: "P11",
      what: "memory, the most at 256 clients",
      measured: memoryOf(ours.child).peak,
      unit: "MB",
      target: { atMost: 350 },
    },
  ];
  await Promise.all([ours.stop(), raw.stop(), hono.stop(), plan.stop(), weather.stop()]);
  return [...figures, ...(await measureStart())];
}

const one = { clients: 1, ms: ROUND_MS / 2 };
/** Compilers take as much of a process that was just started as its work does: each contender works first. */
const warm = { clients: 8, ms: 2000 };
/** Services that take as long as they like show an engine that waits for others than it needs. */
const UNEVEN = "100 steps of 0-20 ms";

async function measurePlanDoor(ours: string, floor: string): Promise<Figure[]> {
  const shapes: Record<string, Shape> = {
    "1 step": chain(1),
    "chain of 5": chain(5),
    "fan of 8": fan(8),
    diamond,
    "100 steps": graph(100),
    [UNEVEN]: uneven(100),
  };
  const isRight = (status: number, body: unknown) =>
    status === 200 && (body as { status?: string }).status === "success";
  const loadsOf = (shape: Shape, how: Pick<Load, "clients" | "ms">) => {
    const given = JSON.stringify({ plan: planOf(shape) });
    const byHand = JSON.stringify(shape);
    return {
      ours: () =>
        putLoad({ ...how, url: ours, path: "/v1/plans/execute", body: () => given, isRight }),
      floor: () => putLoad({ ...how, url: floor, path: "/plan", body: () => byHand, isRight }),
    };
  };
  for (const shape of Object.values(shapes))
    for (const load of Object.values(loadsOf(shape, warm))) await load();
  const figures: Figure[] = [];
  for (const [name, shape] of Object.entries(shapes)) {
    const measured = await inTurns(loadsOf(shape, one));
    noErrors(`P5 ${name}`, measured);
    figures.push({
      id: "P5",
      what: `POST /v1/plans/execute, ${name}, p50 / bare Hono endpoint`,
      measured: ratioOf(measured.ours, measured.floor, ({ p50 }) => p50),
      unit: "x",
      target: { atMost: name === UNEVEN ? 1.05 : 1.35 },
    });
  }
  return figures;
}

async function measureChat(
  ours: string,
  raw: string,
  hono: string,
  clients: number,
): Promise<Figure[]> {
  const measured = await inTurns({
    ours: () => putLoad(chatLoad(ours, clients, ROUND_MS)),
    raw: () => putLoad(chatLoad(raw, clients, ROUND_MS)),
    hono: () => putLoad(chatLoad(hono, clients, ROUND_MS)),
  });
  noErrors(`P6 ${clients} clients`, measured);
  const chat = `chat, ${clients} clients`;
  const rate = (theirs: readonly Loaded[]) =>
    ratioOf(measured.ours, theirs, ({ perSecond }) => perSecond);
  const figures: Figure[] = [
    {
      id: "P6",
      what: `${chat}, requests/s of raw node:http + undici`,
      measured: rate(measured.raw),
      unit: "x",
      target: { atLeast: 0.65 },
    },
    {
      id: "P6",
      what: `${chat}, requests/s of Hono + zod + pino`,
      measured: rate(measured.hono),
      unit: "x",
      target: { atLeast: 0.8 },
    },
  ];
  if (clients === 256)
    figures.push({
      id: "P6",
      what: `${chat}, p99 / raw`,
      measured: ratioOf(measured.ours, measured.raw, ({ p99 }) => p99),
      unit: "x",
      target: { atMost: 2 },
    });
  return figures;
}

type Turn = Partial<TurnResponse>;

/** A turn's whole time less what its step took at the domain. */
async function measureOwnShare(url: string, clients: number, atMost: number): Promise<Figure[]> {
  const { ours } = await inTurns({
    ours: () =>
      putLoad({
        url,
        path: "/v1/turns",
        clients,
        ms: ROUND_MS,
        body: (n) =>
          JSON.stringify({ input_text: sentence(n), session_id: `bench-${n % (clients * 4)}` }),
        isRight: (status, body) => status === 200 && (body as Turn).status === "success",
        elsewhere: (body) => (body as Turn).trace?.steps[0]?.duration_ms ?? 0,
      }),
  });
  noErrors(`P7 ${clients} clients`, { ours });
  return [
    {
      id: "P7",
      what: `our own share of a turn, ${clients} clients, p99`,
      measured: median(ours.map(({ p99 }) => p99)),
      unit: "ms",
      target: { atMost },
    },
  ];
}

/** P11: from the start of the process until ten domains are up, and the memory it then holds. */
async function measureStart(): Promise<Figure[]> {
  const domains = await startService<Domains>("services/weather.ts", ["10"]);
  const { ours } = await inTurns({
    ours: async () => {
      const started = await startOrchestrator(domains.ready);
      const { now } = memoryOf(started.child);
      await started.stop();
      return { readyMs: started.readyMs, memory: now };
    },
  });
  await domains.stop();
  return [
    {
      id: "P11",
      what: "memory when idle, 10 domains",
      measured: median(ours.map(({ memory }) => memory)),
      unit: "MB",
      target: { atMost: 110 },
    },
    {
      id: "P11",
      what: "ready with 10 domains",
      measured: median(ours.map(({ readyMs }) => readyMs)),
      unit: "ms",
      target: { atMost: 500 },
    },
  ];
}

function noErrors(what: string, measured: Record<string, readonly Loaded[]>): void {
  for (const [name, rounds] of Object.entries(measured)) {
    const errors = rounds.reduce((sum, round) => sum + round.errors, 0);
    if (errors === 0) continue;
    const wrong = rounds.map((round) => round.wrong).find((text) => text !== "");
    throw new Error(`${what}: ${errors} wrong answers from ${name}, such as ${wrong}`);
  }
}
