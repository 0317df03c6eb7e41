import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { agentDefinition } from "#shared/contracts/agent.ts";
import { capabilityMetadata } from "#shared/contracts/capability.ts";
import { entitySchema } from "#shared/contracts/goal.ts";
import { executionIntent, intentOutput } from "#shared/contracts/intent.ts";
import { domainOutput } from "#shared/contracts/output.ts";
import { executionPlan, givenPlan } from "#shared/contracts/plan.ts";
import { loadAgent } from "#shared/manifest-files/load-agent.ts";
import { actionForm } from "../../../orchestrator/engine/agents/next-action.ts";
import {
  domainOutputs,
  executionIntents,
  intents,
  metadata,
  methodologistYaml,
  modelAnswers,
  moversEntities,
  onePlan,
  plainPlan,
  quoteEntities,
  searchDocsTool,
  supportXml,
} from "./payloads.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});
function load(file: string, text: string) {
  const folder = mkdtempSync(join(tmpdir(), "original-"));
  folders.push(folder);
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
  const read = loadAgent(folder, file);
  if ("faults" in read) throw new Error(read.faults.map((each) => each.message).join("\n"));
  return agentDefinition.parse(read.agent);
}

describe("what a manifest shows of itself is taken as it is", () => {
  it("the metadata of a capability, its hints in Portuguese", () => {
    expect(capabilityMetadata.parse(metadata)).toMatchObject({
      ...metadata,
      intent_hints: {
        keywords: { "pt-BR": metadata.intent_hints.keywords },
        examples: { "pt-BR": metadata.intent_hints.examples },
      },
    });
  });
  it.each(Object.entries({ ...moversEntities, ...quoteEntities }))(
    "the entity %s",
    (_name, entity) => expect(entitySchema.parse(entity)).toMatchObject(entity),
  );
  it.each(domainOutputs)("an answer: $explanation", (output) =>
    expect(domainOutput.parse(output)).toEqual(output),
  );
});

describe("what stages hand on holds what is shown of it", () => {
  // Ours has more beside it: who decided and why, what else it could be, what follows.
  const beside = { tier: "template", evidence: [], alternatives: [], also: [], followups: [] };
  it.each(intents)("an intent: $goal", (intent) => {
    expect(intentOutput.parse({ ...intent, ...beside })).toMatchObject(intent);
  });
  it.each(executionIntents)("what is to be executed: $capability", (intent) =>
    expect(executionIntent.parse(intent)).toEqual(intent),
  );
  it("a plan without a domain in its steps, and one with it", () => {
    expect(givenPlan.parse(plainPlan)).toMatchObject(plainPlan);
    expect(executionPlan.parse(onePlan)).toEqual(onePlan);
  });
  it("what a model may say: the same three actions; arguments are a list, since forms have no open keys", () => {
    const actions = modelAnswers.map(({ action }) => action);
    expect(actions.every((each) => ["CALL_TOOL", "RESPOND", "NOOP"].includes(each))).toBe(true);
    const form = actionForm([], { output: undefined, faultOf: none, faultOfOutput: none });
    const [, respond] = modelAnswers;
    const ours = { ...respond, tool: null, args: [], also: [] };
    expect(form.safeParse(ours).success).toBe(true);
    // A model that calls what does not exist, or names no tool, is not heard.
    expect(form.safeParse({ ...ours, action: "CALL_TOOL" }).success).toBe(false);
    expect(form.safeParse({ ...ours, action: "NOOP" }).success).toBe(false);
  });
});
const none = () => undefined;

describe("an agent's file loads as it is", () => {
  it("the methodologist's YAML", () => {
    expect(load("config/agents/methodologist.yaml", methodologistYaml)).toMatchObject({
      name: "Metodologista",
      role: "methodologist",
      model: "gpt-4o-mini",
      tags: ["core", "validation"],
      context_limit: 4096,
      memory_window: 5,
      tools: ["ask_user"],
      temperature: 0.2,
    });
  });

  it("the whole component of the support agent", () => {
    const agent = load("examples/support.q", supportXml);
    expect(agent).toMatchObject({
      name: "support",
      model: "phi3",
      max_iterations: 5,
      task: "{userQuestion}",
    });
    expect(agent.tools).toMatchObject([
      { name: "searchFAQ", capability: "search_faq", bind: { query: "{query}", limit: "3" } },
      { name: "getOrder", capability: "db.order", bind: { orderId: "{orderId}", row: "0" } },
    ]);
  });

  it("a tool of a knowledge base", () => {
    const xml = `<q:agent name="docs"><q:instruction>Search.</q:instruction>${searchDocsTool}</q:agent>`;
    expect(load("docs.q", xml).tools).toMatchObject([
      { name: "searchDocs", capability: "search_docs", bind: { query: "{query}" } },
    ]);
  });
});
