import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { TaskRun } from "#shared/contracts/run.ts";
import { traceOutsideText } from "../execution/trace-outside-text.ts";
import type { Catalogue } from "../ports/catalogue.ts";
import type { DomainClient } from "../ports/domain-client.ts";
import { reasonStep } from "../reasoning/reason-step.ts";
import type { CompressedContext } from "../reasoning/write-prompt.ts";
import { cachedClient } from "./cached-client.ts";
import type { Turn } from "./turn.ts";

/** One run, as far as its steps depend on it. */
type StepsOf = {
  catalogue: Catalogue;
  plan: ExecutionPlan;
  run_id: string;
  outside?: TaskRun["outside"] | undefined;
};

/** Who carries out the steps of one run: their domains, and the model those whose capability is a prompt. */
export function stepClient(
  turn: Turn,
  { catalogue, plan, run_id, outside }: StepsOf,
): DomainClient {
  const { client } = turn.desk;
  const untrusted = traceOutsideText(plan, catalogue, outside);
  const { cache } = turn.desk.store;
  const carriers: DomainClient = {
    call(call) {
      const { domain, capability: name } = call.request.intent;
      const capability = catalogue.capability(domain, name);
      if (capability?.spec.kind !== "reasoning") return client.call(call);
      const { step_id } = call.request.context;
      return reasonStep(call, {
        capability,
        model: turn.ledger?.model({ purpose: `${domain}.${name}`, run_id, step_id }),
        context: compressedContextOf(turn),
        untrusted: untrusted.has(step_id),
      });
    },
  };
  return cachedClient(carriers, { cache, clock: turn.desk.clock, catalogue });
}

/** The part of a session that a model may be shown. */
const compressedContextOf = ({ state }: Turn): CompressedContext => ({
  summary: state.summary,
  key_facts: state.key_facts,
  last_goal: state.last_frame?.goal ?? null,
  turn_count: state.turn_count,
});
