import type { DomainStatus, ExplainResponse } from "#shared/contracts/doors.ts";
import type { EntryRequest, FollowupRequest } from "#shared/contracts/intent.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { type Draft, draftPlan } from "../planning/draft.ts";
import { intentWithout } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate-of-frame.ts";
import type { MayUse } from "../ports/principal.ts";
import { readControl } from "../understanding/control.ts";
import type { Desk } from "./desk.ts";
import { expectSteps, expectWhole } from "./expect-steps.ts";
import { offeredTo } from "./offered-to.ts";
import { notUnderstood } from "./outcome.ts";
import { goalOptions, heldBack, refuse } from "./pursue.ts";
import { askForEntity, askForGoal } from "./questions.ts";
import { viewPending } from "./reply/question.ts";
import { hearingOf, openTurn } from "./turn.ts";

const UNWATCHED = () => undefined;

/**
 * What a sentence would lead to: goal, evidence, gate, and the plan with what its steps would do and take,
 * or the question that would be asked. Nothing is stored and no domain is called: `healthOf` says what is
 * known of one already. What the user has no right to is no plan; the evidence says so.
 * Errors: StoreError when the session cannot be read; PlanError when the manifests lead to no valid plan
 */
export async function explain(
  entry: EntryRequest,
  desk: Desk,
  healthOf: (domain: string) => DomainStatus | undefined = UNWATCHED,
  mayUse?: MayUse,
): Promise<ExplainResponse> {
  const turn = await openTurn(entry, desk, { mayUse });
  const { state, snapshot } = turn;
  const control = readControl(entry.input_text);
  const heard = offeredTo(
    { catalogue: snapshot.catalogue, mayUse },
    snapshot.understanding.understand(entry.input_text, hearingOf(turn)),
  );
  if (entry.locale === undefined) turn.locale = heard.locale;
  const intent =
    control === undefined ? heard.intent : intentWithout(entry.input_text, "control", control);
  const draft = draftPlan(intent, state.remembered, snapshot.catalogue, mayUse);
  const ask = (): PendingAction | undefined => {
    if (control !== undefined) return undefined;
    if (draft.leads === "gap")
      return askForEntity(turn, intent, draft.frame, draft.entity, draft.schema);
    if (draft.leads !== "nowhere" && draft.leads !== "unsure") return undefined;
    const options = goalOptions(snapshot, entry.input_text, heard.candidates, turn.locale);
    return options.length === 0 ? undefined : askForGoal(turn, options, intent, snapshot.catalogue);
  };
  const pending = ask();
  const plan = draft.leads === "plan" ? draft.plan : null;
  const { catalogue } = snapshot;
  const told =
    draft.leads === "forbidden"
      ? refuse(turn, intent, draft.capabilities).intent
      : heldBack(intent, draft);
  const steps =
    plan === null ? [] : await expectSteps(plan, { catalogue, store: desk.store, healthOf });
  return {
    input_text: entry.input_text,
    locale: turn.locale,
    intent:
      pending === undefined && isGuess(draft) && control === undefined ? notUnderstood(told) : told,
    candidates: heard.candidates,
    gate: gateOf(draft, intent.followups, catalogue),
    execution_intents: draft.leads === "plan" ? draft.execution_intents : [],
    plan,
    steps,
    expected: plan === null ? { latency_ms: null, tokens: 0 } : expectWhole(plan, steps),
    pending: pending === undefined ? null : viewPending(pending),
  };
}

const isGuess = ({ leads }: Draft): boolean => leads === "nowhere" || leads === "unsure";

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
