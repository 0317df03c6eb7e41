import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ana } from "../../ports/stores.fixture.ts";
import { openStore } from "./open-store.ts";

const writerFile = fileURLToPath(new URL("./acknowledging-writer.fixture.ts", import.meta.url));
const clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** A process that journals steps and says which ones it was promised: `kept <run_id>;` */
function startWriter(dataDir: string, name: string) {
  const child = spawn(process.execPath, [writerFile, dataDir, name], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  /** What it says next after `word`, or undefined when it has ended. */
  async function say(word: string): Promise<string | undefined> {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) return undefined;
      // The last line of a killed process may be torn.
      const said = new RegExp(`^${word} (.*);$`).exec(value)?.[1];
      if (said !== undefined) return said;
    }
  }
  return { pid: child.pid ?? 0, kill: () => child.kill("SIGKILL"), say };
}

describe("a process that writes to the embedded store", () => {
  let dataDir: string;
  let writer: ReturnType<typeof startWriter>;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "regente-crash-"));
  });
  afterEach(() => {
    writer.kill();
    rmSync(dataDir, { recursive: true });
  });

  async function missingOf(run_ids: readonly string[]): Promise<string[]> {
    const store = await openStore({ dataDir, clock });
    const steps = await Promise.all(run_ids.map((run_id) => store.runs.steps(ana, run_id)));
    await store.close();
    return run_ids.filter((_, index) => steps[index]?.length !== 1);
  }

  it("loses nothing that was acknowledged, however often it is killed", async () => {
    const kept: string[] = [];
    for (const name of ["kill1", "kill2", "kill3", "kill4", "kill5"]) {
      writer = startWriter(dataDir, name);
      const before = kept.length;
      for (let said = await writer.say("kept"); said !== undefined; said = await writer.say("kept"))
        // Everything it still says before the signal reaches it counts as well.
        if (kept.push(said) === before + 100) writer.kill();
      expect(kept.length).toBeGreaterThanOrEqual(before + 100);
      expect(await missingOf(kept)).toEqual([]);
    }
  });

  it("is told when the disk takes no more, and goes on when it does again", async () => {
    writer = startWriter(dataDir, "full");
    const kept: (string | undefined)[] = [await writer.say("kept")];
    execFileSync("prlimit", ["--pid", String(writer.pid), "--fsize=40960:"]);
    expect(await writer.say("failed")).toMatch(/^StoreError: .*regente\.db: disk I\/O error/);
    execFileSync("prlimit", ["--pid", String(writer.pid), "--fsize=unlimited:"]);
    for (let more = 0; more < 50; more += 1) kept.push(await writer.say("kept"));
    writer.kill();
    expect(await missingOf(kept.map((run_id) => run_id ?? "the writer died"))).toEqual([]);
  });
});
