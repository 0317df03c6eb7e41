import { readFile } from "node:fs/promises";
import { parseBootstrap } from "#shared/contracts/bootstrap.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { reason } from "#shared/messages/reason.ts";
import { registeredDomains } from "./registered-domains.ts";

/** Goals by their domains, in lower case; undefined where a domain has shown none. */
type KnownGoals = ReadonlyMap<string, readonly string[] | undefined>;

/**
 * The goals of these manifests, beside the domains that are named somewhere and have shown none: what is down, disabled or
 * refused is still the operator's.
 * Errors: ContractError for a file that is wrong, Node's own where the bootstrap file cannot be read
 */
export async function knownGoals(
  manifests: readonly Manifest[],
  files: { bootstrap: string; registered: string },
  env: Readonly<Record<string, string | undefined>>,
): Promise<KnownGoals> {
  const { bootstrap: file, registered } = files;
  const text = await readFile(file, "utf8");
  const { domains } = parseBootstrap(text, env, reason("bootstrap_file", { file }));
  const named = [...domains, ...(await registeredDomains(registered).read())];
  return new Map<string, readonly string[] | undefined>([
    ...named.map(({ name }) => [name, undefined] as const),
    ...manifests.map(({ domain, goals }) => {
      return [domain, goals.map(({ goal }) => goal.toLowerCase())] as const;
    }),
  ]);
}
