import type { JsonObject } from "#shared/contracts/json.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { ExecutionStep } from "#shared/contracts/plan.ts";
import type { Hits } from "./count-hits.ts";
import { failureFrom, MIN_TIME_LEFT_MS, noTimeLeft, notAllowed } from "./failures.ts";
import type { EngineDeps, PlanRun, StepPolicy } from "./plan-run.ts";
import { prepareParams } from "./prepare-params.ts";
import type { Outputs } from "./references.ts";
import type { Ended, Question } from "./step-trace.ts";

/** A step with its references filled, that may be sent; or how it ended without being sent. */
export type Prepared =
  | {
      params: JsonObject;
      policy: StepPolicy;
      /** How many things it would hit decides whether the user is asked first. */
      counts: boolean;
    }
  | { ended: Ended; question?: Question };

/** Everything that is decided about a step before anything happens. */
export function prepareStep(
  step: ExecutionStep,
  leftMs: number,
  outputs: Outputs,
  run: PlanRun,
  deps: EngineDeps,
): Prepared {
  if (leftMs < MIN_TIME_LEFT_MS) return { ended: failure(noTimeLeft(step)) };
  try {
    const policy = deps.effectOf(step);
    if (policy.forbidden === true) return { ended: failure(notAllowed(step)) };
    const filled = prepareParams(step, outputs);
    if ("ask" in filled)
      return { ended: waiting(filled.ask), question: { kind: "domain", params: step.params } };
    const { params } = filled;
    const { outside, bulk, confirm } = policy;
    const mayAsk = confirm || bulk !== undefined;
    if (!mayAsk || run.approves?.(String(step.id), params) === true)
      return { params, policy, counts: false };
    if (bulk !== undefined) return { params, policy, counts: true };
    return { ended: waiting(approvalOf(params)), question: { kind: "confirm", params, outside } };
  } catch (error) {
    return { ended: failure(failureFrom(error, step)) };
  }
}

/** Asked for a yes, with how many things it would hit. */
export const askedOf = (params: JsonObject, policy: StepPolicy, counted: Hits): Ended => ({
  ...waiting(approvalOf(params, counted)),
  question: { kind: "confirm", params, outside: policy.outside },
});

const failure = (output: DomainOutput): Ended => ({ status: "failure", output, attempts: 0 });
const waiting = (output: DomainOutput): Ended => ({ status: "waiting", output, attempts: 0 });

/** Not a domain's question: the words come from whoever shows it. */
const approvalOf = (params: JsonObject, counted?: Hits): DomainOutput => ({
  status: "clarification",
  result: { params, ...counted },
  explanation: "",
  confidence: 1,
  metadata: { code: "NEEDS_APPROVAL" },
});
