import fc from "fast-check";
import { expect, it } from "vitest";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import type { RunStore } from "../../ports/stores.ts";
import type { StepPolicy } from "../plan-run.ts";
import { openRunJournal } from "../run-journal.ts";
import { runPlan } from "../run-plan.ts";
import { leftOf } from "./recovery.ts";

type Kind = "read" | "keyed" | "once";
type Drawn = { kind: Kind; after: number[]; required: boolean; succeeds: boolean };

const drawnPlan = fc.integer({ min: 1, max: 7 }).chain((count) =>
  fc.tuple(
    ...Array.from({ length: count }, (_, at) =>
      fc.record<Drawn>({
        kind: fc.constantFrom("read", "keyed", "keyed", "once"),
        after: fc.subarray(Array.from({ length: at }, (__, before) => before)),
        required: fc.boolean(),
        succeeds: fc.boolean(),
      }),
    ),
  ),
);

const names: Record<Kind, string> = { read: "look", keyed: "do_keyed", once: "do_once" };
const catalogue = testCatalogue({
  domain: "world",
  capabilities: [
    { capability: names.read, effect: "read" },
    { capability: names.keyed, effect: "write", repeat: "keyed" },
    { capability: names.once, effect: "write", repeat: "once" },
  ],
});

const planOf = (steps: readonly Drawn[]): ExecutionPlan => ({
  execution_mode: "dag",
  combine_mode: "report",
  max_concurrency: 3,
  steps: steps.map(({ kind, after, required }, at) => ({
    id: at,
    domain: "world",
    capability: names[kind],
    // What it is sent with depends on what the step before it said.
    params: after[0] === undefined ? {} : { said: `\${${after[0]}.explanation}` },
    depends_on: after,
    required,
  })),
});

/** The world that effects happen in; it outlives every process. A key is honoured, and reading never says the same twice. */
function makeWorld(steps: readonly Drawn[]) {
  const receipts = new Map<string, DomainOutput>();
  const effects = new Map<string, number>();
  const sentWith = new Map<string, string>();
  const changed: string[] = [];
  let said = 0;
  return {
    effects,
    /** Steps that were sent again with other parameters. */
    changed,
    async answer(id: string, params: object): Promise<DomainOutput> {
      const drawn = steps[Number(id)];
      const known = receipts.get(id);
      const before = sentWith.get(id);
      if (drawn?.kind !== "read" && before !== undefined && before !== JSON.stringify(params))
        changed.push(id);
      sentWith.set(id, JSON.stringify(params));
      if (drawn?.kind === "keyed" && known !== undefined) return known;
      said += 1;
      const status = drawn?.succeeds === true ? "success" : "failure";
      const output = {
        status,
        result: null,
        explanation: `${id} said ${said}`,
        confidence: 1,
        metadata: {},
      } as const;
      if (drawn?.kind !== "read") effects.set(id, (effects.get(id) ?? 0) + 1);
      receipts.set(id, output);
      return output;
    },
  };
}

const NOBODY = { user_id: "ana" };
const time = { now: () => 0, monotonic: () => 0 };
const never = new AbortController().signal;

/** Carry out the plan from what a journal has; it dies silently at the `dieAt`-th durable line. */
function carryOut(
  steps: readonly Drawn[],
  journal: Map<string, StepTrace>,
  world: ReturnType<typeof makeWorld>,
  dieAt: number,
) {
  let lines = 0;
  const dead = Promise.withResolvers<"dead">();
  const durable = async (write: () => void): Promise<void> => {
    if (lines++ >= dieAt) {
      dead.resolve("dead");
      return new Promise(() => undefined);
    }
    write();
  };
  const keep = (trace: StepTrace) => void journal.set(String(trace.id), trace);
  const runs = {
    intend: (_owner, _run, step, _key, _digest, finished = []) =>
      durable(() => [...finished, step].forEach(keep)),
    settle: (_owner, _run, step) => durable(() => keep(step)),
  } satisfies Pick<RunStore, "intend" | "settle"> as unknown as RunStore;
  const kept = openRunJournal(runs, NOBODY, "run_1");
  const plan = planOf(steps);
  const { finished, inFlight } = leftOf([...journal.values()], {
    catalogue,
    misfit: undefined,
    keysCount: true,
  });
  const policyOf = (kind: Kind | undefined): StepPolicy => ({
    effect: kind === "read" ? "read" : "write",
    repeat: kind === "keyed" ? "keyed" : "once",
    ...{ timeoutMs: 1000, attempts: 1, backoffMs: 0, confirm: false, outside: [] },
  });
  const ended = runPlan(
    {
      plan,
      confidence: 1,
      originalQuery: "x",
      deadlineAt: 10_000,
      signal: never,
      finished,
      inFlight,
    },
    {
      route: ({ step, intent }) => world.answer(String(step.id), intent.parameters),
      effectOf: ({ id }) => policyOf(steps[Number(id)]?.kind),
      journal: kept,
      emit: (event) => kept.saw(event),
      clock: time,
      random: () => 0.5,
      sleep: () => new Promise(() => undefined),
      after: () => () => undefined,
    },
  );
  return { ended: Promise.race([ended, dead.promise]), lines: () => lines };
}

it("a run that is carried on from any prefix of its journal ends as if it had never been interrupted", async () => {
  await fc.assert(
    fc.asyncProperty(drawnPlan, fc.array(fc.nat(6), { maxLength: 4 }), async (steps, deaths) => {
      const live = await carryOut(steps, new Map(), makeWorld(steps), Number.POSITIVE_INFINITY)
        .ended;
      if (live === "dead") expect.unreachable();
      const world = makeWorld(steps);
      const journal = new Map<string, StepTrace>();
      let outcome: typeof live | "dead" = "dead";
      // It dies a few times, each time after some more lines, and in the end it lives.
      for (let life = 0; outcome === "dead"; life += 1) {
        const dieAt = deaths[life] ?? Number.POSITIVE_INFINITY;
        outcome = await carryOut(steps, journal, world, dieAt).ended;
      }
      expect(world.changed, "the same key, the same parameters").toEqual([]);
      for (const [at, step] of steps.entries()) {
        const times = world.effects.get(String(at)) ?? 0;
        expect(times, "nothing is done twice").toBeLessThanOrEqual(1);
        const { status, output } = outcome.steps[at] ?? expect.unreachable();
        if (
          status === "success" ||
          (status === "failure" && step.kind !== "read" && output?.metadata["code"] === undefined)
        )
          expect(times, "what is claimed has happened").toBe(step.kind === "read" ? 0 : 1);
      }
      const mayBeUnknown = steps.some(({ kind }) => kind === "once");
      const ends = (of: typeof live) => of.steps.map(({ status }) => status);
      if (!mayBeUnknown) expect(ends(outcome)).toEqual(ends(live));
    }),
    { numRuns: 1000 },
  );
});
