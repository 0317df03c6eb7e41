import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../cli/testing/free-port.ts";
import { openStore } from "../orchestrator/adapters/store/open-store.ts";
import { systemClock } from "../orchestrator/adapters/time/system-clock.ts";
import { paramsDigest } from "../orchestrator/engine/work.ts";
import { someRun, someStep } from "../orchestrator/ports/stores.fixture.ts";
import { openLedger } from "../tests/crash/ledger.ts";
import { mortalOrchestrator } from "../tests/crash/mortal-orchestrator.ts";
import type { Figure } from "./figures.ts";
import { SECRET } from "./floor.ts";
import { median } from "./measure.ts";

const UNFINISHED = 1000;
const ROUNDS = 3;
const LONGEST_MS = 60_000;

/** P10: what a killed process left, and how soon it is carried on. */
export async function measureRecovery(): Promise<Figure[]> {
  const opened: number[] = [];
  const ended: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const measured = await measureRound();
    opened.push(measured.openedMs);
    ended.push(measured.endedMs);
  }
  return [
    {
      id: "P10",
      what: `endpoints open with ${UNFINISHED} unfinished runs, from the start of the process`,
      measured: median(opened),
      unit: "ms",
      target: { atMost: 2000 },
    },
    {
      id: "P10",
      what: `... and all of them carried on and ended`,
      measured: median(ended),
      unit: "ms",
      target: { atMost: 5000 },
    },
  ];
}

async function measureRound() {
  const folder = mkdtempSync(join(tmpdir(), "regente-bench-"));
  const ledger = await openLedger(SECRET, () => 0);
  try {
    await leaveUnfinished(folder);
    const bootstrap = join(folder, "domains.bootstrap.json");
    writeFileSync(bootstrap, JSON.stringify({ domains: [{ name: "ledger", url: ledger.url }] }));
    const orchestrator = mortalOrchestrator(await freePort(), {
      REGENTE_BOOTSTRAP: bootstrap,
      REGENTE_DATA: folder,
      REGENTE_DOMAIN_SECRET: SECRET,
    });
    const begun = performance.now();
    await orchestrator.start();
    const openedMs = performance.now() - begun;
    while (ledger.counts.size < UNFINISHED) {
      const { size } = ledger.counts;
      if (performance.now() - begun > LONGEST_MS)
        throw new Error(`${size} of ${UNFINISHED} runs were carried on`);
      await pause(10);
    }
    const endedMs = performance.now() - begun;
    await orchestrator.stop();
    return { openedMs, endedMs };
  } finally {
    await ledger.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a process leaves that was killed with a step of each run in flight. */
async function leaveUnfinished(dataDir: string): Promise<void> {
  const store = await openStore({ dataDir, holder: "gone", clock: systemClock });
  const step = { domain: "ledger", capability: "enter", required: true };
  // Domains keep keys for a day: what an older run sent is not sent again.
  const now = Date.now();
  await Promise.all(
    Array.from({ length: UNFINISHED }, async (_, at) => {
      const run_id = `run_left_${at}`;
      const params = { item: `left ${at}` };
      const plan = { ...someRun().plan, steps: [{ ...step, id: 1, params, depends_on: [] }] };
      const run = someRun({ run_id, session_id: `s${at}`, plan, created_at: now + at });
      await store.runs.save({
        ...run,
        circumstances: { as: "plan", timezone: "UTC", dry_run: false, approved: {} },
      });
      const sent = someStep({ ...step, id: 1, status: "running", output: null });
      await store.runs.intend(run, run_id, sent, `${run_id}:1`, paramsDigest(params));
    }),
  );
  await store.close();
}
