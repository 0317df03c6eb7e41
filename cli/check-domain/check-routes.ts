import { checkRouting } from "#shared/conformance/checks-of-routing.ts";
import { type CheckResult, resultOf } from "#shared/conformance/domain-check.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import type { Client } from "../client.ts";
import type { Terminal } from "../terminal.ts";
import { checkWords } from "./words.ts";

/**
 * Whether the manifest's examples lead home in the Regente behind `door`; without one no one can tell.
 * Errors: DoorError when the Regente gives no answer
 */
export async function checkRoutes(
  manifest: Manifest,
  client: Client | undefined,
  { words: { locale } }: Terminal,
  signal: AbortSignal,
): Promise<CheckResult[]> {
  const words = checkWords(locale);
  const notChecked = (why: string) => [
    resultOf({ about: "routing", rule: "8.1", name: words.routing }, { not_checked: why }),
  ];
  if (client === undefined) return notChecked(words.noDoor);
  const { domains } = await client.domains(signal);
  const there = domains.find(({ name }) => name === manifest.domain);
  if (there?.version == null) return notChecked(words.unknownThere(manifest.domain, client.url));
  if (there.version !== manifest.version)
    return notChecked(words.otherVersion(there.version, manifest.version));
  const results = await checkRouting(manifest, (request) => client.explain(request, signal));
  return results.length > 0 ? results : notChecked(words.noExamples);
}
