import { ownValue } from "../contracts/json.ts";
import type { Manifest } from "../contracts/manifest.ts";
import { CHECK_USER, type DomainCase, type Probe } from "./domain-probe.ts";
import { outputOf } from "./wire-answers.ts";

/** The calls that a domain's author marked in its manifest. */
export const casesIn = ({ capabilities }: Manifest): DomainCase[] =>
  capabilities.flatMap(({ capability, metadata: { check = [] } }) =>
    check.map((each) => ({ ...each, capability })),
  );

/** Asks how often a case's effect has happened; undefined where no one counts it. */
export function counterOf(
  each: DomainCase,
): ((probe: Probe, user_id?: string) => Promise<number>) | undefined {
  const { happened, counted_by } = each;
  if (happened !== undefined) return async () => happened();
  if (counted_by === undefined) return undefined;
  const { capability, parameters, path } = counted_by;
  return async (probe, user_id = CHECK_USER) => {
    const { domain } = await probe.manifest();
    const asked = probe.request(domain, capability, parameters, { user_id });
    const output = outputOf(await probe.execute(asked));
    if (typeof output === "string") throw new Error(`counted_by ${capability}: ${output}`);
    const counted = path.split(".").reduce<unknown>(ownValue, output);
    if (Array.isArray(counted)) return counted.length;
    if (typeof counted === "number") return counted;
    throw new Error(`counted_by ${capability}: ${path} is neither a number nor a list`);
  };
}
