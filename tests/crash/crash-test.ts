import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { planExecuteResponse } from "#shared/contracts/endpoints.ts";
import { runDetail, runsPage } from "#shared/contracts/native-endpoints.ts";
import { randomFrom } from "#shared/random/random.ts";
import { freePort } from "../../cli/testing/free-port.ts";
import { openLedger, planFor } from "./ledger.ts";
import { type MortalOrchestrator, mortalOrchestrator } from "./mortal-orchestrator.ts";

// npm run crash-test -- --kills 100 [--processes 2] [--clients 16] [--seed 1]
//
// kill -9 under load. Clients send plans with two effects, each under an Idempotency-Key, and send them again until
// they are answered; the domain counts. Afterwards every plan must have happened once, as a whole, and every run must
// have ended by itself. What must not be repeated may be unknown, and then it says so. DATABASE_URL: PostgreSQL.

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "20" },
    processes: { type: "string", default: "1" },
    clients: { type: "string", default: "16" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
  },
});
const kills = Number(values.kills);
const clients = Number(values.clients);
const processes = Number(values.processes);

const random = randomFrom(Number(values.seed));

const SECRET = "crash-test-secret-that-is-long-enough";
const folder = mkdtempSync(join(tmpdir(), "regente-crash-test-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const ledger = await openLedger(SECRET, random);
const bootstrap = join(folder, "domains.bootstrap.json");
writeFileSync(bootstrap, JSON.stringify({ domains: [{ name: "ledger", url: ledger.url }] }));
const database = process.env["DATABASE_URL"];
const orchestrators: MortalOrchestrator[] = [];
for (let each = 0; each < processes; each += 1)
  orchestrators.push(
    mortalOrchestrator(await freePort(), {
      REGENTE_BOOTSTRAP: bootstrap,
      REGENTE_DATA: folder,
      REGENTE_DOMAIN_SECRET: SECRET,
      ...(database !== undefined && { DATABASE_URL: database }),
    }),
  );
await Promise.all(orchestrators.map((each) => each.start()));

type Answered = {
  name: string;
  last: "enter" | "announce";
  status: string;
  run_id: string;
  after: string;
};
const answered: Answered[] = [];
let sent = 0;
let killing = true;

const anyOf = <T>(list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] ?? (list[0] as T);

/** Send a plan until someone answers it. */
async function carryThrough(name: string, last: "enter" | "announce"): Promise<Answered> {
  const body = JSON.stringify({ plan: planFor(name, last), context: { session_id: name } });
  const headers = { "content-type": "application/json", "idempotency-key": name };
  for (;;) {
    const { url } = anyOf(orchestrators);
    const response = await fetch(`${url}/v1/plans/execute`, { method: "POST", headers, body }).then(
      async (got) => ({ status: got.status, text: await got.text() }),
      () => undefined,
    );
    if (response?.status === 200) {
      const { run_id, status } = planExecuteResponse.parse(JSON.parse(response.text));
      return { name, last, status, run_id, after: url };
    }
    if (response !== undefined && response.status !== 409 && response.status !== 503)
      throw new Error(`${name}: HTTP ${response.status} ${response.text}`);
    await pause(20);
  }
}

async function client(at: number): Promise<void> {
  for (let turn = 0; killing; turn += 1) {
    sent += 1;
    answered.push(
      await carryThrough(`${values.seed}.${at}.${turn}`, turn % 4 === 3 ? "announce" : "enter"),
    );
  }
}
const load = Promise.all(Array.from({ length: clients }, (_, at) => client(at)));

for (let kill = 0; kill < kills; kill += 1) {
  await pause(50 + random() * 400);
  const victim = anyOf(orchestrators);
  await victim.kill();
  await victim.start();
}
killing = false;
await load;

const ask = async <T>(path: string, read: (body: unknown) => T): Promise<T> =>
  read(await (await fetch(`${anyOf(orchestrators).url}${path}`)).json());
/** Runs that no one has ended yet; their callers may long be gone. */
const running = () => ask("/v1/runs?status=running", (body) => runsPage.parse(body).runs);
const settleBy = performance.now() + 15_000;
while ((await running()).length > 0 && performance.now() < settleBy) await pause(100);

const findings: string[] = [];
let unknown = 0;
for (const { run_id } of await running()) findings.push(`${run_id} never ended`);
for (const { name, last, status, run_id } of answered) {
  const a = ledger.counts.get(`${name} a`) ?? 0;
  const b = ledger.counts.get(`${name} b`) ?? 0;
  if (a > 1 || b > 1) findings.push(`${name} (${run_id}) was done ${a} and ${b} times`);
  const said = await ask(`/v1/runs/${run_id}`, (body) => runDetail.parse(body));
  if (status !== said.status && said.status !== "partial")
    findings.push(`${name}: answered ${status}, kept as ${said.status}`);
  const isUnknown = said.steps.some((step) => step.status === "unknown");
  if (isUnknown) unknown += 1;
  if (isUnknown && last === "enter")
    findings.push(`${name} is unknown, although it may be repeated`);
  if (!isUnknown && (a !== 1 || b !== 1))
    findings.push(`${name} (${run_id}): ${status}, but done ${a} and ${b} times`);
}
const ends = await Promise.all(orchestrators.map((each) => each.stop()));
for (const { ms, code } of ends)
  if (code !== 0 || ms > 10_000)
    findings.push(`SIGTERM: ended with ${code} after ${Math.round(ms)} ms`);
await ledger.close();

const starts = orchestrators
  .flatMap(({ startsMs }) => startsMs)
  .toSorted((one, other) => one - other);
process.stdout.write(
  [
    `seed ${values.seed}: ${kills} kills of ${processes} process(es), ${sent} plans, ${answered.length} answered`,
    `open again after ${Math.round(starts[starts.length >> 1] ?? 0)} ms, at most ${Math.round(starts.at(-1) ?? 0)} ms`,
    `unknown, and told so: ${unknown}`,
    findings.length === 0 ? "0 lost, 0 doubled, 0 half done" : findings.slice(0, 20).join("\n"),
    "",
  ].join("\n"),
);
process.exit(findings.length === 0 ? 0 : 1);
