import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { ExecutionStep } from "#shared/contracts/plan.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { layout } from "../console/graph/layout.ts";
import { buildConsole } from "../scripts/build-console.ts";
import { openBrowser, whyNoBrowser } from "../tests/console/browser.ts";
import type { Figure } from "./figures.ts";
import { median, ROUNDS } from "./measure.ts";

const STEPS = 2000;
/** So many are under way at once: a graph that is seen as a whole. */
const ABREAST = 45;
const BURST = 200;
const RUN = "/v1/runs/large";
/** Two frames and what is left to do then: what was changed is on the screen. */
const PAINTED = `const painted = () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(next))));
const until = async (isSo) => { while (!isSo()) await new Promise((next) => requestAnimationFrame(next)); await painted(); };`;

const steps = Array.from(
  { length: STEPS },
  (_, at): ExecutionStep => ({
    ...{ id: at + 1, domain: "weather", capability: "forecast", required: true },
    params: at < ABREAST ? {} : { city: `\${${at + 1 - ABREAST}.result.city}` },
    depends_on: at < ABREAST ? [] : [at + 1 - ABREAST],
  }),
);
const plan = {
  ...{ execution_mode: "dag" as const, combine_mode: "last" as const },
  ...{ max_concurrency: 16, steps },
};
const finished = (id: number): StepTrace => ({
  ...{ id, domain: "weather", capability: "forecast", required: true },
  ...{ status: "success", output: null, attempts: 1, duration_ms: 5 },
});

/** Steps that end, in one piece as a busy run sends them: the first one, and how many. */
const FINISH = "/finish/";

function eventOf(id: number): string {
  const event = { run_id: "large", at: Date.now(), type: "step_finished", step: finished(id) };
  return `event: step_finished\nid: ${id}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** What the page asks of an orchestrator, for one run of 2,000 steps that is under way. */
async function serveRun(files: ReadonlyMap<string, string>) {
  const streams = new Set<ServerResponse>();
  const types: Readonly<Record<string, string>> = { js: "text/javascript", css: "text/css" };
  const begun = Date.now();
  const run = {
    ...{ run_id: "large", session_id: "bench", user_id: "bench", input_text: "bench" },
    ...{ status: "running", created_at: begun, updated_at: begun, intent: null, answer: "" },
    ...{ plan, steps: [], model_calls: [], effects: {}, receipts: [] },
  };
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    if (path === `${RUN}/events` || path === "/v1/live") {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      if (path === `${RUN}/events`) streams.add(response);
      return;
    }
    const file = files.get(path === "/" ? "index.html" : path.replace("/console/", ""));
    if (file !== undefined) {
      const ending = path.slice(path.lastIndexOf(".") + 1);
      response.writeHead(200, { "content-type": types[ending] ?? "text/html" }).end(file);
      return;
    }
    if (path.startsWith(FINISH)) {
      const [from = 0, count = 0] = path.slice(FINISH.length).split("/").map(Number);
      const ids = Array.from({ length: count }, (_, at) => from + at);
      for (const stream of streams) stream.write(ids.map(eventOf).join(""));
    }
    const body = path === RUN ? run : path === "/v1/me" ? { user_id: "bench", rights: [] } : {};
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function timedLayout(): number {
  const times = Array.from({ length: ROUNDS + 1 }, () => {
    const begun = performance.now();
    layout(plan);
    return performance.now() - begun;
  });
  return median(times.slice(1));
}

/** The page at `/`: what it loads, and how it stands a plan of 2,000 steps in a real browser. */
export async function measureConsole(): Promise<Figure[]> {
  const { files } = await buildConsole();
  const first = [...(files.get("index.html") ?? "").matchAll(/"\/console\/([^"]+)"/g)];
  const bytes = ["index.html", ...first.map(([, name = ""]) => name)].map(
    (name) => gzipSync(files.get(name) ?? "").length,
  );
  const figures: Figure[] = [
    {
      ...{ id: "C1", what: "first load of the console, gzipped", unit: "kB" },
      measured: bytes.reduce((sum, each) => sum + each, 0) / 1024,
      target: { atMost: 60 },
    },
    {
      ...{ id: "C2", what: `layout of ${STEPS} steps`, unit: "ms" },
      ...{ measured: timedLayout(), target: { atMost: 10 } },
    },
  ];
  if (whyNoBrowser !== undefined) {
    process.stdout.write(`${whyNoBrowser}\n`);
    return figures;
  }
  return [...figures, ...(await inBrowser(files))];
}

async function inBrowser(files: ReadonlyMap<string, string>): Promise<Figure[]> {
  const [browser, served] = await Promise.all([openBrowser(), serveRun(files)]);
  const opened: number[] = [];
  const whole: number[] = [];
  const one: number[] = [];
  const many: number[] = [];
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(`${served.url}/#/approvals`);
      await page.locator("h1").waitFor();
      const timed = (what: string) =>
        page.evaluate<number>(
          `(async () => { ${PAINTED} const begun = performance.now(); ${what}; return performance.now() - begun; })()`,
        );
      const nodes = (status: string) => `document.querySelectorAll(".node.is-${status}").length`;
      opened.push(
        await timed(`location.hash = "#/runs/large"; await until(() => ${nodes("pending")} > 5)`),
      );
      whole.push(
        await timed(
          `[...document.querySelectorAll(".graph-tools button")].at(-1).click(); await until(() => ${nodes("pending")} === ${STEPS})`,
        ),
      );
      const ended = (from: number, count: number) =>
        timed(
          `fetch("${FINISH}${from}/${count}"); await until(() => ${nodes("success")} === ${from + count - 1})`,
        );
      one.push(await ended(1, 1));
      many.push(await ended(2, BURST));
      await page.close();
    }
  } finally {
    await browser.close();
    served.close();
  }
  const figure = (id: string, what: string, times: readonly number[], atMost: number): Figure => ({
    ...{ id, what, unit: "ms", measured: median(times.slice(1)), target: { atMost } },
  });
  return [
    figure("C3", `the page of a run of ${STEPS} steps, painted`, opened, 300),
    figure("C3", "all of its steps at once, painted", whole, 300),
    figure("C4", "a step that ends, painted", one, 100),
    figure("C4", `${BURST} steps that end at once, painted`, many, 300),
  ];
}
