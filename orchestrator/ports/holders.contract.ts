import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ana, bia, somePending, someRun, someStep, type TestedStore } from "./stores.fixture.ts";
import { RunTakenError, type Store } from "./stores.ts";

const sent = someStep({ status: "running", output: null });

/** The part of storeContract about several processes over one store. */
export function holdersContract(tested: TestedStore, open: (holder: string) => Promise<Store>) {
  describe("processes that share it", () => {
    let one: Store;
    let other: Store;
    beforeEach(async () => {
      one = await open("one");
      other = await open("other");
    });
    afterEach(async () => {
      await one.close();
      await other.close();
    });

    it("know who has runs under way, and which", async () => {
      await tested.store.runs.save(someRun({ run_id: "r0" }));
      await one.runs.save(someRun({ run_id: "r2", created_at: 2 }));
      await one.runs.save(someRun({ ...bia, run_id: "r1", created_at: 1 }));
      await one.runs.save(someRun({ run_id: "r3", status: "waiting" }));
      await other.runs.save(someRun({ run_id: "r4", status: "success" }));
      expect((await other.runs.holders()).toSorted()).toEqual(["", "one"]);
      const left = await other.runs.unfinished("one");
      expect(left.map(({ run_id }) => run_id)).toEqual(["r1", "r2"]);
    });

    it("carry a run on once, however many of them want to", async () => {
      await one.runs.save(someRun());
      const claims = await Promise.all(
        [other, tested.store, other, one].map((store) => store.runs.claim(someRun())),
      );
      const [claimed, ...more] = claims.filter((claim) => claim !== undefined);
      expect(more).toEqual([]);
      expect(claimed?.updated_at).toBeGreaterThan(1000);
      expect(await tested.store.runs.find(ana, "run_1")).toEqual(claimed);
    });

    it("claim a run that is over as well, to go on with it", async () => {
      const failed = someRun({ status: "failure", answer: "não deu" });
      await one.runs.save(failed);
      const claimed = await other.runs.claim(failed);
      expect(claimed).toMatchObject({ status: "running", answer: "não deu" });
      expect(await one.runs.claim(failed)).toBeUndefined();
      expect(await one.runs.holders()).toEqual(["other"]);
    });

    it("write nothing of a run that another one has taken over", async () => {
      await one.runs.save(someRun());
      const claimed = await other.runs.claim(someRun());
      await expect(one.runs.intend(ana, "run_1", sent, "run_1:1", "digest")).rejects.toThrow(
        RunTakenError,
      );
      expect(await one.runs.save(someRun({ answer: "mine" }))).toBe(false);
      one.runs.record(someRun({ status: "success", answer: "mine" }), []);
      await one.flush();
      expect(await other.runs.find(ana, "run_1")).toEqual(claimed);
      expect(await other.runs.steps(ana, "run_1")).toEqual([]);
      await other.runs.intend(ana, "run_1", sent, "run_1:1", "digest");
      expect(await other.runs.save(someRun({ status: "waiting" }))).toBe(true);
      // No one carries it out now: whoever has the answer goes on.
      expect(await one.runs.save(someRun())).toBe(true);
    });

    it("write nothing of a run that another one has taken over and ended", async () => {
      await one.runs.save(someRun());
      await one.runs.intend(ana, "run_1", sent, "run_1:1", "digest");
      const claimed = await other.runs.claim(someRun());
      const answered = someStep({ attempts: 2 });
      const ended = someRun({ ...claimed, status: "success", answer: "dela" });
      await other.runs.settle(ana, "run_1", answered);
      other.runs.record(ended, [answered], true);
      await other.flush();
      // This one was paused all the while, and goes on as if nothing had happened.
      const late = someStep({ status: "unknown" });
      await expect(one.runs.settle(ana, "run_1", late)).rejects.toThrow(RunTakenError);
      await expect(
        one.runs.intend(ana, "run_1", someStep({ id: "after" }), "run_1:after", "d", [late]),
      ).rejects.toThrow(RunTakenError);
      one.runs.record(someRun({ status: "failure", answer: "mine" }), [late], true);
      await one.flush();
      expect(await one.runs.save(someRun(), true)).toBe(false);
      expect(await other.runs.find(ana, "run_1")).toEqual(ended);
      expect(await other.runs.steps(ana, "run_1")).toEqual([answered]);
    });

    it("begin a run again that is over, and end one that only reads for the other", async () => {
      await one.runs.save(someRun({ status: "success" }));
      expect(await other.runs.save(someRun({ status: "running" }))).toBe(true);
      one.runs.record(someRun({ run_id: "r2", status: "waiting" }), []);
      await one.flush();
      other.runs.record(someRun({ run_id: "r2", status: "success" }), [someStep()]);
      expect((await other.runs.find(ana, "r2"))?.status).toBe("success");
      expect(await other.runs.steps(ana, "r2")).toEqual([someStep()]);
    });

    it("claim a run together with what of its journal is begun again, or leave both", async () => {
      const failed = someRun({ status: "failure" });
      const unsure = someStep({ status: "unknown" });
      const broken = someStep({ id: "after", status: "failure" });
      await one.runs.save(failed);
      for (const step of [unsure, broken]) await one.runs.settle(ana, "run_1", step);
      const anew = { forgotten: [broken], changed: [sent] };
      expect(await other.runs.claim({ ...failed, updated_at: 7 }, anew)).toBeUndefined();
      expect(await other.runs.steps(ana, "run_1")).toEqual([unsure, broken]);
      expect(await other.runs.claim(failed, anew)).toBeDefined();
      expect(await other.runs.steps(ana, "run_1")).toEqual([sent]);
    });

    it("find beside a step that was sent all that was finished before it", async () => {
      await one.runs.save(someRun());
      const read = someStep({ id: "after" });
      await one.runs.intend(ana, "run_1", sent, "run_1:1", "digest", [read]);
      expect(await other.runs.steps(ana, "run_1")).toEqual([sent, read]);
    });

    it("take the answer to a question once, and hide the question meanwhile", async () => {
      await one.pending.put(somePending());
      const taken = await Promise.all(
        [one, other, one].map((store) => store.pending.hold(ana, "q1", "run_1")),
      );
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await other.pending.find(ana, 1500)).toBeUndefined();
      expect(await other.pending.list(ana, 1500, 10)).toEqual([]);
      expect(await other.pending.take(ana, "q1")).toBe(false);
    });

    it("open a question again that another one held, and forget one that was let go", async () => {
      await one.pending.put(somePending());
      await one.pending.put(somePending({ ...bia, id: "q2" }));
      await one.pending.hold(ana, "q1", "run_1");
      await one.pending.hold(bia, "q2", "run_2");
      one.pending.letGo(bia, "q2");
      await one.flush();
      expect(await other.runs.holders()).toEqual(["one"]);
      expect(await other.pending.held("one")).toEqual([{ action: somePending(), run_id: "run_1" }]);
      await other.pending.reopen(ana, "q1");
      expect(await one.pending.find(ana, 1500)).toBeUndefined();
      await other.pending.reopen(ana, "q1", "one");
      expect(await one.pending.find(ana, 1500)).toEqual(somePending());
      expect(await other.pending.held("one")).toEqual([]);
    });

    it("leave a newer question alone when an older one is let go or opened again", async () => {
      await one.pending.put(somePending());
      await one.pending.hold(ana, "q1", "run_1");
      await other.pending.put(somePending({ id: "q2" }));
      one.pending.letGo(ana, "q1");
      await one.pending.reopen(ana, "q1");
      expect((await one.pending.find(ana, 1500))?.id).toBe("q2");
    });
  });
}
