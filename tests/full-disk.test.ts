import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { verifyAudit } from "#shared/audit-log/audit-record.ts";
import { freePort } from "../cli/testing/free-port.ts";
import { openLedger } from "./crash/ledger.ts";
import { builtOnce, startEnvironment } from "./e2e/build-once.ts";
import { until } from "./e2e/system.ts";

const SECRET = "full-disk-secret-that-is-long-enough";
const EFFECTS = 60;

/** Only here: a mount of its own process, which goes with it. */
const MOUNT = 'mount -t tmpfs -o size=24m tmpfs "$REGENTE_DATA"';
const canMount =
  spawnSync("unshare", ["--mount", "sh", "-c", MOUNT], {
    env: { PATH: process.env["PATH"], REGENTE_DATA: tmpdir() },
  }).status === 0;

/** An orchestrator whose data and log are on a small disk of their own. */
async function startOnSmallDisk() {
  const folder = mkdtempSync(join(tmpdir(), "regente-full-disk-"));
  const ledger = await openLedger(SECRET, Math.random);
  const bootstrap = join(folder, "domains.bootstrap.json");
  writeFileSync(bootstrap, JSON.stringify({ domains: [{ name: "ledger", url: ledger.url }] }));
  const disk = mkdtempSync(join(folder, "disk-"));
  const file = builtOnce("orchestrator/main.ts");
  const port = await freePort();
  const run = `${MOUNT} && exec ${process.execPath} ${file} > "$REGENTE_DATA/log" 2>&1`;
  const child = spawn("unshare", ["--mount", "sh", "-c", run], {
    env: {
      ...{ PATH: process.env["PATH"], ...startEnvironment(file), PORT: String(port) },
      ...{ REGENTE_DATA: disk, REGENTE_BOOTSTRAP: bootstrap, REGENTE_DOMAIN_SECRET: SECRET },
    },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await Promise.all([ended, ledger.close()]);
    rmSync(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await until("it is ready", async () => (await fetch(`${url}/ready`)).ok);
  const carryOut = async (capability: string, item: string) => {
    const step = { id: 1, domain: "ledger", capability, params: { item } };
    const response = await fetch(`${url}/v1/plans/execute`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ plan: { steps: [step] } }),
    });
    await response.text();
    return response.status;
  };
  return { url, child, carryOut, counts: ledger.counts, disk: `/proc/${child.pid}/root${disk}` };
}

/** Takes all the room there is; gives what frees it again. */
function fill(disk: string): () => void {
  const filler = join(disk, "filler");
  for (const bytes of [1024 * 1024, 4096, 1])
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(bytes), { flag: "a" });
    } catch {
      // Nothing more of this size goes in.
    }
  return () => rmSync(filler);
}

it.runIf(canMount)(
  "on a full disk no effect goes without its records, reads go on, and it comes back by itself",
  async () => {
    const { url, child, carryOut, counts, disk } = await startOnSmallDisk();
    expect(await carryOut("enter", "before")).toBe(200);
    const free = fill(disk);
    const answers = new Map<string, number>();
    for (let at = 0; at < EFFECTS; at++)
      answers.set(`full ${at}`, await carryOut("enter", `full ${at}`));
    const refused = [...answers].filter(([, status]) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(refused.map(([, status]) => status))).toEqual(new Set([503]));
    for (const [item, status] of answers)
      expect([item, counts.get(item) ?? 0]).toEqual([item, status === 200 ? 1 : 0]);
    expect(await carryOut("turn_page", "")).toBe(200);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    free();
    await until("it acts again", async () => (await carryOut("enter", "after")) === 200);
    expect(counts.get("before")).toBe(1);
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    expect((await verifyAudit(join(disk, "audit"))).faults).toEqual([]);
    expect(child.exitCode).toBeNull();
  },
);
