import { describe, expect, it } from "vitest";
import type { Json } from "#shared/contracts/json.ts";
import { type ManifestSource as Draft, manifestSchema } from "#shared/contracts/manifest.ts";
import { executionPlan } from "#shared/contracts/plan.ts";
import type { CachedAnswer } from "../../ports/answer-cache.ts";
import type { Catalogue } from "../catalogue.ts";
import { buildCatalogue } from "./build-catalogue.ts";
import { cataloguesOfRuns } from "./catalogues-of-runs.ts";
import { draft } from "./registry.fixture.ts";

const manifest = (domain: string, version: string, more: Partial<Draft> = {}) =>
  manifestSchema.parse({ ...draft(domain), version, goals: [], ...more });
const guide: Partial<Draft> = {
  capabilities: [
    {
      capability: "guide",
      kind: "agent",
      agent: { name: "Guide", role: "guide", prompt: "Look.", tools: ["weather.get_weather"] },
    },
  ],
};
const begun = buildCatalogue([
  manifest("weather", "1.0.0"),
  manifest("news", "1.0.0"),
  manifest("tours", "1.0.0", guide),
]);
const today = buildCatalogue([manifest("weather", "2.0.0"), manifest("news", "2.0.0")]);
const runWith = (domain: string, capability: string) => ({
  catalogue_digest: begun.digest,
  plan: executionPlan.parse({ steps: [{ id: 1, domain, capability }] }),
});

/** What one process keeps, and what another one makes of it. */
function open({ answering = ["weather", "tours"], inMemory = [] as Catalogue[] } = {}) {
  const kept = new Map<string, CachedAnswer>();
  const seen = { now: 0, writes: 0 };
  const at = (memory: readonly Catalogue[]) =>
    cataloguesOfRuns({
      current: () => today,
      inMemory: (digest) => memory.find((each) => each.digest === digest),
      speaks: (domain, version) => version === "1.0.0" && answering.includes(domain),
      cache: {
        put(answer) {
          seen.writes += 1;
          kept.set(answer.key, answer);
        },
        async find({ key }, now): Promise<Json | undefined> {
          const found = kept.get(key);
          return found && found.expires_at > now ? found.answer : undefined;
        },
      },
      clock: { now: () => seen.now },
      log: { info() {}, warn() {}, error() {} },
    });
  return { first: at([begun]), next: at(inMemory), kept, seen };
}

describe("a run goes on in another process", () => {
  it("under the manifests that it began with, while its domains answer in their versions", async () => {
    const { first, next } = open();
    expect(await next.catalogueOf(runWith("weather", "get_weather"))).toBe(today);
    first.keep(begun.digest);
    const found = await next.catalogueOf(runWith("weather", "get_weather"));
    expect(found.digest).toBe(begun.digest);
    expect(await next.catalogueOf(runWith("weather", "get_weather"))).toBe(found);
  });

  it("under today's where a domain that it reaches does not, also by an agent's tools", async () => {
    const { first, next } = open({ answering: ["weather"] });
    first.keep(begun.digest);
    expect(await next.catalogueOf(runWith("news", "get_weather"))).toBe(today);
    expect(await next.catalogueOf(runWith("tours", "guide"))).toBe(today);
    const without = open({ answering: ["tours"] });
    without.first.keep(begun.digest);
    expect(await without.next.catalogueOf(runWith("tours", "guide"))).toBe(today);
  });

  it("under today's where what was kept is not what it was, or its time is over", async () => {
    const { first, next, kept, seen } = open();
    first.keep(begun.digest);
    const [answer] = [...kept.values()];
    if (answer !== undefined) kept.set(begun.digest, { ...answer, answer: [] });
    expect(await next.catalogueOf(runWith("weather", "get_weather"))).toBe(today);
    if (answer !== undefined) kept.set(begun.digest, answer);
    seen.now = 3 * 24 * 60 * 60 * 1000;
    expect(await next.catalogueOf(runWith("weather", "get_weather"))).toBe(today);
  });
});

it("manifests are written once a day, however many runs begin", () => {
  const { first, seen } = open();
  for (const hours of [0, 1, 23, 25, 26]) {
    seen.now = hours * 60 * 60 * 1000;
    first.keep(begun.digest);
  }
  expect(seen.writes).toBe(2);
});
