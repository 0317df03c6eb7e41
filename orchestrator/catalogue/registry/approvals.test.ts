import { describe, expect, it } from "vitest";
import type { ManifestSource as Draft, Manifest } from "#shared/contracts/manifest.ts";
import { openApprovals } from "./approvals.ts";
import type { ApprovedManifests } from "./approved-manifests.ts";
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
    service.manifest = { ...weather("2.1.0", sends), metadata: { team: "sky" } };
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

it("a manifest that says the same in another order changes nothing, now or after a restart", async () => {
  const kept = memory();
  const said = weather("1.0.0", sends);
  const turned = Object.fromEntries(Object.entries(said).toReversed());
  const service = await aService(said);
  const entries = [{ name: "weather", url: service.url }];
  const { registry } = await aRegistry(entries, { approvals: openApprovals(kept, silent) });
  await registry.ready;
  const first = registry.current().manifests.get("weather");
  service.manifest = turned;
  const { domains } = await registry.reload();
  expect(domains[0]).toMatchObject({ problem: null });
  const next = await aRegistry(entries, { approvals: openApprovals(kept, silent) });
  await next.registry.ready;
  expect(next.registry.current().manifests.get("weather")).toBe(first);
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
