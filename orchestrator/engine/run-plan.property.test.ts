import fc from "fast-check";
import { expect, it } from "vitest";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { linkSteps } from "../planning/order-steps.ts";
import type { RunOutcome } from "./plan-run.ts";
import {
  asks,
  breaks,
  engineRun,
  planOf,
  refuses,
  type Script,
  type StepSketch,
  says,
} from "./run-plan.fixture.ts";

type Fate = "says" | "refuses" | "asks" | "breaks" | "never left";
type Drawn = StepSketch & { fate: Fate };

const fates: Record<Fate, () => DomainOutput | ReturnType<typeof breaks>> = {
  says: () => says("well", { candidates: [{ n: 1 }] }),
  refuses: () => refuses("no"),
  asks: () => asks("which?"),
  breaks: () => breaks("malformed"),
  "never left": () => breaks("unreachable", false),
};

/** Up to 12 steps, each after some of those written before it; half the time that says nothing of the order. */
const drawnStep = (at: number): fc.Arbitrary<Drawn> =>
  fc
    .record({
      after: fc.subarray(Array.from({ length: at }, (_, before) => `s${before}`)),
      optional: fc.boolean(),
      effect: fc.constantFrom("read" as const, "write" as const, "external" as const),
      reads: fc.constantFrom("explanation", "result.candidates.0.n", "hit.n", "status"),
      fate: fc.constantFrom<Fate>(
        "says",
        "says",
        "says",
        "refuses",
        "asks",
        "breaks",
        "never left",
      ),
    })
    .map(({ after, optional, effect, reads, fate }) => ({
      after,
      optional,
      fate,
      params: after[0] === undefined ? {} : { a: `\${${after[0]}.${reads}}`, b: "${$}{s0.result}" },
      policy: { effect },
    }));

const drawnRun = fc.record({
  steps: fc
    .integer({ min: 1, max: 12 })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => drawnStep(at)))),
  mode: fc.constantFrom("dag" as const, "sequential" as const),
  max_concurrency: fc.integer({ min: 1, max: 4 }),
  shuffled: fc.boolean(),
});

it("whatever the plan and whatever the domains do, the run keeps its promises", async () => {
  await fc.assert(
    fc.asyncProperty(drawnRun, fc.scheduler(), async (drawn, scheduler) => {
      const named = drawn.steps.map((step, at) => [`s${at}`, step] as const);
      // The order of writing decides nothing in a DAG.
      const written = drawn.shuffled && drawn.mode === "dag" ? named.toReversed() : named;
      const steps = Object.fromEntries(written);
      const shape = { execution_mode: drawn.mode, max_concurrency: drawn.max_concurrency };
      const script: Script = Object.fromEntries(
        named.map(([id, { fate }]) => [
          id,
          () => scheduler.schedule(Promise.resolve(), id).then(() => answerOf(fates[fate]())),
        ]),
      );
      const run = engineRun(steps, script, { shape });
      const outcome = await scheduler.waitFor(run.outcome);
      checkPromises(steps, shape, run.log, outcome);
    }),
    { numRuns: 500 },
  );
});

const answerOf = (answer: DomainOutput | ReturnType<typeof breaks>): DomainOutput => {
  if (answer instanceof Error) throw answer;
  return answer;
};

function checkPromises(
  steps: Record<string, Drawn>,
  shape: Parameters<typeof planOf>[1],
  log: readonly string[],
  outcome: RunOutcome,
): void {
  const plan = planOf(steps, shape);
  const { dependencies } = linkSteps(plan);
  const ended = (at: number): StepTrace => outcome.steps[at] ?? expect.unreachable();
  const sent = log.filter((line) => line.startsWith("send "));
  expect(new Set(sent).size, "nothing is sent twice").toBe(sent.length);
  expect(mostAtOnce(log), "max_concurrency").toBeLessThanOrEqual(plan.max_concurrency);

  for (const [at, { id, required }] of plan.steps.entries()) {
    const { status } = ended(at);
    const before = (dependencies[at] ?? []).map(ended);
    const wasSent = log.includes(`send ${id}`);
    expect(status).not.toBe("running");
    if (wasSent)
      for (const needed of before) {
        expect(["success", "failure", "unknown"], "an end before its dependants").toContain(
          needed.status,
        );
        if (needed.required)
          expect(needed.status, "nothing after a required failure").toBe("success");
        if (needed.status === "success")
          expect(log.indexOf(`done ${needed.id}`)).toBeLessThan(log.indexOf(`send ${id}`));
      }
    const isEffect = steps[String(id)]?.policy?.effect !== "read";
    if (wasSent && isEffect)
      expect(log.indexOf(`intend ${id}`), "the journal first").toBeLessThan(
        log.indexOf(`send ${id}`),
      );
    if (status === "unknown") expect(isEffect, "only effects can be unknown").toBe(true);
    const blocked = before.some(
      (needed) =>
        needed.status === "skipped" ||
        (needed.required && (needed.status === "failure" || needed.status === "unknown")),
    );
    const held = before.some(
      (needed) => needed.status === "waiting" || needed.status === "pending",
    );
    if (held) expect(status, "held back by a question").toBe("pending");
    else if (blocked) expect(status).toBe("skipped");
    else expect(["success", "failure", "unknown", "waiting"]).toContain(status);
    if (required && (status === "failure" || status === "unknown"))
      expect(["failure", "partial", "waiting"]).toContain(outcome.status);
  }
  expect(outcome.status === "waiting").toBe(
    outcome.steps.some(({ status }) => status === "waiting"),
  );
  expect(outcome.waiting !== undefined).toBe(outcome.status === "waiting");
}

function mostAtOnce(log: readonly string[]): number {
  const open = new Set<string>();
  let most = 0;
  for (const line of log) {
    const [what, id = ""] = line.split(" ");
    if (what === "send") open.add(id);
    if (what === "done") open.delete(id);
    most = Math.max(most, open.size);
  }
  return most;
}
