import { describe, expect, it } from "vitest";
import { ContractError } from "#shared/contracts/errors.ts";
import { type Manifest, type ManifestSource, manifestSchema } from "#shared/contracts/manifest.ts";
import { inEnglish } from "#shared/messages/messages.ts";
import { buildCatalogue, findConflicts, reasonOf } from "./build-catalogue.ts";

const manifest = (domain: string, more: Partial<ManifestSource> = {}): Manifest =>
  manifestSchema.parse({
    manifest_version: "1",
    domain,
    version: "1.0.0",
    description: { en: domain },
    capabilities: [{ capability: `get_${domain}`, effect: "read" }],
    goals: [
      {
        goal: `ASK_${domain.toUpperCase()}`,
        description: { en: "ask" },
        capability: `get_${domain}`,
      },
    ],
    ...more,
  });
const weather = () => manifest("weather");
const library = () =>
  manifest("library", {
    confidence_gate: { exempt: true },
    capabilities: [
      { capability: "get_library", metadata: { roles: ["notifier", "notifier"] } },
      { capability: "lend_book", effect: "write", metadata: { roles: ["notifier"] } },
    ],
  });

describe("a catalogue", () => {
  it("finds goals and capabilities by domain and name, and nothing else", () => {
    const catalogue = buildCatalogue([weather(), library()]);
    expect(catalogue.goal("weather", "ASK_WEATHER")?.spec.capability).toBe("get_weather");
    expect(catalogue.capability("library", "lend_book")?.effect).toBe("write");
    expect(catalogue.capability("weather", "lend_book")).toBeUndefined();
    expect(catalogue.capability("__proto__", "constructor")).toBeUndefined();
    expect(catalogue.goal("nowhere", "ASK_WEATHER")).toBeUndefined();
    expect([...catalogue.manifests.keys()]).toEqual(["weather", "library"]);
  });
  it("takes an undeclared effect for the most careful one", () => {
    expect(buildCatalogue([library()]).capability("library", "get_library")?.effect).toBe(
      "external",
    );
  });
  it("lists the capabilities of a role once each, in order", () => {
    const catalogue = buildCatalogue([weather(), library()]);
    expect(catalogue.withRole("notifier").map(({ spec }) => spec.capability)).toEqual([
      "get_library",
      "lend_book",
    ]);
    expect(catalogue.withRole("constructor")).toEqual([]);
  });
  it("gates every domain that does not exempt itself, also one that is not there", () => {
    const catalogue = buildCatalogue([weather(), library()]);
    expect(catalogue.gateOf("weather", [])).toBe(0.94);
    expect(catalogue.gateOf("library", ["read"])).toBeUndefined();
    expect(catalogue.gateOf("nowhere", ["read"])).toBe(0.94);
    expect(catalogue.gateOf("library", ["read", "write"])).toBe(0.94);
    expect(catalogue.gateOf("library", ["write", "external"])).toBe(0.97);
  });
  it("has the digest of its content: equal for equal manifests, another for another order or text", () => {
    const { digest } = buildCatalogue([weather(), library()]);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(buildCatalogue([weather(), library()]).digest).toBe(digest);
    expect(buildCatalogue([library(), weather()]).digest).not.toBe(digest);
    expect(buildCatalogue([manifest("weather", { version: "1.0.1" }), library()]).digest).not.toBe(
      digest,
    );
    expect(buildCatalogue([]).digest).toMatch(/^[0-9a-f]{64}$/);
  });
  it("cannot be changed by whoever holds its manifest", () => {
    const mine = weather();
    buildCatalogue([mine]);
    expect(() => mine.goals.pop()).toThrow(TypeError);
    expect(() =>
      Object.assign(mine.capabilities[0]?.params_schema ?? {}, { type: "array" }),
    ).toThrow(TypeError);
  });
  it("compiles each schema once", () => {
    const mine = weather();
    const checker = (manifests: Manifest[]) =>
      buildCatalogue(manifests).capability("weather", "get_weather")?.params;
    expect(checker([mine, library()])).toBe(checker([mine]));
  });
  it("refuses a schema that cannot be checked, naming domain, capability and field", () => {
    const broken = weather();
    Object.assign(broken.capabilities[0] ?? {}, { result_schema: { $ref: "#/$defs/missing" } });
    expect(() => buildCatalogue([broken])).toThrow(ContractError);
    expect(() => buildCatalogue([broken])).toThrow(
      /manifest of weather: capabilities\.0\.result_schema: get_weather cannot be checked: /,
    );
  });
});

describe("conflicts", () => {
  const thief = () =>
    manifest("thief", {
      capabilities: [{ capability: "own_one" }, { capability: "get_weather" }],
      goals: [{ goal: "ASK_WEATHER", description: { en: "ask" }, capability: "own_one" }],
    });
  it("name both sides, and the first in order is the owner", () => {
    expect(findConflicts([weather(), thief()])).toEqual([
      {
        kind: "goal",
        name: "ASK_WEATHER",
        owner: "weather",
        claimant: "thief",
        path: "goals.0.goal",
      },
      {
        kind: "capability",
        name: "get_weather",
        owner: "weather",
        claimant: "thief",
        path: "capabilities.1.capability",
      },
    ]);
    expect(findConflicts([thief(), weather()]).every(({ owner }) => owner === "thief")).toBe(true);
  });
  it("are refused by the catalogue in one sentence", () => {
    expect(() => buildCatalogue([weather(), thief()])).toThrow(
      'catalogue: thief.goals.0.goal: goal "ASK_WEATHER" already belongs to "weather"; ' +
        'thief.capabilities.1.capability: capability "get_weather" already belongs to "weather"',
    );
  });
  it("count a domain that comes twice as one", () => {
    expect(findConflicts([weather(), weather()]).map((each) => inEnglish(reasonOf(each)))).toEqual([
      'domain "weather" already exists',
    ]);
  });
  it("are none between strangers", () => expect(findConflicts([weather(), library()])).toEqual([]));
});
