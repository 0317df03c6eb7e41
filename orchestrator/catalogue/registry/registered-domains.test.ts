import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inEnglish } from "#shared/messages/messages.ts";
import { reason } from "#shared/messages/reason.ts";
import type { Catalogue } from "../catalogue.ts";
import { domainStatus } from "./registered-domains.ts";
import { aRegistry, aService, draft } from "./registry.fixture.ts";

const names = (catalogue: Catalogue) => [...catalogue.manifests.keys()];

describe("a domain that is registered while running", () => {
  it("is in force at once, and still there after a restart", async () => {
    const [weather, library] = [await aService(draft("weather")), await aService(draft("library"))];
    const first = await aRegistry([{ name: "weather", url: weather.url }]);
    await first.registry.ready;
    await first.registry.register({ name: "library", url: `${library.url}/` });
    expect(names(first.registry.current())).toEqual(["weather", "library"]);
    expect(first.registry.urlOf("library")).toBe(library.url);
    await first.registry.close();
    const again = await aRegistry([{ name: "weather", url: weather.url }], {
      registered: `${first.file}.registered`,
    });
    await again.registry.ready;
    expect(names(again.registry.current())).toEqual(["weather", "library"]);
    await again.registry.remove("library");
    expect(names(again.registry.current())).toEqual(["weather"]);
    expect(again.registry.urlOf("library")).toBeUndefined();
  });

  it("takes no one's name, and only what was registered can be removed", async () => {
    const weather = await aService(draft("weather"));
    const { registry } = await aRegistry([{ name: "weather", url: weather.url }]);
    await registry.ready;
    await expect(registry.register({ name: "weather", url: "http://127.0.0.1:1" })).rejects.toThrow(
      'A domain "weather" already exists.',
    );
    await expect(registry.remove("weather")).rejects.toThrow("is listed in the bootstrap file");
    await expect(registry.remove("nobody")).rejects.toThrow('There is no domain "nobody".');
    expect(registry.urlOf("weather")).toBe(weather.url);
  });

  it("is taken in once, also when two ask at the same time", async () => {
    const lamp = await aService(draft("lamp"));
    const { registry } = await aRegistry([]);
    await registry.ready;
    const asked = await Promise.allSettled(
      [1, 2].map(() => registry.register({ name: "lamp", url: lamp.url })),
    );
    expect(asked.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await registry.reload();
    expect(names(registry.current())).toEqual(["lamp"]);
  });

  it("is not kept while the bootstrap file is wrong", async () => {
    const lamp = await aService(draft("lamp"));
    const { registry, file } = await aRegistry([]);
    await registry.ready;
    writeFileSync(file, "{");
    await expect(registry.register({ name: "lamp", url: lamp.url })).rejects.toThrow("is not JSON");
    writeFileSync(file, '{"domains":[]}');
    await registry.reload();
    expect(names(registry.current())).toEqual([]);
  });

  it("gives way to the bootstrap file", async () => {
    const [theirs, ours] = [await aService(draft("weather")), await aService(draft("weather"))];
    const { registry, list } = await aRegistry([]);
    await registry.ready;
    await registry.register({ name: "weather", url: theirs.url });
    list([{ name: "weather", url: ours.url }]);
    await registry.reload();
    expect(registry.urlOf("weather")).toBe(ours.url);
  });

  it("is not what its address cannot be: nothing in it stands for a variable", async () => {
    const { registry } = await aRegistry([], { env: { SECRET: "s3cret" } });
    await registry.ready;
    await registry.register({ name: "curious", url: "http://127.0.0.1:1/${SECRET}" });
    expect(registry.urlOf("curious")).toBe("http://127.0.0.1:1/${SECRET}");
  });
});

const isExpected = false;
const place = { name: "weather", url: "http://127.0.0.1:1", manifest: undefined, isOwn: false };

it.each([
  ["does not answer", { isUp: false, problem: "no answer" }, undefined, "down"],
  [
    "is being started",
    { isUp: false, isExpected: true, problem: "no answer yet" },
    undefined,
    "joining",
  ],
  ["waits for its catalogue", { isUp: true, problem: undefined }, undefined, "joining"],
  ["has a manifest that is wrong", { isUp: true, problem: "goals: missing" }, undefined, "refused"],
  [
    "was not taken in",
    { isUp: true, problem: undefined },
    reason("domain_is_there", { name: "weather" }),
    "refused",
  ],
])("a domain that %s is told as it is", (_what, watch, refusal, state) => {
  const status = domainStatus({ place, isExpected, ...watch }, undefined, refusal);
  expect(status).toMatchObject({
    state,
    version: null,
    problem: watch.problem ?? (refusal && inEnglish(refusal)) ?? null,
  });
});
