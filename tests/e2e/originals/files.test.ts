import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { agentDefinition } from "#shared/contracts/agent.ts";
import { capabilityMetadata } from "#shared/contracts/capability.ts";
import { entitySchema } from "#shared/contracts/goal.ts";
import { domainOutput } from "#shared/contracts/output.ts";
import { loadAgent } from "#shared/manifest-files/load-agent.ts";
import {
  domainOutputs,
  metadata,
  methodologistYaml,
  moversEntities,
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
