import { describe, expect, it } from "vitest";
import {
  ana,
  bia,
  someConversation,
  somePending,
  someRun,
  someStep,
  someUsage,
  type TestedStore,
} from "./stores.fixture.ts";
import type { SessionKey } from "./stores.ts";

const chat = (address: string) => ({ channel: "telegram:7", address });

/** Something of everything, as two users leave it. */
async function lived({ store }: TestedStore, key: SessionKey, address: string): Promise<void> {
  const { user_id } = key;
  store.conversations.save(key, someConversation());
  await store.pending.put(somePending(key));
  await store.runs.save(someRun({ ...key, status: "success" }));
  store.runs.record(someRun({ ...key, status: "success" }), [someStep()]);
  store.usage.record(someUsage(key));
  await store.settings.put(key, { timezone: "Europe/Lisbon" });
  await store.recipients.reached(key, chat(address));
  await store.recipients.put({
    ...{ id: "own", user_id, name: user_id, self: true, shared: false, title: user_id },
    ...{ ...chat(address), created_at: 1000 },
  });
  await store.flush();
}

const kept = async ({ store }: TestedStore, key: SessionKey) => ({
  conversation: (await store.conversations.load(key)) !== undefined,
  question: (await store.pending.find(key, 1500)) !== undefined,
  runs: (await store.runs.list(key, 10)).runs.length,
  steps: (await store.runs.steps(key, "run_1")).length,
  recipients: (await store.recipients.list(key)).map(({ id }) => id),
  timezone: (await store.settings.find(key))?.timezone,
  reached: (await store.recipients.lastReached(key))?.address,
});
const NOTHING = {
  ...{ conversation: false, question: false, runs: 0, steps: 0, recipients: [] },
  ...{ timezone: undefined, reached: undefined },
};

/** The part of storeContract about what is deleted of a user, and after a time. */
export function personalDataContract(tested: TestedStore): void {
  describe("personal data", () => {
    it("of one user is gone, of everything and after reopening, and of no one else", async () => {
      await lived(tested, ana, "42");
      await lived(tested, bia, "43");
      const before = await kept(tested, bia);
      const count = { sessions: 1, questions: 1, runs: 1, schedules: 0 };
      expect(await tested.store.personal.count(ana)).toEqual(count);
      await tested.store.personal.forget(ana);
      const none = { sessions: 0, questions: 0, runs: 0, schedules: 0 };
      expect(await tested.store.personal.count(ana)).toEqual(none);
      expect(await tested.store.personal.count(bia)).toEqual(count);
      expect(await kept(tested, ana)).toEqual(NOTHING);
      await tested.reopen();
      expect(await kept(tested, ana)).toEqual(NOTHING);
      expect(await kept(tested, bia)).toEqual(before);
      expect(before.runs).toBe(1);
    });

    it("takes along what waits to be written", async () => {
      tested.store.conversations.save(ana, someConversation());
      await tested.store.personal.forget(ana);
      expect(await tested.store.conversations.load(ana)).toBeUndefined();
    });

    it("ends the links of others to where only that user reads", async () => {
      await lived(tested, ana, "42");
      await tested.store.recipients.put({
        ...{ id: "r", user_id: "bia", name: "Ana", self: false, shared: true, title: "Ana" },
        ...{ ...chat("42"), created_at: 1000 },
      });
      await tested.store.personal.forget(ana);
      expect(await tested.store.recipients.list(bia)).toEqual([]);
    });

    it("of a user nobody knows is nothing, and no error", async () => {
      await lived(tested, bia, "43");
      await tested.store.personal.forget({ user_id: "nobody" });
      expect((await kept(tested, bia)).runs).toBe(1);
    });

    it("after a time what is over goes, and what runs or waits stays", async () => {
      const { runs } = tested.store;
      await runs.save(someRun({ ...ana, run_id: "old", status: "success", updated_at: 1000 }));
      await runs.save(someRun({ ...ana, run_id: "waits", status: "waiting", updated_at: 1000 }));
      await runs.save(someRun({ ...ana, run_id: "new", status: "success", updated_at: 9000 }));
      expect((await tested.store.personal.countBefore(5000)).runs).toBe(1);
      await tested.store.personal.forgetBefore(5000);
      expect((await tested.store.personal.countBefore(5000)).runs).toBe(0);
      const left = (await runs.list(ana, 10)).runs.map(({ run_id }) => run_id);
      expect(left.toSorted()).toEqual(["new", "waits"]);
    });
  });
}
