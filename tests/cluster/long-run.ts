import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ownPostgres } from "../../scripts/cluster/postgres.ts";
import {
  killEngine,
  killMachines,
  measureQuiet,
  say as sayTo,
  stopPostgres,
  upgradeMachines,
} from "./blows.ts";
import { judge } from "./judge.ts";
import { openTriedCluster, type TriedCluster } from "./tried-cluster.ts";

// npm run cluster-test -- [--minutes 10] [--host both] [--restate-nodes 3] [--clients 8] [--quiet 15] [--keep]
//                         [--from FOLDER]
//
// Three orchestrators on machines of their own (as far as they can see each other) over one PostgreSQL, under load. One
// of them is killed at random again and again for so many minutes, for each host; then, for a sixth of that time each, they
// are stopped and started one after the other as in an upgrade (from the version in the folder, where it is named), the nodes
// of Restate are killed, Restate is down as a whole, and PostgreSQL is. Nothing may be lost, nothing done twice, and messages
// of one session never at the same time.

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    host: { type: "string", default: "both" },
    machines: { type: "string", default: "3" },
    "restate-nodes": { type: "string", default: "3" },
    clients: { type: "string", default: "8" },
    quiet: { type: "string", default: "15" },
    keep: { type: "boolean", default: false },
    from: { type: "string" },
  },
});
const killedMs = Number(values.minutes) * 60_000;
const otherMs = killedMs / 6;
const quietMs = Number(values.quiet) * 1000;
const say = (text: string) => void process.stdout.write(`${text}\n`);
const hosts = values.host === "both" ? ["leases", "restate"] : [values.host];
const TIMERS = 20;
/** Whatever was due, or would come twice, has come by then: the blows behind the first ones have taken longer than reminders. */
const AFTER_MS = Math.min(12_000, killedMs / 3);

const folder = mkdtempSync(join(tmpdir(), "regente-cluster-test-"));
process.once("exit", () => {
  if (!values.keep) rmSync(folder, { recursive: true, force: true });
});
const version = join(folder, "code");
freezeCode(version);
const postgres = await ownPostgres();
await postgres.start();
const leave = () => void postgres.remove().finally(() => process.exit(1));
process.once("SIGTERM", leave);
process.once("SIGINT", leave);
let isClean = true;
try {
  for (const host of hosts) isClean = (await tryHost(host)) && isClean;
} finally {
  await postgres.remove();
}
process.exit(isClean ? 0 : 1);

/** Machines start again and again: what is tried has to be the same to the end, whatever is edited meanwhile. */
function freezeCode(to: string): void {
  for (const part of [
    "package.json",
    "language",
    "orchestrator",
    "shared",
    "cli",
    "console",
    "scripts",
    "packages",
  ])
    cpSync(part, join(to, part), { recursive: true });
  symlinkSync(resolve("node_modules"), join(to, "node_modules"));
  // The links in there lead to the packages as they are edited; the orchestrator finds these before.
  mkdirSync(join(to, "orchestrator", "node_modules"));
  symlinkSync(join(to, "packages"), join(to, "orchestrator", "node_modules", "@regente"));
}

async function tryHost(host: string): Promise<boolean> {
  const cluster = await openTriedCluster(host, {
    ...{ folder, postgres, say },
    machines: Number(values.machines),
    restateNodes: Number(values["restate-nodes"]),
    clients: Number(values.clients),
    version,
    from: values.from === undefined ? undefined : resolve(values.from),
  });
  const { all } = cluster;
  if (quietMs > 0) await measureQuiet(cluster, 1, quietMs);
  for (const each of all) if (!each.isUp()) await each.start();
  if (quietMs > 0) await measureQuiet(cluster, all.length, quietMs);
  say(`${host}: ${all.length} machines are up`);
  const timers = await setTimers(cluster);
  await killMachines(cluster, killedMs);
  await upgradeMachines(cluster, otherMs);
  await killEngine(cluster, otherMs);
  await stopPostgres(cluster, otherMs);
  await pause(AFTER_MS);
  const isGood = await judgeAll(cluster, timers);
  await cluster.close();
  return isGood;
}

/** Reminders that ring while machines are killed, where there is time for it. */
async function setTimers({ host, all, report }: TriedCluster): Promise<Set<string>> {
  const first = Math.min(20, Math.ceil(killedMs / 4000));
  const names = Array.from({ length: TIMERS }, (_, at) => `${host} bell ${at} rings`);
  await Promise.all(
    names.map(async (name, at) => {
      const wish = `remind me in ${first + at} seconds to ${name}`;
      const told = await sayTo(all[at % all.length], `bells-${host}-${at}`, wish);
      if (told?.status !== "success") report(`reminder ${at}: ${told?.answer}`);
    }),
  );
  return new Set(names);
}

async function judgeAll(cluster: TriedCluster, timers: ReadonlySet<string>): Promise<boolean> {
  const { host, all, loads, ledger, diary, findings } = cluster;
  const answered = loads.flatMap((load) => load.answered);
  const sent = loads.reduce((sum, load) => sum + load.sent(), 0);
  const count = (item: string) => (ledger.counts.get(item) ?? 0) + (diary.counts.get(item) ?? 0);
  const up = all.find((each) => each.isUp());
  const judged = await judge(up?.url ?? "", answered, count, timers);
  say(
    `${host}: ${answered.length} requests answered of ${sent}; ${judged.lost.length} lost, ${judged.doubled.length} doubled, ` +
      `${judged.unknown} unknown and told, ${judged.refused} refused and told, ${diary.overlaps.length} at once in a session, ${judged.gaps.length} streams with a gap, ` +
      `${judged.timers.fired} of ${judged.timers.asked} timers rang (${judged.timers.doubled.length} twice)`,
  );
  const { lost, doubled, gaps } = judged;
  const bad = [...findings, ...diary.overlaps, ...lost, ...doubled, ...gaps];
  bad.push(...judged.timers.doubled);
  for (const line of bad.slice(0, 60)) say(`  ${line}`);
  return bad.length === 0;
}
