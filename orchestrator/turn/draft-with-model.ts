import type { Alternative, Evidence, GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import { sayIn } from "#shared/messages/say.ts";
import { sayModelError } from "../engine/failures.ts";
import { withFrames } from "../planning/frames.ts";
import { mayPursue } from "../planning/rights.ts";
import { planWithModel } from "../planning/with-model/plan-with-model.ts";
import { ModelError } from "../ports/language-model.ts";
import { extractEntity } from "../understanding/with-model/extract-entity.ts";
import type { ModelShare } from "../understanding/with-model/model-share.ts";
import { understandWithModel } from "../understanding/with-model/understand-with-model.ts";
import {
  type Drafted,
  draftByMeaning,
  draftOf,
  leavesGoalOpen,
  withFound,
} from "./draft-by-meaning.ts";
import { solvedByEvidence } from "./proposals/propose-example.ts";
import type { Turn } from "./turn.ts";

/**
 * The draft of an intent. Where the words alone leave the goal or a value open, a model is asked, if there is
 * one and the message has time for it; what it does not tell stays open.
 * Errors: as draftPlan
 */
export async function draftWithModel(
  turn: Turn,
  intent: IntentOutput,
  candidates: readonly Alternative[],
): Promise<Drafted> {
  const drafted = await draftByMeaning(turn, intent, candidates);
  if (turn.model === undefined) return drafted;
  return fillGaps(turn, turn.model, await chooseGoal(turn, turn.model, drafted, candidates));
}

/** The goals for what no goal covers, as far as the user may pursue them: words alone make none of them likely. */
const fallbacksOf = ({ snapshot: { catalogue }, mayUse }: Turn): Alternative[] =>
  catalogue.goals
    .filter((goal) => goal.spec.fallback !== undefined && mayPursue(goal, { catalogue, mayUse }))
    .map(({ domain, spec }) => ({ domain, goal: spec.goal, confidence: 0 }));

async function chooseGoal(
  turn: Turn,
  share: ModelShare,
  drafted: Drafted,
  candidates: readonly Alternative[],
): Promise<Drafted> {
  const { intent } = drafted;
  const { catalogue, understanding } = turn.snapshot;
  if (!leavesGoalOpen(drafted)) return drafted;
  const { frame, settles, evidence } = await understandWithModel(
    {
      text: intent.original_query,
      locale: turn.locale,
      candidates: [...fallbacksOf(turn), ...candidates],
      heard: intent,
      catalogue,
      read: (...words) => understanding.valueOf(...words)?.value,
    },
    share,
  );
  const told = { ...drafted, intent: withEvidence(intent, evidence) };
  if (frame === undefined) return told;
  return withFound(turn, told, frame, candidates, (taken) =>
    settles ? { ...withEvidence(taken, [solvedByEvidence("model")]), tier: "model" } : undefined,
  );
}

/** One missing value after the other, as long as the message tells them. */
async function fillGaps(turn: Turn, share: ModelShare, drafted: Drafted): Promise<Drafted> {
  const { draft, intent } = drafted;
  if (draft.leads !== "gap") return drafted;
  const { catalogue, understanding } = turn.snapshot;
  const { frames, frame: at, entity, schema } = draft;
  const frame = frames[at];
  if (frame === undefined) return drafted;
  const { primary_domain: domain, goal } = frame;
  const { value, evidence } = await extractEntity(
    {
      frame,
      entity,
      schema,
      locale: turn.locale,
      catalogue,
      read: (name, words) => understanding.valueOf(domain, goal, name, words)?.value,
    },
    share,
  );
  const told = withEvidence(intent, evidence);
  if (value === undefined) return { draft, intent: told };
  const entities = { ...frame.entities, [entity]: value };
  const filled = withFrames(told, frames.with(at, { ...frame, entities }));
  return fillGaps(turn, share, { draft: draftOf(turn, filled), intent: filled });
}

const withEvidence = (intent: IntentOutput, evidence: readonly Evidence[]): IntentOutput => ({
  ...intent,
  evidence: [...intent.evidence, ...evidence],
});

/** Of a message's time, milliseconds and share: the rest is for what is planned. */
const MOST_TIME_MS = 15_000;
const MOST_SHARE = 0.5;

/** A plan, or why there is none: a code, and a sentence in the user's language. */
type Planned =
  | { plan: ExecutionPlan; from: "model" | "cache" }
  | { code: string; explanation: string };

/** A model's plan for goals that tables cannot plan, within the message's time. */
export async function planHybrid(
  turn: Turn,
  intent: IntentOutput,
  frames: readonly GoalFrame[],
): Promise<Planned> {
  const { deps, ledger, locale, snapshot } = turn;
  const say = sayIn("models", locale);
  if (ledger === undefined) return { code: "NO_MODEL", explanation: say("no_model") };
  const leftMs = turn.deadlineAt - deps.clock.now();
  try {
    const planned = await planWithModel(
      {
        frames,
        followups: intent.followups,
        text: intent.original_query,
        locale,
        catalogue: snapshot.catalogue,
        user_id: turn.key.user_id,
        mayUse: turn.mayUse ?? (() => true),
      },
      {
        model: ledger.model({ purpose: "plan" }),
        cache: deps.store.cache,
        now: deps.clock.now(),
        timeoutMs: Math.min(MOST_TIME_MS, leftMs * MOST_SHARE),
        signal: turn.signal,
      },
    );
    return planned ?? { code: "NOTHING_TO_USE", explanation: say("no_plan") };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (error.kind === "invalid") return { code: "NO_PLAN", explanation: say("no_plan") };
    return sayModelError(error.kind, locale);
  }
}
