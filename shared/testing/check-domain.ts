import { domainChecks } from "./domain-checks.ts";
import { type CheckOptions, makeProbe } from "./domain-probe.ts";

/** `detail` says what was seen instead; "" when it is ok. */
export type CheckResult = { name: string; ok: boolean; detail: string };

/**
 * Whether the domain that listens at `url` keeps the wire's promises; written in any language.
 * Without cases nothing is carried out: it is only described and knocked on with bad requests.
 * Never rejects: a domain that is down fails every check.
 * Cost:   some 40 requests, one after the other; at most 10 s each
 */
export async function checkDomain(url: string, options: CheckOptions = {}): Promise<CheckResult[]> {
  const probe = makeProbe(url, options.secret);
  const results: CheckResult[] = [];
  for (const { name, run } of domainChecks(options)) {
    const problem = await run(probe).catch((error: unknown) => String(error));
    results.push({ name, ok: problem === undefined, detail: problem ?? "" });
  }
  return results;
}
