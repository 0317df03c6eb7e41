import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerCacheContract } from "./answer-cache.contract.ts";
import { channelNotesContract } from "./channel-notes.contract.ts";
import { holdersContract } from "./holders.contract.ts";
import { messagesContract } from "./messages.contract.ts";
import { modelCallsContract } from "./model-calls.contract.ts";
import { oddTextsContract } from "./odd-texts.contract.ts";
import { personalDataContract } from "./personal-data.contract.ts";
import { proposalsContract } from "./proposals.contract.ts";
import { recipientsContract } from "./recipients.contract.ts";
import { runsContract } from "./runs.contract.ts";
import { schedulesContract } from "./schedules.contract.ts";
import { settingsContract } from "./settings.contract.ts";
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
import { type Store, StoreError } from "./stores.ts";

/** One store's storage, empty at first: opened as often as a test likes, by whom it likes, then taken away. */
export type TestStorage = { open(holder?: string): Promise<Store>; remove(): Promise<void> };

/** What every Store promises, whatever it is kept in. `makeNew`: storage that no store has ever opened. */
export function storeContract(
  name: string,
  makeStorage: () => Promise<TestStorage>,
  makeNew = makeStorage,
): void {
  describe(`${name} keeps the promises of a store`, () => {
    let storage: TestStorage;
    let store: Store;
    const tested: TestedStore = {
      get store() {
        return store;
      },
      async reopen() {
        await store.close();
        store = await storage.open();
      },
    };
    beforeEach(async () => {
      storage = await makeStorage();
      store = await storage.open();
    });
    afterEach(async () => {
      await store.close();
      await storage.remove();
    });

    runsContract(tested);
    oddTextsContract(tested);
    channelNotesContract(tested);
    messagesContract(tested);
    holdersContract(tested, (holder) => storage.open(holder));
    modelCallsContract(tested);
    answerCacheContract(tested);
    proposalsContract(tested);
    schedulesContract(tested, (holder) => storage.open(holder));
    recipientsContract(tested);
    personalDataContract(tested);
    settingsContract(tested);

    describe("conversations", () => {
      it("knows nothing of a session no one has spoken in", async () => {
        expect(await tested.store.conversations.load(ana)).toBeUndefined();
      });

      it("sees a batched save with the next load, before it is flushed", async () => {
        tested.store.conversations.save(ana, someConversation());
        expect(await tested.store.conversations.load(ana)).toEqual(someConversation());
      });

      it("keeps what was flushed after reopening", async () => {
        tested.store.conversations.save(ana, someConversation());
        await tested.store.flush();
        expect(await tested.store.conversations.load(ana)).toEqual(someConversation());
        await tested.reopen();
        expect(await tested.store.conversations.load(ana)).toEqual(someConversation());
      });

      it("flushes when it is closed", async () => {
        tested.store.conversations.save(ana, someConversation());
        await tested.reopen();
        expect(await tested.store.conversations.load(ana)).toEqual(someConversation());
      });

      it("keeps the state as it was when it was saved", async () => {
        const state = someConversation();
        tested.store.conversations.save(ana, state);
        state.key_facts.push("added later");
        await tested.reopen();
        expect(await tested.store.conversations.load(ana)).toEqual(someConversation());
      });

      it("lets the last of many saves win, flushed in between or not", async () => {
        for (let turn_count = 1; turn_count <= 50; turn_count += 1) {
          tested.store.conversations.save(ana, someConversation({ turn_count }));
          if (turn_count % 20 === 0) void tested.store.flush();
          expect((await tested.store.conversations.load(ana))?.turn_count).toBe(turn_count);
        }
        await tested.reopen();
        expect((await tested.store.conversations.load(ana))?.turn_count).toBe(50);
      });

      it("forgets a deleted session, also one whose save still waited", async () => {
        tested.store.conversations.save(ana, someConversation());
        await tested.store.flush();
        tested.store.conversations.save(ana, someConversation({ turn_count: 2 }));
        const deleted = tested.store.conversations.delete(ana);
        expect(await tested.store.conversations.load(ana)).toBeUndefined();
        await deleted;
        expect(await tested.store.conversations.load(ana)).toBeUndefined();
        await tested.reopen();
        expect(await tested.store.conversations.load(ana)).toBeUndefined();
      });

      it("takes up again a session that was deleted", async () => {
        const deleted = tested.store.conversations.delete(ana);
        tested.store.conversations.save(ana, someConversation());
        await deleted;
        await tested.reopen();
        expect(await tested.store.conversations.load(ana)).toEqual(someConversation());
      });

      it("shows another user, and another session, nothing", async () => {
        tested.store.conversations.save(ana, someConversation());
        expect(await tested.store.conversations.load(bia)).toBeUndefined();
        await tested.store.flush();
        expect(await tested.store.conversations.load(bia)).toBeUndefined();
        expect(await tested.store.conversations.load({ ...ana, session_id: "s2" })).toBeUndefined();
        await tested.store.conversations.delete(bia);
        expect(await tested.store.conversations.load(ana)).toEqual(someConversation());
      });

      it("lists one user's sessions page after page, those not flushed yet too", async () => {
        for (let index = 0; index < 9; index += 1)
          tested.store.conversations.save(
            { ...ana, session_id: `s${index}` },
            someConversation({ turn_count: index }),
          );
        tested.store.conversations.save({ ...bia, session_id: "hers" }, someConversation());
        const seen: string[] = [];
        let before: string | undefined;
        do {
          const page = await tested.store.conversations.list(ana, 4, before);
          for (const { session_id, state } of page.sessions)
            expect(session_id).toBe(`s${state.turn_count}`);
          seen.push(...page.sessions.map(({ session_id }) => session_id));
          before = page.next;
        } while (before !== undefined);
        expect(seen.toSorted()).toEqual(["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"]);
        expect(new Set(seen).size).toBe(9);
        const [latest] = (await tested.store.conversations.list(bia, 1)).sessions;
        expect(latest?.session_id).toBe("hers");
        expect(latest?.updated_at).toBeTypeOf("number");
      });

      it("finds sessions by words of their title or last answer, whatever their case and accents", async () => {
        for (const [session_id, title] of [
          ["s1", "Ações da Vale"],
          ["s2", "receitas de PÃO"],
        ] as const)
          tested.store.conversations.save(
            { ...ana, session_id },
            someConversation({ title, last_answer: `fim de ${session_id}` }),
          );
        const found = async (words: string) =>
          (await tested.store.conversations.list(ana, 9, undefined, words)).sessions.map(
            ({ session_id }) => session_id,
          );
        expect(await found("acoes")).toEqual(["s1"]);
        expect(await found("pão")).toEqual(["s2"]);
        expect(await found("Fim de S2")).toEqual(["s2"]);
        expect(await found("weather")).toEqual([]);
      });

      it("finds what is far back on the first page of a search, and its next goes on from there", async () => {
        for (let at = 0; at < 150; at += 1)
          tested.store.conversations.save(
            { ...ana, session_id: `s${at}` },
            someConversation({ title: at === 3 || at === 40 ? "hung" : "high", last_answer: "" }),
          );
        const found = async (limit: number, before?: string) => {
          const page = await tested.store.conversations.list(ana, limit, before, "hung");
          return { ids: page.sessions.map(({ session_id }) => session_id), next: page.next };
        };
        expect((await found(5)).ids.toSorted()).toEqual(["s3", "s40"]);
        const { ids, next } = await found(1);
        expect([...ids, ...(await found(1, next)).ids].toSorted()).toEqual(["s3", "s40"]);
      });

      it("tells apart owners whose ids run together", async () => {
        const one = { user_id: "a\0b", session_id: "c" };
        const other = { user_id: "a", session_id: "b\0c" };
        tested.store.conversations.save(one, someConversation({ turn_count: 1 }));
        expect(await tested.store.conversations.load(other)).toBeUndefined();
        await tested.store.flush();
        expect(await tested.store.conversations.load(other)).toBeUndefined();
      });
    });

    describe("pending questions", () => {
      it("finds the open question, also after reopening", async () => {
        expect(await tested.store.pending.find(ana, 1500)).toBeUndefined();
        await tested.store.pending.put(somePending());
        expect(await tested.store.pending.find(ana, 1500)).toEqual(somePending());
        await tested.reopen();
        expect(await tested.store.pending.find(ana, 1500)).toEqual(somePending());
      });

      it("takes an expired question for none", async () => {
        await tested.store.pending.put(somePending({ expires_at: 2000 }));
        expect(await tested.store.pending.find(ana, 1999)).toBeDefined();
        expect(await tested.store.pending.find(ana, 2000)).toBeUndefined();
      });

      it("puts a new question in the place of the open one", async () => {
        await tested.store.pending.put(somePending({ id: "q1" }));
        await tested.store.pending.put(somePending({ id: "q2" }));
        expect((await tested.store.pending.find(ana, 1500))?.id).toBe("q2");
        expect(await tested.store.pending.take(ana, "q1")).toBe(false);
        expect(await tested.store.pending.take(ana, "q2")).toBe(true);
      });

      it("gives the answer to one question to one of twenty callers", async () => {
        await tested.store.pending.put(somePending());
        const taken = await Promise.all(
          Array.from({ length: 20 }, () => tested.store.pending.take(ana, "q1")),
        );
        expect(taken.filter(Boolean)).toHaveLength(1);
        expect(await tested.store.pending.find(ana, 1500)).toBeUndefined();
        await tested.reopen();
        expect(await tested.store.pending.find(ana, 1500)).toBeUndefined();
        expect(await tested.store.pending.take(ana, "q1")).toBe(false);
      });

      it("gives it to one of two stores that share the storage", async () => {
        const second = await storage.open();
        await tested.store.pending.put(somePending());
        expect(await second.pending.find(ana, 1500)).toEqual(somePending());
        const taken = await Promise.all(
          [tested.store, second, tested.store, second].map((each) => each.pending.take(ana, "q1")),
        );
        expect(taken.filter(Boolean)).toHaveLength(1);
        await second.close();
      });

      it("lists one user's open questions of all sessions, the newest first", async () => {
        await tested.store.pending.put(somePending({ id: "q1" }));
        await tested.store.pending.put(somePending({ id: "q2", session_id: "s2" }));
        await tested.store.pending.put(
          somePending({ id: "q3", session_id: "s3", expires_at: 1400 }),
        );
        await tested.store.pending.put(somePending({ ...bia, id: "q4" }));
        const open = await tested.store.pending.list(ana, 1500, 10);
        expect(open.map(({ id }) => id)).toEqual(["q2", "q1"]);
        expect(open[1]).toEqual(somePending({ id: "q1" }));
        expect(await tested.store.pending.list(ana, 1500, 1)).toHaveLength(1);
      });

      it("shows another user no question, and lets them take none", async () => {
        await tested.store.pending.put(somePending());
        expect(await tested.store.pending.find(bia, 1500)).toBeUndefined();
        expect(await tested.store.pending.take(bia, "q1")).toBe(false);
        await tested.store.pending.put(somePending({ ...bia, question: "dela" }));
        expect(await tested.store.pending.find(ana, 1500)).toEqual(somePending());
      });
    });

    describe("a write that cannot be done", () => {
      const impossible = someRun({ run_id: "impossible", created_at: Number.NaN });

      it("fails alone, also amid others of the same commit", async () => {
        const writes = await Promise.allSettled([
          tested.store.runs.save(someRun({ run_id: "r1" })),
          tested.store.runs.save(impossible),
          tested.store.pending.put(somePending()),
        ]);
        expect(writes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
        expect(writes[1]).toHaveProperty("reason", expect.any(StoreError));
        await tested.reopen();
        expect(await tested.store.runs.find(ana, "r1")).toBeDefined();
        expect(await tested.store.runs.find(ana, "impossible")).toBeUndefined();
        expect(await tested.store.pending.find(ana, 1500)).toEqual(somePending());
      });

      it("is undone whole", async () => {
        // The run can be written, its step cannot: the batched unit of both must leave neither.
        const step = someStep({ status: null as unknown as "success" });
        tested.store.runs.record(someRun({ run_id: "half" }), [step]);
        tested.store.runs.record(someRun({ run_id: "whole" }), [someStep()]);
        await tested.store.flush();
        expect(await tested.store.runs.find(ana, "half")).toBeUndefined();
        expect(await tested.store.runs.steps(ana, "whole")).toEqual([someStep()]);
      });
    });

    describe("opening and closing", () => {
      it("does nothing when it is flushed with nothing to write, or closed twice", async () => {
        await tested.store.flush();
        await tested.store.close();
        await tested.store.close();
      });

      it("refuses durable writes once it is closed", async () => {
        await tested.store.close();
        await expect(tested.store.pending.put(somePending())).rejects.toThrow(
          "The store is closed",
        );
        tested.store.usage.record(someUsage());
      });

      it("may be opened by several at once, also for the first time", async () => {
        const fresh = await makeNew();
        const stores = await Promise.all([fresh.open(), fresh.open(), fresh.open(), fresh.open()]);
        await Promise.all(
          stores.map((each, index) => each.runs.save(someRun({ run_id: `r${index}` }))),
        );
        expect((await stores[0]?.runs.list(ana, 10))?.runs).toHaveLength(4);
        await Promise.all(stores.map((each) => each.close()));
        await fresh.remove();
      });
    });
  });
}
