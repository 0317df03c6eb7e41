import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { turnResponse } from "#shared/contracts/endpoints.ts";
import { ownPostgres } from "../../scripts/cluster/postgres.ts";
import { installRestateServer, restateCluster } from "../../scripts/cluster/restate-server.ts";
import { openLedger } from "../crash/ledger.ts";
import { type CallCounter, type Calls, countCalls, repeatedCalls } from "./call-counter.ts";
import { openDiary } from "./diary.ts";
import { judge, percentile } from "./judge.ts";
import { keepAsking, type Load } from "./load.ts";
import { type Machine, machines } from "./machines.ts";

// npm run cluster-test -- [--minutes 10] [--host both] [--restate-nodes 3] [--clients 8] [--quiet 15] [--keep]
//
// Three orchestrators on machines of their own (as far as they can see each other) over one PostgreSQL, under load. One
// of them is killed at random again and again, then the nodes of Restate, then PostgreSQL. Nothing may be lost, nothing
// done twice, and messages of one session never at the same time.

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    host: { type: "string", default: "both" },
    machines: { type: "string", default: "3" },
    "restate-nodes": { type: "string", default: "3" },
    clients: { type: "string", default: "8" },
    quiet: { type: "string", default: "15" },
    keep: { type: "boolean", default: false },
  },
});
const SECRET = "cluster-test-secret-that-is-long-enough";
const totalMs = Number(values.minutes) * 60_000;
const say = (text: string) => void process.stdout.write(`${text}\n`);
const hosts = values.host === "both" ? ["leases", "restate"] : [values.host];

const folder = mkdtempSync(join(tmpdir(), "regente-cluster-test-"));
process.once("exit", () => {
  if (!values.keep) rmSync(folder, { recursive: true, force: true });
});
const postgres = await ownPostgres();
await postgres.start();
const leave = () => void postgres.remove().finally(() => process.exit(1));
process.once("SIGTERM", leave);
process.once("SIGINT", leave);
let isClean = true;
try {
  for (const host of hosts) isClean = (await tryHost(host, totalMs / hosts.length)) && isClean;
} finally {
  await postgres.remove();
}
process.exit(isClean ? 0 : 1);

async function tryHost(host: string, ms: number): Promise<boolean> {
  const admin = new pg.Client({ connectionString: postgres.url("postgres") });
  await admin.connect();
  await admin.query(`create database ${host}`);
  await admin.end();
  const ledger = await openLedger(SECRET, Math.random);
  const diary = await openDiary(SECRET);
  const restate =
    host === "restate"
      ? await restateCluster(
          installRestateServer(),
          join(folder, "restate"),
          Number(values["restate-nodes"]),
        )
      : undefined;
  await Promise.all(restate?.nodes.map((node) => node.start()) ?? []);
  const domains = [
    { name: "ledger", url: ledger.url },
    { name: "diary", url: diary.url },
  ];
  const calls: Calls = new Map();
  const counters: CallCounter[] = [];
  for (let at = 0; at < Number(values.machines); at += 1)
    counters.push(await countCalls(domains, calls));
  const all = await machines({
    folder: join(folder, host),
    secret: SECRET,
    databaseUrl: postgres.url(host),
    domains,
    ways: counters.map(({ urls }) => urls),
    ...(restate && { restate }),
    count: Number(values.machines),
  });
  const findings: string[] = [];
  const report = (what: string) => void findings.push(what);
  const loads: Load[] = [];
  const timers = new Set<string>();
  const pauses: Record<string, number[]> = {};

  /** Load during a phase, and how long what was under way at each blow waited for its answer. */
  async function phase(name: string, phaseMs: number, blow: (at: number) => Promise<void>) {
    const load = keepAsking(
      all,
      Number(values.clients),
      `${host}-${name.replaceAll(" ", "-")}`,
      report,
    );
    loads.push(load);
    const blows: number[] = [];
    const until = performance.now() + phaseMs;
    for (let at = 0; performance.now() < until; at += 1) {
      await pause(1500 + Math.random() * 2000);
      blows.push(performance.now());
      await blow(at);
    }
    await load.stop();
    pauses[name] = load.answered.flatMap(({ again, endedAt, took }) => {
      const hit =
        again === 0 ? undefined : blows.find((when) => when > endedAt - took && when < endedAt);
      return hit === undefined ? [] : [endedAt - hit];
    });
    const waits = pauses[name];
    say(
      `${host} ${name}: ${blows.length} blows, ${load.answered.length} of ${load.sent()} answered; of those under way at a blow: ` +
        `p50 ${Math.round(percentile(waits, 0.5))} ms, p99 ${Math.round(percentile(waits, 0.99))} ms, at most ${Math.round(Math.max(0, ...waits))} ms (${waits.length})`,
    );
  }

  /** What a machine does when nothing is wrong: plans and messages a second, and processor time for each. */
  async function quiet(count: number) {
    for (const each of all.slice(0, count)) if (!each.isUp()) await each.start();
    const up = all.filter((each) => each.isUp());
    const before = await cpuOf(up);
    const load = keepAsking(up, Number(values.clients), `${host}-quiet${count}`, report);
    loads.push(load);
    const begun = performance.now();
    await pause(Number(values.quiet) * 1000);
    await load.stop();
    const seconds = (performance.now() - begun) / 1000;
    const done = load.answered.length;
    const steps = load.answered.reduce((sum, { kind }) => sum + (kind === "line" ? 1 : 3), 0);
    const cpu = (await cpuOf(up)) - before;
    say(
      `${host} quiet, ${count} machine(s): ${(done / seconds).toFixed(0)} requests/s, ${(steps / seconds).toFixed(0)} steps/s, ` +
        `${((cpu / done) * 1000).toFixed(1)} ms of processor time of orchestrators a request, p50 ${Math.round(
          percentile(
            load.answered.map(({ took }) => took),
            0.5,
          ),
        )} ms`,
    );
  }

  if (Number(values.quiet) > 0) await quiet(1);
  for (const each of all) if (!each.isUp()) await each.start();
  if (Number(values.quiet) > 0) await quiet(all.length);
  say(`${host}: ${all.length} machines are up`);

  for (let at = 0; at < 20; at += 1) timers.add(`${host} bell ${at} rings`);
  await Promise.all(
    [...timers].map((text, at) =>
      turn(
        all[at % all.length],
        `bells-${host}-${at}`,
        `remind me in ${20 + at} seconds to ${text}`,
      ).then((told) => {
        if (told?.status !== "success") report(`reminder ${at}: ${told?.answer}`);
      }),
    ),
  );

  let inFlight = 0;
  calls.clear();
  await phase("machines killed", ms * 0.6, async (at) => {
    const which = Math.floor(Math.random() * all.length);
    const victim = all[which];
    if (victim === undefined) return;
    const asked = await turn(victim, `question-${host}-${at}`, "write something in the diary");
    inFlight += counters[which]?.inFlight() ?? 0;
    await victim.kill();
    const other = all.find((each) => each.isUp());
    const told = await turn(other, `question-${host}-${at}`, `q${at}-${host} m0`);
    if (asked?.status === "clarification" && told?.status !== "success")
      report(
        `question ${at} of the dead machine: ${told?.status ?? "no answer"} ${told?.answer ?? ""}`,
      );
    await victim.start();
  });
  const repeated = repeatedCalls(calls);
  say(
    `${host} machines killed: ${calls.size} steps called; ${inFlight} calls were in flight on the machines when they were killed; ` +
      `called again: ${repeated.effects} effects, ${repeated.reads} reads`,
  );
  if (restate !== undefined)
    await phase("restate nodes killed", ms * 0.2, async () => {
      const victim = restate.nodes[Math.floor(Math.random() * restate.nodes.length)];
      await victim?.kill();
      await pause(1000);
      await victim?.start();
      await pause(2000);
    });
  await phase("PostgreSQL stopped", ms * 0.2, async () => {
    await postgres.stop();
    await pause(1000);
    await postgres.start();
    await pause(6000);
  });

  await pause(12_000);
  const answered = loads.flatMap((load) => load.answered);
  const count = (item: string) => (ledger.counts.get(item) ?? 0) + (diary.counts.get(item) ?? 0);
  const [first] = all.filter((each) => each.isUp());
  const judged = await judge(first?.url ?? "", answered, count, timers);
  for (const each of all) await each.stop();
  await Promise.all(restate?.nodes.map((node) => node.stop()) ?? []);
  await ledger.close();
  await diary.close();
  for (const counter of counters) await counter.close();
  const bad = [...judged.lost, ...judged.doubled, ...judged.gaps, ...judged.timers.doubled];
  say(
    `${host}: ${answered.length} requests answered of ${loads.reduce((sum, load) => sum + load.sent(), 0)}; ${judged.lost.length} lost, ${judged.doubled.length} doubled, ` +
      `${judged.unknown} unknown and told, ${judged.refused} refused and told, ${diary.overlaps.length} at once in a session, ${judged.gaps.length} streams with a gap, ` +
      `${judged.timers.fired} of ${judged.timers.asked} timers rang (${judged.timers.doubled.length} twice)`,
  );
  for (const line of [...bad, ...diary.overlaps, ...findings].slice(0, 30)) say(`  ${line}`);
  return bad.length + diary.overlaps.length + findings.length === 0;
}

async function turn(machine: Machine | undefined, session_id: string, input_text: string) {
  const body = JSON.stringify({ session_id, input_text, locale: "en" });
  const headers = { "content-type": "application/json" };
  for (let tried = 0; tried < 10; tried += 1) {
    const response = await fetch(`${machine?.url}/v1/turns`, {
      ...{ method: "POST", headers, body },
      signal: AbortSignal.timeout(15_000),
    }).catch(() => undefined);
    if (response?.status === 200) return turnResponse.parse(await response.json());
    await response?.body?.cancel();
    await pause(100);
  }
  return undefined;
}

async function cpuOf(up: readonly Machine[]): Promise<number> {
  let sum = 0;
  for (const { url } of up) {
    const text = await (await fetch(`${url}/metrics`)).text();
    sum += Number(/^process_cpu_seconds_total ([\d.e+-]+)/m.exec(text)?.[1] ?? 0);
  }
  return sum;
}
