import type { DomainOutput } from "#shared/contracts/output.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import { keysOf } from "#shared/contracts/result-items.ts";
import type { StepTrace, TaskRun } from "#shared/contracts/run.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { freshState } from "../../engine/circumstances.ts";
import { counterIdOf, hitsIn } from "../../engine/plan-run.ts";
import { leftOf, workOf } from "../../engine/recovery/recovery.ts";
import { runWork } from "../../engine/run-work.ts";
import { runningRuns } from "../../engine/running-runs.ts";
import type {
  Carrier,
  Carriers,
  Circumstances,
  EngineContext,
  Waiting,
  Work,
} from "../../engine/work.ts";
import { type DomainCall, DomainCallError } from "../../ports/domain-client.ts";
import { SILENT } from "../../ports/log.ts";
import { stepQuestion } from "../../turn/questions.ts";

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
  recorded: Recorded,
  catalogue: Catalogue,
): Promise<{ steps: StepTrace[]; answer: string }> {
  const { run, plan } = recorded;
  const clock = { now: () => run.created_at, monotonic: () => 0 };
  const work = workAgain(recorded, catalogue);
  const circumstances: Circumstances = {
    key: { user_id: run.user_id, session_id: run.session_id },
    locale: run.locale,
    timezone: run.hearing?.timezone ?? "UTC",
    startedAt: run.created_at,
    deadlineAt: run.created_at + PLENTY_MS,
    signal: never,
    mayUse: undefined,
    state: freshState(run.locale),
    ledger: undefined,
    emit: () => {},
  };
  const { key, locale } = circumstances;
  const question = stepQuestion({ key, locale }, { clock, makeId: (prefix) => prefix }, work);
  const context = { ...KEEPS_NOTHING, carriers: scripted(recorded), clock };
  const { steps, answer } = await runWork(work, circumstances, context, question.ask);
  return { steps: steps.slice(0, plan.steps.length), answer };
}

/** What is carried out again: the plan as it is now, with what was said yes to then. */
function workAgain({ run, plan, steps, confidence }: Recorded, catalogue: Catalogue): Work {
  const byId = new Map(steps.map((step) => [String(step.id), step]));
  const left = leftOf([], { catalogue, misfit: undefined, keysCount: true });
  const work = workOf({ ...run, plan }, left, catalogue);
  return {
    ...work,
    execution_intents: work.execution_intents.map((intent) => ({ ...intent, confidence })),
    dry_run: false,
    // What could not be told then cannot be told now.
    finished: new Map([...byId].filter(([, { status }]) => status === "unknown")),
    // A yes was given, or how many things it hits was found to need none.
    approves: (id) =>
      (Object.hasOwn(run.answers ?? {}, id) || mayHitMany(plan, id, catalogue)) &&
      !waitsForYes(byId.get(id)),
  };
}

/** Each step is answered with what it was answered then. */
function scripted(recorded: Recorded): Carriers {
  const { steps } = recorded;
  const byId = new Map(steps.map((step) => [String(step.id), step]));
  const answer: Carrier = async (call, capability, { agents, work }) => {
    const { step_id } = call.request.context;
    const output = byId.get(step_id)?.output ?? countedThen(step_id, recorded, work.catalogue);
    if (output == null) throw notRecorded(call);
    const asked = askedByAgent(step_id, steps, work.catalogue);
    if (capability.spec.kind === "agent" && asked !== undefined) agents.waiting.set(step_id, asked);
    return output;
  };
  return { service: answer, reasoning: answer, agent: answer, question: answer, versions: answer };
}

const mayHitMany = (plan: ExecutionPlan, id: string, catalogue: Catalogue): boolean =>
  plan.steps.some(
    (step) =>
      String(step.id) === id &&
      catalogue.capability(step.domain, step.capability)?.spec.bulk !== undefined,
  );

/** What counted the things that a step would hit, as the question for a yes told it. */
function countedThen(
  counter_id: string,
  { steps }: Recorded,
  catalogue: Catalogue,
): DomainOutput | undefined {
  const asking = steps.find(({ id }) => counterIdOf(String(id)) === counter_id);
  const counted = hitsIn(asking?.output);
  const { bulk } = (asking && catalogue.capability(asking.domain, asking.capability)?.spec) ?? {};
  if (bulk === undefined || counted === undefined || counted.hits === null) return undefined;
  const { hits, told: explanation } = counted;
  const result = keysOf(bulk.total).reduceRight<unknown>((inner, key) => ({ [key]: inner }), hits);
  return { status: "success", result, explanation, confidence: 1, metadata: {} };
}

const notRecorded = ({ domain, request }: DomainCall): DomainCallError =>
  new DomainCallError(
    domain,
    "contract",
    `step ${request.context.step_id} has no recorded answer`,
    false,
  );

const KEEPS_NOTHING: Omit<EngineContext, "clock" | "carriers"> = {
  client: { call: (call) => Promise.reject(notRecorded(call)) },
  store: {
    runs: {
      save: async () => true,
      record: () => {},
      intend: async () => {},
      settle: async () => {},
    },
    cache: {
      find: async () => undefined,
      put: () => {},
      forget: async () => {},
      sweep: async () => {},
    },
  },
  random: () => 0,
  // Ends when it is told to, and never by itself.
  sleep: (_ms, signal) =>
    new Promise((_, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    }),
  // Nothing comes too late.
  after: () => () => undefined,
  running: runningRuns(),
  log: SILENT,
};

/** The question of an agent: a call that waited within its step. */
function askedByAgent(
  step_id: string,
  recorded: readonly StepTrace[],
  catalogue: Catalogue,
): Waiting | undefined {
  for (const { id, domain, capability, status, required, output } of recorded) {
    const isWithin = String(id).startsWith(`${step_id}-`) && status === "waiting";
    const { kind } = catalogue.capability(domain, capability)?.spec ?? {};
    if (!isWithin || kind !== "question" || output === null) continue;
    const call = { id, domain, capability, params: {}, depends_on: [], required };
    return { step: call, kind: "domain", output, outside: [] };
  }
  return undefined;
}

const waitsForYes = (step: StepTrace | undefined): boolean =>
  step?.status === "waiting" && step.output?.metadata["code"] === "NEEDS_APPROVAL";
