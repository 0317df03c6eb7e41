import { describe, expect, it } from "vitest";
import type { ManifestSource as Draft, Manifest } from "#shared/contracts/manifest.ts";
import { manifestSchema } from "#shared/contracts/manifest.ts";
import type { ApprovedManifests } from "../../ports/approved-manifests.ts";
import { openApprovals } from "./approvals.ts";
import { changedPromises } from "./changed-promises.ts";
import { aRegistry, aService, draft } from "./registry.fixture.ts";

const silent = { info() {}, warn() {}, error() {} };
/** What a process leaves to the next one. */
function memory(): ApprovedManifests {
  const known = new Map<string, Manifest>();
  return {
    find: (domain) => known.get(domain),
    async keep(manifest) {
      known.set(manifest.domain, manifest);
    },
    async forget(domain) {
      known.delete(domain);
    },
  };
}
type Capability = Draft["capabilities"][number];
const looks: Capability = { capability: "get_weather", effect: "read" };
const sends: Capability = {
  capability: "send_report",
  effect: "external",
  confirm: "always",
  trust: "untrusted",
  requires: ["weather:send"],
};
const weather = (version: string, ...capabilities: Capability[]) =>
  draft("weather", { version, capabilities: [looks, ...capabilities] });

describe("asks for more trust", () => {
  const before = manifestSchema.parse(weather("1.0.0", sends));
  it.each<[what: string, after: Draft, change: string]>([
    [
      "a new capability",
      weather("1.1.0", sends, { ...sends, capability: "copy_report" }),
      "copy_report is new (effect external)",
    ],
    [
      "an effect that seems weaker",
      weather("1.1.0", { ...sends, effect: "read" }),
      "send_report: effect external -> read",
    ],
    [
      "an effect that is stronger",
      weather("1.1.0", { ...sends, effect: "destructive" }),
      "send_report: effect external -> destructive",
    ],
    [
      "a yes that is not asked for any more",
      weather("1.1.0", { ...sends, confirm: "never" }),
      "send_report: confirm always -> never",
    ],
    [
      "foreign text that counts as its own",
      weather("1.1.0", { ...sends, trust: "trusted" }),
      "send_report: its answers count as trusted",
    ],
    [
      "a promise to do things once",
      weather("1.1.0", { ...sends, repeat: "keyed" }),
      "send_report: repeat once -> keyed",
    ],
    [
      "a scope that is not needed any more",
      weather("1.1.0", { ...sends, requires: [] }),
      "send_report: does not require weather:send any more",
    ],
    [
      "a lower gate",
      { ...weather("1.1.0", sends), confidence_gate: { threshold: 0.5 } },
      "it acts at a confidence of 0.5, no more 0.94",
    ],
    [
      "no gate",
      { ...weather("1.1.0", sends), confidence_gate: { exempt: true } },
      "it acts at a confidence of 0, no more 0.94",
    ],
    [
      "a goal for whatever nobody else covers",
      {
        ...weather("1.1.0", sends),
        goals: [
          {
            goal: "CHAT",
            description: { en: "Talk" },
            capability: "send_report",
            fallback: { entity: "said" },
            entities_schema: { said: {} },
          },
        ],
      },
      "CHAT takes what no other goal covers, at any confidence",
    ],
  ])("%s", (_what, after, change) => {
    expect(changedPromises(before, manifestSchema.parse(after))).toEqual([change]);
  });
  it("another kind", () => {
    const capabilities = before.capabilities.map((each) => ({ ...each, kind: "agent" as const }));
    expect(changedPromises(before, { ...before, capabilities })).toEqual([
      "get_weather: kind service -> agent",
      "send_report: kind service -> agent",
    ]);
  });
  it.each<[what: string, after: Draft]>([
    ["other words", { ...weather("1.1.0", sends), description: { en: "Weather and more" } }],
    ["fewer capabilities", weather("1.1.0")],
    ["more care", weather("1.1.0", { ...sends, requires: ["weather:send", "weather:all"] })],
  ])("but not with %s", (_what, after) => {
    expect(changedPromises(before, manifestSchema.parse(after))).toEqual([]);
  });
});

describe("a manifest that asks for more trust than before", () => {
  const open = async (kept = memory(), first: Draft = weather("1.0.0")) => {
    const service = await aService(first);
    const approvals = openApprovals(kept, silent);
    const entries = [{ name: "weather", url: service.url }];
    const { registry } = await aRegistry(entries, { approvals });
    await registry.ready;
    return { service, registry, domain: async () => (await registry.reload()).domains[0] };
  };

  it("waits, while the last one stays in force, until that very manifest is approved", async () => {
    const { service, registry, domain } = await open();
    service.manifest = weather("2.0.0", sends);
    const held = await domain();
    expect(held).toMatchObject({ version: "1.0.0", capabilities: ["get_weather"] });
    expect(held?.problem).toContain("waits for approval: send_report is new (effect external)");
    expect(held?.problem).toContain("regente domains approve weather");
    const digest = held?.held?.digest ?? "";
    expect(await registry.approve("weather", "0".repeat(64))).toBe(false);
    expect(await registry.approve("weather", digest)).toBe(true);
    const taken = registry.status().domains[0];
    expect(taken).toMatchObject({ version: "2.0.0", problem: null });
    expect(taken?.held).toBeUndefined();
    expect(await registry.approve("weather", digest)).toBe(false);
  });
  it("is not approved by a yes that was meant for another one", async () => {
    const { service, registry, domain } = await open();
    service.manifest = weather("2.0.0", sends);
    const seen = (await domain())?.held?.digest ?? "";
    service.manifest = weather("2.0.1", { ...sends, effect: "destructive" });
    expect((await domain())?.held?.changes).toEqual(["send_report is new (effect destructive)"]);
    expect(await registry.approve("weather", seen)).toBe(false);
    expect(registry.status().domains[0]?.version).toBe("1.0.0");
  });
  it("also waits after a restart, and what was in force before it is in force again", async () => {
    const kept = memory();
    await open(kept);
    const { domain } = await open(kept, weather("2.0.0", sends));
    expect(await domain()).toMatchObject({ version: "1.0.0", capabilities: ["get_weather"] });
  });
  it("that was approved is what the next one is compared with", async () => {
    const { service, registry, domain } = await open();
    service.manifest = weather("2.0.0", sends);
    await registry.approve("weather", (await domain())?.held?.digest ?? "");
    service.manifest = { ...weather("2.1.0", sends), description: { en: "Weather and more" } };
    expect(await domain()).toMatchObject({ version: "2.1.0", problem: null });
    service.manifest = weather("3.0.0", { ...sends, confirm: "never" });
    expect((await domain())?.held?.changes).toEqual(["send_report: confirm always -> never"]);
  });
  it("needs no word when it goes back to what it was", async () => {
    const { service, domain } = await open();
    service.manifest = weather("2.0.0", sends);
    await domain();
    service.manifest = weather("1.0.1");
    const back = await domain();
    expect(back).toMatchObject({ version: "1.0.1", problem: null });
    expect(back?.held).toBeUndefined();
  });
});

it("the operator's own files need no second word", async () => {
  const service = await aService(weather("1.0.0"));
  const entry = { name: "weather", url: service.url, start: "domains/weather/main.ts" };
  const { registry } = await aRegistry([entry], { approvals: openApprovals(memory(), silent) });
  await registry.ready;
  service.manifest = weather("2.0.0", sends);
  expect((await registry.reload()).domains[0]).toMatchObject({ version: "2.0.0", problem: null });
});
it("without approvals the same change comes in at once", async () => {
  const service = await aService(weather("1.0.0"));
  const { registry } = await aRegistry([{ name: "weather", url: service.url }]);
  await registry.ready;
  service.manifest = weather("2.0.0", sends);
  expect((await registry.reload()).domains[0]).toMatchObject({ version: "2.0.0", problem: null });
});

it("a domain that was let go is a new one when it comes back", async () => {
  const service = await aService(weather("1.0.0"));
  const { registry } = await aRegistry([], { approvals: openApprovals(memory(), silent) });
  await registry.ready;
  await registry.register({ name: "weather", url: service.url });
  await registry.remove("weather");
  service.manifest = weather("2.0.0", sends);
  const { domains } = await registry.register({ name: "weather", url: service.url });
  expect(domains[0]).toMatchObject({ version: "2.0.0", problem: null });
});
