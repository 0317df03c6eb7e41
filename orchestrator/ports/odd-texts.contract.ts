import { describe, expect, it } from "vitest";
import { ContractError } from "#shared/contracts/errors.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import {
  ana,
  someConversation,
  somePending,
  someRun,
  someStep,
  someUsage,
  type TestedStore,
} from "./stores.fixture.ts";

const oddTexts: [name: string, text: string][] = [
  ["quotes and SQL", `'; drop table task_runs; -- " \` \\ \\u0000 %s ? $1`],
  ["NUL", "a\0b"],
  ["a lone surrogate", "a\ud800b\udc00"],
  ["emoji and combining letters", "👩‍👩‍👧‍👦 ação ação \u202e"],
  ["line ends and control characters", "a\r\n\t\u0001\u001b[0mb"],
  ["an empty text", ""],
  ["blanks around", "  a  "],
];

/** The part of storeContract about texts that databases are known to lose. */
export function oddTextsContract(tested: TestedStore): void {
  describe("odd texts come back as they were", () => {
    it.each(oddTexts)("%s in what was said", async (_name, text) => {
      tested.store.conversations.save(
        ana,
        someConversation({ last_answer: text, remembered: { [text]: text } }),
      );
      await tested.store.pending.put(somePending({ question: text }));
      const run = someRun({ input_text: text, status: "waiting" });
      await tested.store.runs.save(run);
      tested.store.usage.record(someUsage({ goal: text, session_id: text, run_id: text }));
      await tested.reopen();
      expect(await tested.store.conversations.load(ana)).toEqual(
        someConversation({ last_answer: text, remembered: { [text]: text } }),
      );
      expect(await tested.store.pending.find(ana, 1500)).toEqual(somePending({ question: text }));
      expect(await tested.store.runs.find(ana, "run_1")).toEqual(run);
      expect(await tested.store.usage.recent(ana, 1)).toEqual([
        someUsage({ goal: text, session_id: text, run_id: text }),
      ]);
    });

    it.each(oddTexts)("%s in every id", async (_name, text) => {
      const odd = { user_id: `u${text}`, session_id: text };
      tested.store.conversations.save(odd, someConversation());
      await tested.store.pending.put(somePending({ ...odd, id: text }));
      await tested.store.runs.save(someRun({ ...odd, run_id: text }));
      await tested.store.runs.intend(odd, text, someStep(), text, text);
      tested.store.usage.record(someUsage(odd));
      await tested.reopen();
      expect(await tested.store.conversations.load(odd)).toEqual(someConversation());
      expect(await tested.store.pending.take(odd, text)).toBe(true);
      expect((await tested.store.runs.list(odd, 1)).runs).toEqual([
        someRun({ ...odd, run_id: text }),
      ]);
      expect(await tested.store.runs.steps(odd, text)).toEqual([someStep()]);
      expect(await tested.store.usage.recent(odd, 1)).toEqual([someUsage(odd)]);
      expect((await tested.store.usage.summary(odd, 0))[0]?.user_id).toBe(odd.user_id);
    });

    it("100 kB of them", async () => {
      const explanation = "çã😀\0".repeat(20_000);
      const output = { ...someStep().output, explanation };
      const step = someStep({ output: output as StepTrace["output"] });
      await tested.store.runs.settle(ana, "run_1", step);
      await tested.reopen();
      expect(await tested.store.runs.steps(ana, "run_1")).toEqual([step]);
    });

    it("ids of 256 characters, the worst there are", async () => {
      // Different ones, so that nothing can be compressed away.
      const worst = (seed: number) =>
        String.fromCharCode(...Array.from({ length: 256 }, (_, i) => 0xd800 + ((i * seed) % 1024)));
      const key = { user_id: worst(7), session_id: worst(11) };
      tested.store.conversations.save(key, someConversation());
      await tested.store.runs.save(someRun({ ...key, run_id: worst(13) }));
      await tested.store.runs.settle(key, worst(13), someStep({ id: "s".repeat(64) }));
      await tested.reopen();
      expect(await tested.store.conversations.load(key)).toEqual(someConversation());
      expect(await tested.store.runs.steps(key, worst(13))).toHaveLength(1);
    });

    it("refuses a longer id and names it", async () => {
      const long = "x".repeat(257);
      expect(() =>
        tested.store.conversations.save({ ...ana, user_id: long }, someConversation()),
      ).toThrow("user_id: has 257 characters, and may have 256");
      await expect(tested.store.conversations.load({ ...ana, session_id: long })).rejects.toThrow(
        "session_id: has 257 characters",
      );
      await expect(tested.store.runs.find(ana, long)).rejects.toThrow(ContractError);
    });
  });
}
