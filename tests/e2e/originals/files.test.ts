import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { agentDefinition } from "#shared/contracts/agent.ts";
import { artifactVersion } from "#shared/contracts/artifact.ts";
import { capabilityMetadata } from "#shared/contracts/capability.ts";
import { compileSchema } from "#shared/contracts/compile-schema.ts";
import { entitySchema } from "#shared/contracts/goal.ts";
import { entryRequest, executionIntent, intentOutput } from "#shared/contracts/intent.ts";
import { manifestSchema } from "#shared/contracts/manifest.ts";
import { domainOutput } from "#shared/contracts/output.ts";
import { executionPlan, givenPlan } from "#shared/contracts/plan.ts";
import { loadAgent } from "#shared/manifest-files/load-agent.ts";
import { whyIn } from "#shared/messages/messages.ts";
import { buildCatalogue } from "../../../orchestrator/catalogue/registry/build-catalogue.ts";
import { actionForm } from "../../../orchestrator/engine/agents/tools.ts";
import { resolveGoal } from "../../../orchestrator/planning/resolve-goal.ts";
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
function read(file: string, text: string) {
  const folder = mkdtempSync(join(tmpdir(), "original-"));
  folders.push(folder);
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
  return loadAgent(folder, file);
}
function load(file: string, text: string) {
  const loaded = read(file, text);
  if ("faults" in loaded) throw new Error(loaded.faults.map((each) => each.message).join("\n"));
  return agentDefinition.parse(loaded.agent);
}
const faultsOf = (file: string, text: string) => {
  const loaded = read(file, text);
  return "faults" in loaded ? loaded.faults : [];
};
const toolWith = (body: string) =>
  `<q:agent name="a">
<q:instruction>x</q:instruction>
<q:tool name="t" description="d">${body}</q:tool>
</q:agent>`;

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

describe("what the resolver makes of a goal is what its table says", () => {
  const capabilities = ["get_stock_price", "get_top_gainers", "get_top_losers"].map(
    (capability) => ({ capability, effect: "read" as const }),
  );
  const { default: _both, ...direction } = moversEntities.direction;
  const withDefault = { ...moversEntities };
  const without = { ...moversEntities, direction };
  const resolve = (goal: string, entities: Record<string, string>, movers: object) => {
    const manifest = manifestSchema.parse({
      ...{ manifest_version: "1", domain: "finance", version: "1.0.0", description: { en: "x" } },
      goals: [
        { goal: "GET_QUOTE", capability: "get_stock_price", entities_schema: quoteEntities },
        { goal: "TOP_MOVERS", entities_schema: movers },
      ].map((each) => ({ ...each, description: { en: "x" } })),
      capabilities,
    });
    const frame = { primary_domain: "finance", goal, entities, confidence: 1, original_query: "" };
    return resolveGoal(frame, buildCatalogue([manifest])).map(({ capability }) => capability);
  };
  it.each<[string, Record<string, string>, object, string[]]>([
    ["GET_QUOTE", { symbol_text: "Nordea" }, withDefault, ["get_stock_price"]],
    ["TOP_MOVERS", { direction: "GAINERS" }, withDefault, ["get_top_gainers"]],
    ["TOP_MOVERS", { direction: "LOSERS" }, withDefault, ["get_top_losers"]],
    // "sem direction: get_top_gainers (fallback = first)": where the entity says no default, as its contract does.
    ["TOP_MOVERS", {}, without, ["get_top_gainers"]],
    ["TOP_MOVERS", {}, withDefault, ["get_top_gainers", "get_top_losers"]],
  ])("%s with %j", (goal, entities, movers, expected) => {
    expect(resolve(goal, entities, movers)).toEqual(expected);
  });
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
/** Words that only an English sentence has. */
const ENGLISH = /\b(?:must|is|are|the|of|no|not|an|needs|unknown|which|one)\b/;

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

  it.each([
    ["name", "name: Metodologista", "name: ''"],
    ["role", "role: methodologist", "role: 7"],
    ["model", "model: gpt-4o-mini", "model: ''"],
    ["prompt", /prompt: \|\n.*\n/, "prompt: ''\n"],
    ["tags", "  - core", "  - 7"],
    ["context_limit", "context_limit: 4096", "context_limit: muito"],
    ["memory_window", "memory_window: 5", "memory_window: 0"],
    ["tools", "  - ask_user", "  - 7"],
    ["temperature", "temperature: 0.2", "temperature: quente"],
  ] as const)(
    "a wrong field of it is named with its file, in Portuguese: %s",
    (field, good, bad) => {
      const place = "config/agents/methodologist.yaml";
      const faults = faultsOf(place, methodologistYaml.replace(good, bad));
      expect(faults).toHaveLength(1);
      const [{ path, message, why = message } = { path: "", message: "" }] = faults;
      expect(path.startsWith(`${place}:`)).toBe(true);
      expect(message.startsWith(field)).toBe(true);
      const shown = whyIn("pt-BR", why);
      expect(shown).toMatch(/ (?:deve|não pode|falta|pode ter)/);
      expect(shown).not.toMatch(ENGLISH);
    },
  );

  it.each<[string, string, object]>([
    ["q:function", '<q:function name="f" capability="look_up"/>', { capability: "look_up" }],
    [
      "q:query",
      '<q:function name="f"><q:query name="order" datasource="db">SELECT 1</q:query></q:function>',
      { capability: "db.order", bind: { statement: "SELECT 1" } },
    ],
    [
      "q:invoke",
      '<q:function name="f"><q:invoke capability="orders.find"/></q:function>',
      { capability: "orders.find" },
    ],
    [
      "q:llm",
      '<q:function name="f"><q:llm capability="describe"/></q:function>',
      { capability: "describe" },
    ],
    [
      "q:data",
      '<q:function name="f"><q:data name="prices" datasource="files"/></q:function>',
      { capability: "files.prices" },
    ],
  ])("what tools may run: %s", (_feature, body, binding) => {
    expect(load("tool.q", toolWith(body)).tools).toMatchObject([{ name: "t", ...binding }]);
  });

  it("a tool without a body is refused with its line, and nothing answers OK for it", () => {
    const [fault] = faultsOf("tool.q", toolWith(""));
    expect(fault).toMatchObject({ path: "tool.q:3" });
    expect(fault?.message).toMatch(/needs one <q:function>/);
    expect(whyIn("pt-BR", fault?.why ?? "")).toMatch(/^precisa de um <q:function>/);
  });

  it.each([
    '<q:function name="f"><q:if condition="{x}"/></q:function>',
    '<q:if condition="{x}"/>',
    '<q:function name="f" capability="a.b"/><q:function name="g" capability="a.b"/>',
    '<q:function name="f"><q:query name="o" datasource="db">SELECT :id</q:query></q:function>',
    '<q:function name="f"><q:query name="o">SELECT 1</q:query><q:llm capability="a"/></q:function>',
    '<q:function name="f"><q:data name="1" datasource="db" rows="3"/></q:function>',
    '<q:function name="f"><q:llm>Describe</q:llm></q:function>',
    '<q:function name="f" capability="a.b"><q:return value="{x + 1}"/></q:function>',
    '<q:param name="n" type="text" required="yes"/><q:function name="f" capability="a.b">x</q:function>',
  ])("what is refused of it is told in the reader's language alone: %s", (body) => {
    const faults = faultsOf("tool.q", toolWith(body));
    expect(faults).not.toEqual([]);
    for (const { message, why = message } of faults) {
      expect(message).not.toMatch(/[ãçéêõ]/);
      expect(whyIn("pt-BR", why)).not.toMatch(ENGLISH);
    }
  });

  it("a tool of a knowledge base", () => {
    const xml = `<q:agent name="docs"><q:instruction>Search.</q:instruction>${searchDocsTool}</q:agent>`;
    expect(load("docs.q", xml).tools).toMatchObject([
      { name: "searchDocs", capability: "search_docs", bind: { query: "{query}" } },
    ]);
  });
});
