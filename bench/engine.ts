import { deadlineWheel, sleep, systemClock } from "../orchestrator/adapters/time/system-clock.ts";
import type { PlanRun } from "../orchestrator/engine/plan-run.ts";
import { makeRoute } from "../orchestrator/engine/route.ts";
import { runPlan } from "../orchestrator/engine/run-plan.ts";
import { stepPolicy } from "../orchestrator/engine/run-policy.ts";
import { validatePlan } from "../orchestrator/planning/validate-plan.ts";
import type { DomainClient } from "../orchestrator/ports/domain-client.ts";
import type { Figure } from "./figures.ts";
import { cpuOf, inTurns, median } from "./measure.ts";
import { answer, catalogue, graph, planOf } from "./plans.ts";

const NEVER = new AbortController().signal;
const listener = { events: 0 };

/** One run with everything on: gate, schemas, references, events, deadline. */
export async function runOnce(plan: PlanRun["plan"], client: DomainClient): Promise<void> {
  const route = makeRoute({
    catalogue,
    client,
    contextFor: (step, attempt, deadline_at) => ({
      session_id: "bench",
      user_id: "bench",
      locale: "en",
      timezone: "UTC",
      run_id: "run_bench",
      step_id: String(step.id),
      attempt,
      deadline_at,
      dry_run: false,
    }),
  });
  const deadlineAt = systemClock.now() + 30_000;
  const run = { plan, confidence: 1, originalQuery: "bench", deadlineAt, signal: NEVER };
  const { status, steps } = await runPlan(run, {
    route,
    effectOf: stepPolicy(catalogue, plan),
    journal: { intend: async () => undefined, settle: async () => undefined },
    emit: () => {
      listener.events++;
    },
    clock: systemClock,
    random: Math.random,
    sleep,
    after: deadlineWheel(),
  });
  const bad = steps.find((step) => step.status !== "success");
  if (status !== "success") throw new Error(`the run failed: ${JSON.stringify(bad)}`);
}

const STEPS_PER_ROUND = 40_000;
const noCall: DomainClient = { call: async () => answer };

/** P1 and P2: what the engine and the check of a plan cost without any wire. */
export async function measureEngine(): Promise<Figure[]> {
  const perStep = (length: number) => {
    const plan = planOf(graph(length));
    const times = STEPS_PER_ROUND / length;
    return async () =>
      (await cpuOf(async () => {
        for (let time = 0; time < times; time++) await runOnce(plan, noCall);
      })) / STEPS_PER_ROUND;
  };
  const perCheck = (length: number) => {
    const plan = planOf(graph(length));
    const times = STEPS_PER_ROUND / length;
    return async () =>
      (await cpuOf(() => {
        for (let time = 0; time < times; time++) validatePlan(plan, catalogue);
      })) /
      times /
      1000;
  };
  const engine = await inTurns({
    few: perStep(30),
    hundred: perStep(100),
    thousand: perStep(1000),
    most: perStep(2000),
  });
  const checks = await inTurns({ hundred: perCheck(100), thousand: perCheck(1000) });
  const growth =
    1 +
    slopeOf([
      [30, median(engine.few)],
      [100, median(engine.hundred)],
      [1000, median(engine.thousand)],
      [2000, median(engine.most)],
    ]);
  const us = { unit: "us", target: { atMost: 5 } };
  return [
    { id: "P1", what: "engine CPU a step, 100 steps", measured: median(engine.hundred), ...us },
    { id: "P1", what: "engine CPU a step, 1,000 steps", measured: median(engine.thousand), ...us },
    {
      id: "P1",
      what: "growth exponent, 30 to 2,000 steps",
      measured: growth,
      unit: "",
      target: { atMost: 1.15 },
    },
    {
      id: "P2",
      what: "a new plan checked and ordered, 100 steps",
      measured: median(checks.hundred),
      unit: "ms",
      target: { atMost: 0.5 },
    },
    {
      id: "P2",
      what: "a new plan checked and ordered, 1,000 steps",
      measured: median(checks.thousand),
      unit: "ms",
      target: { atMost: 5 },
    },
  ];
}

/** The exponent of a power law through these points, least squares on logarithms. */
function slopeOf(points: readonly (readonly [steps: number, cost: number])[]): number {
  const logs = points.map(([steps, cost]) => [Math.log(steps), Math.log(cost)] as const);
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length;
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length;
  const covariance = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const variance = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return covariance / variance;
}
