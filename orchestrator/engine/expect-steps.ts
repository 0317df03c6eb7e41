import type { DomainStatus, ExpectedStep } from "#shared/contracts/endpoints.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { linkSteps } from "../planning/order-steps.ts";
import type { Store } from "../ports/stores.ts";
import { stepPolicy } from "./run-policy.ts";

/** How many of a capability's newest runs an estimate is made of. */
const SAMPLE = 200;

export type ExpectDeps = {
  catalogue: Catalogue;
  store: Store;
  /** How a domain is, as far as it is known already; undefined for one that no one watches. */
  healthOf(domain: string): DomainStatus | undefined;
};

/**
 * What each step of a plan would do and take, from the manifests and from what is recorded. No domain is
 * called.
 * Errors: StoreError when what is recorded cannot be read
 * Cost:   one query for each capability of the plan
 */
export async function expectSteps(
  plan: ExecutionPlan,
  { catalogue, store, healthOf }: ExpectDeps,
): Promise<ExpectedStep[]> {
  const policyOf = stepPolicy(catalogue, plan);
  const known = new Map<string, Promise<number[]>>();
  const durationsOf = (domain: string, capability: string) => {
    const key = `${domain}.${capability}`;
    const found = known.get(key) ?? store.runs.durations(domain, capability, SAMPLE);
    known.set(key, found);
    return found;
  };
  return Promise.all(
    plan.steps.map(async (step): Promise<ExpectedStep> => {
      const { id, domain, capability } = step;
      const { effect, confirm, bulk } = policyOf(step);
      const health = healthOf(domain);
      const kind = catalogue.capability(domain, capability)?.spec.kind;
      return {
        id,
        domain,
        capability,
        effect,
        // How many things it would hit is known once it is asked.
        confirm: confirm || bulk !== undefined,
        health: health?.state ?? null,
        problem: health?.problem ?? null,
        p95_ms: p95(await durationsOf(domain, capability)),
        tokens: kind === "reasoning" || kind === "agent" ? null : 0,
      };
    }),
  );
}

/** The time that 95 of 100 do not exceed; null for none at all. */
export function p95(durations: readonly number[]): number | null {
  const sorted = durations.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? null;
}

/**
 * What a whole plan takes when its steps take that long: the longest way through it.
 * Shape: null as soon as one step is not known
 */
export function expectWhole(
  plan: ExecutionPlan,
  steps: readonly ExpectedStep[],
): { latency_ms: number | null; tokens: number | null } {
  const { dependencies } = linkSteps(plan);
  const ends = new Map<number, number>();
  const endOf = (at: number): number => {
    const known = ends.get(at);
    if (known !== undefined) return known;
    const begins = Math.max(0, ...(dependencies[at] ?? []).map(endOf));
    const end = begins + (steps[at]?.p95_ms ?? Number.NaN);
    ends.set(at, end);
    return end;
  };
  const latency = Math.max(0, ...steps.map((_, at) => endOf(at)));
  const tokens = steps.reduce<number | null>(
    (sum, step) => (sum === null || step.tokens === null ? null : sum + step.tokens),
    0,
  );
  return { latency_ms: Number.isNaN(latency) ? null : latency, tokens };
}
