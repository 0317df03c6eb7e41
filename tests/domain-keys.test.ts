import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeProbe, signServiceToken } from "#shared/conformance/domain-probe.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { type DomainOptions, defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { domainKey, domainKeyIn } from "#shared/domain-secret/domain-secret.ts";
import { openDomainClient } from "../orchestrator/adapters/domain-client/domain-client.ts";

const SECRET = "the secret that only the orchestrator knows";

const makeDomain = (name: string, options: DomainOptions) =>
  defineDomain(
    {
      manifest_version: "1",
      domain: name,
      version: "1.0.0",
      description: { en: name },
      capabilities: [{ capability: `use_${name}`, effect: "write", repeat: "keyed" }],
    },
    { [`use_${name}`]: async () => success({ explanation: `${name} was used` }) },
    { log: silentLog, ...options },
  );
async function serve(name: string, options: DomainOptions = {}): Promise<string> {
  const served = await makeDomain(name, options).serve({ port: 0 });
  onTestFinished(() => served.close());
  return served.url;
}
const probeOf = (url: string) => makeProbe(url, undefined);
const callOf = (url: string, name: string) => probeOf(url).request(name, `use_${name}`, {});

/** What the orchestrator gets from a domain of that name. */
async function ask(name: string, url: string): Promise<string> {
  const client = openDomainClient({
    baseUrlOf: () => url,
    keyOf: (domain) => domainKey(SECRET, domain),
    clock: { now: Date.now, monotonic: () => performance.now() },
    makeId: (prefix) => `${prefix}_${randomUUID()}`,
  });
  const request = callOf(url, name);
  const signal = new AbortController().signal;
  const call = { domain: name, request, timeoutMs: 60_000, idempotencyKey: "run:1", signal };
  try {
    return (await client.call(call)).explanation;
  } finally {
    await client.close();
  }
}

describe("a domain that was taken over", () => {
  const stolen = domainKey(SECRET, "garden");
  it.each<[what: string, key: string, claims: Record<string, unknown>]>([
    ["its own key, for the other domain", stolen, {}],
    ["its own key, for both", stolen, { aud: ["garden", "kitchen"] }],
    ["its own token, as it came", stolen, { aud: "garden" }],
    ["a key made from its own", domainKey(stolen, "kitchen"), {}],
    ["the name of the other one", "kitchen", {}],
    ["no key", "\0", {}],
  ])("signs nothing that another one takes: %s", async (_what, key, claims) => {
    const kitchen = await serve("kitchen", { secret: domainKey(SECRET, "kitchen") });
    const request = callOf(kitchen, "kitchen");
    const token = await signServiceToken(key, request, claims);
    const answered = await probeOf(kitchen).execute(request, { authorization: `Bearer ${token}` });
    expect(answered.status).toBe(401);
    expect(answered.text).not.toContain("was used");
  });
});

it("the orchestrator reaches each domain with that domain's key, also where it was told all of them", async () => {
  const keys: DomainOptions[] = [
    { secret: domainKey(SECRET, "garden") },
    { secret: domainKeyIn({ REGENTE_DOMAIN_KEY: domainKey(SECRET, "garden") }, "garden") ?? "" },
    { secret: domainKeyIn({ REGENTE_DOMAIN_SECRET: SECRET }, "garden") ?? "" },
  ];
  for (const options of keys)
    expect(await ask("garden", await serve("garden", options))).toBe("garden was used");
});

it("what a domain was told for itself comes before what all were told", () => {
  const env = { REGENTE_DOMAIN_KEY: "mine", REGENTE_DOMAIN_SECRET: SECRET };
  expect(domainKeyIn(env, "garden")).toBe("mine");
  expect(domainKeyIn({ REGENTE_DOMAIN_KEY: "", REGENTE_DOMAIN_SECRET: "" }, "garden")).toBe(
    undefined,
  );
});
