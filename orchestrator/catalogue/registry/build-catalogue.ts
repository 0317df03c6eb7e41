import type { z } from "zod";
import { compileSchema } from "#shared/contracts/compile-schema.ts";
import { digestOf } from "#shared/contracts/digest.ts";
import { ContractError, type Fault, faultAt, whyOf } from "#shared/contracts/errors.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import {
  type Capability,
  DEFAULT_GATE_THRESHOLD,
  EFFECT_GATE_THRESHOLD,
  type Effect,
  type Manifest,
  WRITE_GATE_THRESHOLD,
} from "#shared/contracts/manifest.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";
import type { Catalogue, CatalogueCapability, CatalogueGoal } from "../catalogue.ts";

/**
 * Every domain's promises at one moment, with look-ups by name and each schema compiled once.
 * Shape:  `manifests` in bootstrap order; they are frozen, so that the digest stays true
 * Errors: ContractError when two manifests claim one name, or a schema cannot be checked; it names
 *         both domains, or domain, capability and field
 * Cost:   about 0.1 ms a capability that is new; one that was compiled before costs nothing
 */
export function buildCatalogue(manifests: readonly Manifest[]): Catalogue {
  const conflicts = findConflicts(manifests);
  if (conflicts.length > 0)
    throw new ContractError(
      "catalogue",
      conflicts.map((conflict) =>
        faultAt(`${conflict.claimant}.${conflict.path}`, reasonOf(conflict)),
      ),
    );
  for (const manifest of manifests) deepFreeze(manifest);

  const byDomain = new Map(manifests.map((manifest) => [manifest.domain, manifest]));
  const goals = manifests.flatMap(({ domain, goals }) => goals.map((spec) => ({ domain, spec })));
  const capabilities = manifests.flatMap(compileCapabilities);
  const goalIndex = index(goals, ({ spec }) => spec.goal);
  const capabilityIndex = index(capabilities, ({ spec }) => spec.capability);
  const roles = new Map<string, CatalogueCapability[]>();
  for (const capability of capabilities)
    for (const role of new Set(capability.spec.metadata.roles))
      roles.set(role, [...(roles.get(role) ?? []), capability]);

  return Object.freeze({
    digest: manifestsDigest(manifests),
    manifests: byDomain,
    goals: Object.freeze(goals),
    capabilities: Object.freeze(capabilities),
    goal: (domain: string, goal: string) => goalIndex.get(domain)?.get(goal),
    capability: (domain: string, capability: string) =>
      capabilityIndex.get(domain)?.get(capability),
    withRole: (role: string) => roles.get(role) ?? [],
    gateOf: (domain: string, effects: readonly Effect[]) => gateOf(byDomain.get(domain), effects),
  });
}

const digests = new WeakMap<Manifest, string>();

/** The digest of one manifest, worked out once: whoever has taken it in does not change it. */
export function manifestDigest(manifest: Manifest): string {
  const known = digests.get(manifest) ?? digestOf(manifest);
  digests.set(manifest, known);
  return known;
}

/** The digest of manifests in their order. */
export const manifestsDigest = (manifests: readonly Manifest[]): string =>
  digestOf(manifests.map(manifestDigest));

/** A manifest is compiled once, however many catalogues it is part of. */
const compiled = new WeakMap<Manifest, readonly CatalogueCapability[]>();

/**
 * The capabilities of one manifest with their checkers.
 * Errors: ContractError naming domain, capability and field for each schema that cannot be checked
 */
export function compileCapabilities(manifest: Manifest): readonly CatalogueCapability[] {
  const known = compiled.get(manifest);
  if (known !== undefined) return known;
  const { domain } = manifest;
  const faults: Fault[] = [];
  const compile = (
    spec: Capability,
    at: number,
    field: "params_schema" | "result_schema",
    schema: JsonSchema,
  ): z.ZodType | undefined => {
    try {
      return compileSchema(schema);
    } catch (error) {
      const { capability } = spec;
      const why = reason("cannot_be_checked", { capability, why: whyOf(error) });
      faults.push(faultAt(`capabilities.${at}.${field}`, why));
      return undefined;
    }
  };
  const fallbacks = new Set(
    manifest.goals.flatMap((goal) => (goal.fallback === undefined ? [] : [goal.capability])),
  );
  const capabilities = manifest.capabilities.flatMap((spec, at) => {
    const params = compile(spec, at, "params_schema", spec.params_schema);
    const result = spec.result_schema && compile(spec, at, "result_schema", spec.result_schema);
    if (params === undefined) return [];
    const effect = effectOf(spec);
    const isFallback = effect === "read" && fallbacks.has(spec.capability);
    return [Object.freeze({ domain, spec, effect, params, result, isFallback })];
  });
  if (faults.length > 0) throw new ContractError(reason("manifest_of", { domain }), faults);
  compiled.set(manifest, capabilities);
  return capabilities;
}

function index<T extends CatalogueGoal | CatalogueCapability>(
  items: readonly T[],
  nameOf: (item: T) => string,
): Map<string, Map<string, T>> {
  const byDomain = new Map<string, Map<string, T>>();
  for (const item of items) {
    const names = byDomain.get(item.domain) ?? new Map<string, T>();
    byDomain.set(item.domain, names.set(nameOf(item), item));
  }
  return byDomain;
}

/** What the orchestrator carries out itself changes nothing; of everything else the most careful reading counts. */
const effectOf = ({ kind, effect }: Capability): Effect =>
  effect ?? (kind === "service" || kind === "agent" ? "external" : "read");

/** A domain that is not there is held to the default; only a manifest can exempt itself, and only reads. */
function gateOf(manifest: Manifest | undefined, effects: readonly Effect[]): number | undefined {
  const gate = manifest?.confidence_gate ?? { threshold: DEFAULT_GATE_THRESHOLD };
  const own = "threshold" in gate ? gate.threshold : undefined;
  if (effects.every((effect) => effect === "read")) return own;
  const isWrite = effects.every((effect) => effect === "read" || effect === "write");
  return Math.max(own ?? 0, isWrite ? WRITE_GATE_THRESHOLD : EFFECT_GATE_THRESHOLD);
}

function deepFreeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const child of Object.values(value)) deepFreeze(child);
}

/** One name that two domains claim. `owner` comes first in bootstrap order and keeps it. */
type Conflict = {
  kind: "domain" | "goal" | "capability";
  name: string;
  owner: string;
  /** The domain that came second, and where in its manifest the name stands. */
  claimant: string;
  path: string;
};

/** Which domain owns each name. */
type Owners = {
  domains: Set<string>;
  goals: Map<string, string>;
  capabilities: Map<string, string>;
};
export const noOwners = (): Owners => ({
  domains: new Set(),
  goals: new Map(),
  capabilities: new Map(),
});

/**
 * Every goal or capability that belongs to two domains, in the order of the manifests.
 * Shape:  a domain that appears twice is one conflict of kind `domain`, not one for each of its names
 * Cost:   one pass over the names
 */
export function findConflicts(manifests: readonly Manifest[]): Conflict[] {
  const owners = noOwners();
  return manifests.flatMap((manifest) => {
    const conflicts = conflictsWith(owners, manifest);
    own(owners, manifest);
    return conflicts;
  });
}

/** The names of one manifest that others own already. */
export function conflictsWith(owners: Owners, manifest: Manifest): Conflict[] {
  const { domain: claimant } = manifest;
  if (owners.domains.has(claimant))
    return [{ kind: "domain", name: claimant, owner: claimant, claimant, path: "domain" }];
  const conflicts: Conflict[] = [];
  for (const [at, { goal: name }] of manifest.goals.entries()) {
    const owner = owners.goals.get(name);
    if (owner !== undefined)
      conflicts.push({ kind: "goal", name, owner, claimant, path: `goals.${at}.goal` });
  }
  for (const [at, { capability: name, provides }] of manifest.capabilities.entries()) {
    const owner = owners.capabilities.get(name);
    const path = `capabilities.${at}.capability`;
    // What stands in for another domain's may bear its name.
    if (owner !== undefined && provides !== `${owner}.${name}`)
      conflicts.push({ kind: "capability", name, owner, claimant, path });
  }
  return conflicts;
}

/** Give a manifest the names that no one owns yet. */
export function own(owners: Owners, { domain, goals, capabilities }: Manifest): void {
  if (owners.domains.has(domain)) return;
  owners.domains.add(domain);
  for (const { goal } of goals) if (!owners.goals.has(goal)) owners.goals.set(goal, domain);
  for (const { capability, provides } of capabilities)
    if (!owners.capabilities.has(capability) && provides?.endsWith(`.${capability}`) !== true)
      owners.capabilities.set(capability, domain);
}

/** A conflict: `capability "get_forecast" already belongs to "weather"` */
export const reasonOf = ({ kind, name, owner }: Conflict): Reason =>
  kind === "domain"
    ? reason("domain_is_there", { name })
    : reason(`${kind}_belongs_to`, { name, owner });
