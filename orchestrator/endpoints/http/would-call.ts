import type { PlannedCall } from "#shared/contracts/native-endpoints.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { draftPlan } from "../../planning/draft.ts";
import { PlanError } from "../../planning/plan-error.ts";

/** What a schedule would do each time that has an effect, as its plan is now; none where it has no plan any more. */
export function callsOf({ action }: Schedule, catalogue: Catalogue): PlannedCall[] {
  if (action.do !== "goals") return [];
  const draft = planOrNone(() => draftPlan(action.intent, {}, catalogue));
  if (draft?.leads !== "plan") return [];
  return draft.plan.steps.flatMap(({ domain, capability, params }) => {
    const effect = catalogue.capability(domain, capability)?.spec.effect ?? "read";
    return effect === "read" ? [] : [{ domain, capability, effect, params }];
  });
}

function planOrNone<T>(draft: () => T): T | undefined {
  try {
    return draft();
  } catch (error) {
    if (error instanceof PlanError) return undefined;
    throw error;
  }
}
