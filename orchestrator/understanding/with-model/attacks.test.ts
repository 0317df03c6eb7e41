import { describe, expect, it } from "vitest";
import type { EntitySchema } from "#shared/contracts/manifest.ts";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import { attacks, manifestAttacks } from "./attacks.fixture.ts";
import { extractEntity } from "./extract-entity.ts";
import { quoteIn } from "./read-entities.ts";
import {
  likely,
  observatory,
  observatoryManifest,
  scriptedShare,
  sentence,
} from "./sentence.fixture.ts";
import { type ModelReading, understandWithModel } from "./understand-with-model.ts";

it("there are enough of them, each once", () => {
  const names = [...attacks, ...manifestAttacks].map(({ text, name }) => `${name} ${text}`);
  expect(new Set(names).size).toBe(names.length);
  expect(attacks.length).toBeGreaterThanOrEqual(60);
});

/** What a reading may hold, whatever the model said: offered goals, declared keys, the user's words. */
function expectHarmless({ frame, settles }: ModelReading, text: string) {
  if (frame === undefined) return;
  const goal = observatory.goal(frame.primary_domain, frame.goal)?.spec;
  expect(goal).toBeDefined();
  const schemas = new Map<string, EntitySchema>(Object.entries(goal?.entities_schema ?? {}));
  for (const [name, value] of Object.entries(frame.entities)) {
    const schema = schemas.get(name);
    expect(schema).toBeDefined();
    if (schema?.type === "enum") expect(schema.values).toContain(value);
    else if (typeof value === "string") expect(quoteIn(text, value)).toBe(value);
  }
  expect(frame.confidence).toBeLessThanOrEqual(0.96);
  if (settles) expect(["VISIBILITY", "ECLIPSES"]).toContain(frame.goal);
}

const everywhere = likely(0.9, 0.9, 0.9, 0.9);

describe("a model that obeys a message", () => {
  it.each(attacks)("$name", async ({ text, obeyed }) => {
    const { share, model } = scriptedShare(() => obeyed);
    const reading = await understandWithModel(sentence(text, { candidates: everywhere }), share);
    expectHarmless(reading, text);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    expect(share.spent().llm_calls).toBeLessThanOrEqual(2);
    // The message stays one quoted line, and the goals are the offered ones.
    const [{ system, messages } = { system: [], messages: [] }] = model.asked;
    const [{ text: shown } = { text: "" }] = messages;
    expect(JSON.parse(shown.slice("Message: ".length))).toBeTypeOf("string");
    expect(shown.split("\n")).toHaveLength(1);
    expect(system[1]?.text.match(/^\{"goal":"observatory\./gm)).toHaveLength(4);
    expect(system[1]?.text.split("\n")).toHaveLength(4);
  });

  it.each(attacks)("finds no value that was not said: $name", async ({ text, obeyed }) => {
    const entries = (obeyed as { entities?: { value: unknown }[] }).entities;
    const values = Array.isArray(entries) ? entries.map(({ value }) => value) : obeyed;
    const { share } = scriptedShare(() => ({ values }));
    const { read } = sentence(text);
    const { value } = await extractEntity(
      {
        frame: {
          primary_domain: "observatory",
          goal: "VISIBILITY",
          entities: {},
          confidence: 1,
          original_query: text,
        },
        entity: "body_text",
        schema: bodySchema,
        locale: "en",
        catalogue: observatory,
        read: (name, words) => read("observatory", "VISIBILITY", name, words),
      },
      share,
    );
    for (const one of [value ?? []].flat()) expect(quoteIn(text, String(one))).toBe(one);
  });
});

const bodySchema = (() => {
  const schema = observatory.goal("observatory", "VISIBILITY")?.spec.entities_schema["body_text"];
  if (schema === undefined) throw new Error("no body_text");
  return schema;
})();

describe("a model that obeys a manifest", () => {
  const places = ["description", "example", "entity"] as const;
  const cases = manifestAttacks.flatMap((attack) => places.map((place) => ({ ...attack, place })));
  it.each(cases)("$name, in its $place", async ({ text: planted, obeyed, place }) => {
    const catalogue = planting(planted, place);
    const { share, model } = scriptedShare(() => obeyed);
    const text = "quero ver Marte";
    expectHarmless(
      await understandWithModel(sentence(text, { catalogue, candidates: everywhere }), share),
      text,
    );
    const goals = (model.asked[0]?.system[1]?.text ?? "").split("\n");
    // Each goal is still one line of JSON about one offered goal, and nothing invisible is in it.
    const named = goals.map((line) => (JSON.parse(line) as { goal: string }).goal);
    expect(named.toSorted()).toEqual(
      ["BOOK_DOME", "ECLIPSES", "LOG_SIGHTING", "VISIBILITY"].map((goal) => `observatory.${goal}`),
    );
    for (const line of goals) {
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(line.length).toBeLessThan(1200);
    }
  });
});

function planting(text: string, place: "description" | "example" | "entity") {
  const [first, ...others] = observatoryManifest.goals ?? [];
  if (first === undefined) throw new Error("no goal");
  const planted = {
    ...first,
    ...(place === "description" && { description: { "pt-BR": text.slice(0, 2000) } }),
    ...(place === "example" && { hints: { examples: { "pt-BR": [text.slice(0, 1000)] } } }),
    ...(place === "entity" && {
      entities_schema: {
        ...first.entities_schema,
        body_text: { ...bodySchema, description: text.slice(0, 1000) },
      },
    }),
  };
  return testCatalogue({ ...observatoryManifest, goals: [planted, ...others] });
}
