import type { z } from "zod";
import type { Capability, Effect, Goal, Manifest } from "#shared/contracts/manifest.ts";

/** A capability with everything that is worked out once, when its manifest is loaded. */
export type CatalogueCapability = {
  domain: string;
  spec: Capability;
  /** Declared, or when the manifest does not say: `read` for a prompt, else `external`. */
  effect: Effect;
  params: z.ZodType;
  /** Undefined when the manifest describes no result. */
  result: z.ZodType | undefined;
  /** It reads, and serves a goal for what no goal covers: no confidence is asked for. */
  isFallback: boolean;
};

export type CatalogueGoal = { domain: string; spec: Goal };

/**
 * Every domain's promises at one moment. Immutable: a reload makes another one, and a run stays
 * with the one it began with.
 */
export interface Catalogue {
  /** sha-256 of the manifests it holds, in hex. Equal manifests, equal digest. */
  readonly digest: string;
  /** By domain name, in the order of the bootstrap file. */
  readonly manifests: ReadonlyMap<string, Manifest>;
  readonly goals: readonly CatalogueGoal[];
  readonly capabilities: readonly CatalogueCapability[];
  goal(domain: string, goal: string): CatalogueGoal | undefined;
  capability(domain: string, capability: string): CatalogueCapability | undefined;
  /** Capabilities whose metadata names this role, in bootstrap order. */
  withRole(role: string): readonly CatalogueCapability[];
  /**
   * The least confidence that may do something of these effects in this domain: what its manifest says, and at
   * least EFFECT_GATE_THRESHOLD for anything but reading; undefined where any confidence may act.
   */
  gateOf(domain: string, effects: readonly Effect[]): number | undefined;
}

/** The same promises with the goals of one domain only; what those lead to stays. */
export function catalogueOfOne(catalogue: Catalogue, domain: string): Catalogue | undefined {
  const manifest = catalogue.manifests.get(domain);
  if (manifest === undefined || manifest.goals.length === 0) return undefined;
  return {
    ...catalogue,
    manifests: new Map([[domain, manifest]]),
    goals: catalogue.goals.filter((goal) => goal.domain === domain),
  };
}
