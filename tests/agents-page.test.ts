import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { agentDefinition } from "#shared/contracts/agent.ts";
import { loadAgent } from "#shared/manifest-files/load-agent.ts";

const page = readFileSync(new URL("../docs/agents.md", import.meta.url), "utf8");
const block = (language: string): string =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? "";

it("the page's two agents are one definition, in 40 lines each", () => {
  const folder = mkdtempSync(join(tmpdir(), "agents-page-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [fromYaml, fromXml] = ["yaml", "xml"].map((form) => {
    expect(block(form).split("\n").length).toBeLessThanOrEqual(40);
    writeFileSync(join(folder, `clerk.${form}`), block(form));
    const read = loadAgent(folder, `clerk.${form}`);
    return "agent" in read ? agentDefinition.parse(read.agent) : read;
  });
  expect(fromYaml).toHaveProperty("role", "clerk");
  expect(fromXml).toEqual(fromYaml);
});
