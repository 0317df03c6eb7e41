import type { AgentEvent, AgentMemory } from "#shared/contracts/agent.ts";
import type { ConversationState } from "#shared/contracts/pending.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { TaskRun } from "#shared/contracts/run.ts";
import { capabilityAt } from "../catalogue/capabilities.ts";
import type { Catalogue, CatalogueCapability } from "../catalogue/catalogue.ts";
import { versionsOf } from "./carriers/artifacts.ts";

/** Agents that call agents: as deep as a look at their tools goes. */
const MOST_DEPTH = 4;
/** In a run's `outside`, beside the parameters: what an agent knows without being told. */
const REMEMBERED = "agent_memory";

/** What an agent remembers of its answers in a session, oldest first. */
export const eventsOf = (memory: AgentMemory, role: string): readonly AgentEvent[] =>
  (Object.hasOwn(memory, role) ? memory[role] : undefined) ?? [];

/** The part of a session that steps know without being told. */
type Kept = Pick<ConversationState, "agent_memory" | "artifacts">;

/**
 * What brought text from outside into the memory of a capability's agent, and of those that it may call, and into the
 * versions that they work on or show.
 */
export function outsideRemembered(
  { domain, spec: { agent, artifact } }: CatalogueCapability,
  catalogue: Catalogue,
  kept: Kept,
  depth = 0,
): string[] {
  // Nearly all of them are services, which remember nothing.
  if (depth > MOST_DEPTH || (agent === undefined && artifact === undefined)) return [];
  const versions =
    artifact === undefined ? [] : versionsOf(kept.artifacts, `${domain}.${artifact.name}`);
  const events = agent === undefined ? [] : eventsOf(kept.agent_memory, agent.role);
  const own = [...events, ...versions].flatMap(({ sources }) => sources);
  const others = (agent?.tools ?? []).flatMap((tool) => {
    const address = typeof tool === "string" ? tool : tool.capability;
    const called = capabilityAt(address, domain, catalogue);
    return called === undefined ? [] : outsideRemembered(called, catalogue, kept, depth + 1);
  });
  return [...new Set([...own, ...others])];
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

/** A run's `outside` with what its agents remember, so that it is known wherever their answers go, also after a pause. */
export function withRemembered(
  outside: TaskRun["outside"],
  { steps }: ExecutionPlan,
  catalogue: Catalogue,
  kept: Kept,
): TaskRun["outside"] {
  if (isEmpty(kept.agent_memory) && isEmpty(kept.artifacts)) return outside;
  const remembered = steps.flatMap(({ id, domain, capability }) => {
    const known = catalogue.capability(domain, capability);
    const sources = known === undefined ? [] : outsideRemembered(known, catalogue, kept);
    return sources.length === 0 ? [] : [[String(id), sources] as const];
  });
  if (remembered.length === 0) return outside;
  const added = remembered.map(
    ([id, sources]) => [id, { ...outside?.[id], [REMEMBERED]: sources }] as const,
  );
  return { ...outside, ...Object.fromEntries(added) };
}
