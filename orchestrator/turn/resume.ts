import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import {
  type Entities,
  type EntityValue,
  entityValue,
  type FollowupRequest,
  type GoalFrame,
  type IntentOutput,
} from "#shared/contracts/intent.ts";
import { canonicalJson, type JsonObject, ownValue } from "#shared/contracts/json.ts";
import type { PendingAction, PendingOption } from "#shared/contracts/pending.ts";
import type { StepTrace, TaskRun } from "#shared/contracts/run.ts";
import { sayIn } from "#shared/messages/say.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { traceOutsideText } from "../engine/trace-outside-text.ts";
import { readingOf, type Said } from "../language/reading.ts";
import { changedPlan, severalParams } from "../planning/decompose.ts";
import { framesOf, intentWithout, withFrames } from "../planning/frames.ts";
import { lacksMore, withAnswer, withAnswered, withChosen } from "../planning/missing-entities.ts";
import { resolveGoal } from "../planning/resolve-goal.ts";
import { validatePlan } from "../planning/validate-plan.ts";
import { NOTHING_SHOWN } from "./conversation/note-shown.ts";
import { type Outcome, words } from "./outcome.ts";
import { solvedByEvidence } from "./proposals/propose-example.ts";
import { pursue } from "./pursue.ts";
import { carryOut } from "./put-right.ts";
import type { Given } from "./questions.ts";
import { resumeStanding } from "./standing/resume-standing.ts";
import type { Turn } from "./turn.ts";
import { undoAgreed } from "./undo-last.ts";

/** What the answer adds to what follows, and what it takes away from it. */
export type Change = Pick<Said, "add" | "drop"> & {
  /** The same for something else, said with the yes. */
  readonly also?: GoalFrame | undefined;
};
const AS_ASKED: Change = { add: [], drop: undefined };

/** Go on where the question had stopped the conversation. */
export async function resume(
  turn: Turn,
  pending: PendingAction,
  given: Given,
  change: Change = AS_ASKED,
): Promise<Outcome> {
  const outcome = await resumeAt(turn, pending.resume, given, change);
  const { options } = pending;
  return given.what === "option" && options.includes(given.option)
    ? { ...outcome, choice: { question: pending, chosen: options.indexOf(given.option) } }
    : outcome;
}

async function resumeAt(
  turn: Turn,
  to: PendingAction["resume"],
  given: Given,
  change: Change,
): Promise<Outcome> {
  switch (to.at) {
    case "goal":
      return resumeGoal(turn, to, given, change);
    case "entity":
      return resumeEntity(turn, to, given, change);
    case "intent": {
      const undone = await undoAgreed(turn, to.intent);
      if (undone !== undefined) return undone;
      const followups = changed(to.intent.followups, change);
      const intent = { ...to.intent, also: alsoWanted(to.intent, change) };
      return pursue(turn, { ...intent, tier: "pending", followups }, []);
    }
    case "step":
      return resumeStep(turn, to, given, change);
    case "standing":
      return resumeStanding(turn, to, given, (followups) => changed(followups, change));
  }
}

type At<Where extends PendingAction["resume"]["at"]> = Extract<
  PendingAction["resume"],
  { at: Where }
>;

function resumeGoal(
  turn: Turn,
  { original_query, followups: asked, also = [] }: At<"goal">,
  given: Given,
  change: Change,
): Promise<Outcome> {
  const followups = changed(asked, change);
  const frame = given.what === "option" ? given.option.frame : undefined;
  const chosen = intentWithout(original_query, "pending", "the user chose this goal");
  const evidence = [...chosen.evidence, solvedByEvidence("choice")];
  const intent = { ...chosen, evidence, followups };
  const others = alsoWanted({ also, followups: asked }, change);
  return pursue(turn, frame === undefined ? intent : withFrames(intent, [frame, ...others]), []);
}

/** What follows once the answer has been heard. */
const changed = (
  followups: readonly FollowupRequest[],
  { add, drop }: Change,
): FollowupRequest[] => [...(drop === undefined ? followups : kept(followups, drop)), ...add];

/** Of several that follow, the one that is named is left out; what names none leaves out the only one. */
function kept(followups: readonly FollowupRequest[], drop: string): readonly FollowupRequest[] {
  const said = readingOf(drop);
  const named = followups.filter(({ phrase }) => said.sharesWordWith(phrase));
  return followups.length === 1 || named.length === 0
    ? []
    : followups.filter((each) => !named.includes(each));
}

/** Of what was asked for as well, what is not wanted any more is left out; with what the answer asks for. */
function alsoWanted(
  { also, followups }: Pick<IntentOutput, "also" | "followups">,
  { drop, also: added }: Change,
): GoalFrame[] {
  const further = added ? [added] : [];
  if (drop === undefined) return [...also, ...further];
  const { deeds } = readingOf(drop);
  const named = also.filter(
    ({ original_query }) => !readingOf(original_query).deeds.isDisjointFrom(deeds),
  );
  const isOnly = also.length === 1 && followups.length === 0;
  const left = isOnly ? [] : also.filter((frame) => !named.includes(frame));
  return [...left, ...further];
}

function resumeEntity(
  turn: Turn,
  to: At<"entity">,
  given: Given,
  change: Change,
): Promise<Outcome> {
  const chosen = given.what === "option" ? ownValue(given.option.params, to.entity) : undefined;
  const value = given.what === "value" ? given.value : entityValue.safeParse(chosen).data;
  const { catalogue } = turn.snapshot;
  const answers = (frame: GoalFrame): Entities =>
    given.what === "values"
      ? given.values
      : value === undefined
        ? {}
        : { [to.entity]: more(frame, to, value, catalogue) };
  const frames = framesOf(to.intent).map((frame, at) =>
    at === to.frame ? { ...frame, entities: withAnswered(frame.entities, answers(frame)) } : frame,
  );
  const detail = given.what === "values" ? Object.keys(given.values).join(", ") : to.entity;
  const intent = withFrames(to.intent, frames);
  const evidence = [...intent.evidence, { kind: "answer", detail }];
  const followups = changed(intent.followups, change);
  return pursue(turn, { ...intent, tier: "pending", evidence, followups }, []);
}

/** What was asked for because there was too little of it is added to that. */
function more(
  frame: GoalFrame,
  { entity }: At<"entity">,
  value: EntityValue,
  catalogue: Catalogue,
): EntityValue {
  const schema = catalogue.goal(frame.primary_domain, frame.goal)?.spec.entities_schema[entity];
  const said = frame.entities[entity];
  if (schema === undefined || said === undefined || !lacksMore(frame, entity, schema)) return value;
  const all = [said, value].flat().filter((each) => typeof each !== "boolean");
  return [...new Set(all)];
}

async function resumeStep(
  turn: Turn,
  to: At<"step">,
  given: Given,
  change: Change,
): Promise<Outcome> {
  const { store } = turn.deps;
  const intentNow = intentWithout(turn.entry.input_text, "pending", "answers the open question");
  const [run, steps] = await Promise.all([
    store.runs.find(turn.key, to.run_id),
    store.runs.steps(turn.key, to.run_id),
  ]);
  const catalogue = run && (await turn.deps.catalogueOf(run));
  const gone = words("failure", sayIn("replies", turn.locale)("run_gone"), intentNow);
  const asking = steps.find(({ id }) => String(id) === to.step_id);
  // Another choice than the one that was taken before finds its step finished.
  const isOther = turn.state.last_choice?.question.resume === to;
  const isBranch = turn.branches || isOther;
  const asks = isOther ? asking !== undefined : asking?.status === "waiting";
  if (run === undefined || catalogue === undefined || !asks) return gone;
  // Cancelled by a process that died before it could take the question away. A branch never went on with the run itself.
  if (run.status !== "waiting" && !isBranch) return gone;
  if (catalogue.digest !== run.catalogue_digest) {
    try {
      validatePlan(run.plan, catalogue);
    } catch (error) {
      turn.deps.log.warn(
        { run_id: run.run_id },
        `paused run no longer fits its manifests: ${String(error)}`,
      );
      return gone;
    }
  }
  const several = given.what === "several" ? severalParams(run, to, given, catalogue) : undefined;
  if (given.what === "several" && several === undefined)
    return words("clarification", sayIn("replies", turn.locale)("only_one"), intentNow);
  const params = several?.params ?? answerParams(to, given);
  const run_id = isBranch ? branchOf(run.run_id, to.step_id, params) : run.run_id;
  // The same answer again is the same branch, or the run itself: what was done in it is not done again.
  const answered = run.answers?.[to.step_id] ?? {};
  const isSame = isOther && isDeepStrictEqual({ ...answered, ...params }, answered);
  const branch = isSame ? steps : isBranch ? await store.runs.steps(turn.key, run_id) : [];
  const isDone = ({ status }: StepTrace) => status === "success" || status === "unknown";
  const finished = [
    ...steps.filter(({ id }) => to.finished.includes(String(id))),
    ...branch.filter(isDone),
  ];
  await turn.message?.leadsTo({ run_id, waited_at: isBranch ? null : run.updated_at });
  const begun = run.intent === null ? intentNow : { ...run.intent, tier: "pending" as const };
  const asked = { ...begun, followups: changed(begun.followups, change) };
  const frames = framesOf(asked).map((frame) => withChosen(frame, params));
  const intent = withFrames(asked, frames);
  const plan = changedPlan(run, several?.plan ?? withAnswer(run.plan, to.step_id, params), {
    before: begun.followups,
    now: intent.followups,
    catalogue,
  });
  const seen = given.what === "option" ? seeing(turn, asking?.domain ?? "", given.option) : turn;
  return carryOut(seen, {
    run_id,
    catalogue,
    plan,
    intent,
    execution_intents: frames.flatMap((frame) => resolveGoal(frame, catalogue)),
    frames,
    original_query: run.input_text,
    hearing: run.hearing,
    answers: { ...run.answers, [to.step_id]: { ...answered, ...params } },
    created_at: run.created_at,
    // What was only to be tried out is not done because of a yes.
    dry_run: run.circumstances?.dry_run ?? false,
    finished: new Map(finished.map((step) => [String(step.id), step])),
    outside:
      given.what === "option" ? outsideAfter(run, to.step_id, params, catalogue) : run.outside,
    // A yes is for the parameters that were shown with it: a choice made later is confirmed again. An agent's own is
    // kept while what it called asks.
    approved: new Map([
      ...Object.entries(run.circumstances?.approved ?? {}),
      ...(given.what === "yes" && to.params_digest !== undefined
        ? [[to.step_id, to.params_digest] as const]
        : []),
    ]),
  });
}

/** The turn in which an option that is chosen counts as shown: what it leads to can be asked about by its name. */
function seeing(turn: Turn, domain: string, { label, params }: PendingOption): Turn {
  const { data: entities } = z.record(z.string(), entityValue).safeParse(params);
  if (entities === undefined) return turn;
  const item = { domain, label, entities, said_as: label };
  const chosen = { ...NOTHING_SHOWN, text: label, items: [item] };
  return { ...turn, state: { ...turn.state, shown: [...turn.state.shown, chosen] } };
}

/**
 * Where text from outside is once the user has answered. What was read out of an untrusted answer is still
 * from there when the user has chosen which of it is meant; what the user typed is not.
 */
function outsideAfter(
  run: TaskRun,
  step_id: string,
  answer: JsonObject,
  catalogue: Catalogue,
): TaskRun["outside"] {
  const feeds = traceOutsideText(run.plan, catalogue, run.outside).get(step_id) ?? [];
  const kept = feeds.filter(({ param }) => Object.hasOwn(answer, param));
  if (kept.length === 0) return run.outside;
  const chosen = Object.fromEntries(kept.map(({ param, from }) => [param, [...from]]));
  return { ...run.outside, [step_id]: { ...run.outside?.[step_id], ...chosen } };
}

/**
 * The run that a branching transcript goes on as: one for each different answer. The same answer given
 * again (a regenerated message) is the same run with the same keys, so nothing is done twice.
 */
const branchOf = (run_id: string, step_id: string, params: JsonObject): string =>
  `${run_id}.${hash("sha256", canonicalJson([step_id, params])).slice(0, 12)}`;

function answerParams(to: At<"step">, given: Given): JsonObject {
  if (given.what === "option") return given.option.params ?? {};
  if (given.what === "value" && to.param !== undefined) return { [to.param]: given.value };
  return {};
}
