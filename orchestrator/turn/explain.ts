import type { DomainStatus, ExplainResponse } from "#shared/contracts/endpoints.ts";
import type {
  EntryRequest,
  ExecutionIntent,
  FollowupRequest,
  IntentOutput,
} from "#shared/contracts/intent.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { expectSteps, expectWhole } from "../engine/expect-steps.ts";
import { readControl } from "../language/control.ts";
import { type Draft, handleDraft } from "../planning/draft.ts";
import { intentWithout } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate-of-frame.ts";
import type { MayUse } from "../ports/principal.ts";
import { draftByMeaning } from "./draft-by-meaning.ts";
import { notUnderstood } from "./outcome.ts";
import { goalOptions, heldBack, refuse } from "./pursue.ts";
import { askForEntity, askForGoal } from "./questions.ts";
import { viewPending } from "./reply/question.ts";
import { inLanguage, openTurn } from "./turn.ts";
import type { TurnDeps } from "./turn-deps.ts";
import { understandMessage } from "./understand-message.ts";

const UNWATCHED = () => undefined;

/**
 * What a sentence would lead to: goal, evidence, gate, and the plan with what its steps would do and take,
 * or the question that would be asked. Nothing is stored and no domain is called: `healthOf` says what is
 * known of one already. What the user has no right to is no plan; the evidence says so.
 * Errors: StoreError when the session cannot be read; PlanError when the manifests lead to no valid plan
 */
export async function explain(
  entry: EntryRequest,
  deps: TurnDeps,
  healthOf: (domain: string) => DomainStatus | undefined = UNWATCHED,
  mayUse?: MayUse,
): Promise<ExplainResponse> {
  const opened = await openTurn(entry, deps, { mayUse });
  const heard = understandMessage(opened);
  const turn = inLanguage(opened, entry.locale ?? heard.locale);
  const { snapshot } = turn;
  const control = readControl(opened.entry.input_text);
  const said =
    control === undefined ? heard.intent : intentWithout(entry.input_text, "control", control);
  const { draft, intent, suggested } = await draftByMeaning(turn, said, heard.candidates);
  const offer = (): Explained => {
    const told = heldBack(intent, draft);
    if (control !== undefined) return { intent: told };
    const options = goalOptions(snapshot, intent, heard.candidates, turn.locale, suggested);
    return options.length === 0
      ? { intent: notUnderstood(told) }
      : { intent: told, pending: askForGoal(turn, options, intent, snapshot.catalogue) };
  };
  const explained = handleDraft<Explained>(draft, {
    nowhere: offer,
    unsure: offer,
    held: () => ({ intent: heldBack(intent, draft) }),
    forbidden: ({ capabilities }) => ({ intent: refuse(turn, intent, capabilities).intent }),
    hybrid: () => ({ intent }),
    gap: ({ frame, entity, schema }) => ({
      intent,
      pending: askForEntity(turn, intent, frame, entity, schema, snapshot.catalogue),
    }),
    plan: ({ plan, execution_intents }) => ({ intent, plan, execution_intents }),
  });
  const { plan = null, execution_intents = [], pending } = explained;
  const { catalogue } = snapshot;
  const steps =
    plan === null ? [] : await expectSteps(plan, { catalogue, store: deps.store, healthOf });
  return {
    input_text: entry.input_text,
    locale: turn.locale,
    intent: explained.intent,
    candidates: heard.candidates,
    gate: gateOf(draft, intent.followups, catalogue),
    execution_intents,
    plan,
    steps,
    expected: plan === null ? { latency_ms: null, tokens: 0 } : expectWhole(plan, steps),
    pending: pending === undefined ? null : viewPending(pending),
  };
}

/** What a draft comes to in an explanation. */
type Explained = {
  intent: IntentOutput;
  pending?: PendingAction;
  plan?: ExecutionPlan;
  execution_intents?: ExecutionIntent[];
};

/** What the gate compared of the goal that is nearest to failing it, or furthest below. */
function gateOf(
  draft: Draft,
  followups: readonly FollowupRequest[],
  catalogue: Catalogue,
): ExplainResponse["gate"] {
  if (draft.leads === "nowhere")
    return { passed: false, confidence: 0, threshold: null, effect: null };
  const compared = draft.frames.map(({ confidence, ...frame }) => {
    const { threshold, ...gate } = gateOfFrame({ ...frame, confidence }, followups, catalogue);
    return { ...gate, confidence, threshold: threshold ?? null };
  });
  const margin = (gate: { confidence: number; threshold: number | null }) =>
    gate.threshold === null ? 1 : gate.confidence - gate.threshold;
  return compared.reduce((a, b) => (margin(b) < margin(a) ? b : a));
}
