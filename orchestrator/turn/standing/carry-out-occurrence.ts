import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import type { Schedule, Tick } from "#shared/contracts/schedule.ts";
import { sayIn } from "#shared/messages/say.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { openCircumstances } from "../../engine/circumstances.ts";
import { runWork } from "../../engine/run-work.ts";
import type { Ask } from "../../engine/work.ts";
import { type Draft, validDraft } from "../../planning/draft.ts";
import { framesOf } from "../../planning/frames.ts";
import { sessionOrderKey } from "../../ports/owner.ts";
import type { MayUse } from "../../ports/principal.ts";
import { isTrue } from "../../standing/observe.ts";
import { brokenPromises, effectsOf } from "../../standing/promises.ts";
import type { Carried } from "../../standing/scheduler-deps.ts";
import { showComparison, showInstant, showOnlyIf, showSeen } from "../../standing/show-when.ts";
import { closeTurn } from "../close-turn.ts";
import { outcomeOf } from "../outcome.ts";
import { stepQuestion } from "../questions.ts";
import { turnBehind } from "../turn.ts";
import type { TurnDeps } from "../turn-deps.ts";
import { look } from "./look.ts";
import { nameOf } from "./show-schedule.ts";

/** What a schedule's owner has a right to now; "gone": no one vouches for them any more. */
export type RightsNow = (
  schedule: Schedule,
) => Promise<{ readonly mayUse: MayUse | undefined } | "gone">;

const failed = (text: string): Carried => ({ status: "failed", reason: null, text });
const fired = (text: string): Carried => ({ status: "fired", reason: null, text });

const inPart = (text: string, missed: boolean): Carried => ({
  ...{ status: "partial", reason: null, text },
  ...(missed && { missed }),
});

/** Something that was asked for and changes something, or leaves the house, was not done. */
function missesEffect(
  plan: ExecutionPlan,
  steps: readonly StepTrace[],
  catalogue: Catalogue,
): boolean {
  const ended = new Map(steps.map(({ id, status }) => [String(id), status]));
  return plan.steps.some(
    ({ id, domain, capability, required, asked }) =>
      (required || asked !== undefined) &&
      ended.get(String(id)) !== "success" &&
      catalogue.capability(domain, capability)?.effect !== "read",
  );
}

/** A pause for good: what it relies on, or its owner's right, is another one. */
const stopped = (why: "changed" | "rights", detail: string): Carried => ({
  status: "skipped",
  reason: why,
  text: "",
  pause: { why, detail },
});

/**
 * One occurrence of a standing request: planned now, against what the manifests promise now, with the rights that its
 * owner has now, and carried out as a run of its session under the occurrence's own name.
 */
export const carryOutOccurrence =
  (deps: TurnDeps, rightsNow: RightsNow) =>
  async (schedule: Schedule, tick: Tick, isLate: boolean): Promise<Carried> => {
    const { action, locale } = schedule;
    const say = sayIn("schedules", locale);
    const time = timeOf(schedule, tick, deps);
    const rights = await rightsNow(schedule);
    if (rights === "gone") return stopped("rights", "");
    const so = await conditionNow(schedule, deps, rights.mayUse);
    if (so !== undefined && "reason" in so) {
      const { reason } = so;
      const text = reason === "unseen" ? whySkipped(schedule, tick, deps, reason) : "";
      return { status: "skipped", reason, text };
    }
    if (action.do === "tell") {
      if (action.text === null) return fired(withLast(schedule, so?.told ?? watched(schedule)));
      const text = isLate
        ? say("reminder_late", { text: action.text, time })
        : say("reminder", { text: action.text });
      return fired(withLast(schedule, text));
    }
    const { catalogue } = deps.current();
    // A domain that is not there may come back.
    const missing = framesOf(action.intent).find(
      ({ primary_domain }) => !catalogue.manifests.has(primary_domain),
    );
    if (missing !== undefined)
      return failed(say("not_there", { what: nameOf(schedule), domain: missing.primary_domain }));
    const draft = validDraft(action.intent, {}, catalogue, rights.mayUse);
    if (draft?.leads !== "plan")
      return draft?.leads === "forbidden"
        ? stopped("rights", "")
        : stopped("changed", goalOf(schedule));
    const broken = brokenPromises(schedule, draft.plan, catalogue);
    const named = ({ domain, capability }: Schedule["consent"][number]) =>
      `${domain}.${capability}`;
    const allowed = new Set(schedule.consent.map(named));
    const further = effectsOf(draft.plan, catalogue)
      .map(named)
      .filter((each) => !allowed.has(each));
    if (broken.length + further.length > 0)
      return stopped("changed", [...new Set([...broken, ...further])].join(", "));
    const carried = await deps.inOrder(sessionOrderKey(schedule), () =>
      carryOutPlan(deps, schedule, tick, draft, rights.mayUse),
    );
    const seen = schedule.timing.kind === "when" ? [watched(schedule)] : [];
    const text = [...seen, carried.text].filter((line) => line !== "").join("\n");
    if (carried.status !== "fired" && carried.status !== "partial") return { ...carried, text };
    return {
      ...carried,
      text: withLast(schedule, isLate ? `${say("late", { time })}\n${text}` : text),
    };
  };

const timeOf = ({ zone, locale }: Schedule, { at }: Tick, { clock }: TurnDeps): string =>
  showInstant(at, zone, locale, clock.now());

const whySkipped = (
  schedule: Schedule,
  tick: Tick,
  deps: TurnDeps,
  why: "unseen" | "question_open" | "quota",
): string =>
  sayIn("schedules", schedule.locale)(`skipped.${why}`, {
    what: nameOf(schedule),
    time: timeOf(schedule, tick, deps),
  });

/** Of what recurs the last time says so: nothing ends without a word. */
const withLast = ({ timing, status, locale }: Schedule, text: string): string =>
  timing.kind === "every" && status === "done"
    ? `${text}\n${sayIn("schedules", locale)("was_last")}`
    : text;

/** Is what it waits for so now? What is invented, or could not be looked at, is not known. undefined: it waits for nothing. */
async function conditionNow(
  { only_if, ...schedule }: Schedule,
  deps: TurnDeps,
  mayUse: MayUse | undefined,
): Promise<{ told: string } | { reason: "condition" | "unseen" } | undefined> {
  if (only_if === undefined) return undefined;
  const seen = await look({ ...schedule, watch: only_if }, deps, mayUse);
  if (seen === undefined || seen.isSample) return { reason: "unseen" };
  const base = only_if.comparison.since === "day" ? 0 : null;
  if (!isTrue({ ...only_if, base }, seen.value)) return { reason: "condition" };
  const { locale } = schedule;
  const what = Object.values(only_if.entities).flat().join(", ");
  const [condition, value] = [showOnlyIf(only_if, locale), showSeen(seen.value, locale)];
  return { told: sayIn("schedules", locale)("watched", { what, condition, value }) };
}

/** What a watch saw. */
function watched(schedule: Schedule): string {
  const { timing, locale } = schedule;
  if (timing.kind !== "when") return "";
  const { comparison, last } = timing.watch;
  const [condition, value] = [showComparison(comparison, locale), showSeen(last, locale)];
  return sayIn("schedules", locale)("watched", { what: nameOf(schedule), condition, value });
}

const goalOf = ({ action }: Schedule): string =>
  action.do === "goals" ? (action.intent.goal ?? "") : "";

async function carryOutPlan(
  deps: TurnDeps,
  schedule: Schedule,
  tick: Tick,
  { plan, execution_intents, frames }: Extract<Draft, { leads: "plan" }>,
  mayUse: MayUse | undefined,
): Promise<Carried> {
  const { action, user_id, session_id, locale, zone } = schedule;
  if (action.do !== "goals") return failed("");
  const { catalogue } = deps.current();
  const key = { user_id, session_id };
  const run_id = tick.run_id ?? `${schedule.id}.${tick.at}`;
  const circumstances = await openCircumstances(
    { key, locale, timezone: zone, run_id, mayUse },
    deps,
  );
  const work = {
    run_id,
    catalogue,
    plan,
    intent: action.intent,
    execution_intents,
    frames: frames.length > 0 ? frames : framesOf(action.intent),
    original_query: schedule.words,
    created_at: circumstances.startedAt,
    // A yes was given to these very capabilities when it was made; what destroys is asked about each time.
    approves: (step_id: string) => {
      const step = plan.steps.find(({ id }) => String(id) === step_id);
      const capability = step && catalogue.capability(step.domain, step.capability);
      return capability !== undefined && capability.effect !== "destructive";
    },
  };
  const open = await deps.store.pending.find(key, deps.clock.now());
  const isAsking = open !== undefined && !open.parked;
  const question = stepQuestion(circumstances, deps, work);
  let couldNotAsk = false;
  const ask: Ask = (waiting, steps) => {
    couldNotAsk = isAsking;
    return isAsking ? undefined : question.ask(waiting, steps);
  };
  const result = await runWork(work, circumstances, deps, ask);
  if (couldNotAsk) {
    const text = whySkipped(schedule, tick, deps, "question_open");
    return { status: "skipped", reason: "question_open", text };
  }
  const said = { ...key, locale, input_text: schedule.words };
  const turn = turnBehind(circumstances, said, "schedule", deps);
  const told = await closeTurn(turn, outcomeOf(work, result, question.asked()), {});
  const { answer } = told;
  const isOverBudget = result.steps.some(({ output }) => output?.metadata["code"] === OVER_BUDGET);
  if (told.status === "partial")
    return inPart(answer, !isOverBudget && missesEffect(plan, result.steps, catalogue));
  if (told.status !== "failure") return fired(answer);
  if (!isOverBudget) return failed(answer);
  const why = whySkipped(schedule, tick, deps, "quota");
  return { status: "failed", reason: "quota", text: `${why}\n${answer}` };
}
const OVER_BUDGET = "MODEL_OVER_BUDGET";

/** What became of an occurrence whose process has gone; its run, where it had begun one, tells. */
export const foundOccurrence =
  ({ store, current }: Pick<TurnDeps, "store" | "current">) =>
  async (schedule: Schedule, { run_id }: Tick): Promise<Carried | "under_way" | undefined> => {
    if (schedule.action.do === "tell" || run_id === null) return undefined;
    const run = await store.runs.find(schedule, run_id);
    if (run === undefined) return undefined;
    switch (run.status) {
      case "running":
        return "under_way";
      case "success":
      case "waiting":
        return fired(run.answer);
      case "partial": {
        const steps = await store.runs.steps(schedule, run_id);
        return inPart(run.answer, missesEffect(run.plan, steps, current().catalogue));
      }
      case "failure":
      case "cancelled":
        return failed(run.answer);
    }
  };
