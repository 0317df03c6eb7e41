import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { checkDomain, makeProbe } from "#shared/domain-package/conformance.ts";
import { silentLog } from "#shared/domain-package/index.ts";
import { openDomain } from "./domain.ts";

const NAME = "new-domain";
const FIND = "new_domain_find";

/** What this domain answers to a search. */
async function find(url: string, parameters: Record<string, string | number>) {
  const probe = makeProbe(url, undefined);
  const { body } = await probe.execute(probe.request(NAME, FIND, parameters));
  return body as { status: string; explanation: string; result: unknown };
}

describe(NAME, () => {
  let domain: { url: string; close(): Promise<void> };
  before(async () => {
    domain = await openDomain({ log: silentLog }).serve({ port: 0 });
  });
  after(() => domain.close());

  it("keeps what the wire promises", async () => {
    const results = await checkDomain(domain.url);
    assert.deepEqual(
      results.filter(({ outcome }) => outcome === "failed"),
      [],
    );
  });

  it("finds an item by a part of its name, with or without accents", async () => {
    const { status, explanation } = await find(domain.url, { item_text: "Feijao" });
    assert.equal(status, "success");
    assert.match(explanation, /black beans|feijão preto/);
  });

  it("asks when several have the name", async () => {
    const { status } = await find(domain.url, { item_text: "tomate" });
    assert.equal(status, "clarification");
  });
});
