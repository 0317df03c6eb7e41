import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ContractError } from "#shared/contracts/errors.ts";
import type { ConversationState, PendingAction } from "#shared/contracts/pending.ts";
import type { StepTrace, TaskRun } from "#shared/contracts/run.ts";
import type { UsageRow } from "#shared/contracts/usage.ts";
import type { SessionKey, Store } from "./stores.ts";

/** One store's storage, empty at first: opened as often as a test likes, then taken away. */
export type TestStorage = { open(): Promise<Store>; remove(): Promise<void> };

const ana: SessionKey = { user_id: "ana", session_id: "s1" };
const bia: SessionKey = { user_id: "bia", session_id: "s1" };

export const someConversation = (changes: Partial<ConversationState> = {}): ConversationState => ({
  last_frame: {
    primary_domain: "weather",
    goal: "GET_FORECAST",
    entities: { place_text: "São Paulo" },
    confidence: 0.97,
    original_query: "vai chover em São Paulo?",
  },
  last_intents: [
    {
      domain: "weather",
      capability: "get_forecast",
      parameters: { place: "São Paulo" },
      confidence: 0.97,
      original_query: "vai chover em São Paulo?",
    },
  ],
  last_answer: "Chove à tarde.",
  last_run_id: "run_1",
  remembered: { place_text: "São Paulo" },
  locale: "pt-BR",
  turn_count: 1,
  summary: "",
  key_facts: ["mora em São Paulo"],
  ...changes,
});

export const somePending = (changes: Partial<PendingAction> = {}): PendingAction => ({
  id: "q1",
  ...ana,
  kind: "select",
  question: "Qual São Paulo?",
  options: [{ label: "a cidade", params: { place: "sp-city" } }, { label: "o estado" }],
  locale: "pt-BR",
  resume: { at: "step", run_id: "run_1", step_id: "1", param: "place" },
  reasks: 0,
  parked: false,
  created_at: 1000,
  expires_at: 2000,
  ...changes,
});

export const someRun = (changes: Partial<TaskRun> = {}): TaskRun => ({
  run_id: "run_1",
  ...ana,
  status: "running",
  catalogue_digest: "d1",
  intent: null,
  plan: {
    execution_mode: "dag",
    combine_mode: "last",
    max_concurrency: 4,
    steps: [forecast(1), forecast("after", [1])],
  },
  locale: "pt-BR",
  input_text: "vai chover em São Paulo?",
  answer: "",
  created_at: 1000,
  updated_at: 1000,
  ...changes,
});

const forecast = (id: string | number, depends_on: (string | number)[] = []) => ({
  id,
  domain: "weather",
  capability: "get_forecast",
  params: { place: "São Paulo", nested: { deep: [1, null, "x"] } },
  depends_on,
  required: true,
});

export const someStep = (changes: Partial<StepTrace> = {}): StepTrace => ({
  id: 1,
  domain: "weather",
  capability: "get_forecast",
  status: "success",
  required: true,
  output: {
    status: "success",
    result: { rain_mm: 3.5 },
    explanation: "Chove à tarde.",
    confidence: 1,
    metadata: { code: "OK" },
  },
  attempts: 1,
  duration_ms: 12.5,
  ...changes,
});

export const someUsage = (changes: Partial<UsageRow> = {}): UsageRow => ({
  ...ana,
  run_id: "run_1",
  at: 1000,
  goal: "GET_FORECAST",
  tier: "template",
  action_type: "deterministic",
  status: "success",
  duration_ms: 3.25,
  llm_calls: 0,
  tokens_input: 0,
  tokens_output: 0,
  ...changes,
});

const oddTexts: [name: string, text: string][] = [
  ["quotes and SQL", `'; drop table task_runs; -- " \` \\ \\u0000 %s ? $1`],
  ["NUL", "a\0b"],
  ["a lone surrogate", "a\ud800b\udc00"],
  ["emoji and combining letters", "👩‍👩‍👧‍👦 ação ação \u202e"],
  ["line ends and control characters", "a\r\n\t\u0001\u001b[0mb"],
  ["an empty text", ""],
  ["blanks around", "  a  "],
];

/** What every Store promises, whatever it is kept in. */
export function storeContract(name: string, makeStorage: () => Promise<TestStorage>): void {
  describe(`${name} keeps the promises of a store`, () => {
    let storage: TestStorage;
    let store: Store;
    beforeEach(async () => {
      storage = await makeStorage();
      store = await storage.open();
    });
    afterEach(async () => {
      await store.close();
      await storage.remove();
    });
    const reopen = async () => {
      await store.close();
      store = await storage.open();
    };

    describe("conversations", () => {
      it("knows nothing of a session nobody has spoken in", async () => {
        expect(await store.conversations.load(ana)).toBeUndefined();
      });

      it("sees a batched save with the next load, before it is flushed", async () => {
        store.conversations.save(ana, someConversation());
        expect(await store.conversations.load(ana)).toEqual(someConversation());
      });

      it("keeps what was flushed after reopening", async () => {
        store.conversations.save(ana, someConversation());
        await store.flush();
        expect(await store.conversations.load(ana)).toEqual(someConversation());
        await reopen();
        expect(await store.conversations.load(ana)).toEqual(someConversation());
      });

      it("flushes when it is closed", async () => {
        store.conversations.save(ana, someConversation());
        await reopen();
        expect(await store.conversations.load(ana)).toEqual(someConversation());
      });

      it("keeps the state as it was when it was saved", async () => {
        const state = someConversation();
        store.conversations.save(ana, state);
        state.key_facts.push("added later");
        await reopen();
        expect(await store.conversations.load(ana)).toEqual(someConversation());
      });

      it("lets the last of many saves win, flushed in between or not", async () => {
        for (let turn_count = 1; turn_count <= 50; turn_count += 1) {
          store.conversations.save(ana, someConversation({ turn_count }));
          if (turn_count % 20 === 0) void store.flush();
          expect((await store.conversations.load(ana))?.turn_count).toBe(turn_count);
        }
        await reopen();
        expect((await store.conversations.load(ana))?.turn_count).toBe(50);
      });

      it("forgets a deleted session, also one whose save still waited", async () => {
        store.conversations.save(ana, someConversation());
        await store.flush();
        store.conversations.save(ana, someConversation({ turn_count: 2 }));
        const deleted = store.conversations.delete(ana);
        expect(await store.conversations.load(ana)).toBeUndefined();
        await deleted;
        expect(await store.conversations.load(ana)).toBeUndefined();
        await reopen();
        expect(await store.conversations.load(ana)).toBeUndefined();
      });

      it("takes up again a session that was deleted", async () => {
        const deleted = store.conversations.delete(ana);
        store.conversations.save(ana, someConversation());
        await deleted;
        await reopen();
        expect(await store.conversations.load(ana)).toEqual(someConversation());
      });

      it("shows another user, and another session, nothing", async () => {
        store.conversations.save(ana, someConversation());
        await store.flush();
        expect(await store.conversations.load(bia)).toBeUndefined();
        expect(await store.conversations.load({ ...ana, session_id: "s2" })).toBeUndefined();
        await store.conversations.delete(bia);
        expect(await store.conversations.load(ana)).toEqual(someConversation());
      });

      it("tells apart owners whose ids run together", async () => {
        const one = { user_id: "a\0b", session_id: "c" };
        const other = { user_id: "a", session_id: "b\0c" };
        store.conversations.save(one, someConversation({ turn_count: 1 }));
        expect(await store.conversations.load(other)).toBeUndefined();
        await store.flush();
        expect(await store.conversations.load(other)).toBeUndefined();
      });
    });

    describe("pending questions", () => {
      it("finds the open question, also after reopening", async () => {
        expect(await store.pending.find(ana, 1500)).toBeUndefined();
        await store.pending.put(somePending());
        expect(await store.pending.find(ana, 1500)).toEqual(somePending());
        await reopen();
        expect(await store.pending.find(ana, 1500)).toEqual(somePending());
      });

      it("takes an expired question for none", async () => {
        await store.pending.put(somePending({ expires_at: 2000 }));
        expect(await store.pending.find(ana, 1999)).toBeDefined();
        expect(await store.pending.find(ana, 2000)).toBeUndefined();
      });

      it("puts a new question in the place of the open one", async () => {
        await store.pending.put(somePending({ id: "q1" }));
        await store.pending.put(somePending({ id: "q2" }));
        expect((await store.pending.find(ana, 1500))?.id).toBe("q2");
        expect(await store.pending.take(ana, "q1")).toBe(false);
        expect(await store.pending.take(ana, "q2")).toBe(true);
      });

      it("gives the answer to one question to one of twenty callers", async () => {
        await store.pending.put(somePending());
        const taken = await Promise.all(
          Array.from({ length: 20 }, () => store.pending.take(ana, "q1")),
        );
        expect(taken.filter(Boolean)).toHaveLength(1);
        expect(await store.pending.find(ana, 1500)).toBeUndefined();
        await reopen();
        expect(await store.pending.find(ana, 1500)).toBeUndefined();
        expect(await store.pending.take(ana, "q1")).toBe(false);
      });

      it("gives it to one of two stores that share the storage", async () => {
        const second = await storage.open();
        await store.pending.put(somePending());
        expect(await second.pending.find(ana, 1500)).toEqual(somePending());
        const taken = await Promise.all(
          [store, second, store, second].map((each) => each.pending.take(ana, "q1")),
        );
        expect(taken.filter(Boolean)).toHaveLength(1);
        await second.close();
      });

      it("shows another user no question, and lets them take none", async () => {
        await store.pending.put(somePending());
        expect(await store.pending.find(bia, 1500)).toBeUndefined();
        expect(await store.pending.take(bia, "q1")).toBe(false);
        await store.pending.put(somePending({ ...bia, question: "dela" }));
        expect(await store.pending.find(ana, 1500)).toEqual(somePending());
      });
    });

    describe("runs", () => {
      it("gives back a saved run with its steps, also after reopening", async () => {
        const run = someRun({ status: "success", answer: "Chove." });
        const steps = [someStep(), someStep({ id: "after", output: null, status: "skipped" })];
        await store.runs.save(someRun());
        store.runs.record(run, steps);
        expect(await store.runs.find(ana, "run_1")).toEqual(run);
        expect(await store.runs.steps(ana, "run_1")).toEqual(steps);
        await reopen();
        expect(await store.runs.find(ana, "run_1")).toEqual(run);
        expect(await store.runs.steps(ana, "run_1")).toEqual(steps);
      });

      it("replaces a run that is saved again, in the order of the calls", async () => {
        store.runs.record(someRun({ status: "running" }), []);
        await store.runs.save(someRun({ status: "failure", answer: "não deu" }));
        expect((await store.runs.find(ana, "run_1"))?.status).toBe("failure");
        await reopen();
        expect((await store.runs.find(ana, "run_1"))?.answer).toBe("não deu");
      });

      it("gives steps in the order of the plan, whatever order they ended in", async () => {
        const steps = Array.from({ length: 12 }, (_, index) => someStep({ id: index + 1 }));
        const plan = { ...someRun().plan, steps: steps.map(({ id }) => forecast(id)) };
        await store.runs.save(someRun({ plan }));
        for (const step of steps.toReversed()) await store.runs.settle(ana, "run_1", step);
        expect(await store.runs.steps(ana, "run_1")).toEqual(steps);
      });

      it("journals a step: announced, then settled with its receipt", async () => {
        await store.runs.save(someRun());
        const sent = someStep({ status: "running", output: null });
        await store.runs.intend(ana, "run_1", sent, "run_1:1", "digest");
        expect(await store.runs.steps(ana, "run_1")).toEqual([sent]);
        await reopen();
        expect(await store.runs.steps(ana, "run_1")).toEqual([sent]);
        await store.runs.settle(ana, "run_1", someStep());
        await reopen();
        expect(await store.runs.steps(ana, "run_1")).toEqual([someStep()]);
      });

      it("lets a step be announced again with the same parameters, and refuses others while it is under way", async () => {
        const sent = someStep({ status: "running", output: null });
        await store.runs.intend(ana, "run_1", sent, "run_1:1", "digest");
        await store.runs.intend(ana, "run_1", { ...sent, attempts: 2 }, "run_1:1", "digest");
        await expect(
          store.runs.intend(ana, "run_1", sent, "run_1:1", "other digest"),
        ).rejects.toThrow(ContractError);
        expect(await store.runs.steps(ana, "run_1")).toEqual([{ ...sent, attempts: 2 }]);
        await store.runs.settle(ana, "run_1", someStep({ status: "waiting" }));
        await store.runs.intend(ana, "run_1", sent, "run_1:1", "other digest");
      });

      it("counts running runs of every owner as unfinished, and waiting ones not: they wait for the user", async () => {
        await store.runs.save(someRun({ run_id: "r1", status: "running", created_at: 1 }));
        await store.runs.save(someRun({ ...bia, run_id: "r2", status: "running", created_at: 2 }));
        await store.runs.save(someRun({ run_id: "r3", status: "waiting" }));
        await store.runs.save(someRun({ run_id: "r4", status: "running" }));
        await store.runs.save(someRun({ run_id: "r4", status: "cancelled" }));
        store.runs.record(someRun({ run_id: "r5", status: "success" }), []);
        await reopen();
        const unfinished = await store.runs.unfinished();
        expect(unfinished.map((run) => run.run_id)).toEqual(["r1", "r2"]);
        expect(unfinished[0]).toEqual(someRun({ run_id: "r1", created_at: 1 }));
      });

      it("lists newest first, page after page, without a gap or a double", async () => {
        // Several in one millisecond, so that time alone cannot order them.
        const all = Array.from({ length: 25 }, (_, index) =>
          someRun({
            run_id: `r${String(index).padStart(2, "0")}`,
            created_at: 1000 + (index >> 2),
          }),
        );
        for (const run of all.toSorted(() => 0).toReversed()) store.runs.record(run, []);
        const seen: TaskRun[] = [];
        let pages = 0;
        let before: string | undefined;
        do {
          const page = await store.runs.list(ana, 7, before);
          seen.push(...page.runs);
          before = page.next;
          pages += 1;
        } while (before !== undefined);
        expect(pages).toBe(4);
        expect(seen).toEqual(all.toReversed());
      });

      it("ends a list with no next page, also when the last page is full", async () => {
        expect(await store.runs.list(ana, 5)).toEqual({ runs: [], next: undefined });
        store.runs.record(someRun(), []);
        expect(await store.runs.list(ana, 1)).toEqual({ runs: [someRun()], next: undefined });
      });

      it("refuses a page mark that it has not made", async () => {
        for (const before of [
          "",
          "x",
          "1~",
          "1~a\0b",
          "1~\ud800",
          "99999999999999999~r",
          "' or 1=1",
        ])
          await expect(store.runs.list(ana, 5, before)).rejects.toThrow(ContractError);
      });

      it("shows another user nothing of a run", async () => {
        await store.runs.save(someRun());
        await store.runs.intend(ana, "run_1", someStep(), "run_1:1", "digest");
        expect(await store.runs.find(bia, "run_1")).toBeUndefined();
        expect(await store.runs.steps(bia, "run_1")).toEqual([]);
        expect((await store.runs.list(bia, 10)).runs).toEqual([]);
      });

      it("lets another user change nothing of a run, also with its id", async () => {
        await store.runs.save(someRun());
        await store.runs.intend(ana, "run_1", someStep(), "run_1:1", "digest");
        await store.runs.save(someRun({ ...bia, answer: "dela" }));
        await store.runs.settle(bia, "run_1", someStep({ status: "failure" }));
        await store.runs.intend(bia, "run_1", someStep({ status: "running" }), "k", "other");
        store.runs.record(someRun({ ...bia, answer: "dela" }), [someStep({ attempts: 9 })]);
        expect(await store.runs.find(ana, "run_1")).toEqual(someRun());
        expect(await store.runs.steps(ana, "run_1")).toEqual([someStep()]);
        expect(await store.runs.steps(bia, "run_1")).toEqual([someStep({ attempts: 9 })]);
      });
    });

    describe("usage", () => {
      it("gives the newest rows of one user, also after reopening", async () => {
        for (let at = 1; at <= 10; at += 1)
          store.usage.record(someUsage({ at: at >> 1, run_id: `r${at}` }));
        store.usage.record(someUsage({ ...bia, at: 99 }));
        const newest = ["r10", "r9", "r8"];
        expect((await store.usage.recent(ana, 3)).map((row) => row.run_id)).toEqual(newest);
        await reopen();
        expect((await store.usage.recent(ana, 3)).map((row) => row.run_id)).toEqual(newest);
        expect(await store.usage.recent(ana, 1)).toEqual([someUsage({ at: 5, run_id: "r10" })]);
        expect(await store.usage.recent(bia, 10)).toEqual([someUsage({ ...bia, at: 99 })]);
      });

      it("adds up one user's rows by day, goal and action type", async () => {
        const today = 20_000 * 86_400_000;
        store.usage.record(someUsage({ at: today, duration_ms: 1.5 }));
        store.usage.record(
          someUsage({ at: today + 5, llm_calls: 2, tokens_input: 100, tokens_output: 20 }),
        );
        store.usage.record(someUsage({ at: today, goal: "BOOK" }));
        store.usage.record(someUsage({ at: today - 1 }));
        store.usage.record(someUsage({ ...bia, at: today }));
        expect(await store.usage.summary(ana, today + 1000)).toEqual([
          expect.objectContaining({ day: 20_000, goal: "BOOK", calls: 1 }),
          {
            user_id: "ana",
            day: 20_000,
            goal: "GET_FORECAST",
            action_type: "deterministic",
            calls: 2,
            zero_token_calls: 1,
            tokens_input: 100,
            tokens_output: 20,
            duration_ms: 4.75,
          },
        ]);
        expect(await store.usage.summary(ana, 0)).toHaveLength(3);
      });
    });

    describe("odd texts come back as they were", () => {
      it.each(oddTexts)("%s in what was said", async (_name, text) => {
        store.conversations.save(
          ana,
          someConversation({ last_answer: text, remembered: { [text]: text } }),
        );
        await store.pending.put(somePending({ question: text }));
        const run = someRun({ input_text: text, status: "waiting" });
        await store.runs.save(run);
        store.usage.record(someUsage({ goal: text, session_id: text, run_id: text }));
        await reopen();
        expect(await store.conversations.load(ana)).toEqual(
          someConversation({ last_answer: text, remembered: { [text]: text } }),
        );
        expect(await store.pending.find(ana, 1500)).toEqual(somePending({ question: text }));
        expect(await store.runs.find(ana, "run_1")).toEqual(run);
        expect(await store.usage.recent(ana, 1)).toEqual([
          someUsage({ goal: text, session_id: text, run_id: text }),
        ]);
      });

      it.each(oddTexts)("%s in every id", async (_name, text) => {
        const odd = { user_id: `u${text}`, session_id: text };
        store.conversations.save(odd, someConversation());
        await store.pending.put(somePending({ ...odd, id: text }));
        await store.runs.save(someRun({ ...odd, run_id: text }));
        await store.runs.intend(odd, text, someStep(), text, text);
        store.usage.record(someUsage(odd));
        await reopen();
        expect(await store.conversations.load(odd)).toEqual(someConversation());
        expect(await store.pending.take(odd, text)).toBe(true);
        expect((await store.runs.list(odd, 1)).runs).toEqual([someRun({ ...odd, run_id: text })]);
        expect(await store.runs.steps(odd, text)).toEqual([someStep()]);
        expect(await store.usage.recent(odd, 1)).toEqual([someUsage(odd)]);
        expect((await store.usage.summary(odd, 0))[0]?.user_id).toBe(odd.user_id);
      });

      it("100 kB of them", async () => {
        const explanation = "çã😀\0".repeat(20_000);
        const output = { ...someStep().output, explanation };
        const step = someStep({ output: output as StepTrace["output"] });
        await store.runs.settle(ana, "run_1", step);
        await reopen();
        expect(await store.runs.steps(ana, "run_1")).toEqual([step]);
      });

      it("ids of 256 characters, the worst there are", async () => {
        // Different ones, so that nothing can be compressed away.
        const worst = (seed: number) =>
          String.fromCharCode(
            ...Array.from({ length: 256 }, (_, i) => 0xd800 + ((i * seed) % 1024)),
          );
        const key = { user_id: worst(7), session_id: worst(11) };
        store.conversations.save(key, someConversation());
        await store.runs.save(someRun({ ...key, run_id: worst(13) }));
        await store.runs.settle(key, worst(13), someStep({ id: "s".repeat(64) }));
        await reopen();
        expect(await store.conversations.load(key)).toEqual(someConversation());
        expect(await store.runs.steps(key, worst(13))).toHaveLength(1);
      });

      it("refuses a longer id and names it", async () => {
        const long = "x".repeat(257);
        expect(() =>
          store.conversations.save({ ...ana, user_id: long }, someConversation()),
        ).toThrow("user_id: has 257 characters, and may have 256");
        await expect(store.conversations.load({ ...ana, session_id: long })).rejects.toThrow(
          "session_id: has 257 characters",
        );
        await expect(store.runs.find(ana, long)).rejects.toThrow(ContractError);
      });
    });

    describe("opening and closing", () => {
      it("does nothing when it is flushed with nothing to write, or closed twice", async () => {
        await store.flush();
        await store.close();
        await store.close();
      });

      it("refuses durable writes once it is closed", async () => {
        await store.close();
        await expect(store.pending.put(somePending())).rejects.toThrow("The store is closed");
        store.usage.record(someUsage());
      });

      it("may be opened by several at once, also for the first time", async () => {
        const fresh = await makeStorage();
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
