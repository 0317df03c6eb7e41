import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { request } from "undici";
import { freePort } from "../../cli/testing/free-port.ts";
import { openLedger, planFor } from "./ledger.ts";
import { mortalOrchestrator } from "./mortal-orchestrator.ts";

// npm run soak -- --minutes 10 [--rate 50]
//
// The same load for a long time, half of it over connections that are kept and half over one for each request, and what
// the orchestrator's memory and open files do meanwhile. Linux only.

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    rate: { type: "string", default: "50" },
  },
});
/** Megabytes for each 1,000 messages, once the process is warm. */
const MOST_GROWTH = 1;
/** Warming up is no leak. */
const WARM_SHARE = 0.3;
const SAMPLE_MS = 2000;

const SECRET = "soak-test-secret-that-is-long-enough";
const folder = mkdtempSync(join(tmpdir(), "regente-soak-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const ledger = await openLedger(SECRET, Math.random);
const bootstrap = join(folder, "domains.bootstrap.json");
writeFileSync(bootstrap, JSON.stringify({ domains: [{ name: "ledger", url: ledger.url }] }));
const orchestrator = mortalOrchestrator(await freePort(), {
  REGENTE_BOOTSTRAP: bootstrap,
  REGENTE_DATA: folder,
  REGENTE_DOMAIN_SECRET: SECRET,
});
await orchestrator.start();

const megabytes = (): number => {
  const status = readFileSync(`/proc/${orchestrator.pid()}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
};
const files = (): number => readdirSync(`/proc/${orchestrator.pid()}/fd`).length;

let sent = 0;
let failed = 0;
let firstFailure = "";
const send = async (): Promise<void> => {
  const name = `soak ${sent++}`;
  const said = await request(`${orchestrator.url}/v1/plans/execute`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ plan: planFor(name, "enter"), context: { session_id: name } }),
    // Of two requests one closes its connection after it.
    ...(sent % 2 === 0 && { reset: true }),
  }).then(
    async ({ statusCode, body }) =>
      (statusCode === 200 ? "" : `${statusCode} `) + (await body.text()),
    (error: Error) => `no answer: ${String(error.cause ?? error)}`,
  );
  if (said.startsWith("{")) return;
  failed += 1;
  firstFailure ||= `, the first ${Math.round(performance.now() / 1000)} s after the start: ${said.slice(0, 300)}`;
};

const underWay = new Set<Promise<void>>();
const samples: { sent: number; megabytes: number }[] = [];
const end = performance.now() + Number(values.minutes) * 60_000;
const everyMs = 1000 / Number(values.rate);
let nextSample = 0;
for (let next = performance.now(); next < end; next += everyMs) {
  await pause(Math.max(next - performance.now(), 0));
  const answered = send();
  underWay.add(answered);
  void answered.finally(() => underWay.delete(answered));
  if (performance.now() < nextSample) continue;
  samples.push({ sent, megabytes: megabytes() });
  nextSample = performance.now() + SAMPLE_MS;
}
await Promise.all(underWay);
const openFiles = files();
const { ms, code } = await orchestrator.stop();
await ledger.close();

/** Least squares: megabytes for each 1,000 messages. */
function growthOf(points: typeof samples): number {
  const mean = (of: (point: (typeof samples)[number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const x = mean((point) => point.sent);
  const y = mean((point) => point.megabytes);
  const over = points.reduce((sum, point) => sum + (point.sent - x) * (point.megabytes - y), 0);
  const under = points.reduce((sum, point) => sum + (point.sent - x) ** 2, 0);
  return (over / under) * 1000;
}
/** The middle of each tenth of the time: a leak goes on, what only fills up once ends. */
const tenths = Array.from({ length: 10 }, (_, tenth) => {
  const part = samples.slice((tenth / 10) * samples.length, ((tenth + 1) / 10) * samples.length);
  const sizes = part.map((sample) => sample.megabytes).toSorted((a, b) => a - b);
  return Math.round(sizes[Math.floor(sizes.length / 2)] ?? 0);
});
const growth = growthOf(samples.slice(Math.floor(samples.length * WARM_SHARE)));
process.stdout.write(
  [
    `${sent} plans in ${values.minutes} min, ${failed} failed${firstFailure}; ${openFiles} open files at the end`,
    `memory ${Math.round(samples[0]?.megabytes ?? 0)} MB at first, ${Math.round(samples.at(-1)?.megabytes ?? 0)} MB at last; by tenths of the time ${tenths.join(", ")}`,
    `${growth.toFixed(2)} MB for each 1,000 plans once warm (at most ${MOST_GROWTH})`,
    `SIGTERM: ended with ${code} after ${Math.round(ms)} ms`,
    "",
  ].join("\n"),
);
process.exit(growth <= MOST_GROWTH && failed === 0 && code === 0 ? 0 : 1);
