import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { StepTrace, TaskRun } from "#shared/contracts/run.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { combine } from "../../engine/combine.ts";
import { makeRoute } from "../../engine/route.ts";
import { type RunOutcome, runPlan } from "../../engine/run-plan.ts";
import { stepPolicy } from "../../engine/step-policy.ts";
import { DomainCallError } from "../../ports/domain-call-error.ts";
import type { DomainClient } from "../../ports/domain-client.ts";
import { askForStep } from "../../turn/questions.ts";
import { receiveOutput } from "../../turn/receive-output.ts";
import { askInWords } from "../../turn/reply/question.ts";
import { runPolicy } from "../../turn/run-policy.ts";

/** A run's plan with what its steps gave. */
export type Recorded = {
  run: TaskRun;
  plan: ExecutionPlan;
  steps: readonly StepTrace[];
  confidence: number;
};

/** Nothing that is recorded takes time; this only keeps the engine from giving up. */
const PLENTY_MS = 60_000;
const never = new AbortController().signal;

/**
 * Carry out a plan with the recorded answers in the place of the domains, under today's gate, schemas and
 * engine. Nothing is sent, written or waited for.
 */
export async function carryOutAgain(
  { run, plan, steps, confidence }: Recorded,
  catalogue: Catalogue,
): Promise<{ steps: StepTrace[]; answer: string }> {
  const byId = new Map(steps.map((step) => [String(step.id), step]));
  const clock = { now: () => run.created_at, monotonic: () => 0 };
  const route = makeRoute({
    catalogue,
    client: scriptedClient(byId),
    contextFor: (step, attempt, deadline_at) => ({
      user_id: run.user_id,
      session_id: run.session_id,
      locale: run.locale,
      timezone: run.hearing?.timezone ?? "UTC",
      run_id: run.run_id,
      step_id: String(step.id),
      attempt,
      deadline_at,
      dry_run: false,
    }),
  });
  const outcome = await runPlan(
    {
      plan,
      confidence,
      originalQuery: run.input_text,
      deadlineAt: run.created_at + PLENTY_MS,
      signal: never,
      // What nobody could tell then, nobody can tell now.
      finished: new Map([...byId].filter(([, { status }]) => status === "unknown")),
      approves: (id) => Object.hasOwn(run.answers ?? {}, id) && !waitsForYes(byId.get(id)),
    },
    {
      route: async (call) => receiveOutput(await route(call), call, catalogue, run.locale),
      effectOf:
        run.intent === null
          ? stepPolicy(catalogue, plan, run.outside)
          : runPolicy(catalogue, plan, run.intent, run.outside),
      journal: { intend: async () => {}, settle: async () => {} },
      emit: () => {},
      clock,
      random: () => 0,
      sleep: untilTold,
    },
  );
  const asker = {
    key: run,
    locale: run.locale,
    desk: { clock, makeId: (prefix: string) => prefix },
  };
  const asked = outcome.waiting && askedByAgent(outcome.waiting, steps, catalogue);
  const asking = { ...outcome, ...(asked && { waiting: asked }) };
  const pending =
    outcome.status === "waiting" ? askForStep(asker, run.run_id, asking, catalogue) : undefined;
  const answer =
    pending === undefined
      ? combine(plan, outcome.steps, run.locale).explanation
      : askInWords(pending, run.locale);
  return { steps: outcome.steps, answer };
}

/** Answers each step with what it was answered then. */
const scriptedClient = (recorded: ReadonlyMap<string, StepTrace>): DomainClient => ({
  async call({ domain, request }) {
    const { step_id } = request.context;
    const output = recorded.get(step_id)?.output;
    if (output != null) return output;
    throw new DomainCallError(domain, "contract", `step ${step_id} has no recorded answer`, false);
  },
});

/** The question of an agent: a call that waited within its step. */
function askedByAgent(
  { step }: NonNullable<RunOutcome["waiting"]>,
  recorded: readonly StepTrace[],
  catalogue: Catalogue,
): RunOutcome["waiting"] {
  for (const { id, domain, capability, status, required, output } of recorded) {
    const isWithin = String(id).startsWith(`${step.id}-`) && status === "waiting";
    const { kind } = catalogue.capability(domain, capability)?.spec ?? {};
    if (!isWithin || kind !== "question" || output === null) continue;
    const call = { id, domain, capability, params: {}, depends_on: [], required };
    return { step: call, kind: "domain", output, outside: [] };
  }
  return undefined;
}

const waitsForYes = (step: StepTrace | undefined): boolean =>
  step?.status === "waiting" && step.output?.metadata["code"] === "NEEDS_APPROVAL";

/** Ends when it is told to, and never by itself. */
const untilTold = (_ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
