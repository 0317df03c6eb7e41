import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Capability, Effect, Manifest } from "#shared/contracts/manifest.ts";
import { addressesOfGoal, type Catalogue, capabilityAt } from "../../../catalogue/catalogue.ts";
import { finding, findingAs, type Place } from "../finding.ts";

/** Where an address stands in a manifest, and what uses it. */
type Use = { place: Place; user: string; address: string };

const toolUses = ({ domain, capabilities }: Manifest): Use[] =>
  capabilities.flatMap(({ capability, agent }, at) =>
    (agent?.tools ?? []).map((tool, index) => ({
      place: { domain, path: `capabilities.${at}.agent.tools.${index}` },
      user: capability,
      address: addressOf(tool),
    })),
  );

const planUses = ({ domain, goals }: Manifest): Use[] =>
  goals.flatMap(({ goal, plan }, at) =>
    (plan?.may_use ?? []).map((address, index) => ({
      place: { domain, goal, path: `goals.${at}.plan.may_use.${index}` },
      user: goal,
      address,
    })),
  );

type Tool = NonNullable<Capability["agent"]>["tools"][number];
const addressOf = (tool: Tool): string => (typeof tool === "string" ? tool : tool.capability);

/** Tools of agents that stand for a capability of their own manifest that it does not have. */
export const missingTools = (manifest: Manifest): LintFinding[] => {
  const own = new Set(manifest.capabilities.map(({ capability }) => capability));
  return toolUses(manifest).flatMap(({ place, user, address }) =>
    address.includes(".") || own.has(address)
      ? []
      : findingAs("unknown_capability", place, "unknown_own_tool", { user, address }),
  );
};

/** Tools and parts of plans in another domain that no one has. A warning, since that domain may join later. */
export const unknownTools = (catalogue: Catalogue): LintFinding[] =>
  [...catalogue.manifests.values()].flatMap((manifest) =>
    [...toolUses(manifest), ...planUses(manifest)]
      .filter(({ address, place }) => address.includes(".") && !has(catalogue, place, address))
      .map(({ address, user, place }) => finding("unknown_tool", place, { user, address })),
  );

const has = (catalogue: Catalogue, { domain }: Place, address: string): boolean =>
  capabilityAt(address, domain, catalogue) !== undefined;

const STRENGTH: Readonly<Record<Effect, number>> = {
  read: 0,
  write: 1,
  external: 2,
  destructive: 3,
};

/** Tools that do more to the world than their agent's capability declares: the agent never gets them. */
export const withheldTools = (catalogue: Catalogue): LintFinding[] =>
  [...catalogue.manifests.values()].flatMap((manifest) =>
    toolUses(manifest).flatMap(({ place, user, address }) => {
      const agent = catalogue.capability(manifest.domain, user);
      const tool = capabilityAt(address, manifest.domain, catalogue);
      if (agent === undefined || tool === undefined) return [];
      if (STRENGTH[tool.effect] <= STRENGTH[agent.effect]) return [];
      return finding("withheld_tool", place, {
        user,
        address,
        effect: tool.effect,
        declared: agent.effect,
      });
    }),
  );

/** Agents that no goal, plan, other agent, role or link of another capability leads to. */
export function unreachableAgents(catalogue: Catalogue): LintFinding[] {
  const reached = new Set<unknown>();
  const reach = (address: string, domain: string) =>
    reached.add(capabilityAt(address, domain, catalogue)?.spec);
  for (const { domain, spec } of catalogue.goals)
    for (const address of addressesOfGoal(spec)) reach(address, domain);
  for (const { domain, spec } of catalogue.capabilities) {
    const links = [
      ...(spec.undo === undefined ? [] : [spec.undo.capability]),
      ...(spec.bulk === undefined ? [] : [spec.bulk.counted_by]),
      ...(spec.metadata.flow?.pre ?? []).map(({ search_capability }) => search_capability),
      // An agent that only calls itself is reached by no one.
      ...(spec.agent?.tools ?? []).map(addressOf),
    ];
    for (const link of links)
      if (capabilityAt(link, domain, catalogue)?.spec !== spec) reach(link, domain);
    if ((spec.metadata.roles ?? []).length > 0) reached.add(spec);
  }
  return [...catalogue.manifests.values()].flatMap(({ domain, capabilities }) =>
    capabilities.flatMap((spec, at) =>
      spec.agent === undefined || reached.has(spec)
        ? []
        : finding(
            "unreachable_agent",
            { domain, path: `capabilities.${at}` },
            { capability: spec.capability },
          ),
    ),
  );
}
