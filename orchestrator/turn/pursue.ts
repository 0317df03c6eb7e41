import {
  type Alternative,
  type Doubt,
  type DoubtReason,
  type GoalFrame,
  goalDoubts,
  type IntentOutput,
} from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { PendingOption } from "#shared/contracts/pending.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import { sayIn } from "#shared/messages/say.ts";
import { type Catalogue, recipientParam } from "../catalogue/catalogue.ts";
import { tellUnknown } from "../engine/carriers/address-recipients.ts";
import { withNotes } from "../engine/carriers/artifacts.ts";
import { sayModelError } from "../engine/failures.ts";
import { PLANNED_BY_MODEL } from "../engine/run-policy.ts";
import { readingOf } from "../language/reading.ts";
import { type Draft, handleDraft } from "../planning/draft.ts";
import { framesOf, withFrames, withoutDoubts } from "../planning/frames.ts";
import { gateEvidence, gateOfFrame } from "../planning/gate.ts";
import { missingEntities } from "../planning/missing-entities.ts";
import { PlanError } from "../planning/plan-error.ts";
import { recipientsNamed } from "../planning/recipients.ts";
import type { Drafted } from "./draft-by-meaning.ts";
import { draftWithModel, planHybrid } from "./draft-with-model.ts";
import { expireOpenQuestion } from "./open-question.ts";
import { notUnderstood, type Outcome, withQuestion, words } from "./outcome.ts";
import { carryOut } from "./put-right.ts";
import { askAgain, askForEntity, askForGoal } from "./questions.ts";
import { labelOfGoal, questionOfGoal, withWhom } from "./reply/goal-question.ts";
import {
  exampleMeant,
  forbiddenText,
  manifestsForUser,
  refusalText,
  wishNotYet,
} from "./reply/help.ts";
import { sayHeld } from "./reply/say.ts";
import { contextRecordOf, type Turn, workOf } from "./turn.ts";
import type { Snapshot } from "./turn-deps.ts";

/** Goals less likely than this are not worth offering. */
const WORTH_OFFERING = 0.25;
const MOST_OFFERED = 4;
/** Something that was only asked about is offered where it is as likely as this. */
const WORTH_ASKING = 0.5;

/** A plan that words alone led to, and the intent it was made of. */
export type Planned = Pick<
  Extract<Draft, { leads: "plan" }>,
  "plan" | "execution_intents" | "frames"
> & { intent: IntentOutput };

/**
 * Follow an intent to its end: an answer, or the one question that stands in the way. `note` is told of the plan, before
 * it is carried out, where no model took part in it.
 */
export async function pursue(
  turn: Turn,
  heard: IntentOutput,
  candidates: readonly Alternative[],
  note?: (planned: Planned) => void,
): Promise<Outcome> {
  let drafted: Drafted;
  try {
    drafted = await draftWithModel(turn, heard, candidates);
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    turn.deps.log.error({ run_id: turn.run_id, code: error.code }, error.message);
    const evidence = [...heard.evidence, { kind: "invalid_plan", detail: error.message }];
    return words("failure", sayIn("replies", turn.locale)("cannot_plan"), { ...heard, evidence });
  }
  const { draft, intent, suggested } = drafted;
  const filled = draft.leads === "nowhere" ? intent : withFrames(intent, draft.frames);
  const offerInstead = async () =>
    withModelNote(turn, offer(turn, heldBack(intent, draft), candidates, suggested));
  return handleDraft<Promise<Outcome>>(draft, {
    nowhere: offerInstead,
    unsure: offerInstead,
    async held({ doubts }) {
      // Who is told that nothing will be done is asked about nothing any more.
      const isDenied = doubts.some(({ reason }) => reason === "negated");
      if (isDenied) await expireOpenQuestion(turn.deps, turn.key);
      return held(turn, heldBack(intent, draft), doubts);
    },
    forbidden: async ({ capabilities }) => refuse(turn, intent, capabilities),
    hybrid: ({ frames }) => carryOutHybrid(turn, filled, frames),
    gap: async (gap) => {
      const planned = await planAcrossGap(turn, filled, gap.frame);
      if (planned !== undefined) return planned;
      const pending = askForEntity(turn, filled, gap, turn.snapshot.catalogue);
      return withModelNote(turn, withQuestion(pending, filled, turn.locale));
    },
    plan: ({ plan, execution_intents, frames }) => {
      const planned = { intent: filled, plan, execution_intents, frames };
      if (intent === heard) note?.(planned);
      return pursuePlan(turn, planned);
    },
  });
}

/** Carry out what was planned; where that fails, and the goal may be reached in another way, a model plans that. */
export async function pursuePlan(
  turn: Turn,
  { intent, plan, execution_intents, frames }: Planned,
): Promise<Outcome> {
  const outcome = await carryOut(turn, { ...heardWork(turn, intent), plan, execution_intents });
  return mayTryAnotherWay(turn, outcome)
    ? carryOutHybrid(turn, intent, frames, outcome)
    : onlyShown(turn, { plan, frames }, outcome);
}

/** What was to be sent, and was only shown here, says who has not got it. */
async function onlyShown(
  { deps, key, locale, snapshot: { catalogue } }: Turn,
  { plan, frames }: Pick<Planned, "plan" | "frames">,
  outcome: Outcome,
): Promise<Outcome> {
  const { doubts = [], original_query } = frames[0] ?? {};
  const name = doubts.find(({ reason }) => reason === "addressed")?.name;
  const isSent = readingOf(original_query ?? "").names("send", "tell", "give");
  const reads = plan.steps.every(
    ({ domain, capability }) => catalogue.capability(domain, capability)?.effect === "read",
  );
  const isOther = name === undefined || !isSent || !reads || !sendsToPeople(catalogue);
  if (isOther || outcome.status !== "success") return outcome;
  const known = (await deps.addressBook?.list(key)) ?? [];
  const isLinked = recipientsNamed(name, known).length > 0;
  const told = isLinked
    ? sayIn("replies", locale)("only_shown", { name })
    : tellUnknown(name, locale);
  return { ...outcome, answer: `${outcome.answer}\n\n${told}` };
}

const sendsToPeople = ({ capabilities }: Catalogue): boolean =>
  capabilities.some(({ spec }) => recipientParam(spec.params_schema) !== undefined);

const heardWork = (turn: Turn, intent: IntentOutput) => ({
  ...workOf(turn, intent),
  frames: framesOf(intent),
  original_query: intent.original_query,
  hearing: contextRecordOf(turn),
});

/** Carry out a plan that a model makes; without one, say why, or what had failed before. */
async function carryOutHybrid(
  turn: Turn,
  intent: IntentOutput,
  frames: readonly GoalFrame[],
  failed?: Outcome,
): Promise<Outcome> {
  const planned = await planHybrid(turn, intent, frames);
  if ("code" in planned) return failed ?? words("failure", planned.explanation, intent);
  if (failed === undefined) return carryOutPlanned(turn, intent, planned);
  const run_id = turn.deps.makeId("run");
  await turn.message?.leadsTo({ run_id, waited_at: null });
  const { agentEvents, artifactNotes } = failed;
  const artifacts = withNotes(turn.state.artifacts, artifactNotes);
  const after = { ...turn, state: { ...turn.state, artifacts } };
  const outcome = await carryOutPlanned(after, intent, planned, run_id);
  return {
    ...outcome,
    agentEvents: [...agentEvents, ...outcome.agentEvents],
    artifactNotes: [...artifactNotes, ...outcome.artifactNotes],
  };
}

function carryOutPlanned(
  turn: Turn,
  intent: IntentOutput,
  { plan, from }: { plan: ExecutionPlan; from: string },
  run_id = turn.run_id,
): Promise<Outcome> {
  const detail = `${plan.steps.length} steps, ${from === "cache" ? "as for the same words before" : "just written"}`;
  const evidence = [...intent.evidence, { kind: PLANNED_BY_MODEL, detail }];
  return carryOut(turn, { ...heardWork(turn, { ...intent, evidence }), run_id, plan });
}

/** One of several goals lacks what an earlier one may give. */
async function planAcrossGap(
  turn: Turn,
  intent: IntentOutput,
  gap: number,
): Promise<Outcome | undefined> {
  const frames = framesOf(intent);
  if (gap === 0 || turn.ledger === undefined) return undefined;
  const planned = await planHybrid(turn, intent, frames);
  return "code" in planned ? undefined : carryOutPlanned(turn, intent, planned);
}

/** A hybrid goal's own capability failed, and nothing was changed: a model may find another way. */
function mayTryAnotherWay({ snapshot, signal }: Turn, { status, steps, frames }: Outcome): boolean {
  const { catalogue } = snapshot;
  return (
    status === "failure" &&
    !signal.aborted &&
    frames.some(
      (frame) => catalogue.goal(frame.primary_domain, frame.goal)?.spec.plan !== undefined,
    ) &&
    steps.every(
      (step) =>
        step.attempts === 0 ||
        catalogue.capability(step.domain, step.capability)?.effect === "read",
    )
  );
}

/** Where a model gave nothing, a refusal says why; a question stands as it would without one, unless a limit is used up. */
const withModelNote = (turn: Turn, outcome: Outcome): Outcome => {
  const failure = turn.ledger?.failure();
  const isTold = failure === "over_budget" || outcome.pending === undefined;
  if (failure === undefined || !isTold) return outcome;
  const { explanation } = sayModelError(failure, turn.locale);
  return { ...outcome, answer: `${explanation}\n${outcome.answer}` };
};

/** The user has no right to what was asked for: nothing is begun. */
export function refuse(
  turn: Pick<Turn, "snapshot" | "locale" | "lacks">,
  intent: IntentOutput,
  capabilities: readonly { domain: string; capability: string }[],
): Outcome {
  const names = new Set(capabilities.map(({ domain, capability }) => `${domain}.${capability}`));
  const { answer, scopes } = forbiddenText(turn, capabilities);
  const rights = [...names].map((name) => ({ kind: "rights", detail: `${name} is not allowed` }));
  const missing = scopes.map((detail) => ({ kind: "missing_scope", detail }));
  const evidence = [...intent.evidence, ...rights, ...missing];
  return words("failure", answer, { ...intent, evidence });
}

/** What was said around the request stands against it: nothing is done, and each reason is told once. */
function held(turn: Turn, intent: IntentOutput, doubts: readonly Doubt[]): Outcome {
  const { locale, snapshot } = turn;
  const frames = framesOf(intent);
  const [frame] = frames;
  const said = readingOf(intent.original_query);
  const isOwn = !said.hasOwnText && said.apart === undefined;
  // Only asked about, or told of in one's own words: one yes, and it is done as if it had been asked for.
  if (
    frame !== undefined &&
    doubts.every(({ reason }) => reason === "asked_about" || (isOwn && reason === "reported"))
  ) {
    const { catalogue } = snapshot;
    // What is asked in words, with its value, is certain with the yes.
    const isLikely = frames.length === 1 && frame.confidence >= WORTH_ASKING;
    const certain = frames
      .map(withoutDoubts)
      .map((each) => (isLikely ? { ...each, confidence: 1 } : each));
    const followups = intent.followups.map(withoutDoubts);
    const wanted = { ...withFrames(intent, certain), followups };
    const mayAct = certain.every((each) => gateOfFrame(each, followups, catalogue).passed);
    if (mayAct && missingEntities(frame, catalogue).length === 0) {
      const wish = `${sayIn("replies", locale)("only_asked")} ${questionOfGoal(frame, catalogue, locale)}`;
      const question = withWhom(wish, frame, catalogue, locale, intent.followups);
      return withQuestion(askAgain(turn, wanted, question), intent, locale);
    }
  }
  // Where nothing sends to people, no one is told how it is done.
  const sends = sendsToPeople(snapshot.catalogue);
  const told = new Set(
    doubts.map(({ reason, detail }) =>
      sayHeld(reason === "addressed" && !sends ? "unread" : reason, detail, locale),
    ),
  );
  return { ...words("clarification", [...told].join("\n"), intent), heldBack: intent };
}

/** The intent with what the gate compared. */
export const heldBack = (intent: IntentOutput, draft: Draft): IntentOutput =>
  draft.leads === "unsure" || draft.leads === "held"
    ? { ...intent, evidence: [...intent.evidence, gateEvidence(draft.frame, draft.gate)] }
    : intent;

/** Nothing is certain: offer what is close, or say what would work. */
function offer(
  turn: Turn,
  intent: IntentOutput,
  candidates: readonly Alternative[],
  suggested: GoalFrame | undefined,
): Outcome {
  const { snapshot, locale } = turn;
  const options = goalOptions(snapshot, intent, candidates, locale, suggested);
  if (options.length === 0) return refuseUnknown(turn, intent, candidates[0]);
  // What one question tells of is meant with the yes to it.
  const also = options.length === 1 ? intent.also.map(chosen) : intent.also;
  const pending = askForGoal(turn, options, { ...intent, also }, snapshot.catalogue);
  const unclear = options.flatMap(({ frame }) =>
    frame === undefined ? [] : [`${frame.primary_domain}.${frame.goal}`],
  );
  return { ...withQuestion(pending, intent, locale), unclear };
}

/** Nothing that can be done is like it. What a wish that is known was about stays spoken of. */
function refuseUnknown(turn: Turn, intent: IntentOutput, likest?: Alternative): Outcome {
  const { snapshot, locale, state } = turn;
  const { original_query: text } = intent;
  if (readingOf(text).answer.isOnlyAnswer)
    return words("clarification", sayIn("replies", locale)("nothing_asked"), notUnderstood(intent));
  const manifests = manifestsForUser(turn);
  const wish = wishNotYet(text, manifests, locale);
  const example = likest && exampleMeant(likest, manifests, intent, locale);
  const no = wish ?? refusalText(manifests, locale, { isShort: state.shown.length > 0, example });
  const frame = wish === undefined ? undefined : spokenOfIn(snapshot, text);
  return {
    ...words("clarification", no, notUnderstood(intent)),
    unclear: [],
    ...(frame && { heldBack: withFrames(intent, [frame]) }),
  };
}

/** A goal that only reads, with the one listed value of it that the text names. */
function spokenOfIn({ catalogue, understanding }: Snapshot, text: string): GoalFrame | undefined {
  for (const { domain, spec } of catalogue.goals) {
    const [name, ...others] = Object.keys(spec.entities_schema).filter(
      (each) => spec.entities_schema[each]?.list !== undefined,
    );
    const frame = understanding.frameOf(domain, spec.goal, text);
    const value = name === undefined ? undefined : frame?.entities[name];
    if (name === undefined || others.length > 0 || typeof value !== "string") continue;
    const isKnown = understanding.valueOf(domain, spec.goal, name, value)?.known === true;
    const named = { primary_domain: domain, goal: spec.goal, entities: { [name]: value } };
    if (isKnown) return { ...named, confidence: 0, original_query: value };
  }
  return undefined;
}

/** The closest goals as choices, each with what the sentence already says about it; a suggested one comes first. Pure. */
export function goalOptions(
  { catalogue, understanding }: Snapshot,
  intent: IntentOutput,
  candidates: readonly Alternative[],
  locale: Locale,
  suggested?: GoalFrame,
): PendingOption[] {
  const { original_query: text, doubts = [] } = intent;
  // What the whole sentence said of its own goal is more than the goal alone would find in it.
  const [own] = framesOf(intent);
  const isOwn = (domain: string, goal: string) =>
    own !== undefined && own.primary_domain === domain && own.goal === goal;
  const close = candidates
    .filter(({ confidence }) => confidence >= WORTH_OFFERING)
    .filter(({ domain, goal }) => domain !== suggested?.primary_domain || goal !== suggested.goal)
    .map(({ domain, goal }) =>
      isOwn(domain, goal) ? own : understanding.frameOf(domain, goal, text),
    );
  // For whom it is stays said, whichever goal is meant.
  const addressed = doubts.filter(({ reason }) => reason === "addressed");
  const said = readingOf(text);
  // Who speaks of what is kept wants nothing removed.
  const keeps = said.speaksOf("keep") && !said.speaksOf("remove");
  return [suggested, ...close]
    .filter((frame) => frame !== undefined)
    .map((frame) => ({
      label: labelOfGoal(frame, catalogue, locale),
      frame: { ...chosen(frame), ...(addressed.length > 0 && { doubts: addressed }) },
    }))
    .filter(({ label }) => !keeps || !readingOf(label).names("remove"))
    .slice(0, MOST_OFFERED);
}

const SETTLED: ReadonlySet<DoubtReason> = new Set([...goalDoubts, "asked_about"]);

/** Chosen by the user: what it is about is in doubt no more, when and for whom it is stays as it was said. */
function chosen({ doubts = [], ...frame }: GoalFrame): GoalFrame {
  const left = doubts.filter(({ reason }) => !SETTLED.has(reason));
  return { ...frame, confidence: 1, ...(left.length > 0 && { doubts: left }) };
}
