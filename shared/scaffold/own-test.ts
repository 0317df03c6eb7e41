import assert from "node:assert/strict";
import { test } from "node:test";
import { checkDomain, makeProbe } from "#shared/domain-package/conformance.ts";
import { silentLog } from "#shared/domain-package/index.ts";
import { openDomain } from "./domain.ts";

await test("new-domain", async (t) => {
  const domain = await openDomain({ log: silentLog }).serve({ port: 0 });
  t.after(() => domain.close());

  /** What it answers to a search. */
  const find = async (parameters: Record<string, string | number>) => {
    const probe = makeProbe(domain.url, undefined);
    const request = probe.request("new-domain", "new_domain_find", parameters);
    const { body } = await probe.execute(request);
    return body as { status: string; explanation: string; result: unknown };
  };

  await t.test("keeps what the wire promises", async () => {
    const results = await checkDomain(domain.url);
    const broken = results.filter(({ outcome }) => outcome === "failed");
    assert.deepEqual(broken, []);
  });

  await t.test("finds an item by a part of its name, with or without accents", async () => {
    const { status, explanation } = await find({ item_text: "Feijao" });
    assert.equal(status, "success");
    assert.equal(explanation, "Encontrei: feijão preto.");
  });

  await t.test("asks when several have the name", async () => {
    const { status } = await find({ item_text: "tomate" });
    assert.equal(status, "clarification");
  });
});
