import type { z } from "zod";
import type { AgentDefinition } from "#shared/contracts/agent.ts";
import type { EntitySchema } from "#shared/contracts/goal.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import type { Capability, Effect, Goal, Manifest } from "#shared/contracts/manifest.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";

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

type RecipientParams = { one: string | undefined; all: readonly string[] };

/** Each schema is looked through once: it is asked about at every call. */
const known = new WeakMap<JsonSchema, RecipientParams>();

function recipientParams(schema: JsonSchema): RecipientParams {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const properties = Object.entries(schema.properties ?? {});
  const found: RecipientParams = {
    one: properties.find(([, { format }]) => format === "recipient")?.[0],
    all: properties.filter(([, { items }]) => items?.format === "recipient").map(([name]) => name),
  };
  known.set(schema, found);
  return found;
}

/** Most capabilities send to no one. */
export function namesRecipients(schema: JsonSchema): boolean {
  const { one, all } = recipientParams(schema);
  return one !== undefined || all.length > 0;
}

/** The parameter that says whom a capability sends to; undefined: it sends to no one by name. */
export const recipientParam = (schema: JsonSchema): string | undefined =>
  recipientParams(schema).one;

/** The parameters that are filled with everyone whom the user may send to. */
export const allRecipientsParams = (schema: JsonSchema): readonly string[] =>
  recipientParams(schema).all;

/** Its values are days and hours to come: words of time that it takes put nothing off. */
export const takesTime = ({ type, leaning }: EntitySchema): boolean =>
  type === "date" ||
  type === "time" ||
  type === "recurrence" ||
  (type === "period" && leaning === "coming");

/** The capability at an address of a manifest: `forecast` of its own domain, `weather.forecast` of any. */
export function capabilityAt(
  address: string,
  domain: string,
  catalogue: Catalogue,
): CatalogueCapability | undefined {
  const dot = address.indexOf(".");
  return dot === -1
    ? catalogue.capability(domain, address)
    : catalogue.capability(address.slice(0, dot), address.slice(dot + 1));
}

/** What a capability does to the world: the most careful reading where no manifest has it. */
export const effectAt = (
  { domain, capability }: { readonly domain: string; readonly capability: string },
  catalogue: Catalogue,
): Effect => catalogue.capability(domain, capability)?.effect ?? "external";

/** The addresses of all that a goal can lead to: by its tables, or by a plan that a model writes for it. */
export const addressesOfGoal = ({ plan, capability, entities_schema }: Goal): string[] => [
  ...(plan?.may_use ?? []),
  ...(capability === undefined ? [] : [capability]),
  ...Object.values(entities_schema).flatMap(({ capability_map = {} }) =>
    Object.values(capability_map).flat(),
  ),
];

/** Agents that call agents: as deep as a look at their tools goes. */
const MOST_DEPTH = 4;

/** True where answers carry text from outside: declared so, or an agent with a tool of that kind. */
export function bringsOutsideText(
  capability: CatalogueCapability,
  catalogue: Catalogue,
  depth = 0,
): boolean {
  if (capability.spec.trust === "untrusted") return true;
  if (depth >= MOST_DEPTH) return false;
  return calledBy(capability, catalogue).some((tool) =>
    bringsOutsideText(tool, catalogue, depth + 1),
  );
}

/** What an agent may call; nearly all capabilities are none. */
export const calledBy = (
  { domain, spec: { agent } }: CatalogueCapability,
  catalogue: Catalogue,
): readonly CatalogueCapability[] =>
  (agent?.tools ?? []).flatMap(
    (tool) => capabilityAt(addressOfTool(tool), domain, catalogue) ?? [],
  );

export const addressOfTool = (tool: AgentDefinition["tools"][number]): string =>
  typeof tool === "string" ? tool : tool.capability;

/** The domains that a plan leads to: those of its steps, and of what its agents may call. */
export function domainsReached(
  { steps }: Pick<ExecutionPlan, "steps">,
  catalogue: Catalogue,
): string[] {
  const reached = new Set<CatalogueCapability>();
  const reach = (found: CatalogueCapability | undefined) => {
    if (found === undefined || reached.has(found)) return;
    reached.add(found);
    calledBy(found, catalogue).forEach(reach);
  };
  for (const { domain, capability } of steps) reach(catalogue.capability(domain, capability));
  const domains = [...steps, ...reached].map(({ domain }) => domain);
  return [...new Set(domains)];
}

/** The capabilities that a goal can lead to, by its tables or by a plan. */
export const capabilitiesOfGoal = (
  { domain, spec }: CatalogueGoal,
  catalogue: Catalogue,
): CatalogueCapability[] =>
  addressesOfGoal(spec).flatMap((address) => capabilityAt(address, domain, catalogue) ?? []);

/** True for a goal that changes nothing, whichever of its capabilities serves it. */
export const onlyReads = (goal: CatalogueGoal, catalogue: Catalogue): boolean =>
  capabilitiesOfGoal(goal, catalogue).every(({ effect }) => effect === "read");

/**
 * The least confidence that may act on a goal, whichever of its capabilities serves it; undefined: any may.
 * A plan that only reads may act on less than this, where the goal can do both.
 */
export function gateOfGoal(domain: string, goal: string, catalogue: Catalogue): number | undefined {
  const found = catalogue.goal(domain, goal);
  const capabilities = found === undefined ? [] : capabilitiesOfGoal(found, catalogue);
  return catalogue.gateOf(
    domain,
    capabilities.map(({ effect }) => effect),
  );
}

/** True for a goal that nothing but a model can plan or carry out. */
export function needsModel(goal: CatalogueGoal, catalogue: Catalogue): boolean {
  const { plan, capability } = goal.spec;
  if (plan !== undefined && capability === undefined) return true;
  const found = capabilitiesOfGoal(goal, catalogue);
  return (
    found.length > 0 &&
    found.every(({ spec }) => spec.kind === "reasoning" || spec.kind === "agent")
  );
}
