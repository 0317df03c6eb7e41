import { expect, it } from "vitest";
import { z } from "zod";
import { extractEntity } from "./extract-entity.ts";
import { observatory, scriptedShare, sentence } from "./sentence.fixture.ts";

const text = "queria muito ver a Grande Nebulosa com telescópio no dia 3/5";

function gap(goal: string, entity: string) {
  const { read, locale } = sentence(text);
  const schema = observatory.goal("observatory", goal)?.spec.entities_schema[entity];
  if (schema === undefined) throw new Error(`no ${goal}.${entity}`);
  const primary_domain = "observatory";
  return {
    frame: { primary_domain, goal, entities: {}, confidence: 0.99, original_query: text },
    entity,
    schema,
    locale,
    catalogue: observatory,
    read: (name: string, words: string) => read(primary_domain, goal, name, words),
  };
}

it.each([
  ["free words", "VISIBILITY", "body_text", ["grande nebulosa"], "Grande Nebulosa"],
  [
    "several",
    "VISIBILITY",
    "body_text",
    ["Grande Nebulosa", "telescópio"],
    ["Grande Nebulosa", "telescópio"],
  ],
  ["a listed value", "VISIBILITY", "eye", ["TELESCOPE"], "TELESCOPE"],
  ["yes or no", "VISIBILITY", "urban", ["true"], true],
  [
    "what is written down",
    "LOG_SIGHTING",
    "note_text",
    ["ver a Grande Nebulosa"],
    "ver a Grande Nebulosa",
  ],
])("finds %s", async (_what, goal, entity, values, expected) => {
  const { share } = scriptedShare(() => ({ values }));
  const { value, evidence } = await extractEntity(gap(goal, entity), share);
  expect(value).toEqual(expected);
  expect(evidence.map(({ kind }) => kind)).toEqual(["entity", "model"]);
});

it.each([
  ["words nobody said", "body_text", ["M42"]],
  ["a value outside the list", "eye", ["BINOCULARS"]],
  ["words that are no number", "magnitude", ["muito"]],
  ["two values for one", "eye", ["NAKED", "TELESCOPE"]],
  ["another form", "body_text", "Grande Nebulosa"],
])("%s are shown to the model once, then the user is asked", async (_what, entity, values) => {
  const { share, model } = scriptedShare(() => ({ values }));
  expect((await extractEntity(gap("VISIBILITY", entity), share)).value).toBeUndefined();
  expect(model.asked).toHaveLength(2);
});

it("the message may not tell it", async () => {
  const { share, model } = scriptedShare(() => ({ values: [] }));
  expect((await extractEntity(gap("VISIBILITY", "body_text"), share)).value).toBeUndefined();
  expect(model.asked).toHaveLength(1);
});

it("what leaves the machine is only done with what the user says when asked", async () => {
  const { share, model } = scriptedShare(() => ({ values: ["Grande Nebulosa"] }));
  expect(await extractEntity(gap("BOOK_DOME", "guest_text"), share)).toEqual({ evidence: [] });
  expect(model.asked).toEqual([]);
});

it("is a small question", async () => {
  const { share, model, logged } = scriptedShare(() => ({ values: [] }));
  await extractEntity(gap("VISIBILITY", "body_text"), share);
  const [prompt = ""] = model.prompts();
  expect(prompt).toContain('"missing":"body_text","as":"words, several: planeta ou estrela"');
  expect(model.asked[0]?.maxTokens).toBeLessThan(100);
  const { prompt_tokens } = z.object({ prompt_tokens: z.number() }).parse(logged[0]?.fields);
  expect(prompt_tokens).toBeLessThan(400);
});
