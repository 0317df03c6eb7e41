import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { agentDefinition } from "#shared/contracts/agent.ts";
import { artifactVersion } from "#shared/contracts/artifact.ts";
import { capabilityMetadata } from "#shared/contracts/capability.ts";
import { entitySchema } from "#shared/contracts/goal.ts";
import { entryRequest, executionIntent, intentOutput } from "#shared/contracts/intent.ts";
import { compileSchema } from "#shared/contracts/json-schema.ts";
import { domainOutput } from "#shared/contracts/output.ts";
import { executionPlan, givenPlan } from "#shared/contracts/plan.ts";
import { loadAgent } from "#shared/manifest-files/load-agent.ts";
import { actionForm } from "../../../orchestrator/engine/agents/next-action.ts";
import {
  domainOutputs,
  entry,
  executionIntents,
  hypothesisVersion,
  intents,
  leastAgent,
  metadata,
  methodologistOutput,
  methodologistYaml,
  modelAnswers,
  moversEntities,
  onePlan,
  plainPlan,
  quoteEntities,
  reactAnswers,
  searchDocsTool,
  structurerOutput,
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
  it("a request, as a channel makes it", () => {
    // Ours says whose it is and where it came in, too.
    const ours = { ...entry, user_id: "local", channel: "http" };
    expect(entryRequest.parse(ours)).toMatchObject(entry);
  });
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
    // The declarative agent's own two forms are another grammar: this one is closed, and both agents speak it.
    for (const other of reactAnswers) expect(form.safeParse(other).success).toBe(false);
  });

  it("what the agents of a hypothesis answer, and its versions", () => {
    const agents = (role: string) => {
      const folder = "domains/research";
      const read = loadAgent(folder, `agents/${role}.yaml`);
      if ("faults" in read) throw new Error(read.faults.map(({ message }) => message).join());
      const { output_schema } = agentDefinition.parse(read.agent);
      return output_schema === undefined ? z.never() : compileSchema(output_schema);
    };
    expect(agents("structurer").parse(structurerOutput)).toEqual(structurerOutput);
    // The aspects are English values, said in the user's language; what is clear is said of each of the three.
    const ours = {
      ...methodologistOutput,
      improvements: [{ ...methodologistOutput.improvements[0], aspect: "population" }],
      clarifications: { population: "", metrics: "", variables: "" },
    };
    expect(agents("methodologist").parse(ours)).toMatchObject({ status: "needs_refinement" });
    expect(Object.keys(ours)).toEqual(Object.keys(methodologistOutput));
    // Any artifact has versions, so its question is its text and all of its feedback is kept beside the words.
    const { version, question, feedback } = hypothesisVersion;
    const kept = { text: "...", content: feedback };
    const stored = { version, text: question, content: null, feedback: kept, sources: [] };
    expect(artifactVersion.parse({ ...stored, created_at: 0 })).toMatchObject(stored);
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

  it("an agent that says no more than its name has the bounds of the original", () => {
    const xml = `<q:agent name="${leastAgent.name}"><q:instruction>x</q:instruction></q:agent>`;
    const { max_iterations, timeout_ms: timeout, name } = load("least.q", xml);
    expect({ name, max_iterations, timeout }).toEqual(leastAgent);
    expect(() => load("nameless.q", xml.replace(/ name="\w+"/, ""))).toThrow('needs name="..."');
  });

  it("a tool of a knowledge base", () => {
    const xml = `<q:agent name="docs"><q:instruction>Search.</q:instruction>${searchDocsTool}</q:agent>`;
    expect(load("docs.q", xml).tools).toMatchObject([
      { name: "searchDocs", capability: "search_docs", bind: { query: "{query}" } },
    ]);
  });
});
