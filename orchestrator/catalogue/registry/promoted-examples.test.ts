import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { manifestSchema } from "#shared/contracts/manifest.ts";
import type { PromotedExample } from "#shared/contracts/promotion.ts";
import { openPromotedExamples, withPromoted } from "./promoted-examples.ts";
import { aFolder, aRegistry, aService, draft, inForce } from "./registry.fixture.ts";

const rain = (example: string, changes: Partial<PromotedExample> = {}): PromotedExample => ({
  domain: "weather",
  goal: "ASK_WEATHER",
  locale: "en",
  example,
  ...changes,
});
const manifest = manifestSchema.parse({
  ...draft("weather"),
  goals: [
    {
      goal: "ASK_WEATHER",
      description: { en: "Ask" },
      capability: "get_weather",
      entities_schema: {
        place_text: {},
        kind: { type: "enum", values: ["RAIN"], synonyms: { RAIN: ["rain"] } },
      },
      hints: {
        examples: { en: ["is it wet in [Recife](place_text)"] },
        negatives: { en: [{ text: "make it rain money" }] },
      },
    },
  ],
});
const examplesOf = (...promoted: PromotedExample[]) =>
  withPromoted(manifest, promoted).goals[0]?.hints.examples;

describe("a manifest with promoted examples", () => {
  it("has them after its own, by language", () => {
    expect(
      examplesOf(
        rain("drops over [Natal](place_text)"),
        rain("cai [água](kind:RAIN)", { locale: "pt-BR" }),
      ),
    ).toEqual({
      en: ["is it wet in [Recife](place_text)", "drops over [Natal](place_text)"],
      "pt-BR": ["cai [água](kind:RAIN)"],
    });
  });

  it("has one that is general as a template, too", () => {
    const promoted = rain("any drops over [Natal](place_text)", { general: true });
    const [goal] = withPromoted(manifest, [promoted]).goals;
    expect(goal?.hints.templates).toEqual({ en: ["any drops over {place_text}"] });
    expect(goal?.hints.examples?.en).toContain("any drops over [Natal](place_text)");
    const [plain] = withPromoted(manifest, [rain("any drops over [Natal](place_text)")]).goals;
    expect(plain?.hints.templates).toBeUndefined();
  });

  it.each([
    ["what it has already", rain("Is it wet in Recife?")],
    ["an entity that is gone", rain("drops over [Natal](town_text)")],
    ["a name of every object", rain("drops over [Natal](constructor)")],
    ["a value that is gone", rain("[hail](kind:HAIL) today")],
    ["what it calls a near miss by now", rain("Make it rain money!")],
    ["another goal's", rain("drops", { goal: "OTHER" })],
  ])("leaves out %s", (_what, promoted) =>
    expect(examplesOf(promoted)).toEqual({ en: ["is it wet in [Recife](place_text)"] }),
  );

  it("is another object, and the domain's own stays as it was", async () => {
    const before = JSON.stringify(manifest);
    const file = join(aFolder(), "promoted.json");
    const promoted = await openPromotedExamples(file);
    expect(promoted.extend(manifest)).toBe(manifest);
    await promoted.add(rain("drops over [Natal](place_text)"));
    const extended = promoted.extend(manifest);
    expect(extended).not.toBe(manifest);
    expect(promoted.extend(manifest)).toBe(extended);
    expect(JSON.stringify(manifest)).toBe(before);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

it("one sentence of a goal is promoted once; what is given last counts", async () => {
  const file = join(aFolder(), "deep", "promoted.json");
  const promoted = await openPromotedExamples(file);
  await promoted.add(rain("drops over Natal"));
  await promoted.add(rain("drops over [Natal](place_text)"));
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    examples: [rain("drops over [Natal](place_text)")],
  });
  await promoted.remove(rain("drops over Natal"));
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ examples: [] });
});

it("near misses that the operator gave stand beside the goal's own, once, and never against its examples", async () => {
  const promoted = await openPromotedExamples(join(aFolder(), "promoted.json"));
  const denied = (text: string) => ({
    domain: "weather",
    goal: "ASK_WEATHER",
    locale: "en" as const,
    text,
  });
  await promoted.add(rain("drops over [Natal](place_text)"));
  await promoted.addNegatives([denied("change the weather"), denied("Change the weather!")]);
  await promoted.addNegatives([denied("change the weather"), denied("is it wet in Recife")]);
  const [goal] = promoted.extend(manifest).goals;
  expect(goal?.hints.negatives?.en?.map(({ text }) => text)).toEqual([
    "make it rain money",
    "change the weather",
  ]);
  expect(goal?.hints.examples?.en).toContain("drops over [Natal](place_text)");
});

it.each([
  ["is not JSON", "{"],
  ["examples.0.goal", '{"examples":[{"domain":"weather","locale":"en","example":"a"}]}'],
])("a file that somebody broke is refused: %s", async (reason, text) => {
  const file = join(aFolder(), "promoted.json");
  writeFileSync(file, text);
  await expect(openPromotedExamples(file)).rejects.toThrow(reason);
  await expect(openPromotedExamples(file)).rejects.toThrow(file);
});

describe("a registry with promoted examples", () => {
  async function open() {
    const weather = await aService(manifest);
    const file = join(aFolder(), "promoted.json");
    const promoted = await openPromotedExamples(file);
    const opened = await aRegistry([{ name: "weather", url: weather.url }], { promoted });
    await opened.registry.ready;
    const said = () =>
      opened.registry.current().goal("weather", "ASK_WEATHER")?.spec.hints.examples?.en;
    return { ...opened, weather, file, said };
  }

  it("takes one in at once, under a new digest, and what began before keeps its catalogue", async () => {
    const { registry, said } = await open();
    const before = registry.current();
    expect(await registry.promote(rain("drops over [Natal](place_text)"))).toBe(true);
    expect(said()).toContain("drops over [Natal](place_text)");
    expect(registry.current().digest).not.toBe(before.digest);
    expect(registry.pinned(before.digest)).toBe(before);
  });

  it("does not keep what no goal takes", async () => {
    const { registry, file } = await open();
    expect(await registry.promote(rain("drops", { goal: "OTHER" }))).toBe(false);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ examples: [] });
  });

  it("follows the file, stays as it is when that is broken, and follows it again", async () => {
    const { file, logged, said } = await open();
    const write = async (text: string, line: string) => {
      const done = logged(line);
      writeFileSync(file, text);
      await done;
    };
    await write(JSON.stringify({ examples: [rain("drops today")] }), inForce);
    expect(said()).toContain("drops today");
    await write("{", "promoted examples are refused; they stay as they are");
    expect(said()).toContain("drops today");
    await write('{"examples":[]}', inForce);
    expect(said()).toEqual(["is it wet in [Recife](place_text)"]);
  });

  it("puts them beside the next manifest, too", async () => {
    const { registry, weather, logged, said } = await open();
    await registry.promote(rain("drops today"));
    const changed = logged(inForce);
    weather.manifest = { ...manifest, version: "1.1.0" };
    await changed;
    expect(said()).toContain("drops today");
    expect(registry.status().domains[0]?.version).toBe("1.1.0");
  });
});
