import { expect, it } from "vitest";
import { casesIn } from "#shared/conformance/domain-check.ts";
import { makeProbe } from "#shared/conformance/domain-probe.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { domainContract } from "#shared/testing/domain-contract.ts";
import { openDomain } from "./domain.ts";

const NAME = "new-domain";
const FIND = "new_domain_find";
const start = () => openDomain({ log: silentLog }).serve({ port: 0 });

domainContract(NAME, start, casesIn(openDomain({ log: silentLog }).manifest));

/** What a started domain answers to a search. */
async function find(parameters: Record<string, string | number>) {
  const domain = await start();
  const probe = makeProbe(domain.url, undefined);
  const { body } = await probe.execute(probe.request(NAME, FIND, parameters));
  await domain.close();
  return body;
}

it("finds an item by a part of its name, with or without accents", async () => {
  expect(await find({ item_text: "Feijao" })).toMatchObject({
    status: "success",
    explanation: "Encontrei: feijão preto.",
  });
});

it("asks when several have the name, and takes the choice", async () => {
  expect(await find({ item_text: "tomate" })).toMatchObject({
    status: "clarification",
    result: { candidates: [{ item_id: 1 }, { item_id: 2 }] },
  });
  expect(await find({ item_text: "tomate", item_id: 2 })).toMatchObject({
    result: { items: [{ id: 2 }] },
  });
});

it("says what it did not find", async () => {
  expect(await find({ item_text: "abacaxi" })).toMatchObject({
    status: "failure",
    explanation: "Não encontrei “abacaxi”.",
    metadata: { code: "NOT_FOUND" },
  });
});
