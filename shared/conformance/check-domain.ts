import { casesIn } from "./cases.ts";
import { leavings, notCounted } from "./checks-of-effects.ts";
import { type CheckResult, resultOf } from "./domain-check.ts";
import { domainChecks } from "./domain-checks.ts";
import { type CheckOptions, makeProbe } from "./domain-probe.ts";

/**
 * Whether the domain that listens at `url` keeps the wire's promises; written in any language. Its real
 * work is only reached by the cases, given here or marked in its manifest: without them it is described
 * and knocked on with bad requests.
 * Never rejects: a domain that is down fails every check.
 * Cost:   some 40 requests, and 15 for each case, one after the other; at most 10 s each
 */
export async function checkDomain(url: string, options: CheckOptions = {}): Promise<CheckResult[]> {
  const probe = makeProbe(url, options.secret);
  const manifest = await probe.manifest().catch(() => undefined);
  const marked = manifest === undefined ? [] : casesIn(manifest);
  const cases = [...marked, ...(options.cases ?? [])];
  const left = await leavings(probe, cases);
  const results: CheckResult[] = [];
  for (const check of domainChecks({ ...options, cases })) {
    const verdict = await check.run(probe).catch((error: unknown) => said(error));
    results.push(resultOf(check, verdict));
  }
  if (manifest === undefined) return results;
  return [...results, ...(await left().catch(() => [])), ...notCounted(manifest, cases)];
}

/** fetch hides why it failed one level down. */
function said(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
