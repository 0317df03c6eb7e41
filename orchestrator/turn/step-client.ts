import { reasonStep } from "../engine/reasoning/reason-step.ts";
import type { CompressedContext } from "../engine/reasoning/write-prompt.ts";
import type { EngineDeps } from "../engine/run-plan.ts";
import { traceOutsideText } from "../engine/trace-outside-text.ts";
import type { DomainClient } from "../ports/domain-client.ts";
import { type AgentSteps, agentStep } from "./agent-step.ts";
import { showVersions, versionsFor } from "./artifacts.ts";
import { attachFiles } from "./attach-files.ts";
import { cachedClient } from "./cached-client.ts";
import { askQuestion } from "./conversation/ask-question.ts";
import type { Turn } from "./turn.ts";
import type { Work } from "./work.ts";

/**
 * Who carries out the steps of one run: their domains, a model those whose capability is a prompt, the user what is
 * a question, the session what shows versions, and agents, whose calls come back here as steps of the same run.
 */
export function stepClient(
  turn: Turn,
  work: Work,
  steps: AgentSteps,
  engine: () => Omit<EngineDeps, "effectOf">,
): DomainClient {
  const { catalogue, plan, run_id } = work;
  const { client, files } = turn.desk;
  const outside = traceOutsideText(plan, catalogue, work.outside);
  const { cache } = turn.desk.store;
  const carriers: DomainClient = {
    async call(call) {
      const { domain, capability: name, parameters } = call.request.intent;
      const capability = catalogue.capability(domain, name);
      if (capability === undefined) return client.call(call);
      if (capability.spec.kind === "service")
        return client.call(await attachFiles(call, capability.spec.params_schema, files));
      const { step_id, locale } = call.request.context;
      if (capability.spec.kind === "question") return askQuestion(parameters);
      if (capability.spec.kind === "versions")
        return showVersions(versionsFor(turn, capability), locale);
      // An agent's calls bear its own id first: `2-1`, and those of an agent that it calls `2-1-1`.
      const planned = plannedStep(plan, step_id);
      const sources =
        steps.sources.get(step_id) ?? (outside.get(planned) ?? []).flatMap(({ from }) => from);
      if (capability.spec.kind === "agent") {
        const depth = step_id.slice(planned.length).split("-").length - 1;
        const deps = { turn, work, steps, engine: engine(), sources, depth };
        return agentStep(call, capability, deps);
      }
      return reasonStep(call, {
        capability,
        model: turn.ledger?.model({ purpose: `${domain}.${name}`, run_id, step_id }),
        context: compressedContextOf(turn),
        untrusted: sources.length > 0,
      });
    },
  };
  return cachedClient(carriers, { cache, clock: turn.desk.clock, catalogue });
}

/** The step of the plan that a call belongs to: itself, or the longest one whose id it begins with. */
function plannedStep({ steps }: Work["plan"], step_id: string): string {
  const owners = steps
    .map(({ id }) => String(id))
    .filter((id) => id === step_id || step_id.startsWith(`${id}-`));
  return owners.toSorted((a, b) => b.length - a.length)[0] ?? step_id;
}

/** The part of a session that a model may be shown. */
const compressedContextOf = ({ state }: Turn): CompressedContext => ({
  summary: state.summary,
  key_facts: state.key_facts,
  last_goal: state.last_frame?.goal ?? null,
  turn_count: state.turn_count,
});
