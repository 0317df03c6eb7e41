import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { openStore } from "../../orchestrator/adapters/store/open-store.ts";
import { systemClock } from "../../orchestrator/adapters/time/system-clock.ts";
import { someSchedule } from "../../orchestrator/ports/schedules.contract.ts";
import { startSystem } from "../e2e/system.ts";

/** What 10,000 standing requests cost a process that has nothing to do: `node tests/standing/idle-cost.ts [seconds]`. */
const SCHEDULES = 10_000;
const OF_EACH = 50;
/** What a start has begun is over when a look finds about as much work as the look before it. */
const CALM_MS = 10_000;
const SAME_S = 0.03;
const MOST_LOOKS = 12;
/** Linux counts the time of a process in hundredths of a second. */
const TICKS_A_SECOND = 100;
const [seconds = 60] = process.argv.slice(2).map(Number);

const ran = (pid: string): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
};
const residentMb = (pid: string): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

const system = await startSystem();

/** A started orchestrator, left alone. */
async function idle(): Promise<{ core_percent: number; resident_mb: number }> {
  await system.startOrchestrator();
  const pid = String(system.pid("orchestrator"));
  let last = Number.POSITIVE_INFINITY;
  for (let look = 0; look < MOST_LOOKS; look++) {
    const since = ran(pid);
    await wait(CALM_MS);
    const done = ran(pid) - since;
    if (Math.abs(last - done) <= SAME_S) break;
    last = done;
  }
  const before = ran(pid);
  await wait(seconds * 1000);
  const measured = {
    core_percent: (100 * (ran(pid) - before)) / seconds,
    resident_mb: residentMb(pid),
  };
  await system.stop("orchestrator");
  return measured;
}

try {
  await system.startDomain("memory");
  const without = await idle();
  const store = await openStore({ dataDir: system.folder, clock: systemClock });
  const soon = Date.now() + 60 * 60 * 1000;
  for (let at = 0; at < SCHEDULES; at++) {
    const next_at = soon + at * 7000;
    const user_id = `user-${Math.floor(at / OF_EACH)}`;
    await store.schedules.add(
      someSchedule({ id: `sch-${at}`, user_id, next_at, until: null }),
      OF_EACH,
    );
  }
  await store.close();
  const withThem = await idle();
  const more = withThem.resident_mb - without.resident_mb;
  console.log(JSON.stringify({ without, withThem, more_mb: more }, null, 2));
} finally {
  await system.close();
}
