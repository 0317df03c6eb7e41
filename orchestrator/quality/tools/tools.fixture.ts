import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { ManifestSource } from "#shared/contracts/manifest.ts";

/** A folder with these files (name -> text, or what becomes JSON) that is removed after the test. */
export function folderOf(files: Record<string, unknown>): string {
  const folder = mkdtempSync(join(tmpdir(), "tools-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    const text = typeof content === "string" ? content : JSON.stringify(content);
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** A manifest of an invented domain with one goal, asked for by these templates and examples. */
export const manifestOf = (
  domain: string,
  templates: readonly string[],
  examples: readonly string[] = [],
): ManifestSource => ({
  manifest_version: "1",
  domain,
  version: "1.0.0",
  description: { en: domain },
  goals: [
    {
      goal: `ASK_${domain.toUpperCase()}`,
      description: { en: `Ask for the ${domain}` },
      capability: `get_${domain}`,
      hints: { templates: { en: [...templates] }, examples: { en: [...examples] } },
    },
  ],
  capabilities: [{ capability: `get_${domain}`, effect: "read" }],
});
