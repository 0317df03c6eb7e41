import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkDomain, domainChecks } from "../conformance/check-domain.ts";
import { resultOf } from "../conformance/domain-check.ts";
import { type DomainCase, makeProbe, type Probe } from "../conformance/domain-probe.ts";
import { inEnglish } from "../messages/messages.ts";

type Served = { url: string; close(): Promise<void> };
type StartDomain = () => Promise<Served>;

/**
 * A test for each promise of the wire, for a domain that `start` brings up. The cases reach its real
 * work: `[{capability: "get_price", parameters: {symbol: "PETR4"}}]`. With a secret, tokens are tested too.
 */
export function domainContract(
  name: string,
  start: StartDomain,
  cases: readonly DomainCase[] = [],
  secret?: string,
): void {
  describe(`${name} keeps the wire's promises`, () => {
    let domain: Served | undefined;
    let probe: Probe;
    beforeAll(async () => {
      domain = await start();
      probe = makeProbe(domain.url, secret);
    });
    afterAll(() => domain?.close());

    for (const check of domainChecks({ cases, ...(secret === undefined ? {} : { secret }) }))
      it(inEnglish(check.name), async (context) => {
        const { outcome, detail } = resultOf({ check, verdict: await check.run(probe) }, "en");
        if (outcome === "not_checked") return context.skip(detail);
        expect(detail).toBe("");
      });
  });
}

/** A test with what the domain's own manifest lists to be checked, as `regente check-domain` does. */
export function checkedByItsManifest(start: StartDomain): void {
  it("keeps what its manifest lists to be checked, each user's own, and nothing of the check is left", async () => {
    const domain = await start();
    const results = await checkDomain(domain.url);
    await domain.close();
    expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
    const ownOfEachUser = results.filter(({ rule }) => rule === "6.7");
    expect(ownOfEachUser.some(({ outcome }) => outcome === "passed")).toBe(true);
  });
}
