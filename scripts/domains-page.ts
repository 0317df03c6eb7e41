// After a change of a manifest: `npm run generate`.
// Lists every goal of the shipped domains, with sentences that reach it.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseExample } from "#shared/contracts/annotated-example.ts";
import { parseBootstrap } from "#shared/contracts/bootstrap.ts";
import type { Goal, Manifest } from "#shared/contracts/manifest.ts";
import { inLocale, type Locale, locales } from "#shared/contracts/names.ts";
import { loadManifest } from "#shared/manifest-files/load-manifest.ts";

const PROJECT = new URL("../", import.meta.url);
export const DOMAINS_PAGE_FILE = new URL("docs/domains.md", PROJECT);

/** Sentences of each goal and language. */
const SENTENCES = 2;

const HEAD = `# Domains

This page lists every goal of the shipped domains with example sentences; \`npm run generate\` writes it. Follow-ups such as
"... e me avisa no telegram" and "... em pdf" can follow any goal.
`;

/** The page as it should be. Errors: ContractError for a manifest that cannot be read */
export function domainsPage(): string {
  const file = fileURLToPath(new URL("domains.bootstrap.json", PROJECT));
  const { domains } = parseBootstrap(readFileSync(file, "utf8"), {}, file);
  const started = domains.map(({ start, manifest }) => dirname(start ?? manifest ?? ""));
  // Those that are started only where someone adds them stand behind the others.
  const all = globSync("domains/*/manifest.yaml", { cwd: fileURLToPath(PROJECT) }).map(dirname);
  const folders = [...new Set([...started, ...all.toSorted()])];
  const manifests = folders.map((folder) => loadManifest(new URL(`${folder}/`, PROJECT)));
  return [HEAD, ...manifests.map((each, at) => section(each, folders[at] ?? ""))].join("\n");
}

function section({ domain, description, goals, capabilities }: Manifest, folder: string): string {
  const followups = capabilities.flatMap(({ capability, metadata: { followup } }) =>
    followup === undefined
      ? []
      : locales.map((locale) => `"${inLocale(followup.hints, locale)?.[0]}" (${capability})`),
  );
  return [
    `## [${domain}](../${folder}/README.md)`,
    `${inLocale(description, "en")}.`,
    "",
    "| goal | pt-BR | en |",
    "| --- | --- | --- |",
    ...goals.map(row),
    ...(followups.length === 0 ? [] : ["", `Follow-ups: ${followups.join(", ")}.`]),
    "",
  ].join("\n");
}

function row({ goal, description, hints }: Goal): string {
  const said = (locale: Locale) =>
    (hints.examples?.[locale] ?? [])
      .slice(0, SENTENCES)
      .map((example) => inCell(parseExample(example).text))
      .join("<br>");
  return `| **${goal}**<br>${inCell(inLocale(description, "en") ?? "")} | ${said("pt-BR")} | ${said("en")} |`;
}

const inCell = (text: string): string => text.replaceAll("|", "\\|");

if (import.meta.main) writeFileSync(DOMAINS_PAGE_FILE, domainsPage());
