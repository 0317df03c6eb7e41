import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { domainChecks } from "../conformance/domain-checks.ts";
import { type DomainCase, makeProbe, type Probe } from "../conformance/domain-probe.ts";

/**
 * A test for each promise of the wire, for a domain that `start` brings up. The cases reach its real
 * work: `[{capability: "get_price", parameters: {symbol: "PETR4"}}]`. With a secret, tokens are tested too.
 */
export function domainContract(
  name: string,
  start: () => Promise<{ url: string; close(): Promise<void> }>,
  cases: readonly DomainCase[] = [],
  secret?: string,
): void {
  describe(`${name} keeps the wire's promises`, () => {
    let domain: { url: string; close(): Promise<void> } | undefined;
    let probe: Probe;
    beforeAll(async () => {
      domain = await start();
      probe = makeProbe(domain.url, secret);
    });
    afterAll(() => domain?.close());

    for (const check of domainChecks({ cases, ...(secret === undefined ? {} : { secret }) }))
      it(check.name, async (context) => {
        const verdict = await check.run(probe);
        if (typeof verdict === "object") return context.skip(verdict.not_checked);
        expect(verdict).toBeUndefined();
      });
  });
}
