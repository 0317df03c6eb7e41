import { z } from "zod";
import { because } from "../messages/reason.ts";
import { objectSchema } from "./json-schema.ts";
import { capabilityAddress, fieldName, localizedPrompt, localizedText } from "./names.ts";
import { serviceUrl } from "./service-url.ts";

/** A capability under a name and with parameters of the agent's own; `bind` says what the capability gets. */
const boundTool = z.strictObject({
  name: fieldName.describe("The agent's name for the tool."),
  description: z
    .string()
    .max(1000)
    .default("")
    .describe("The tool's purpose, as told to the agent."),
  capability: capabilityAddress.describe(
    "The capability to run: my_capability, or other_domain.capability.",
  ),
  params: objectSchema
    .optional()
    .describe("The parameters that the agent fills in; the capability's own if absent."),
  bind: z
    .record(fieldName, z.string().max(4000))
    .optional()
    .describe("The capability's parameters: {name} stands for what the agent filled in."),
});
export type BoundTool = z.infer<typeof boundTool>;

const agentFields = z.strictObject({
  name: z.string().min(1).max(100).describe("Its name for people."),
  role: fieldName.describe("Its role among agents: methodologist"),
  model: z
    .string()
    .min(1)
    .max(100)
    .default("smart")
    .describe(
      "fast or smart, as configured, or the name of a model, which is used if the provider has it; otherwise smart.",
    ),
  endpoint: z
    .union([z.literal(""), serviceUrl])
    .optional()
    .describe(
      "A separate server with the OpenAI chat API; the operator must list it (REGENTE_MODEL_ENDPOINTS).",
    ),
  prompt: z
    .union([z.string().min(1).max(8000), localizedPrompt])
    .describe("Its instructions, in one language or both."),
  task: z
    .string()
    .min(1)
    .max(4000)
    .optional()
    .describe("Its task: {name} is a parameter of the capability. All parameters if absent."),
  tags: z.array(z.string().min(1).max(60)).max(20).default([]).describe("For filters and metrics."),
  context_limit: z
    .int()
    .min(500)
    .max(200_000)
    .default(8000)
    .describe("The most tokens that one request to the model may have."),
  memory_window: z
    .int()
    .min(1)
    .max(50)
    .default(5)
    .describe("How many of its last answers in a session it remembers."),
  tools: z
    .array(z.union([capabilityAddress, boundTool]))
    .max(30)
    .default([])
    .describe("The only tools that exist for it."),
  may_say: z
    .array(z.union([z.string().min(1).max(500), localizedText]))
    .max(50)
    .optional()
    .describe(
      "Sentences that it may say without an answer from a tool: what it is, what it cannot do.",
    ),
  temperature: z.number().min(0).max(2).optional().describe("The provider's default if absent."),
  top_p: z.number().gt(0).max(1).optional().describe("The provider's default if absent."),
  summary_template: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe("What it remembers of an answer: {task}, {message}."),
  max_iterations: z
    .int()
    .min(1)
    .max(50)
    .default(10)
    .describe("How many times the model may be asked."),
  max_tokens: z
    .int()
    .min(50)
    .max(16_000)
    .default(800)
    .describe("The most tokens that it may write at once."),
  timeout_ms: z
    .int()
    .min(100)
    .max(600_000)
    .default(60_000)
    .describe("Time limit for the whole agent."),
  output_schema: objectSchema
    .optional()
    .describe("The structure of its answer beside the text; this is the capability's result."),
});

/** An agent: instructions, the tools that exist for it, and its bounds. YAML and `<q:agent>` both become this. */
export const agentDefinition = agentFields.superRefine(({ model, endpoint }, report) => {
  // fast and smart are the configured provider's: another server has models by their names.
  if (endpoint && (model === "fast" || model === "smart"))
    report.addIssue({
      code: "custom",
      path: ["model"],
      ...because("endpoint_needs_model"),
    });
});
export type AgentDefinition = z.infer<typeof agentDefinition>;
/** A definition as an author writes it, before defaults are filled in. */
export type AgentSource = z.input<typeof agentDefinition>;

/** `metadata.code` of an agent that waits for the user's yes to one of its calls. */
export const AGENT_WAITS = "AGENT_WAITS";

/** One thing that an agent had done. */
export const agentAction = z.strictObject({
  tool: z.string(),
  args: z.record(z.string(), z.json()),
  status: z.string(),
  /** What the tool answered: its words, and its result. */
  result: z.json(),
  /** Its step in the run; "" when the answer was there already, or nothing was run. */
  step_id: z.string(),
  duration_ms: z.number(),
});
export type AgentAction = z.infer<typeof agentAction>;

/** What an agent remembers of one of its answers in a session. */
export const agentEvent = z.strictObject({
  /** evt-0001: counts the session's answers of all agents. */
  event_id: z.string(),
  /** Epoch milliseconds. */
  timestamp: z.number(),
  summary: z.string().max(1000),
  /** What brought text from outside to the answer, `web.read_page`; none: it is the user's own and the house's. */
  sources: z.array(z.string()).default([]),
  tokens_input: z.int().nonnegative(),
  tokens_output: z.int().nonnegative(),
  tokens_total: z.int().nonnegative(),
});
export type AgentEvent = z.infer<typeof agentEvent>;

/** By role, oldest first. */
export const agentMemory = z.record(z.string(), z.array(agentEvent).max(50));
export type AgentMemory = z.infer<typeof agentMemory>;
