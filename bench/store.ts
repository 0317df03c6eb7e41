import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStore } from "../orchestrator/adapters/store/open-store.ts";
import { systemClock } from "../orchestrator/adapters/time/system-clock.ts";
import {
  someConversation,
  someRun,
  someStep,
  someUsage,
} from "../orchestrator/ports/stores.fixture.ts";
import type { Store } from "../orchestrator/ports/stores.ts";
import { bareGroupCommit } from "./bare-journal.ts";
import type { Figure } from "./figures.ts";
import { inTurns, ratioOf } from "./measure.ts";

const WRITERS = 32;
/** Short turns and many of them: a disk that others use as well has moods. */
const WRITING_MS = 200;
const SERIES = 5;
const REQUESTS = 4000;

const announced = someStep({ status: "running", output: null });
const announce = (store: Store, run_id: string) =>
  store.runs.intend({ user_id: "ana" }, run_id, announced, `${run_id}:1`, "digest");

/** P7 and P9: what the store adds to a request, and how many durable steps it takes. */
export async function measureStore(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "regente-bench-"));
  try {
    const store = await openStore({ dataDir, clock: systemClock });
    const requests = await measureRequests(store);
    const appends = await measureAppends(store, join(dataDir, "bare.db"));
    await store.close();
    return [...requests, ...appends, ...countFsyncs(dataDir)];
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

async function measureRequests(store: Store): Promise<Figure[]> {
  const { mainThread } = await inTurns({ mainThread: () => mainThreadOfRequests(store) });
  return [
    {
      id: "P7",
      what: "store: a read-only request on the main thread, quietest round",
      // CPU time, which a busy machine only makes longer.
      measured: Math.min(...mainThread),
      unit: "us",
      target: { atMost: 30 },
    },
  ];
}

/** Microseconds of this thread for what one chat request reads and writes, flushing included. */
async function mainThreadOfRequests(store: Store): Promise<number> {
  const state = someConversation();
  const run = someRun({ status: "success", answer: "Chove." });
  const steps = [someStep()];
  const usage = someUsage();
  await store.flush();
  const before = process.threadCpuUsage();
  for (let index = 0; index < REQUESTS; index++) {
    const key = { user_id: `user${index % 50}`, session_id: `session${index % 200}` };
    await store.conversations.load(key);
    await store.pending.find(key, 0);
    store.conversations.save(key, state);
    store.runs.record({ ...run, ...key, run_id: `run_${before.user}_${index}` }, steps);
    store.usage.record({ ...usage, ...key });
    // As requests arrive: some, and then the event loop goes round.
    if (index % 16 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await store.flush();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / REQUESTS;
}

async function measureAppends(store: Store, bareFile: string): Promise<Figure[]> {
  const bare = bareGroupCommit(bareFile);
  const ours: number[] = [];
  const theirs: number[] = [];
  let series = 0;
  const runId = () => `run_${series++}`;
  for (let each = 0; each < SERIES; each++) {
    const turns = await inTurns({
      bare: () => appendsPerSecond(() => bare.append([runId(), "1", JSON.stringify(announced)])),
      store: () => appendsPerSecond(() => announce(store, runId())),
    });
    ours.push(...turns.store);
    theirs.push(...turns.bare);
  }
  bare.close();
  return [
    {
      id: "P9",
      what: `store: durable steps/s of ${WRITERS} writers over bare node:sqlite with group commit`,
      measured: ratioOf(ours, theirs, (each) => each),
      unit: "x",
      target: { atLeast: 0.6 },
    },
  ];
}

async function appendsPerSecond(append: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  let appended = 0;
  const writeOn = async () => {
    while (performance.now() - begin < WRITING_MS) {
      await append();
      appended++;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writeOn));
  return (appended * 1000) / (performance.now() - begin);
}

/** No acknowledgement before its fsync: one writer alone needs one for each step. Needs strace. */
function countFsyncs(dataDir: string): Figure[] {
  const steps = 100;
  const counts = join(dataDir, "fsyncs");
  const service = fileURLToPath(new URL("./services/durable-writer.ts", import.meta.url));
  const traced = spawnSync(
    "strace",
    [
      "-f",
      "-e",
      "trace=fsync,fdatasync",
      "-o",
      counts,
      process.execPath,
      service,
      dataDir,
      `${steps}`,
    ],
    { stdio: ["ignore", "inherit", "inherit"] },
  );
  if (traced.status !== 0) return [];
  const fsyncs = readFileSync(counts, "utf8").match(/(fsync|fdatasync)\(/g) ?? [];
  return [
    {
      id: "P9",
      what: "store: fsyncs for each step that one writer journals (strace)",
      measured: fsyncs.length / steps,
      unit: "x",
      target: { atLeast: 1 },
    },
  ];
}
