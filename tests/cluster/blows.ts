import { setTimeout as pause } from "node:timers/promises";
import { turnResponse } from "#shared/contracts/endpoints.ts";
import { planFor } from "../crash/ledger.ts";
import { type InFlight, inFlightOf, repeatedCalls } from "./call-counter.ts";
import { type Followed, followAcross } from "./follower.ts";
import { percentile } from "./judge.ts";
import { keepAsking } from "./load.ts";
import type { Machine } from "./machines.ts";
import type { TriedCluster } from "./tried-cluster.ts";

type Blow = (at: number, struck: () => void) => Promise<void>;

/** Load, blows into it, and how long what was under way at each blow waited for its answer. */
async function underLoad(cluster: TriedCluster, name: string, ms: number, blow: Blow) {
  const { host, all, loads, settings, report } = cluster;
  const load = keepAsking(all, settings.clients, `${host}-p${loads.length}`, report);
  loads.push(load);
  const blows: number[] = [];
  const until = performance.now() + ms;
  for (let at = 0; performance.now() < until; at += 1) {
    await pause(1500 + Math.random() * 2000);
    await blow(at, () => void blows.push(performance.now()));
  }
  await load.stop();
  const underWay = load.answered.flatMap(({ again, endedAt, took }) => {
    const hit = blows.find((when) => when > endedAt - took && when < endedAt);
    return hit === undefined ? [] : [{ again, wait: endedAt - hit }];
  });
  const waits = (of: typeof underWay) => {
    const sorted = of.map(({ wait }) => wait);
    const at = (share: number) => Math.round(percentile(sorted, share));
    return `${sorted.length} (p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, at most ${at(1)} ms)`;
  };
  settings.say(
    `${host} ${name}: ${blows.length} blows, ${load.answered.length} of ${load.sent()} answered; from a blow to the answer, ` +
      `of what was under way: ${waits(underWay)}; of that, what had to be sent again: ${waits(underWay.filter(({ again }) => again > 0))}`,
  );
}

/** What so many machines do when nothing is wrong: requests and steps a second, and processor time for each. */
export async function measureQuiet(cluster: TriedCluster, count: number, ms: number) {
  const { host, all, loads, settings, report } = cluster;
  for (const each of all.slice(0, count)) if (!each.isUp()) await each.start();
  const up = all.filter((each) => each.isUp());
  const before = await cpuOf(up);
  const load = keepAsking(up, settings.clients, `${host}-quiet${count}`, report);
  loads.push(load);
  const begun = performance.now();
  await pause(ms);
  await load.stop();
  const seconds = (performance.now() - begun) / 1000;
  const done = load.answered.length;
  const steps = load.answered.reduce((sum, { kind }) => sum + (kind === "line" ? 1 : 3), 0);
  const cpu = ((await cpuOf(up)) - before) / done;
  const took = load.answered.map((each) => each.took);
  settings.say(
    `${host} quiet, ${count} machine(s): ${(done / seconds).toFixed(0)} requests/s, ${(steps / seconds).toFixed(0)} steps/s, ` +
      `${(cpu * 1000).toFixed(1)} ms of processor time of orchestrators a request, p50 ${Math.round(percentile(took, 0.5))} ms`,
  );
}

/** One of the machines is killed at random, again and again. */
export async function killMachines(cluster: TriedCluster, ms: number): Promise<void> {
  const { host, all, calls, ledger, report } = cluster;
  const deaths: InFlight[] = [];
  const followed: Followed[] = [];
  const endedOf = (run_ids: readonly string[]) =>
    cluster.query<{ run_id: string; step_id: string }>(
      "select run_id, step_id from task_steps where status not in ('running', 'pending') and run_id = any($1)",
      [run_ids],
    );
  calls.length = 0;
  await underLoad(cluster, "machines killed", ms, async (at, struck) => {
    const which = Math.floor(Math.random() * all.length);
    const victim = all[which];
    if (victim === undefined) return;
    const other = () => all.find((each) => each !== victim && each.isUp());
    const session = `question-${host}-${at}`;
    const asked = await say(victim, session, "write something in the diary");
    const kill = () =>
      victim.kill(async () => {
        deaths.push(await inFlightOf(which, calls, endedOf));
        struck();
      });
    followed.push(await followAcross(`followed-${host}-${at}`, victim, other, kill));
    const told = await say(other(), session, `q${at}-${host} m0`);
    if (asked?.status === "clarification" && told?.status !== "success")
      report(`question ${at} of the dead machine: ${told?.status ?? "none"} ${told?.answer ?? ""}`);
    await victim.start();
  });
  tellOfDeaths(cluster, deaths, followed);
  for (const item of followed.flatMap(({ items }) => items))
    if (ledger.counts.get(item) !== 1) report(`${item}: ${ledger.counts.get(item) ?? 0} times`);
}

/** What became of the calls that dying machines had in flight, and of who was following a run there. */
function tellOfDeaths(
  { host, calls, report, settings }: TriedCluster,
  deaths: readonly InFlight[],
  followed: readonly Followed[],
): void {
  const repeated = repeatedCalls(calls, deaths);
  const sum = (of: keyof InFlight) => deaths.reduce((all, death) => all + death[of].size, 0);
  settings.say(
    `${host} machines killed: ${calls.length} calls; in flight on ${deaths.length} machines when they died: ${sum("unanswered")} not answered, ` +
      `${sum("unwritten")} answered and not written down; called again: ${repeated.effects} effects, ${repeated.reads} reads, of them ${repeated.others.length} that were not in flight`,
  );
  for (const other of repeated.others) report(other);
  const broken = followed.filter(({ isBroken }) => isBroken);
  settings.say(
    `${host} machines killed: ${broken.length} streams broke and were read on from another machine: ` +
      `${broken.filter(({ missing }) => missing.length > 0).length} with a gap, ${broken.flatMap(({ twice }) => twice).length} events heard twice`,
  );
  for (const { missing, items } of followed)
    if (missing.length > 0) report(`followed ${items[0]}: never heard ${missing.join(", ")}`);
}

/** One machine after the other is asked to stop, and started as this version. */
export const upgradeMachines = (cluster: TriedCluster, ms: number): Promise<void> =>
  underLoad(cluster, "upgraded", ms, async (at, struck) => {
    const one = cluster.all[at % cluster.all.length];
    struck();
    await one?.stop();
    one?.upgrade();
    await one?.start();
  });

/** One of the engine's nodes is killed at random, again and again; then all of them. */
export async function killEngine(cluster: TriedCluster, ms: number): Promise<void> {
  const { host, all, restate, report, settings } = cluster;
  if (restate === undefined) return;
  const { nodes } = restate;
  await underLoad(cluster, "nodes of Restate killed", ms, async (_at, struck) => {
    const victim = nodes[Math.floor(Math.random() * nodes.length)];
    struck();
    await victim?.kill();
    await pause(1000);
    await victim?.start();
    await pause(2000);
  });
  const back: number[] = [];
  await underLoad(cluster, "Restate away", ms, async (at, struck) => {
    const machine = all[at % all.length];
    struck();
    await Promise.all(nodes.map((node) => node.kill()));
    await pause(1500);
    const read = await carryOut(machine, `away-${host}-${at}-read`, 1);
    if (!read.startsWith("200")) report(`a read without Restate: ${read.slice(0, 200)}`);
    const effect = await carryOut(machine, `away-${host}-${at}-effect`, 2);
    if (!effect.startsWith("503") || !effect.includes("run_host_unavailable"))
      report(`an effect without Restate: ${effect.slice(0, 200)}`);
    await Promise.all(nodes.map((node) => node.start()));
    back.push(await untilTaken(machine, `back-${host}-${at}`));
  });
  const longest = Math.round(Math.max(...back));
  settings.say(`${host}: effects were taken again at most ${longest} ms after its nodes were back`);
}

export const stopPostgres = (cluster: TriedCluster, ms: number): Promise<void> =>
  underLoad(cluster, "PostgreSQL stopped", ms, async (_at, struck) => {
    const { postgres } = cluster.settings;
    struck();
    await postgres.stop();
    await pause(1000);
    await postgres.start();
    await pause(6000);
  });

/** How long it takes from now until something that changes is done, milliseconds. */
async function untilTaken(machine: Machine | undefined, name: string): Promise<number> {
  const begun = performance.now();
  while (performance.now() - begun < 60_000) {
    const answer = await carryOut(machine, name, 2).catch(() => "");
    if (answer.startsWith("200")) break;
    await pause(100);
  }
  return performance.now() - begun;
}

/** The status and the body that so many steps of a plan are answered with. */
async function carryOut(machine: Machine | undefined, name: string, count: number) {
  const steps = planFor(name, "enter").steps.slice(0, count);
  const response = await fetch(`${machine?.url}/v1/plans/execute`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      plan: { combine_mode: "report", steps },
      context: { session_id: name },
    }),
    signal: AbortSignal.timeout(15_000),
  });
  return `${response.status} ${await response.text()}`;
}

/** One message, sent until it is answered. */
export async function say(machine: Machine | undefined, session_id: string, input_text: string) {
  const body = JSON.stringify({ session_id, input_text, locale: "en", follows_ticks: true });
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
