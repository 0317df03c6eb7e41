import { describe, expect, it } from "vitest";
import { ana, bia, someCall, someUsage, type TestedStore } from "./stores.fixture.ts";

const DAY_MS = 86_400_000;
const today = 20_000 * DAY_MS;

/** The part of storeContract about what models are asked, and what it costs. */
export function modelCallsContract(tested: TestedStore): void {
  describe("requests to models", () => {
    it("are kept for each run, oldest first, also after reopening", async () => {
      const { usage } = tested.store;
      usage.recordCall(someCall({ at: 2, purpose: "weather.tell" }));
      usage.recordCall(someCall({ at: 1, purpose: "understanding", step_id: "" }));
      usage.recordCall(someCall({ run_id: "run_2" }));
      usage.recordCall(someCall({ ...bia }));
      await tested.reopen();
      expect(await tested.store.usage.calls(ana, "run_1")).toEqual([
        someCall({ at: 1, purpose: "understanding", step_id: "" }),
        someCall({ at: 2, purpose: "weather.tell" }),
      ]);
    });

    it("are added up by model and purpose, the dearest first, whole days only", async () => {
      const { usage } = tested.store;
      usage.recordCall(someCall({ at: today, duration_ms: 1 }));
      usage.recordCall(someCall({ at: today + 9, llm_calls: 2, duration_ms: 2 }));
      usage.recordCall(someCall({ at: today, purpose: "understanding", tokens_input: 9000 }));
      usage.recordCall(someCall({ at: today - 1 }));
      usage.recordCall(someCall({ ...bia, at: today }));
      expect(await usage.byModel(ana, today + 5000)).toEqual([
        expect.objectContaining({ purpose: "understanding", requests: 1 }),
        {
          purpose: "weather.tell",
          model: "scripted/fast",
          requests: 2,
          answered: 2,
          llm_calls: 3,
          tokens_input: 200,
          tokens_output: 20,
          tokens_cached: 160,
          duration_ms: 3,
        },
      ]);
    });

    it("count against the session, against the user's day and against everyone's", async () => {
      const { usage } = tested.store;
      const cost = (tokens_input: number) => ({ tokens_input, tokens_output: 1 });
      usage.recordCall(someCall({ at: today - DAY_MS, ...cost(9) }));
      usage.recordCall(someCall({ at: today, ...cost(99) }));
      usage.recordCall(someCall({ at: today, session_id: "s2", ...cost(999) }));
      usage.recordCall(someCall({ ...bia, at: today, ...cost(9999) }));
      expect(await usage.spent({ ...ana, run_id: "r9" }, today + 5)).toEqual({
        run: 0,
        session: 110,
        user_day: 1100,
        day: 11_100,
      });
      expect(await usage.spent({ user_id: "new", session_id: "s1", run_id: "r9" }, 0)).toEqual({
        run: 0,
        session: 0,
        user_day: 0,
        day: 11_110,
      });
    });

    it("count against their run, which has what it took before it branched", async () => {
      const { usage } = tested.store;
      for (const run_id of ["r1", "r1.1", "r1.2", "r2"])
        usage.recordCall(someCall({ at: today, run_id, tokens_input: 10, tokens_output: 1 }));
      expect(await usage.spent({ ...ana, run_id: "r1" }, today)).toMatchObject({ run: 11 });
      expect(await usage.spent({ ...ana, run_id: "r1.1" }, today)).toMatchObject({ run: 22 });
    });

    it("are beside what the same messages would have cost with nothing but a model", async () => {
      const { usage } = tested.store;
      const row = { at: today, tokens_cached: 5, tokens_counterfactual: 1000 };
      usage.record(someUsage(row));
      usage.record(someUsage(row));
      const sums = { tokens_cached: 10, tokens_counterfactual: 2000 };
      expect(await usage.totals(ana, today)).toEqual([expect.objectContaining(sums)]);
      expect(await usage.summary(ana, today)).toEqual([expect.objectContaining(sums)]);
    });
  });
}
