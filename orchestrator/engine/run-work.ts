import { RegenteError } from "#shared/contracts/errors.ts";
import { weightOf } from "#shared/contracts/json.ts";
import { fileSchema, sourceSchema } from "#shared/contracts/output.ts";
import type { ExecutionStep } from "#shared/contracts/plan.ts";
import type { RunCircumstances, StepTrace, TaskRun } from "#shared/contracts/run.ts";
import { withoutLinks } from "#shared/plain-text/without-links.ts";
import { effectAt } from "../catalogue/catalogue.ts";
import type { AnswerShare } from "../ports/answer-cache.ts";
import { DomainCallError, type DomainClient, type Route } from "../ports/domain-client.ts";
import { RunTakenError } from "../ports/stores.ts";
import { combine } from "./combine.ts";
import { listedInOutput } from "./output.ts";
import { hasFiles, type Origin, originOf, publishFiles, quietOutput } from "./publish-files.ts";
import { receiveOutput } from "./receive-output.ts";
import { cachedClient, makeRoute } from "./route.ts";
import { openRunJournal, type RunJournal } from "./run-journal.ts";
import { runPlan } from "./run-plan.ts";
import { runPolicy } from "./run-policy.ts";
import { traceOutsideText, withRemembered } from "./trace-outside-text.ts";
import { receiptsOf } from "./undoable-steps.ts";
import {
  type Ask,
  approvedBy,
  type Circumstances,
  type EngineContext,
  type RunResult,
  type RunUnderWay,
  type Work,
} from "./work.ts";

/** Kept back from the steps, so that what they gave can still be told before the deadline; milliseconds. */
const ANSWER_RESERVE_MS = 100;
/** All that the steps of one run may answer, characters: it is kept, and told, as a whole. */
const MOST_WEIGHT = 16 * 1024 * 1024;
const TOO_MUCH_TOLD = "answered more than a run can hold beside what was answered before";

/**
 * Carry out a plan, or the rest of one, and say how it ended.
 * What must survive a crash is durable before this resolves: a run that waits for the user with its
 * finished steps, and the receipt of every effect. A read-only run is recorded in a batch afterwards.
 * Errors: StoreError when the run itself cannot be written, RunHostAwayError when no one would carry it on; nothing has been sent then. A step whose journal
 *         line cannot be written fails unsent. RunTakenError when another process carries the run out by now
 */
export async function runWork(
  given: Work,
  circumstances: Circumstances,
  context: EngineContext,
  ask: Ask,
): Promise<RunResult> {
  const { key, locale, state } = circumstances;
  const { catalogue, plan, run_id } = given;
  const outside = withRemembered(given.outside, plan, catalogue, state);
  const work: Work = { ...given, outside };
  const acts = plan.steps.some((step) => effectAt(step, catalogue) !== "read");
  const row = rowOf(work, circumstances, context, acts);
  const goesOn = work.inFlight !== undefined;
  // Whoever carries a run on was asked to before.
  if (acts && !goesOn) await context.host?.begin({ ...key, run_id });
  if (acts && !(await context.store.runs.save(row("running", ""), goesOn)))
    throw new RunTakenError(run_id);
  circumstances.emit(run_id, { type: "plan", plan });
  if (goesOn) tellAgain(work, circumstances);

  const journal = openRunJournal(context.store.runs, key, run_id);
  const share = context.answerRoom?.share();
  const run = beginRun(work, circumstances, context, journal, share);
  const running = context.running.begin(
    { user_id: key.user_id, run_id },
    () => row("running", ""),
    circumstances.signal,
  );
  const outcome = await run
    .perform(
      {
        plan,
        confidence: Math.min(1, ...work.execution_intents.map(({ confidence }) => confidence)),
        originalQuery: work.original_query,
        deadlineAt: stepsUntil(circumstances),
        signal: running.signal,
        ...(work.finished && { finished: work.finished }),
        approves: work.approves ?? approvedBy(work),
        ...(work.inFlight && { inFlight: work.inFlight }),
      },
      runPolicy(
        catalogue,
        plan,
        work.intent,
        outside,
        circumstances.mayUse,
        asksFirst(circumstances),
      ),
    )
    .finally(() => {
      share?.end();
      running.end();
    });
  if (journal.taken !== undefined) throw journal.taken;

  const steps = [...outcome.steps, ...run.agents.traces.values()];
  const record = (status: TaskRun["status"], answer: string) => {
    const rest = steps.filter((step) => !journal.isKept(step));
    context.store.runs.record(row(status, answer), rest, acts || goesOn);
  };
  const output = combine(plan, outcome.steps, locale);
  const told = {
    steps,
    output,
    acted: journal.hasSent || (work.inFlight?.size ?? 0) > 0,
    receipts: work.dry_run === true ? [] : receiptsOf(run_id, steps, catalogue),
    ...attachmentsOf(steps),
    agentEvents: run.agentEvents,
    artifactNotes: run.artifactNotes,
  };
  if (outcome.waiting !== undefined) {
    // Where an agent waits, it is one of its calls that is asked about.
    const waiting = run.agents.waiting.get(String(outcome.waiting.step.id)) ?? outcome.waiting;
    const answer = ask(waiting, steps);
    if (answer !== undefined) {
      // Durable together with the question, which the caller writes next.
      record("waiting", answer);
      return { ...told, status: "waiting", answer };
    }
  }
  const status =
    outcome.status === "waiting" || outcome.status === "cancelled" ? "failure" : outcome.status;
  record(outcome.status === "cancelled" ? "cancelled" : status, output.explanation);
  return { ...told, status, answer: output.explanation };
}

const asksFirst = ({ instruction }: Circumstances): boolean => instruction?.isTrusted === false;

const stepsUntil = ({ startedAt, deadlineAt }: Circumstances): number =>
  deadlineAt - Math.min(ANSWER_RESERVE_MS, (deadlineAt - startedAt) / 10);

/** The run as it is stored, by its status and answer. */
const rowOf =
  (work: Work, circumstances: Circumstances, { clock }: EngineContext, acts: boolean) =>
  (status: TaskRun["status"], answer: string): TaskRun => ({
    run_id: work.run_id,
    ...circumstances.key,
    status,
    catalogue_digest: work.catalogue.digest,
    intent: work.intent,
    plan: work.plan,
    locale: circumstances.locale,
    input_text: work.original_query,
    ...(work.hearing && { hearing: work.hearing }),
    ...(work.answers && { answers: work.answers }),
    ...((acts || work.dry_run === true) && {
      circumstances: storedCircumstances(work, circumstances),
    }),
    ...(work.outside && { outside: work.outside }),
    answer,
    created_at: work.created_at,
    updated_at: clock.now(),
  });

const storedCircumstances = (
  { given, dry_run, approved }: Work,
  circumstances: Circumstances,
): RunCircumstances => ({
  as: given === true ? "plan" : "turn",
  timezone: circumstances.timezone,
  dry_run: dry_run ?? false,
  ...(asksFirst(circumstances) && { asks_first: true }),
  approved: Object.fromEntries(approved ?? []),
});

/** Who watches a run that goes on sees what was finished before as well. */
function tellAgain({ run_id, finished }: Work, { emit }: Circumstances): void {
  for (const step of finished?.values() ?? []) {
    const { id: step_id, domain, capability, attempts } = step;
    if (attempts > 0)
      emit(run_id, { type: "step_started", step_id, domain, capability, attempt: 1 });
    emit(run_id, { type: "step_finished", step });
  }
}

/** The run as its steps are carried out by: one route, one journal and one limit for all of them, agents' calls too. */
function beginRun(
  work: Work,
  circumstances: Circumstances,
  context: EngineContext,
  journal: RunJournal,
  share: AnswerShare | undefined,
): RunUnderWay {
  const { catalogue, run_id } = work;
  const { clock, store, random, sleep, after } = context;
  const carry: DomainClient = {
    call(call) {
      const { domain, capability: name } = call.request.intent;
      const capability = catalogue.capability(domain, name);
      return capability === undefined
        ? context.client.call(call)
        : context.carriers[capability.spec.kind](call, capability, run);
    },
  };
  const route = makeRoute({
    catalogue,
    share,
    client: cachedClient(carry, { cache: store.cache, clock, catalogue }),
    contextFor: (step, attempt, deadline_at) => ({
      ...circumstances.key,
      locale: circumstances.locale,
      timezone: circumstances.timezone,
      run_id,
      step_id: String(step.id),
      attempt,
      deadline_at,
      dry_run: work.dry_run ?? false,
    }),
  });
  const ended = new Map(work.finished);
  const emit = (event: Parameters<RunJournal["saw"]>[0]) => {
    journal.saw(event);
    if (event.type === "step_finished") ended.set(String(event.step.id), event.step);
    circumstances.emit(run_id, event);
  };
  const run: RunUnderWay = {
    work,
    circumstances,
    context,
    outside: traceOutsideText(work.plan, catalogue, work.outside),
    agents: { traces: new Map(), waiting: new Map(), sources: new Map() },
    ended,
    agentEvents: [],
    artifactNotes: [],
    perform: (plan, effectOf) =>
      runPlan(plan, { route: receive, effectOf, journal, emit, clock, random, sleep, after }),
  };
  const receive = receiving(route, run);
  return run;
}

/** The route, with each answer as the run takes it: in words, within the run's limit, its files behind links. */
function receiving(
  route: Route,
  { work, circumstances, context, outside, agents }: RunUnderWay,
): Route {
  const { key, locale } = circumstances;
  const { files, log } = context;
  /** Whose words a step's answer is made of; an agent's calls are fed by what the agent has read. */
  const origin = ({ id, domain, capability }: ExecutionStep): Origin => {
    const isFed = outside.has(String(id)) || (agents.sources.get(String(id)) ?? []).length > 0;
    return originOf(work.catalogue.capability(domain, capability), work.catalogue, isFed);
  };
  let weight = 0;
  return async (call) => {
    try {
      const quiet = quietOutput(await route(call), origin(call.step));
      const output = receiveOutput(quiet, call, work.catalogue, locale);
      weight += weightOf(output);
      // What was done is told whatever it says; what was only looked at may be left out.
      if (weight > MOST_WEIGHT && effectAt(call.step, work.catalogue) === "read")
        throw new DomainCallError(call.step.domain, "too_large", TOO_MUCH_TOLD, true);
      return files && hasFiles(output) ? await publishFiles(output, key.user_id, files) : output;
    } catch (err) {
      if (!(err instanceof RegenteError))
        log.error({ err, run_id: work.run_id }, "a step failed inside the orchestrator");
      throw err;
    }
  };
}

/** What the steps gave to look at, in the order of the plan. */
const attachmentsOf = (steps: readonly StepTrace[]): Pick<RunResult, "sources" | "files"> => ({
  sources: steps
    .flatMap(({ output }) => listedInOutput(output, "sources", sourceSchema))
    // What a page calls itself is text from outside as well.
    .map((source) => ({ ...source, title: withoutLinks(source.title) })),
  files: steps.flatMap(({ output }) => listedInOutput(output, "files", fileSchema)),
});
