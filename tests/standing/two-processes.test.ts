import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { makeDatabase } from "../../orchestrator/adapters/store/postgres-database.fixture.ts";
import { someSchedule } from "../../orchestrator/ports/schedules.contract.ts";
import { howMuch } from "../how-much.ts";

const server = process.env["TEST_DATABASE_URL"];
const MINUTE = 60_000;
const EVERY = 10 * MINUTE;
const BEGIN = Date.parse("2027-03-01T00:00:00Z");
const SIZE = howMuch(
  { schedules: 60, steps: 300, kills: 90 },
  { schedules: 12, steps: 24, kills: 6 },
);
const OWNERS = 5;
const HOLD_MS = 100_000;

/** Two processes, one database, and one clock that is moved for both. */
async function openPair(serverUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), "regente-pair-"));
  const clock = join(folder, "clock");
  const set = (at: number) => writeFileSync(clock, String(at - Date.now()));
  set(BEGIN);
  const database = await makeDatabase(serverUrl);
  const store = await database.open("the test");
  const client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
  await client.query("create table done (key text, by text)");
  const file = fileURLToPath(new URL("scheduler-process.fixture.ts", import.meta.url));
  const preload = fileURLToPath(new URL("moved-clock.mjs", import.meta.url));
  const alive = new Set<ChildProcess>();
  let complaints = "";
  const begin = async (): Promise<ChildProcess> => {
    const env = { PATH: process.env["PATH"] ?? "", DATABASE_URL: database.databaseUrl };
    const child = spawn(process.execPath, [`--import=${preload}`, file], {
      env: { ...env, MOVED_CLOCK: clock },
      stdio: ["pipe", "pipe", "pipe"],
    });
    child.stderr.on("data", (text: Buffer) => {
      complaints += text.toString();
    });
    alive.add(child);
    child.once("exit", () => alive.delete(child));
    const early = once(child, "close").then(() => {
      throw new Error(`it ended before it was ready\n${complaints}`);
    });
    await Promise.race([once(child.stdout, "data"), early]);
    return child;
  };
  const kill = async (child: ChildProcess) => {
    if (!alive.has(child)) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  const rows = async <Row>(sql: string): Promise<Row[]> =>
    (await client.query<Row & pg.QueryResultRow>(sql)).rows;
  /** Nothing is due, and nothing is under way. */
  const settled = async (now: number) => {
    for (const giveUp = Date.now() + HOLD_MS; Date.now() < giveUp; await wait(20)) {
      const [left] = await rows<{ n: string }>(
        `select (select count(*) from schedules where next_at <= ${now}) + (select count(*) from schedule_ticks where status = 'running') as n`,
      );
      if (Number(left?.n) === 0) return;
    }
    throw new Error(`something is still due\n${complaints}`);
  };
  return {
    ...{ store, set, begin, kill, rows, settled },
    complaints: () => complaints,
    async close() {
      await Promise.all([...alive].map(kill));
      await client.end();
      await store.close();
      await database.remove();
      rmSync(folder, { recursive: true });
    },
  };
}

it.skipIf(server === undefined)(
  "two processes on one PostgreSQL fire each occurrence once, whichever of them is killed, and when both are",
  async () => {
    const pair = await openPair(server ?? "");
    onTestFinished(() => pair.close());
    for (let at = 0; at < SIZE.schedules; at++)
      await pair.store.schedules.add(
        someSchedule({
          id: `sch_${at}`,
          user_id: `user_${at % OWNERS}`,
          timing: { kind: "every", rule: { by: "elapsed", every_ms: EVERY, from: BEGIN } },
          action: { do: "tell", text: "x" },
          acts: false,
          until: null,
          created_at: BEGIN,
          updated_at: BEGIN,
          next_at: BEGIN + EVERY,
        }),
        SIZE.schedules,
      );
    let pids: ChildProcess[] = await Promise.all([pair.begin(), pair.begin()]);
    const killEvery = Math.floor(SIZE.steps / SIZE.kills);
    for (let step = 1; step <= SIZE.steps; step++) {
      const now = BEGIN + step * EVERY;
      pair.set(now);
      if (step % killEvery === 0) {
        await wait(Math.random() * 300);
        const dying = pids.filter(() => Math.random() < 0.6);
        await Promise.all(dying.map(pair.kill));
        const born = await Promise.all(dying.map(pair.begin));
        pids = [...pids.filter((each) => !dying.includes(each)), ...born];
      }
      await pair.settled(now);
    }
    const told = await pair.rows<{ key: string; n: string }>(
      "select key, count(*) as n from done group by key",
    );
    expect(told.filter(({ n }) => n !== "1")).toEqual([]);
    const done = new Set(told.map(({ key }) => key));
    const ticks = await pair.rows<{
      schedule_id: string;
      at: string;
      status: string;
      tick: string;
    }>("select schedule_id, at, status, tick from schedule_ticks");
    const covered = new Set<string>();
    for (const { schedule_id, at, status, tick } of ticks) {
      const key = `${schedule_id}.${at}`;
      expect(done.has(key), `${key} ${status}`).toBe(status === "fired" || status === "late");
      const { covers } = JSON.parse(tick) as { covers?: { to: number } };
      for (let each = Number(at); each <= (covers?.to ?? Number(at)); each += EVERY)
        covered.add(`${schedule_id}.${each}`);
    }
    const expected = Array.from({ length: SIZE.schedules }, (_, id) =>
      Array.from({ length: SIZE.steps }, (_, step) => `sch_${id}.${BEGIN + (step + 1) * EVERY}`),
    ).flat();
    expect(expected.filter((key) => !covered.has(key))).toEqual([]);
    expect(covered.size).toBe(expected.length);
    const by = await pair.rows<{ by: string }>("select distinct by from done");
    expect(by.length).toBeGreaterThan(1);
    expect(pair.complaints()).toBe("");
  },
  howMuch(1_200_000, 180_000),
);
