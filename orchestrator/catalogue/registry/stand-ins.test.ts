import { describe, expect, it } from "vitest";
import type { ManifestSource as Draft } from "#shared/contracts/manifest.ts";
import { manifestSchema } from "#shared/contracts/manifest.ts";
import { whyIn } from "#shared/messages/messages.ts";
import { buildCatalogue } from "./build-catalogue.ts";
import { aRegistry, aService, draft } from "./registry.fixture.ts";
import { type StandIns, standInsOf } from "./stand-ins.ts";

type Capability = Draft["capabilities"][number];
const schemas = {
  params_schema: { type: "object" as const, properties: { city: { type: "string" as const } } },
  result_schema: { type: "object" as const },
};
const own = (more: Partial<Capability> = {}): Capability => ({
  ...{ capability: "get_forecast", effect: "read", repeat: "keyed", ...schemas },
  ...more,
});
const other = (more: Partial<Capability> = {}): Capability => ({
  ...own(),
  provides: "weather.get_forecast",
  ...more,
});
const domain = (name: string, capability: Capability, more: Partial<Draft> = {}) =>
  manifestSchema.parse(draft(name, { capabilities: [capability], goals: [], ...more }));
const places = [{ name: "mirror", provides: ["weather.get_forecast"], isPreferred: true }];

function standIns(mirror: Partial<Capability> = {}, weather: Partial<Capability> = {}, more = {}) {
  const catalogue = buildCatalogue([
    domain("mirror", other(mirror), more),
    domain("weather", own(weather)),
  ]);
  return standInsOf(catalogue, places);
}

const told = ({ problems }: StandIns) => whyIn("en", problems.get("mirror") ?? "");

describe("a capability stands in for another domain's", () => {
  it("when its manifest and the operator both say so, under the same name or another", () => {
    for (const capability of ["get_forecast", "read_sky"])
      expect(standIns({ capability }).byAddress.get("weather.get_forecast")).toEqual([
        { domain: "mirror", capability, isPreferred: true },
      ]);
  });
  it("not by its own word alone, nor by the operator's", () => {
    const catalogue = buildCatalogue([domain("mirror", other()), domain("weather", own())]);
    expect(standInsOf(catalogue, [{ name: "mirror" }]).byAddress.size).toBe(0);
    const silent = buildCatalogue([
      domain("mirror", own({ capability: "read_sky" })),
      domain("weather", own()),
    ]);
    expect(told(standInsOf(silent, places))).toBe(
      "cannot stand in for weather.get_forecast: none of its capabilities provides it",
    );
  });
  it.each<[string, Partial<Capability>, Partial<Capability>?, object?]>([
    ["its params_schema differs", { params_schema: { type: "object" } }],
    ["its result_schema differs", { result_schema: { type: "string" } }],
    ["its effect is write, not read", { effect: "write" }],
    ["its confirm is always, not auto", { confirm: "always" }],
    ["a call to it must not be sent again", { repeat: "once" }],
    ["its answers count as outside text", { trust: "untrusted" }],
    ["it requires sky:see", { requires: ["sky:see"] }],
    ["its gate is 0.99, not 0.94", {}, {}, { confidence_gate: { threshold: 0.99 } }],
  ])("not where it promises less: %s", (why, mirror, weather, more) => {
    const found = standIns(mirror, weather, more);
    expect(found.byAddress.size).toBe(0);
    expect(told(found)).toBe(`cannot stand in for weather.get_forecast: ${why}`);
  });
  it("also where it is more careful than it has to be", () => {
    const { byAddress } = standIns({ confirm: "never" }, { trust: "untrusted", requires: ["a:b"] });
    expect(byAddress.size).toBe(1);
  });
});

it("two domains may not both own a name; one that stands in may bear it, whoever comes first", async () => {
  const weather = await aService(draft("weather", { capabilities: [own()], goals: [] }));
  const mirror = await aService(draft("mirror", { capabilities: [other()], goals: [] }));
  const thief = await aService(draft("thief", { capabilities: [own()], goals: [] }));
  const { registry } = await aRegistry([
    { name: "mirror", url: mirror.url, provides: ["weather.get_forecast"] },
    { name: "weather", url: weather.url },
    { name: "thief", url: thief.url },
  ]);
  await registry.ready;
  expect([...registry.current().manifests.keys()]).toEqual(["mirror", "weather"]);
  expect(registry.standInsFor("weather", "get_forecast")).toEqual([
    { domain: "mirror", capability: "get_forecast", isPreferred: false },
  ]);
});

it("an older version is called where it answers, as long as it does", async () => {
  const newer = await aService(draft("weather", { version: "2.0.0" }));
  const older = await aService(draft("weather"));
  const { registry, logged } = await aRegistry([
    { name: "weather", url: newer.url, versions: [older.url] },
  ]);
  await registry.ready;
  await expect.poll(() => registry.urlOf("weather", "1.0.0")).toBe(older.url);
  expect([registry.urlOf("weather"), registry.urlOf("weather", "2.0.0")]).toEqual([
    newer.url,
    newer.url,
  ]);
  expect(registry.urlOf("weather", "0.9.0")).toBe(newer.url);
  expect(registry.status().domains).toHaveLength(1);
  const down = logged("a domain is down", "weather");
  await older.stop();
  await down;
  expect(registry.urlOf("weather", "1.0.0")).toBe(newer.url);
});
