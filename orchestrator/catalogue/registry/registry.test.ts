import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { domainsResponse } from "#shared/contracts/endpoints.ts";
import { ContractError } from "#shared/contracts/errors.ts";
import type { Catalogue } from "../catalogue.ts";
import { ManifestsRefused } from "./in-force.ts";
import { aFolder, aRegistry, aService, draft, inForce, plainSource } from "./registry.fixture.ts";
import { openRegistry } from "./registry.ts";

const names = (catalogue: Catalogue) => [...catalogue.manifests.keys()];

describe("when it opens, a registry", () => {
  it("has every domain's promises in bootstrap order, and says how each one is", async () => {
    const [weather, library] = [await aService(draft("weather")), await aService(draft("library"))];
    const { registry } = await aRegistry([
      { name: "library", url: library.url },
      { name: "asleep", url: "http://127.0.0.1:1", enabled: false },
      { name: "weather", url: `${weather.url}/` },
    ]);
    expect(registry.isReady()).toBe(false);
    expect(names(registry.current())).toEqual([]);
    await registry.ready;
    expect(registry.isReady()).toBe(true);
    expect(names(registry.current())).toEqual(["library", "weather"]);
    expect(registry.urlOf("weather")).toBe(weather.url);
    expect(registry.urlOf("asleep")).toBeUndefined();
    const status = domainsResponse.parse(registry.status());
    expect(status.digest).toBe(registry.current().digest);
    expect(status.domains[1]).toEqual({
      name: "weather",
      state: "up",
      url: weather.url,
      version: "1.0.0",
      description: { en: "weather" },
      goals: ["ASK_WEATHER"],
      capabilities: ["get_weather"],
      problem: null,
    });
  });
  it("is ready without a domain that is down, which joins when it answers", async () => {
    const late = await aService(draft("late"));
    await late.stop();
    const weather = await aService(draft("weather"));
    const { registry, logged } = await aRegistry([
      { name: "late", url: late.url },
      { name: "weather", url: weather.url },
    ]);
    await registry.ready;
    expect(names(registry.current())).toEqual(["weather"]);
    expect(registry.status().domains[0]).toMatchObject({ state: "down", goals: [], version: null });
    const joined = logged(inForce, "late");
    await late.start();
    await joined;
    expect(names(registry.current())).toEqual(["late", "weather"]);
    expect(registry.status().domains[0]).toMatchObject({ state: "up", problem: null });
  });
  it("is ready without a domain that never answers", async () => {
    const weather = await aService(draft("weather"));
    const { registry } = await aRegistry(
      [
        { name: "stuck", url: "http://stuck" },
        { name: "weather", url: weather.url },
      ],
      {
        timing: { firstLoadMs: 200 },
        source: {
          fetchManifest: (url, etag) =>
            url.startsWith("http://stuck")
              ? new Promise(() => {})
              : plainSource.fetchManifest(url, etag),
        },
      },
    );
    await registry.ready;
    expect(names(registry.current())).toEqual(["weather"]);
  });
  it.each([
    ["is missing", undefined, /there is no such file; REGENTE_BOOTSTRAP sets its path/],
    ["is not JSON", "{", /bootstrap file .*domains\.json: is not JSON/],
    [
      "lists a name twice",
      '[{"name":"a","url":"http://a"},{"name":"a","url":"http://b"}]',
      /domains\.1\.name: a is listed twice/,
    ],
  ])("refuses a bootstrap file that %s", async (_how, text, message) => {
    const bootstrap = join(aFolder(), "domains.json");
    if (text !== undefined) writeFileSync(bootstrap, text);
    const log = { info() {}, warn() {}, error() {} };
    const opening = openRegistry({
      registered: join(aFolder(), "registered.json"),
      bootstrap,
      env: {},
      source: plainSource,
      log,
      prepare: () => 1,
    });
    await expect(opening).rejects.toThrow(ContractError);
    await expect(opening).rejects.toThrow(message);
  });
});

describe("a manifest that changes", () => {
  it.each([
    ["with ETags", true],
    ["without ETags", false],
  ])("comes into force by itself, %s; runs keep the one they began with", async (_how, etags) => {
    const weather = await aService(draft("weather"), { etags });
    const { registry, logged } = await aRegistry([{ name: "weather", url: weather.url }]);
    await registry.ready;
    const before = registry.current();
    const changed = logged(inForce);
    weather.manifest = draft("weather", { version: "1.1.0" });
    await changed;
    expect(registry.current().manifests.get("weather")?.version).toBe("1.1.0");
    expect(registry.pinned(before.digest)).toBe(before);
    expect(registry.pinned("0".repeat(64))).toBeUndefined();
  });
  it("is in force at once after a reload", async () => {
    const weather = await aService(draft("weather"));
    const { registry } = await aRegistry([{ name: "weather", url: weather.url }], {
      timing: { pollMs: 60_000 },
    });
    await registry.ready;
    weather.manifest = draft("weather", { version: "2.0.0" });
    const status = await registry.reload();
    expect(status.domains[0]?.version).toBe("2.0.0");
    expect(registry.current().manifests.get("weather")?.version).toBe("2.0.0");
  });
  it("leaves the catalogue alone when it says the same", async () => {
    const weather = await aService(draft("weather"), { etags: false });
    const { registry } = await aRegistry([{ name: "weather", url: weather.url }]);
    await registry.ready;
    const before = registry.current();
    await registry.reload();
    expect(registry.current()).toBe(before);
  });
  it.each<[name: string, manifest: unknown, problem: RegExp]>([
    [
      "has an unknown field",
      { ...draft("weather"), colour: 1 },
      /manifest of weather: colour: unknown field/,
    ],
    ["is null", null, /manifest of weather: /],
    [
      "has a reserved key",
      JSON.parse(
        JSON.stringify({ ...draft("weather"), metadata: { a: 1 } }).replace('"a"', '"__proto__"'),
      ),
      /metadata\.__proto__: reserved key/,
    ],
    [
      "is another domain's",
      draft("library"),
      /domain: is "library", but it was added as "weather"/,
    ],
  ])("is refused whole when it %s; the last good one stays", async (_how, manifest, problem) => {
    const weather = await aService(draft("weather"));
    const { registry } = await aRegistry([{ name: "weather", url: weather.url }]);
    await registry.ready;
    const before = registry.current();
    weather.manifest = manifest;
    const { domains } = await registry.reload();
    expect(domains[0]).toMatchObject({ state: "up", version: "1.0.0", goals: ["ASK_WEATHER"] });
    expect(domains[0]?.problem).toMatch(problem);
    expect(domains[0]?.problem).toMatch(/; version 1\.0\.0 stays active$/);
    expect(registry.current()).toBe(before);
    weather.manifest = draft("weather", { version: "1.0.1" });
    expect((await registry.reload()).domains[0]).toMatchObject({ version: "1.0.1", problem: null });
  });
  it("that never was good is refused, and the rest serves", async () => {
    const [weather, broken] = [await aService(draft("weather")), await aService({ domain: 1 })];
    const { registry } = await aRegistry([
      { name: "broken", url: broken.url },
      { name: "weather", url: weather.url },
    ]);
    await registry.ready;
    expect(registry.status().domains[0]).toMatchObject({ state: "refused", version: null });
    expect(names(registry.current())).toEqual(["weather"]);
  });
});

describe("a domain that goes away", () => {
  it("keeps its promises and is down, and is up again when it is back", async () => {
    const weather = await aService(draft("weather"));
    const { registry, logged } = await aRegistry([{ name: "weather", url: weather.url }]);
    await registry.ready;
    const before = registry.current();
    const down = logged("a domain is down");
    await weather.stop();
    await down;
    expect(registry.status().domains[0]).toMatchObject({ state: "down", version: "1.0.0" });
    const back = logged("a domain is back");
    await weather.start();
    await back;
    expect(registry.status().domains[0]).toMatchObject({ state: "up", problem: null });
    expect(registry.current()).toBe(before);
  });
});

describe("a name that two domains claim", () => {
  const thief = () =>
    draft("thief", { capabilities: [{ capability: "get_thief" }, { capability: "get_weather" }] });
  it("stays with the first in the bootstrap file; the second is refused whole, naming both", async () => {
    const [weather, second] = [await aService(draft("weather")), await aService(thief())];
    const { registry } = await aRegistry([
      { name: "weather", url: weather.url },
      { name: "thief", url: second.url },
    ]);
    await registry.ready;
    expect(names(registry.current())).toEqual(["weather"]);
    const problem =
      'the manifest of thief 1.0.0 was refused: capability "get_weather" already belongs to "weather"';
    expect(registry.status().domains[1]).toMatchObject({ state: "refused", problem, goals: [] });
  });
  it("costs the second only its new version when it had a good one", async () => {
    const [weather, second] = [await aService(draft("weather")), await aService(draft("thief"))];
    const { registry } = await aRegistry([
      { name: "weather", url: weather.url },
      { name: "thief", url: second.url },
    ]);
    await registry.ready;
    second.manifest = { ...thief(), version: "2.0.0" };
    const { domains } = await registry.reload();
    expect(domains[1]).toMatchObject({
      state: "up",
      version: "1.0.0",
      capabilities: ["get_thief"],
    });
    expect(domains[1]?.problem).toMatch(
      /thief 2\.0\.0 was refused: .* already belongs to "weather"; version 1\.0\.0 stays/,
    );
  });
});

describe("what is made of a catalogue", () => {
  it("is ready before the catalogue comes into force", async () => {
    const weather = await aService(draft("weather"));
    const made = Promise.withResolvers<string>();
    const { registry, logged } = await aRegistry<string>([{ name: "weather", url: weather.url }], {
      prepare: (catalogue) => (catalogue.manifests.size === 0 ? "nothing" : made.promise),
    });
    expect(registry.current()).toBe("nothing");
    const swapped = logged(inForce);
    made.resolve("understanding");
    await swapped;
    await registry.ready;
    expect(registry.current()).toBe("understanding");
    expect(registry.pinned(registry.status().digest)).toBe("understanding");
  });
  it("refuses only the manifest that it cannot be made of", async () => {
    const [weather, broken] = [await aService(draft("weather")), await aService(draft("broken"))];
    const { registry } = await aRegistry(
      [
        { name: "broken", url: broken.url },
        { name: "weather", url: weather.url },
      ],
      {
        prepare: (catalogue) => {
          if (catalogue.manifests.get("broken")?.version === "1.0.0")
            throw new Error("a template of broken ends too early");
          return catalogue;
        },
      },
    );
    await registry.ready;
    expect(names(registry.current())).toEqual(["weather"]);
    expect(registry.status().domains[0]).toMatchObject({
      state: "refused",
      problem: "the manifest of broken 1.0.0 was refused: a template of broken ends too early",
    });
    broken.manifest = draft("broken", { version: "1.0.1" });
    await registry.reload();
    expect(names(registry.current())).toEqual(["broken", "weather"]);
  });
});

describe("the bootstrap file", () => {
  it("may change while it runs: domains come and go", async () => {
    const [weather, library] = [await aService(draft("weather")), await aService(draft("library"))];
    const { registry, list, logged } = await aRegistry([{ name: "weather", url: weather.url }]);
    await registry.ready;
    const came = logged(inForce, "library");
    list([{ name: "library", url: library.url }]);
    await came;
    expect(names(registry.current())).toEqual(["library"]);
    expect(registry.urlOf("weather")).toBeUndefined();
  });
  it("that is broken changes nothing, and a reload says why", async () => {
    const weather = await aService(draft("weather"));
    const { registry, list } = await aRegistry([{ name: "weather", url: weather.url }]);
    await registry.ready;
    list([{ name: "weather" }]);
    await expect(registry.reload()).rejects.toThrow("domains.0: needs a url or a manifest file");
    expect(names(registry.current())).toEqual(["weather"]);
  });
  it("that gives a domain another place keeps its promises until that one answers", async () => {
    const [here, there] = [
      await aService(draft("weather")),
      await aService(draft("weather", { version: "1.1.0" })),
    ];
    await there.stop();
    const { registry, list, logged } = await aRegistry([{ name: "weather", url: here.url }]);
    await registry.ready;
    list([{ name: "weather", url: there.url }]);
    expect((await registry.reload()).domains[0]).toMatchObject({ state: "down", version: "1.0.0" });
    const moved = logged(inForce);
    await there.start();
    await moved;
    expect(registry.current().manifests.get("weather")?.version).toBe("1.1.0");
  });
});

describe("a domain of files", () => {
  it("needs no service, and changes when a file does", async () => {
    const folder = aFolder();
    mkdirSync(join(folder, "goals"));
    const { goals: _, ...main } = draft("weather");
    writeFileSync(join(folder, "manifest.yaml"), JSON.stringify(main));
    const { registry, logged } = await aRegistry([{ name: "weather", manifest: folder }]);
    await registry.ready;
    expect(registry.status().domains[0]).toMatchObject({
      state: "manifest_only",
      url: null,
      goals: [],
    });
    const changed = logged(inForce);
    writeFileSync(
      join(folder, "goals/rain.yaml"),
      "goal: RAIN\ndescription: {en: Rain}\ncapability: get_weather\n",
    );
    await changed;
    expect(registry.status().domains[0]?.goals).toEqual(["RAIN"]);
    writeFileSync(join(folder, "goals/rain.yaml"), "goal: RAIN\n");
    const { domains } = await registry.reload();
    expect(domains[0]?.problem).toMatch(
      /goals\/rain\.yaml:1: description: .*version 1\.0\.0 stays/,
    );
    expect(domains[0]?.goals).toEqual(["RAIN"]);
  });
});

it("holds back what speaks against itself, and takes the manifest once it is mended", async () => {
  const weather = await aService(draft("weather"));
  const changes: string[][] = [];
  const { registry } = await aRegistry([{ name: "weather", url: weather.url }], {
    objectionTo: ({ version }) => (version === "2.0.0" ? "it is the second one" : undefined),
    onChange: (now, before) =>
      changes.push(
        [before, now].map(({ catalogue }) => [...catalogue.manifests.values()][0]?.version ?? ""),
      ),
  });
  await registry.ready;
  weather.manifest = draft("weather", { version: "2.0.0" });
  const held = await registry.reload();
  expect(held.domains[0]).toMatchObject({
    state: "up",
    version: "1.0.0",
    problem:
      "the manifest of weather 2.0.0 was refused: it is the second one; version 1.0.0 stays active",
  });
  weather.manifest = draft("weather", { version: "3.0.0" });
  expect((await registry.reload()).domains[0]).toMatchObject({ version: "3.0.0", problem: null });
  expect(changes).toEqual([
    ["", "1.0.0"],
    ["1.0.0", "3.0.0"],
  ]);
});

it("refuses the new manifests that prepare names, and takes the others of the same look", async () => {
  const weather = await aService(draft("weather"));
  const garden = await aService(draft("garden"));
  const seen: (string | undefined)[] = [];
  const { registry } = await aRegistry(
    [
      { name: "weather", url: weather.url },
      { name: "garden", url: garden.url },
    ],
    {
      prepare: (catalogue, before) => {
        seen.push(before.manifests.get("garden")?.version);
        if (catalogue.manifests.get("garden")?.version === "2.0.0")
          throw new ManifestsRefused(new Map([["garden", "it changes too much"]]));
        return catalogue;
      },
    },
  );
  await registry.ready;
  weather.manifest = draft("weather", { version: "2.0.0" });
  garden.manifest = draft("garden", { version: "2.0.0" });
  const { domains } = await registry.reload();
  expect(domains.map(({ version }) => version)).toEqual(["2.0.0", "1.0.0"]);
  expect(domains[1]?.problem).toContain("it changes too much");
  expect(seen.at(-1)).toBe("1.0.0");
});
