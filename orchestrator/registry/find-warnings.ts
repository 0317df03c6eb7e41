import type { Manifest } from "#shared/contracts/manifest.ts";

/**
 * Promises that lead nowhere: each manifest keeps the contract by itself, but together they name a
 * capability or a role that no domain has. A warning, since its domain may join later.
 */
export function findWarnings(manifests: readonly Manifest[]): string[] {
  const all = manifests.flatMap(({ domain, capabilities }) =>
    capabilities.map((spec) => ({ domain, spec })),
  );
  const names = new Set(all.map(({ spec }) => spec.capability));
  const roles = new Set(all.flatMap(({ spec }) => spec.metadata.roles ?? []));
  return all.flatMap(({ domain, spec: { capability, undo, metadata } }) => {
    const say = (field: string, what: string) =>
      `${domain}.${capability}: ${field}: no domain has ${what}`;
    const missing = (field: string, name: string | undefined) =>
      name === undefined || names.has(name) ? [] : [say(field, `the capability ${name}`)];
    return [
      ...missing("undo", undo?.capability),
      ...(metadata.flow?.pre ?? []).flatMap((pre, at) =>
        missing(`metadata.flow.pre.${at}.search_capability`, pre.search_capability),
      ),
      ...(metadata.composition?.followup_roles ?? [])
        .filter((role) => !roles.has(role))
        .map((role) =>
          say("metadata.composition.followup_roles", `a capability with the role ${role}`),
        ),
    ];
  });
}
