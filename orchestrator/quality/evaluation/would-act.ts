import { ContractError } from "#shared/contracts/errors.ts";
import type { GoalFrame } from "#shared/contracts/intent.ts";
import { onlyReads } from "../../catalogue/capabilities.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { recipientParam } from "../../catalogue/recipient-params.ts";
import { type Draft, draftPlan } from "../../planning/draft.ts";
import type { Understanding } from "../../understanding/understanding.ts";

/** Where a sentence leads when nothing was said before it; undefined where the manifests lead to no plan that can run. */
export function draftOf(
  text: string,
  understanding: Pick<Understanding, "understand">,
  catalogue: Catalogue,
): Draft | undefined {
  const { intent } = understanding.understand(text, { lastFrame: null });
  try {
    return draftPlan(intent, {}, catalogue);
  } catch (error) {
    if (error instanceof ContractError) return undefined;
    throw error;
  }
}

/** True where carrying a draft out would change something, or a model may plan that it does. Nothing is run for it. */
export function wouldAct(draft: Draft | undefined, catalogue: Catalogue): boolean {
  if (draft?.leads === "hybrid") return draft.frames.some((frame) => !isRead(frame, catalogue));
  if (draft?.leads !== "plan") return false;
  return [...draft.plan.steps, ...draft.execution_intents].some(
    ({ domain, capability }) => catalogue.capability(domain, capability)?.effect !== "read",
  );
}

/** True where all that a draft would change is sent to someone who is named: only a linked chat is ever sent to. */
export function isSentToNamed(draft: Draft | undefined, catalogue: Catalogue): boolean {
  if (draft?.leads !== "plan") return false;
  return draft.plan.steps.every(({ domain, capability, params }) => {
    const found = catalogue.capability(domain, capability);
    const param = found && recipientParam(found.spec.params_schema);
    return found?.effect === "read" || (param !== undefined && Object.hasOwn(params, param));
  });
}

function isRead({ primary_domain, goal }: GoalFrame, catalogue: Catalogue): boolean {
  const found = catalogue.goal(primary_domain, goal);
  return found !== undefined && onlyReads(found, catalogue);
}
