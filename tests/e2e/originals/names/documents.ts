import { declarativeAgent } from "./declarative-agent.ts";
import { deterministicAgent } from "./deterministic-agent.ts";
import { manyAgents } from "./many-agents.ts";
import type { Named } from "./named.ts";
import { orchestratorLayer } from "./orchestrator-layer.ts";
import { runtimeControl } from "./runtime-control.ts";

/** The five documents behind this system, each with what it names. */
export const documents: readonly (readonly [document: string, rows: readonly Named[]])[] = [
  ["deterministic agent", deterministicAgent],
  ["runtime control", runtimeControl],
  ["many agents", manyAgents],
  ["orchestrator layer", orchestratorLayer],
  ["declarative agent", declarativeAgent],
];
