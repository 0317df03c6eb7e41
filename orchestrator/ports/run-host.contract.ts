import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LostRun, RunHost } from "./run-host.ts";
import { ana, someRun } from "./stores.fixture.ts";
import type { Store } from "./stores.ts";

/** A process with a host, as the suite sees it. */
export type HostProcess = {
  host: RunHost;
  /** With this process as the holder of what it writes. */
  store: Store;
  /** Runs that were carried on here, in their order. */
  carried: string[];
  /** Keys that were due here. */
  due: string[];
  /** Runs under way here: a run is until its promise resolves. */
  underWay: Map<string, { over: Promise<void>; cancelled: boolean }>;
  /** Runs that cannot be carried on here. */
  broken: Set<string>;
  /** As by kill -9. */
  die(): Promise<void>;
};

export type TestedHost = {
  /** Opens one more process over the same store. */
  open(): Promise<HostProcess>;
  close(): Promise<void>;
};

const session = `${ana.user_id}\ns1`;
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

async function until(what: string, is: () => boolean | Promise<boolean>): Promise<void> {
  for (const giveUp = Date.now() + 60_000; Date.now() < giveUp; ) {
    if (await is()) return;
    await pause(10);
  }
  throw new Error(`never: ${what}`);
}

/** What every host promises, with several processes over one store. */
export function runHostContract(name: string, open: () => Promise<TestedHost>): void {
  describe(`${name}: runs hosted by processes over one store`, () => {
    let tested: TestedHost;
    let one: HostProcess;
    let other: HostProcess;
    beforeEach(async () => {
      tested = await open();
      one = await tested.open();
      other = await tested.open();
      await until("both are ready", () => one.host.isLoaded() && other.host.isLoaded());
    });
    afterEach(() => tested.close());

    /** A run under way in a process, until it is ended or the process dies. */
    async function begin(at: HostProcess, run_id: string, session_id = "s1") {
      const run = someRun({ run_id, session_id, status: "running", created_at: Date.now() });
      const over = Promise.withResolvers<void>();
      at.underWay.set(run_id, { over: over.promise, cancelled: false });
      await at.host.begin(run);
      await at.store.runs.save(run);
      return {
        async end() {
          at.store.runs.record({ ...run, status: "success", updated_at: Date.now() }, [], true);
          await at.store.flush();
          at.underWay.delete(run_id);
          over.resolve();
        },
      };
    }

    it("one at a time of a session, whichever process it comes to", async () => {
      let speaking = 0;
      let most = 0;
      const speak = async () => {
        most = Math.max(most, ++speaking);
        await pause(5);
        speaking -= 1;
      };
      await Promise.all(
        Array.from({ length: 10 }, (_, at) => (at % 2 ? one : other).host.owned(session, speak)),
      );
      expect(most).toBe(1);
    });

    it("sessions do not wait for each other, and what work gives or throws comes back", async () => {
      const met = Promise.withResolvers<string>();
      const [given] = await Promise.all([
        one.host.owned(session, () => met.promise),
        other.host.owned(`${ana.user_id}\ns2`, async () => met.resolve("met")),
      ]);
      expect(given).toBe("met");
      const failing = one.host.owned(session, () => Promise.reject(new Error("work failed")));
      await expect(failing).rejects.toThrow("work failed");
    });

    it("a run that its process ends is carried on by nobody", async () => {
      const run = await begin(one, "run_whole");
      await run.end();
      await one.host.owned(session, async () => undefined);
      await one.die();
      await pause(700);
      expect(other.carried).toEqual([]);
    });

    it("a run that a dying process leaves is carried on once", async () => {
      const third = await tested.open();
      await until("the third is ready", () => third.host.isLoaded());
      await begin(one, "run_left");
      // Each has seen the others by now.
      await pause(500);
      await one.die();
      await until("it is carried on", () => other.carried.length + third.carried.length > 0);
      await pause(300);
      expect([...other.carried, ...third.carried]).toEqual(["run_left"]);
      expect((await third.store.runs.find(ana, "run_left"))?.status).toBe("success");
    });

    it("what a dead process left in a session comes before what is said in it next", async () => {
      const begun = Promise.withResolvers<void>();
      void one.host
        .owned(session, async () => {
          await begin(one, "run_first");
          begun.resolve();
          await new Promise(() => undefined);
        })
        .catch(() => undefined);
      await begun.promise;
      await pause(500);
      const said = other.host.owned(session, async () => other.carried.push("said next"));
      await one.die();
      await said;
      expect(other.carried).toEqual(["run_first", "said next"]);
    });

    it("a run that nobody has is carried on when it is handed over", async () => {
      const run = someRun({ run_id: "run_given", status: "running" });
      await one.store.runs.save({ ...run, status: "waiting" });
      await other.host.carryOn(run);
      await until("it is carried on", () => one.carried.length + other.carried.length > 0);
      expect([...one.carried, ...other.carried]).toEqual(["run_given"]);
    });

    it("a cancellation reaches the process that carries the run out", async () => {
      const run = await begin(one, "run_long");
      expect(await other.host.cancel({ ...ana, session_id: "s1", run_id: "run_long" })).toBe(true);
      await until("it is told", () => one.underWay.get("run_long")?.cancelled === true);
      await run.end();
      expect(await other.host.cancel({ ...ana, session_id: "s1", run_id: "nothing" })).toBe(false);
    });

    it("what is due wakes a process at its time, and what was dropped does not", async () => {
      const due = () => [...one.due, ...other.due];
      const at = Date.now() + 300;
      one.host.later("late", at + 60_000);
      one.host.later("late", at);
      one.host.later("dropped", at);
      one.host.drop("dropped");
      await until("it is due", () => due().includes("late"));
      expect(Date.now()).toBeGreaterThanOrEqual(at - 20);
      await pause(200);
      expect(due()).not.toContain("dropped");
    });

    it("tells of a run that it cannot carry on", async () => {
      const told: LostRun[] = [];
      const run = someRun({ run_id: "run_broken", status: "waiting" });
      for (const { host, broken } of [one, other]) {
        host.onLost((lost) => told.push(lost));
        broken.add(run.run_id);
      }
      await one.store.runs.save(run);
      await one.host.carryOn(run);
      await until("it is told", () => told.some(({ run_id }) => run_id === "run_broken"));
    });
  });
}
