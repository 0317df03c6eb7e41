import {
  type Doubt,
  type ExecutionIntent,
  type GoalFrame,
  type IntentOutput,
  isAboutTheGoal,
} from "#shared/contracts/intent.ts";
import type { EntitySchema } from "#shared/contracts/manifest.ts";
import type { ConversationState } from "#shared/contracts/pending.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { MayUse } from "../ports/principal.ts";
import { decompose } from "./decompose.ts";
import { framesOf } from "./frames.ts";
import { type Gate, gateOfFrame } from "./gate.ts";
import { injectMemory, missingEntities } from "./missing-entities.ts";
import { PlanError } from "./plan-error.ts";
import { enabledFollowups } from "./plan-followups.ts";
import { addressedTo, obeyed } from "./recipients.ts";
import { resolveGoal } from "./resolve-goal.ts";
import { forbiddenSteps, mayPursue } from "./rights.ts";
import { validatePlan } from "./validate-plan.ts";

type Named = Pick<ExecutionIntent, "domain" | "capability">;

/** Where an intent leads, worked out without doing anything. */
export type Draft =
  | { leads: "nowhere" }
  | { leads: "unsure"; frames: GoalFrame[]; frame: GoalFrame; gate: Gate }
  /** Understood, and not simply to be done: what was said around it stands against it. */
  | { leads: "held"; frames: GoalFrame[]; frame: GoalFrame; gate: Gate; doubts: Doubt[] }
  /** The user has no right to it; `capabilities` are the first of each goal, or those of the plan. */
  | { leads: "forbidden"; frames: GoalFrame[]; capabilities: Named[] }
  | { leads: "gap"; frames: GoalFrame[]; frame: number; entity: string; schema: EntitySchema }
  /** No table tells how: a model plans it, or what was planned without one did not do. */
  | { leads: "hybrid"; frames: GoalFrame[] }
  | {
      leads: "plan";
      frames: GoalFrame[];
      execution_intents: ExecutionIntent[];
      plan: ExecutionPlan;
    };

/** What is made of a draft, for each place where it may lead. */
export type DraftHandlers<T> = {
  [Leads in Draft["leads"]]: (draft: Extract<Draft, { leads: Leads }>) => T;
};

/** The one way to tell where a draft leads: who does, explains or replays it says so for every place. */
export function handleDraft<T>(draft: Draft, handlers: DraftHandlers<T>): T {
  // The compiler cannot follow that it is the handler of this very draft.
  const handler = handlers[draft.leads] as (draft: Draft) => T;
  return handler(draft);
}

/** What `draftPlan` gives; undefined where its plan would not fit the manifests. */
export function validDraft(...of: Parameters<typeof draftPlan>): Draft | undefined {
  try {
    return draftPlan(...of);
  } catch (error) {
    if (error instanceof PlanError) return undefined;
    throw error;
  }
}

/**
 * From an intent to a plan: gate, memory, rights, missing entities, goals, steps. Pure; same intent, same draft. A
 * follow-up without a right stays in the plan: the engine refuses that step, beside the success of the others.
 * Errors: PlanError when the manifests lead to a plan that cannot run
 */
export function draftPlan(
  intent: IntentOutput,
  remembered: ConversationState["remembered"],
  catalogue: Catalogue,
  mayUse?: MayUse,
): Draft {
  const frames = framesOf(intent).map((frame) => injectMemory(frame, remembered, catalogue));
  if (frames.length === 0) return { leads: "nowhere" };
  const stopped = stoppedBy(intent, frames, catalogue);
  if (stopped !== undefined) return stopped;
  const allowed = { catalogue, mayUse };
  const closed = frames.filter(({ primary_domain, goal }) => {
    const found = catalogue.goal(primary_domain, goal);
    return found !== undefined && !mayPursue(found, allowed);
  });
  if (closed.length > 0) {
    const capabilities = closed.flatMap((frame) => resolveGoal(frame, catalogue).slice(0, 1));
    return { leads: "forbidden", frames, capabilities };
  }
  for (const [at, frame] of frames.entries()) {
    const gap = missingEntities(frame, catalogue)[0];
    if (gap !== undefined) return { leads: "gap", frames, frame: at, ...gap };
  }
  if (frames.some((frame) => needsModelPlan(frame, catalogue))) return { leads: "hybrid", frames };
  const execution_intents = frames.flatMap((frame) =>
    resolveGoal(frame, catalogue).map((each) => ({
      ...each,
      parameters: { ...each.parameters, ...addressedTo(frame, each, catalogue) },
    })),
  );
  const enabled = frames.flatMap((frame) => enabledFollowups(frame, catalogue));
  const asked = intent.followups.map((each) => ({
    ...each,
    sets: { ...each.sets, ...addressedTo(each, each, catalogue) },
  }));
  const plan = decompose(execution_intents, [...asked, ...enabled], catalogue);
  validatePlan(plan, catalogue);
  const forbidden = forbiddenSteps(plan, allowed).filter(({ required }) => required);
  if (forbidden.length > 0) return { leads: "forbidden", frames, capabilities: forbidden };
  return { leads: "plan", frames, execution_intents, plan };
}

/** A request less likely than this is none: what stands around it says nothing. */
const WORTH_ANSWERING = 0.25;

/** What keeps the frames from being done: words around a request that is clear enough, else that it is not clear. */
function stoppedBy(
  { followups }: IntentOutput,
  frames: GoalFrame[],
  catalogue: Catalogue,
): Draft | undefined {
  const following = followups.map((each) => obeyed(each, [each], catalogue));
  const gates = frames.map((frame) => {
    const done = obeyed(frame, resolveGoal(frame, catalogue), catalogue);
    return { frame, gate: gateOfFrame(done, following, catalogue) };
  });
  for (const { frame, gate } of gates) {
    const doubts = [
      ...(gate.doubts ?? []).filter((doubt) => !isAboutTheGoal(doubt)),
      ...following.flatMap((followup) => followup.doubts ?? []),
    ];
    if (doubts.length > 0 && frame.confidence >= WORTH_ANSWERING)
      return { leads: "held", frames, frame, gate, doubts };
  }
  const unsure = gates.find(({ gate }) => !gate.passed);
  return unsure && { leads: "unsure", frames, ...unsure };
}

/** True for a goal with nothing but a list of what a plan may be made of. */
function needsModelPlan({ primary_domain, goal }: GoalFrame, catalogue: Catalogue): boolean {
  const spec = catalogue.goal(primary_domain, goal)?.spec;
  if (spec?.plan === undefined || spec.capability !== undefined) return false;
  return Object.values(spec.entities_schema).every(
    ({ capability_map }) => capability_map === undefined,
  );
}
