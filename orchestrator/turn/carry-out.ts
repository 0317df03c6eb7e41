import { RegenteError } from "#shared/contracts/errors.ts";
import { weightOf } from "#shared/contracts/json.ts";
import { fileSchema, sourceSchema } from "#shared/contracts/output.ts";
import type { ExecutionStep } from "#shared/contracts/plan.ts";
import type { RunCircumstances, StepTrace, TaskRun } from "#shared/contracts/run.ts";
import { withoutLinks } from "#shared/plain-text/without-links.ts";
import { combine } from "../engine/combine.ts";
import { type Origin, originOf, quietOutput } from "../engine/quiet-output.ts";
import { makeRoute } from "../engine/route.ts";
import { type EngineDeps, type RunOutcome, runPlan } from "../engine/run-plan.ts";
import { traceOutsideText } from "../engine/trace-outside-text.ts";
import { DomainCallError } from "../ports/domain-call-error.ts";
import { RunTakenError } from "../ports/run-taken-error.ts";
import type { AgentSteps } from "./agent-step.ts";
import { keepJournal } from "./keep-journal.ts";
import type { Outcome } from "./outcome.ts";
import { withRemembered } from "./outside-remembered.ts";
import { publishFiles } from "./publish-files.ts";
import { askForStep } from "./questions.ts";
import { receiptsOf } from "./receipts-of.ts";
import { receiveOutput } from "./receive-output.ts";
import { askInWords } from "./reply/question.ts";
import { runPolicy } from "./run-policy.ts";
import { stepClient } from "./step-client.ts";
import { type Turn, timezoneOf } from "./turn.ts";
import { approvedBy, type Work } from "./work.ts";

/** Kept back from the steps, so that what they gave can still be told before the deadline; milliseconds. */
const ANSWER_RESERVE_MS = 100;
/** All that the steps of one run may answer, characters: it is kept, and told, as a whole. */
const MOST_WEIGHT = 16 * 1024 * 1024;
const TOO_MUCH_TOLD = "answered more than a run can hold beside what was answered before";
const stepsUntil = ({ startedAt, deadlineAt }: Turn): number =>
  deadlineAt - Math.min(ANSWER_RESERVE_MS, (deadlineAt - startedAt) / 10);

/**
 * Carry out a plan, or the rest of one, and say how it ended.
 * What must survive a crash is durable before this resolves: a run that waits for the user with its
 * finished steps, and the receipt of every effect. A read-only run is recorded in a batch afterwards.
 * Errors: StoreError when the run itself cannot be written; nothing has been sent then. A step whose journal
 *         line cannot be written fails unsent. RunTakenError when another process carries the run out by now
 */
export async function carryOut(turn: Turn, given: Work): Promise<Outcome> {
  const { desk, key } = turn;
  const { catalogue, plan, run_id } = given;
  const outside = withRemembered(given.outside, plan, catalogue, turn.state);
  const work: Work = { ...given, outside };
  const effectOf = (domain: string, capability: string) =>
    catalogue.capability(domain, capability)?.effect ?? "external";
  const goesOn = work.inFlight !== undefined;
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
    ...((acts || work.dry_run === true) && { circumstances: circumstancesOf(turn, work) }),
    ...(work.outside && { outside: work.outside }),
    answer,
    created_at: work.created_at,
    updated_at: desk.clock.now(),
  });
  if (acts && !(await desk.store.runs.save(row("running", ""), goesOn)))
    throw new RunTakenError(run_id);
  turn.emit(run_id, { type: "plan", plan });
  if (goesOn)
    for (const step of work.finished?.values() ?? []) {
      const { id: step_id, domain, capability, attempts } = step;
      if (attempts > 0)
        turn.emit(run_id, { type: "step_started", step_id, domain, capability, attempt: 1 });
      turn.emit(run_id, { type: "step_finished", step });
    }

  const agents: AgentSteps = { traces: new Map(), waiting: new Map(), sources: new Map() };
  const journal = keepJournal(desk.store.runs, key, run_id);
  let weight = 0;
  const engine: Omit<EngineDeps, "effectOf"> = {
    route: async (call) => {
      try {
        const told = quietOutput(await route(call), origin(call.step));
        const output = receiveOutput(told, call, catalogue, turn.locale);
        weight += weightOf(output);
        // What was done is told whatever it says; what was only looked at may be left out.
        if (weight > MOST_WEIGHT && effectOf(call.step.domain, call.step.capability) === "read")
          throw new DomainCallError(call.step.domain, "too_large", TOO_MUCH_TOLD, true);
        return await publishFiles(output, key.user_id, desk.files);
      } catch (err) {
        if (!(err instanceof RegenteError))
          desk.log.error({ err, run_id }, "a step failed inside the orchestrator");
        throw err;
      }
    },
    journal,
    emit: (event) => {
      journal.saw(event);
      turn.emit(run_id, event);
    },
    clock: desk.clock,
    random: desk.random,
    sleep: desk.sleep,
  };
  const route = makeRoute({
    catalogue,
    client: stepClient(turn, work, agents, () => engine),
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
  const fed = traceOutsideText(plan, catalogue, work.outside);
  /** Whose words a step's answer is made of; an agent's calls are fed by what the agent has read. */
  const origin = ({ id, domain, capability }: ExecutionStep): Origin => {
    const isFed = fed.has(String(id)) || (agents.sources.get(String(id)) ?? []).length > 0;
    return originOf(catalogue.capability(domain, capability), catalogue, isFed);
  };
  const running = desk.running.begin(row("running", ""), turn.signal);
  const outcome = await runPlan(
    {
      plan,
      confidence: Math.min(1, ...work.execution_intents.map(({ confidence }) => confidence)),
      originalQuery: work.original_query,
      deadlineAt: stepsUntil(turn),
      signal: running.signal,
      ...(work.finished && { finished: work.finished }),
      approves: approvedBy(work),
      ...(work.inFlight && { inFlight: work.inFlight }),
    },
    {
      ...engine,
      effectOf: runPolicy(catalogue, plan, work.intent, work.outside, turn.mayUse),
    },
  ).finally(running.end);
  if (journal.taken !== undefined) throw journal.taken;

  const steps = [...outcome.steps, ...agents.traces.values()];
  const record = (status: TaskRun["status"], answer: string) => {
    const rest = steps.filter((step) => !journal.isKept(step));
    desk.store.runs.record(row(status, answer), rest, acts || goesOn);
  };
  const told = {
    intent: work.intent,
    execution_intents: work.execution_intents,
    plan,
    steps,
    receipts: work.dry_run === true ? [] : receiptsOf(run_id, steps, catalogue),
    frames: work.frames,
    run_id,
    ...attachmentsOf(steps),
  };
  if (outcome.status === "waiting") {
    // Where an agent waits, it is one of its calls that is asked about.
    const asks = outcome.waiting && agents.waiting.get(String(outcome.waiting.step.id));
    const waiting = asks ?? outcome.waiting;
    const asking: RunOutcome = { ...outcome, steps, ...(waiting && { waiting }) };
    const pending = askForStep(turn, run_id, asking, catalogue);
    if (pending !== undefined) {
      const answer = askInWords(pending, turn.locale);
      // Durable together with the question, which is written next.
      record("waiting", answer);
      return { ...told, status: "clarification", answer, pending };
    }
  }
  const combined = combine(plan, outcome.steps, turn.locale);
  const status =
    outcome.status === "waiting" || outcome.status === "cancelled" ? "failure" : outcome.status;
  record(outcome.status === "cancelled" ? "cancelled" : status, combined.explanation);
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
    // What a page calls itself is text from outside as well.
    sources: parsed(listed("sources"), (value) => sourceSchema.safeParse(value)).map((source) => ({
      ...source,
      title: withoutLinks(source.title),
    })),
    files: parsed(listed("files"), (value) => fileSchema.safeParse(value)),
  };
}
