// `node tests/deploy/trace-picture.ts` writes docs/trace.svg: the spans of one message, as a collector of OpenTelemetry got them
// from an orchestrator and two domains, all on loopback.
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { z } from "zod";
import { silentLog } from "#shared/domain-kit/log.ts";
import { openMarketData } from "../../domains/finance/data/open-market-data.ts";
import { makeFinanceDomain } from "../../domains/finance/main.ts";
import { notifyDomain } from "../../domains/notify/main.ts";
import { readConfig } from "../../orchestrator/config/config.ts";
import { startOrchestrator } from "../../orchestrator/start/start-orchestrator.ts";

export const TRACE_PICTURE = new URL("../../docs/trace.svg", import.meta.url);
const MESSAGE = "qual o preço da PETR4? e me manda no telegram";

const body = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.looseObject({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              startTimeUnixNano: z.coerce.bigint(),
              endTimeUnixNano: z.coerce.bigint(),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** A span under its parent; milliseconds since the first one began. */
export type Drawn = { name: string; depth: number; from: number; to: number };

/** What a collector gets of the fastest of so many equal messages, in the order of a tree: the first ones take longer. */
export async function traceOfAMessage(messages: number): Promise<Drawn[]> {
  const folder = mkdtempSync(join(tmpdir(), "regente-trace-"));
  const bodies: string[] = [];
  const collector = await listen((incoming, outgoing) => {
    void text(incoming).then((sent) => {
      bodies.push(sent);
      outgoing.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  const finance = makeFinanceDomain(openMarketData("sample", {}), { log: silentLog });
  const settings = { telegram: undefined, defaultChat: "42", dataFolder: folder };
  const domains = await sendingTo(collector.url, async () => [
    { name: "finance", ...(await finance.serve({ port: 0 })) },
    { name: "notify", ...(await notifyDomain(settings, { log: silentLog }).serve({ port: 0 })) },
  ]);
  const bootstrap = join(folder, "domains.json");
  const listed = domains.map(({ name, url }) => ({ name, url }));
  writeFileSync(bootstrap, JSON.stringify({ domains: listed }));
  const env = { PORT: "0", REGENTE_DATA: folder, REGENTE_BOOTSTRAP: bootstrap };
  const config = readConfig({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const orchestrator = await startOrchestrator(config, pino({ level: "silent" }));
  try {
    while (!(await fetch(`${orchestrator.url}/ready`)).ok)
      await new Promise((next) => setTimeout(next, 10));
    const headers = { "content-type": "application/json" };
    for (let times = 0; times < messages; times += 1) {
      const ask = JSON.stringify({ input_text: MESSAGE, session_id: `trace-${times}` });
      await fetch(`${orchestrator.url}/v1/turns`, { method: "POST", headers, body: ask });
    }
  } finally {
    await orchestrator.close(0);
    for (const { close } of domains) await close();
    await collector.close();
    rmSync(folder, { recursive: true });
  }
  return treeOf(bodies);
}

function treeOf(bodies: readonly string[]): Drawn[] {
  const all = bodies.flatMap((sent) =>
    body
      .parse(JSON.parse(sent))
      .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
  const took = (span: (typeof all)[number]) => span.endTimeUnixNano - span.startTimeUnixNano;
  const [root] = all
    .filter(({ name }) => name === "POST /v1/turns")
    .toSorted((a, b) => Number(took(a) - took(b)));
  if (root === undefined) throw new Error("the collector got no span of the message");
  const at = (nanos: bigint) => Number(nanos - root.startTimeUnixNano) / 1e6;
  const below = (span: typeof root, depth: number): Drawn[] => [
    { name: span.name, depth, from: at(span.startTimeUnixNano), to: at(span.endTimeUnixNano) },
    ...all
      .filter(
        ({ traceId, parentSpanId }) => traceId === span.traceId && parentSpanId === span.spanId,
      )
      .toSorted((a, b) => Number(a.startTimeUnixNano - b.startTimeUnixNano))
      .flatMap((child) => below(child, depth + 1)),
  ];
  return below(root, 0);
}

/** A domain reads where its spans go from the environment, when it begins to listen. */
async function sendingTo<T>(collector: string, serve: () => Promise<T>): Promise<T> {
  const before = process.env["OTEL_EXPORTER_OTLP_ENDPOINT"];
  process.env["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector;
  try {
    return await serve();
  } finally {
    if (before === undefined) delete process.env["OTEL_EXPORTER_OTLP_ENDPOINT"];
    else process.env["OTEL_EXPORTER_OTLP_ENDPOINT"] = before;
  }
}

async function listen(answer: RequestListener) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

const ROW = 30;
const NAMES = 330;
const WIDTH = 900;
const COLOURS = ["#3b5bdb", "#0b7285", "#2b8a3e"];
const escaped = (value: string) => value.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A bar for each span on one scale, readable on light and dark pages. */
export function drawTrace(spans: readonly Drawn[]): string {
  const whole = Math.max(...spans.map(({ to }) => to));
  const x = (ms: number) => NAMES + (ms / whole) * (WIDTH - NAMES - 90);
  const rows = spans.map(({ name, depth, from, to }, row) => {
    const y = row * ROW + 14;
    const width = Math.max(x(to) - x(from), 2);
    const colour = COLOURS[Math.min(depth, COLOURS.length - 1)];
    return [
      `<text x="${14 + depth * 18}" y="${y + 14}">${escaped(name)}</text>`,
      `<rect x="${x(from).toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="19" rx="3" fill="${colour}"/>`,
      `<text x="${(x(from) + width + 6).toFixed(1)}" y="${y + 14}" class="ms">${(to - from).toFixed(1)} ms</text>`,
    ].join("");
  });
  const height = spans.length * ROW + 20;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13">
<style>text{fill:#212529}.ms{fill:#495057}</style>
<rect width="${WIDTH}" height="${height}" rx="8" fill="#f8f9fa"/>
${rows.join("\n")}
</svg>
`;
}

if (import.meta.main) writeFileSync(TRACE_PICTURE, drawTrace(await traceOfAMessage(50)));
