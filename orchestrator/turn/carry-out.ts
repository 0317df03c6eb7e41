import type { ExecutionIntent, GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import { fileSchema, sourceSchema } from "#shared/contracts/output.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { HearingRecord, RunCircumstances, StepTrace, TaskRun } from "#shared/contracts/run.ts";
import { combine } from "../execution/combine.ts";
import { paramsDigest } from "../execution/params-digest.ts";
import { runPlan } from "../execution/run-plan.ts";
import { makeRoute } from "../gate/route.ts";
import type { Catalogue } from "../ports/catalogue.ts";
import { RunTakenError } from "../ports/run-taken-error.ts";
import { askInWords } from "../reply/question.ts";
import { keepJournal } from "./keep-journal.ts";
import type { Outcome } from "./outcome.ts";
import { publishFiles } from "./publish-files.ts";
import { askForStep } from "./questions.ts";
import { receiptsOf } from "./receipts-of.ts";
import { receiveOutput } from "./receive-output.ts";
import { runPolicy } from "./run-policy.ts";
import { stepClient } from "./step-client.ts";
import { type Turn, timezoneOf } from "./turn.ts";

/** Kept back from the steps, so that what they gave can still be told before the deadline; milliseconds. */
const ANSWER_RESERVE_MS = 100;
const stepsUntil = ({ startedAt, deadlineAt }: Turn): number =>
  deadlineAt - Math.min(ANSWER_RESERVE_MS, (deadlineAt - startedAt) / 10);

/** A plan to carry out, new or continued. */
export type Work = {
  run_id: string;
  catalogue: Catalogue;
  plan: ExecutionPlan;
  intent: IntentOutput;
  execution_intents: ExecutionIntent[];
  frames: GoalFrame[];
  original_query: string;
  /** What was known when the words were heard that led to the plan. */
  hearing?: HearingRecord | undefined;
  /** What the user answered when steps asked; it is in the plan as well. */
  answers?: TaskRun["answers"];
  created_at: number;
  dry_run?: boolean;
  /** A caller's own plan, and no message of the session. */
  given?: boolean;
  /** Which of these hold text from outside. */
  outside?: TaskRun["outside"] | undefined;
  /** From an earlier part of the run. */
  finished?: ReadonlyMap<string, StepTrace>;
  /** Steps that the user said yes to, with the digest of the parameters that were shown. */
  approved?: ReadonlyMap<string, string>;
  /** It was interrupted: what was finished is told anew, and these steps were sent without an answer. */
  inFlight?: ReadonlySet<string>;
};

/**
 * Carry out a plan, or the rest of one, and say how it ended.
 * What must survive a crash is durable before this resolves: a run that waits for the user with its
 * finished steps, and the receipt of every effect. A read-only run is recorded in a batch afterwards.
 * Errors: StoreError when the run itself cannot be written; nothing has been sent then. A step whose journal
 *         line cannot be written fails unsent. RunTakenError when another process carries the run out by now
 */
export async function carryOut(turn: Turn, work: Work): Promise<Outcome> {
  const { desk, key } = turn;
  const { catalogue, plan, run_id } = work;
  const effectOf = (domain: string, capability: string) =>
    catalogue.capability(domain, capability)?.effect ?? "external";
  const acts = plan.steps.some((step) => effectOf(step.domain, step.capability) !== "read");
  const row = (status: TaskRun["status"], answer: string): TaskRun => ({
    run_id,
    ...key,
    status,
    catalogue_digest: catalogue.digest,
    intent: work.intent,
    plan,
    locale: turn.locale,
    input_text: work.original_query,
    ...(work.hearing && { hearing: work.hearing }),
    ...(work.answers && { answers: work.answers }),
    ...(acts && { circumstances: circumstancesOf(turn, work) }),
    ...(work.outside && { outside: work.outside }),
    answer,
    created_at: work.created_at,
    updated_at: desk.clock.now(),
  });
  if (acts && !(await desk.store.runs.save(row("running", "")))) throw new RunTakenError(run_id);
  turn.emit(run_id, { type: "plan", plan });
  if (work.inFlight !== undefined)
    for (const step of work.finished?.values() ?? []) {
      const { id: step_id, domain, capability } = step;
      turn.emit(run_id, { type: "step_started", step_id, domain, capability, attempt: 1 });
      turn.emit(run_id, { type: "step_finished", step });
    }

  const route = makeRoute({
    catalogue,
    client: stepClient(turn, work),
    contextFor: (step, attempt, deadline_at) => ({
      ...key,
      locale: turn.locale,
      timezone: timezoneOf(turn),
      run_id,
      step_id: String(step.id),
      attempt,
      deadline_at,
      dry_run: work.dry_run ?? false,
    }),
  });
  const journal = keepJournal(desk.store.runs, key, run_id);
  const running = desk.running.begin(row("running", ""), turn.signal);
  const outcome = await runPlan(
    {
      plan,
      confidence: Math.min(1, ...work.execution_intents.map(({ confidence }) => confidence)),
      originalQuery: work.original_query,
      deadlineAt: stepsUntil(turn),
      signal: running.signal,
      ...(work.finished && { finished: work.finished }),
      // What was sent before had its yes.
      approves: (id, params) =>
        work.inFlight?.has(id) === true || work.approved?.get(id) === paramsDigest(params),
      ...(work.inFlight && { inFlight: work.inFlight }),
    },
    {
      route: async (call) => {
        const output = receiveOutput(await route(call), call, catalogue, turn.locale);
        return publishFiles(output, key.user_id, desk.files);
      },
      effectOf: runPolicy(catalogue, plan, work.intent, work.outside, turn.mayUse),
      journal,
      emit: (event) => {
        journal.saw(event);
        turn.emit(run_id, event);
      },
      clock: desk.clock,
      random: desk.random,
      sleep: desk.sleep,
    },
  ).finally(running.end);
  if (journal.taken !== undefined) throw journal.taken;

  const told = {
    intent: work.intent,
    execution_intents: work.execution_intents,
    plan,
    steps: outcome.steps,
    receipts: work.dry_run === true ? [] : receiptsOf(run_id, outcome.steps, catalogue),
    frames: work.frames,
    run_id,
    ...attachmentsOf(outcome.steps),
  };
  if (outcome.status === "waiting") {
    const pending = askForStep(turn, run_id, outcome, catalogue);
    if (pending !== undefined) {
      const answer = askInWords(pending, turn.locale);
      // Durable together with the question, which is written next.
      desk.store.runs.record(row("waiting", answer), outcome.steps);
      return { ...told, status: "clarification", answer, pending };
    }
  }
  const combined = combine(plan, outcome.steps, turn.locale);
  const status =
    outcome.status === "waiting" || outcome.status === "cancelled" ? "failure" : outcome.status;
  desk.store.runs.record(
    row(outcome.status === "cancelled" ? "cancelled" : status, combined.explanation),
    outcome.steps,
  );
  return { ...told, status, answer: combined.explanation };
}

const circumstancesOf = (turn: Turn, { given, dry_run, approved }: Work): RunCircumstances => ({
  as: given === true ? "plan" : "turn",
  timezone: timezoneOf(turn),
  dry_run: dry_run ?? false,
  approved: Object.fromEntries(approved ?? []),
});

/** What the steps gave to look at, each once, in the order of the plan. */
function attachmentsOf(steps: readonly StepTrace[]): Pick<Outcome, "sources" | "files"> {
  const listed = (key: "sources" | "files") =>
    steps.flatMap(({ output }) => {
      const found = output?.metadata[key];
      return Array.isArray(found) ? (found as unknown[]) : [];
    });
  const parsed = <T>(values: unknown[], read: (value: unknown) => { success: boolean; data?: T }) =>
    values.flatMap((value) => read(value).data ?? []);
  return {
    sources: parsed(listed("sources"), (value) => sourceSchema.safeParse(value)),
    files: parsed(listed("files"), (value) => fileSchema.safeParse(value)),
  };
}
