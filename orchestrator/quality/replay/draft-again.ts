import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import { ownValue } from "#shared/contracts/json.ts";
import type { ContextRecord, TaskRun } from "#shared/contracts/run.ts";
import { type Draft, draftPlan } from "../../planning/draft.ts";
import { framesOf, withFrames } from "../../planning/frames.ts";
import type { Snapshot } from "../../turn/turn-deps.ts";

export type Redrafted = { intent: IntentOutput; draft: Draft };

/**
 * Where a run's words lead now. What the words leave open is taken from the record, as far as someone
 * else had answered it: the user who chose a goal or filled a gap, or a model.
 * Errors: PlanError when the manifests lead to a plan that cannot run
 */
export function draftAgain(run: TaskRun, { catalogue, understanding }: Snapshot): Redrafted {
  const { locale, timezone, last_frame, remembered } = run.hearing ?? nothingKnown(run);
  const { intent: heard } = understanding.understand(run.input_text, {
    locale,
    lastFrame: last_frame,
    now: run.created_at,
    timezone,
  });
  const draft = (intent: IntentOutput) => draftPlan(intent, remembered, catalogue);
  const recorded = run.intent;
  if (recorded === null) return { intent: heard, draft: draft(heard) };
  // A program named it: there are no words to be heard again.
  if (recorded.tier === "given") return { intent: recorded, draft: draft(recorded) };
  const told = framesOf(recorded);

  let intent = heard;
  let drafted = draft(intent);
  if (drafted.leads === "nowhere" || drafted.leads === "unsure" || drafted.leads === "held") {
    const chosen = chosenFrame(run.input_text, recorded, told[0], understanding);
    if (chosen !== undefined) intent = withFrames(intent, [chosen]);
    drafted = draft(intent);
  }
  for (let gaps = 0; drafted.leads === "gap" && gaps < MOST_GAPS; gaps += 1) {
    const { frames, frame: at, entity } = drafted;
    const frame = frames[at];
    const value = wasAnswered(entity, recorded) ? ownValue(told[at]?.entities, entity) : undefined;
    if (frame === undefined || value === undefined) break;
    const entities = { ...frame.entities, [entity]: value as GoalFrame["entities"][string] };
    intent = withFrames(intent, frames.with(at, { ...frame, entities }));
    drafted = draft(intent);
  }
  return { intent, draft: drafted };
}

/** A run that was recorded without its circumstances is heard as the first words of a session. */
const nothingKnown = ({ locale }: TaskRun): ContextRecord => ({
  locale,
  timezone: "UTC",
  last_frame: null,
  remembered: {},
  only_domain: null,
});

/** More than any goal has; a gap that does not close must not go on for ever. */
const MOST_GAPS = 100;

/** A goal that the words did not settle, as it was chosen then. */
function chosenFrame(
  text: string,
  { tier, evidence }: IntentOutput,
  told: GoalFrame | undefined,
  understanding: Snapshot["understanding"],
): GoalFrame | undefined {
  if (told === undefined) return undefined;
  // A model's frame is its answer; the user's is what the words say of the goal that was chosen.
  if (tier === "model") return told;
  if (!evidence.some(({ kind }) => kind === "pending")) return undefined;
  const frame = understanding.frameOf(told.primary_domain, told.goal, text);
  return frame && { ...frame, confidence: 1 };
}

/** Someone beside the words gave this value: the user was asked for it, or a model read it. */
const wasAnswered = (entity: string, { evidence }: IntentOutput): boolean =>
  evidence.some(({ kind, detail }) => kind === "model" || (kind === "answer" && detail === entity));
