import type { ExecutionIntent, GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { EntitySchema } from "#shared/contracts/manifest.ts";
import type { ConversationState } from "#shared/contracts/pending.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import { passes } from "../gate/gate.ts";
import { decompose } from "../planner/decompose.ts";
import { injectMemory } from "../planner/inject-memory.ts";
import { missingEntities } from "../planner/missing-entities.ts";
import { resolveGoal } from "../planner/resolve-goal.ts";
import { validatePlan } from "../planner/validate-plan.ts";
import type { Catalogue } from "../ports/catalogue.ts";
import { framesOf } from "./outcome.ts";

/** Where an intent leads, worked out without doing anything. */
export type Draft =
  | { leads: "nowhere" }
  | { leads: "unsure"; frames: GoalFrame[]; confidence: number; threshold: number }
  | { leads: "gap"; frames: GoalFrame[]; frame: number; entity: string; schema: EntitySchema }
  | {
      leads: "plan";
      frames: GoalFrame[];
      execution_intents: ExecutionIntent[];
      plan: ExecutionPlan;
    };

/**
 * From an intent to a plan: gate, memory, missing entities, goals, steps. Pure; same intent, same draft.
 * Errors: PlanError when the manifests lead to a plan that cannot run
 */
export function draftPlan(
  intent: IntentOutput,
  remembered: ConversationState["remembered"],
  catalogue: Catalogue,
): Draft {
  const frames = framesOf(intent).map((frame) => injectMemory(frame, remembered, catalogue));
  if (frames.length === 0) return { leads: "nowhere" };
  for (const frame of frames) {
    const { passed, threshold } = passes(catalogue, frame.primary_domain, frame.confidence);
    if (!passed && threshold !== undefined)
      return { leads: "unsure", frames, confidence: frame.confidence, threshold };
  }
  for (const [at, frame] of frames.entries()) {
    const gap = missingEntities(frame, catalogue)[0];
    if (gap !== undefined) return { leads: "gap", frames, frame: at, ...gap };
  }
  const execution_intents = frames.flatMap((frame) => resolveGoal(frame, catalogue));
  const plan = decompose(execution_intents, intent.followups, catalogue);
  validatePlan(plan, catalogue);
  return { leads: "plan", frames, execution_intents, plan };
}
