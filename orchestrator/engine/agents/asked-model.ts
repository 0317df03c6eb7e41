import type { AgentDefinition } from "#shared/contracts/agent.ts";
import type { ModelRequest } from "../../ports/language-model.ts";

/** The model that an agent is to be thought by: one of the two configured, or one of its own. */
export function askedModel({
  model,
  endpoint,
}: Pick<AgentDefinition, "model" | "endpoint">): Pick<ModelRequest, "size" | "own"> {
  const size = model === "fast" ? "fast" : "smart";
  if (endpoint) return { size, own: { model, endpoint } };
  return model === "fast" || model === "smart" ? { size } : { size, own: { model } };
}
