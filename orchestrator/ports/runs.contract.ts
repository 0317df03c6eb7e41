import { describe, expect, it } from "vitest";
import { ContractError } from "#shared/contracts/errors.ts";
import type { TurnReading } from "#shared/contracts/promotion.ts";
import type { StepTrace, TaskRun } from "#shared/contracts/run.ts";
import {
  ana,
  bia,
  forecast,
  someRun,
  someStep,
  someUsage,
  type TestedStore,
} from "./stores.fixture.ts";
import type { RunFilter } from "./stores.ts";

/** The part of storeContract about what was done and what it cost. */
export function runsContract(tested: TestedStore): void {
  describe("runs", () => {
    it("gives back a saved run with its steps, also after reopening", async () => {
      const run = someRun({ status: "success", answer: "Chove." });
      const steps = [someStep(), someStep({ id: "after", output: null, status: "skipped" })];
      await tested.store.runs.save(someRun());
      tested.store.runs.record(run, steps);
      expect(await tested.store.runs.find(ana, "run_1")).toEqual(run);
      expect(await tested.store.runs.steps(ana, "run_1")).toEqual(steps);
      await tested.reopen();
      expect(await tested.store.runs.find(ana, "run_1")).toEqual(run);
      expect(await tested.store.runs.steps(ana, "run_1")).toEqual(steps);
    });

    it("replaces a run that is saved again, in the order of the calls", async () => {
      tested.store.runs.record(someRun({ status: "running" }), []);
      await tested.store.runs.save(someRun({ status: "failure", answer: "não deu" }));
      expect((await tested.store.runs.find(ana, "run_1"))?.status).toBe("failure");
      await tested.reopen();
      expect((await tested.store.runs.find(ana, "run_1"))?.answer).toBe("não deu");
    });

    it("gives steps in the order of the plan, whatever order they ended in", async () => {
      const steps = Array.from({ length: 12 }, (_, index) => someStep({ id: index + 1 }));
      const plan = { ...someRun().plan, steps: steps.map(({ id }) => forecast(id)) };
      await tested.store.runs.save(someRun({ plan }));
      for (const step of steps.toReversed()) await tested.store.runs.settle(ana, "run_1", step);
      expect(await tested.store.runs.steps(ana, "run_1")).toEqual(steps);
    });

    it("journals a step: announced, then settled with its receipt", async () => {
      await tested.store.runs.save(someRun());
      const sent = someStep({ status: "running", output: null });
      await tested.store.runs.intend(ana, "run_1", sent, "run_1:1", "digest");
      expect(await tested.store.runs.steps(ana, "run_1")).toEqual([sent]);
      await tested.reopen();
      expect(await tested.store.runs.steps(ana, "run_1")).toEqual([sent]);
      await tested.store.runs.settle(ana, "run_1", someStep());
      await tested.reopen();
      expect(await tested.store.runs.steps(ana, "run_1")).toEqual([someStep()]);
    });

    it("lets a step be announced again with the same parameters, and refuses others while it is under way", async () => {
      const sent = someStep({ status: "running", output: null });
      await tested.store.runs.intend(ana, "run_1", sent, "run_1:1", "digest");
      await tested.store.runs.intend(ana, "run_1", { ...sent, attempts: 2 }, "run_1:1", "digest");
      await expect(
        tested.store.runs.intend(ana, "run_1", sent, "run_1:1", "other digest"),
      ).rejects.toThrow(ContractError);
      expect(await tested.store.runs.steps(ana, "run_1")).toEqual([{ ...sent, attempts: 2 }]);
      await tested.store.runs.settle(ana, "run_1", someStep({ status: "waiting" }));
      await tested.store.runs.intend(ana, "run_1", sent, "run_1:1", "other digest");
    });

    it("counts running runs of every owner as unfinished, and waiting ones not: they wait for the user", async () => {
      await tested.store.runs.save(someRun({ run_id: "r1", status: "running", created_at: 1 }));
      await tested.store.runs.save(
        someRun({ ...bia, run_id: "r2", status: "running", created_at: 2 }),
      );
      await tested.store.runs.save(someRun({ run_id: "r3", status: "waiting" }));
      await tested.store.runs.save(someRun({ run_id: "r4", status: "running" }));
      await tested.store.runs.save(someRun({ run_id: "r4", status: "cancelled" }));
      tested.store.runs.record(someRun({ run_id: "r5", status: "success" }), []);
      await tested.reopen();
      expect(await tested.store.runs.holders()).toEqual([""]);
      const unfinished = await tested.store.runs.unfinished("");
      expect(unfinished.map((run) => run.run_id)).toEqual(["r1", "r2"]);
      expect(unfinished[0]).toEqual(someRun({ run_id: "r1", created_at: 1 }));
    });

    it("tells how long the newest successful steps of a capability took, whoever asked for them", async () => {
      const settle = async (owner: typeof ana, run_id: string, changes: Partial<StepTrace>) =>
        tested.store.runs.settle(owner, run_id, someStep(changes));
      await settle(ana, "r1", { duration_ms: 10 });
      tested.store.runs.record(someRun({ ...bia, run_id: "r2" }), [
        someStep({ duration_ms: 20.5 }),
      ]);
      await settle(ana, "r3", { duration_ms: 3, status: "failure" });
      await settle(ana, "r4", { duration_ms: 4, capability: "get_tides" });
      await settle(ana, "r5", { duration_ms: 5, domain: "sea" });
      await tested.store.flush();
      const took = await tested.store.runs.durations("weather", "get_forecast", 100);
      expect(took.toSorted((a, b) => a - b)).toEqual([10, 20.5]);
      expect(await tested.store.runs.durations("weather", "get_forecast", 1)).toHaveLength(1);
      expect(await tested.store.runs.durations("weather", "unheard_of", 100)).toEqual([]);
    });

    it("counts the time of a step with an effect once it is settled, also when it is done again", async () => {
      const sent = someStep({ status: "running", output: null });
      await tested.store.runs.intend(ana, "run_1", sent, "run_1:1", "digest");
      expect(await tested.store.runs.durations("weather", "get_forecast", 10)).toEqual([]);
      await tested.store.runs.settle(ana, "run_1", someStep({ duration_ms: 7 }));
      expect(await tested.store.runs.durations("weather", "get_forecast", 10)).toEqual([7]);
      await tested.store.runs.intend(ana, "run_1", sent, "run_1:1", "digest");
      await tested.store.runs.settle(ana, "run_1", someStep({ duration_ms: 9 }));
      await tested.reopen();
      expect(await tested.store.runs.durations("weather", "get_forecast", 10)).toEqual([9]);
    });

    it("gives what people said, newest first and each text once, whoever said it", async () => {
      expect(await tested.store.runs.utterances(10)).toEqual([]);
      const said: [string, string][] = [
        ["r1", "vai chover?"],
        ["r2", "e em\0Recife?"],
        ["r3", "vai chover?"],
        ["r4", "vai ventar?"],
      ];
      for (const [at, [run_id, input_text]] of said.entries())
        tested.store.runs.record(
          someRun({ ...(at % 2 === 0 ? ana : bia), run_id, input_text, created_at: 1000 + at }),
          [],
        );
      expect(await tested.store.runs.utterances(10)).toEqual([
        "vai ventar?",
        "vai chover?",
        "e em\0Recife?",
      ]);
      expect(await tested.store.runs.utterances(2)).toEqual(["vai ventar?", "vai chover?"]);
      await tested.reopen();
      expect(await tested.store.runs.utterances(1)).toEqual(["vai ventar?"]);
    });

    it("lists newest first, page after page, without a gap or a double", async () => {
      // Several in one millisecond, so that time alone cannot order them.
      const all = Array.from({ length: 25 }, (_, index) =>
        someRun({
          run_id: `r${String(index).padStart(2, "0")}`,
          created_at: 1000 + (index >> 2),
        }),
      );
      for (const run of all.toSorted(() => 0).toReversed()) tested.store.runs.record(run, []);
      const seen: TaskRun[] = [];
      let pages = 0;
      let before: string | undefined;
      do {
        const page = await tested.store.runs.list(ana, 7, before);
        seen.push(...page.runs);
        before = page.next;
        pages += 1;
      } while (before !== undefined);
      expect(pages).toBe(4);
      expect(seen).toEqual(all.toReversed());
    });

    it("lists only runs of one status or one session, page after page too", async () => {
      for (let index = 0; index < 8; index += 1)
        tested.store.runs.record(
          someRun({
            run_id: `r${index}`,
            created_at: index,
            status: index % 2 === 0 ? "success" : "failure",
            session_id: index < 4 ? "s1" : "s2",
          }),
          [],
        );
      const ids = async (filter: RunFilter, before?: string) => {
        const { runs, next } = await tested.store.runs.list(ana, 3, before, filter);
        return { ids: runs.map(({ run_id }) => run_id), next };
      };
      expect((await ids({ session_id: "s1", status: "failure" })).ids).toEqual(["r3", "r1"]);
      const first = await ids({ status: "success" });
      expect(first.ids).toEqual(["r6", "r4", "r2"]);
      expect((await ids({ status: "success" }, first.next)).ids).toEqual(["r0"]);
      expect((await ids({ session_id: "elsewhere" })).ids).toEqual([]);
    });

    it("finds runs by words of what was asked or answered, whatever their case and accents", async () => {
      const said: [string, string][] = [
        ["Cotação da AÇÃO da Vale", "R$ 60"],
        ["anota pão", 'salvei "pão  de queijo"'],
        ["vai ventar?", "não"],
      ];
      for (const [at, [input_text, answer]] of said.entries())
        tested.store.runs.record(
          someRun({ run_id: `r${at}`, created_at: at, input_text, answer }),
          [],
        );
      const ids = async (q: string) =>
        (await tested.store.runs.list(ana, 9, undefined, { q })).runs.map(({ run_id }) => run_id);
      expect(await ids("acao DA vale")).toEqual(["r0"]);
      expect(await ids("Pão")).toEqual(["r1"]);
      expect(await ids('"pao de')).toEqual(["r1"]);
      expect(await ids("100%")).toEqual([]);
    });

    it("finds what is far back on the first page of a search, and its next goes on from there", async () => {
      const texts = Array.from({ length: 250 }, (_, at) =>
        at === 3 || at === 90 ? "ficou pendurado, hung" : "o tempo, high",
      );
      for (const [at, input_text] of texts.entries())
        tested.store.runs.record(someRun({ run_id: `r${at}`, created_at: at, input_text }), []);
      const found = async (limit: number, before?: string) => {
        const page = await tested.store.runs.list(ana, limit, before, { q: "hung" });
        return { ids: page.runs.map(({ run_id }) => run_id), next: page.next };
      };
      expect(await found(5)).toEqual({ ids: ["r90", "r3"], next: undefined });
      const { ids, next } = await found(1);
      expect(ids).toEqual(["r90"]);
      expect((await found(1, next)).ids).toEqual(["r3"]);
    });

    it.each([
      ["newest", ["r4", "r3", "r2", "r1", "r0"]],
      ["oldest", ["r0", "r1", "r2", "r3", "r4"]],
      ["longest", ["r2", "r4", "r3", "r1", "r0"]],
    ] as const)(
      "lists the %s first, of a stretch of time, page after page",
      async (sort, sorted) => {
        const took = [1, 2, 90, 4, 50, 99];
        for (const [at, ms] of took.entries())
          tested.store.runs.record(
            someRun({ run_id: `r${at}`, created_at: 100 + at, updated_at: 100 + at + ms }),
            [],
          );
        const seen: string[] = [];
        let before: string | undefined;
        do {
          const filter = { since: 100, until: 105 };
          const page = await tested.store.runs.list(ana, 2, before, filter, sort);
          seen.push(...page.runs.map(({ run_id }) => run_id));
          before = page.next;
        } while (before !== undefined);
        expect(seen).toEqual(sorted);
      },
    );

    it("ends a list with no next page, also when the last page is full", async () => {
      expect(await tested.store.runs.list(ana, 5)).toEqual({ runs: [], next: undefined });
      tested.store.runs.record(someRun(), []);
      expect(await tested.store.runs.list(ana, 1)).toEqual({ runs: [someRun()], next: undefined });
    });

    it("refuses a page mark that it has not made", async () => {
      for (const before of ["", "x", "1~", "1~a\0b", "1~\ud800", "99999999999999999~r", "' or 1=1"])
        await expect(tested.store.runs.list(ana, 5, before)).rejects.toThrow(ContractError);
    });

    it("shows another user nothing of a run", async () => {
      await tested.store.runs.save(someRun());
      await tested.store.runs.intend(ana, "run_1", someStep(), "run_1:1", "digest");
      expect(await tested.store.runs.find(bia, "run_1")).toBeUndefined();
      expect(await tested.store.runs.steps(bia, "run_1")).toEqual([]);
      expect((await tested.store.runs.list(bia, 10)).runs).toEqual([]);
    });

    it("lets another user change nothing of a run, also with its id", async () => {
      await tested.store.runs.save(someRun());
      await tested.store.runs.intend(ana, "run_1", someStep(), "run_1:1", "digest");
      await tested.store.runs.save(someRun({ ...bia, answer: "dela" }));
      await tested.store.runs.settle(bia, "run_1", someStep({ status: "failure" }));
      await tested.store.runs.intend(bia, "run_1", someStep({ status: "running" }), "k", "other");
      tested.store.runs.record(someRun({ ...bia, answer: "dela" }), [someStep({ attempts: 9 })]);
      expect(await tested.store.runs.find(ana, "run_1")).toEqual(someRun());
      expect((await tested.store.runs.find(bia, "run_1"))?.answer).toBe("dela");
      expect(await tested.store.runs.steps(ana, "run_1")).toEqual([someStep()]);
      expect(await tested.store.runs.steps(bia, "run_1")).toEqual([someStep({ attempts: 9 })]);
    });
  });

  describe("usage", () => {
    it("gives the newest rows of one user, also after reopening", async () => {
      for (let at = 1; at <= 10; at += 1)
        tested.store.usage.record(someUsage({ at: at >> 1, run_id: `r${at}` }));
      tested.store.usage.record(someUsage({ ...bia, at: 99 }));
      const newest = ["r10", "r9", "r8"];
      expect((await tested.store.usage.recent(ana, 3)).map((row) => row.run_id)).toEqual(newest);
      await tested.reopen();
      expect((await tested.store.usage.recent(ana, 3)).map((row) => row.run_id)).toEqual(newest);
      expect(await tested.store.usage.recent(ana, 1)).toEqual([
        someUsage({ at: 5, run_id: "r10" }),
      ]);
      expect(await tested.store.usage.recent(bia, 10)).toEqual([someUsage({ ...bia, at: 99 })]);
    });

    it("adds up one user's rows by day, goal and action type", async () => {
      const today = 20_000 * 86_400_000;
      tested.store.usage.record(someUsage({ at: today, duration_ms: 1.5 }));
      tested.store.usage.record(
        someUsage({ at: today + 5, llm_calls: 2, tokens_input: 100, tokens_output: 20 }),
      );
      tested.store.usage.record(someUsage({ at: today, goal: "BOOK" }));
      tested.store.usage.record(someUsage({ at: today - 1 }));
      tested.store.usage.record(someUsage({ ...bia, at: today }));
      expect(await tested.store.usage.summary(ana, today + 1000)).toEqual([
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
          tokens_cached: 0,
          tokens_counterfactual: 0,
          duration_ms: 4.75,
        },
      ]);
      expect(await tested.store.usage.summary(ana, 0)).toHaveLength(3);
    });

    it("adds up one user's rows by day, goal and tier, whole days only", async () => {
      const today = 20_000 * 86_400_000;
      tested.store.usage.record(someUsage({ at: today, duration_ms: 1.5 }));
      tested.store.usage.record(
        someUsage({ at: today + 9000, llm_calls: 2, tokens_input: 100, tokens_output: 20 }),
      );
      tested.store.usage.record(someUsage({ at: today, tier: "model" }));
      tested.store.usage.record(someUsage({ at: today - 1 }));
      tested.store.usage.record(someUsage({ ...bia, at: today }));
      expect(await tested.store.usage.totals(ana, today + 5000)).toEqual([
        expect.objectContaining({ day: 20_000, tier: "model", calls: 1 }),
        {
          day: 20_000,
          goal: "GET_FORECAST",
          tier: "template",
          calls: 2,
          zero_token_calls: 1,
          ...{ understood: 2, asked: 0, refused: 0, failed: 0, talk: 0, wrong: 0 },
          llm_calls: 2,
          tokens_input: 100,
          tokens_output: 20,
          tokens_cached: 0,
          tokens_counterfactual: 0,
          duration_ms: 4.75,
        },
      ]);
      expect(await tested.store.usage.totals(ana, 0)).toHaveLength(3);
    });

    it("keeps what its user says of the newest turn of a run, and how that was read", async () => {
      const { usage } = tested.store;
      const reading: TurnReading = {
        ...{ text: "chove\0?", locale: "pt-BR", tier: "template", confidence: 0.99 },
        goals: [{ domain: "weather", goal: "GET_FORECAST", entities: {}, original_query: "chove" }],
      };
      usage.record(someUsage({ outcome: "asked" }));
      usage.record(someUsage({ at: 2000 }), reading);
      expect(await usage.judge(bia, "run_1", "wrong")).toBeUndefined();
      expect(await usage.judge(ana, "run_2", "wrong")).toBeUndefined();
      const judged = { ...someUsage({ at: 2000 }), verdict: "wrong", reading };
      expect(await usage.judge(ana, "run_1", "wrong")).toEqual(judged);
      await tested.reopen();
      const again = tested.store.usage;
      expect(await again.recent(ana, 10)).toEqual([
        someUsage({ at: 2000, verdict: "wrong" }),
        someUsage({ outcome: "asked" }),
      ]);
      expect(await again.totals(ana, 0)).toMatchObject([{ understood: 1, asked: 1, wrong: 1 }]);
      await again.forgetReadings(bia);
      expect(await again.judge(ana, "run_1", "right")).toMatchObject({ verdict: "right", reading });
      await again.forgetReadings(ana);
      expect(await again.judge(ana, "run_1", "right")).not.toHaveProperty("reading");
    });

    it("calls without a model only what was understood", async () => {
      const { usage } = tested.store;
      for (const outcome of ["understood", "talk", "refused", "asked", "failed"] as const)
        usage.record(someUsage({ outcome }));
      expect(await usage.summary(ana, 0)).toMatchObject([{ calls: 5, zero_token_calls: 1 }]);
      expect(await usage.totals(ana, 0)).toMatchObject([{ calls: 5, zero_token_calls: 1 }]);
    });
  });
}
