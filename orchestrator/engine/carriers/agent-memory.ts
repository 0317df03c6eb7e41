import type { AgentEvent, AgentMemory } from "#shared/contracts/agent.ts";

/** An answer of an agent, and how many of its answers it remembers. */
export type NewAgentEvent = Omit<AgentEvent, "event_id"> & { role: string; window: number };

/** The session's memory with further answers: numbered through all agents, each agent's own window kept. */
export function rememberAnswers(
  memory: AgentMemory,
  events: readonly NewAgentEvent[],
): AgentMemory {
  let count = Math.max(
    0,
    ...Object.values(memory).flatMap((each) =>
      each.map(({ event_id }) => Number(event_id.slice(4))),
    ),
  );
  const next = new Map(Object.entries(memory));
  for (const { role, window, ...event } of events) {
    count += 1;
    const event_id = `evt-${String(count).padStart(4, "0")}`;
    next.set(role, [...(next.get(role) ?? []), { event_id, ...event }].slice(-window));
  }
  return Object.fromEntries(next);
}
