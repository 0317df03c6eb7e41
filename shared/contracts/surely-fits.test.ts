import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileSchema } from "./compile-schema.ts";
import type { JsonSchema } from "./json-schema.ts";
import { surelyFits } from "./surely-fits.ts";

const NAMES = ["a", "b", "toString"];
const numbers = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(0.5, 1e300, 2 ** 53, -0));
const texts = fc.constantFrom("", "a", "ab", "😀", "😀😀", "2026-10-10", "BRL", "b");
const scalars = fc.oneof(fc.constant(null), fc.boolean(), numbers, texts);
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    scalars,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES, "c"), tie("value"), { maxKeys: 3 }),
  ),
})).value;

const count = fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined });
const bound = fc.option(fc.integer({ min: -2, max: 2 }), { nil: undefined });
const said = <T extends object>(schema: T): T =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined)) as T;

const schemas = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small" },
    fc.constant<JsonSchema>({}),
    fc.constantFrom<JsonSchema>({ type: "boolean" }, { type: "null" }),
    fc
      .record({
        type: fc.constantFrom("number" as const, "integer" as const),
        minimum: bound,
        maximum: bound,
        exclusiveMinimum: bound,
        exclusiveMaximum: bound,
        multipleOf: fc.constantFrom(undefined, 2),
      })
      .map(said),
    fc
      .record({
        type: fc.constant("string" as const),
        minLength: count,
        maxLength: count,
        format: fc.constantFrom(undefined, "date" as const, "currency" as const),
      })
      .map(said),
    fc.uniqueArray(scalars, { minLength: 1, maxLength: 3 }).map((list): JsonSchema => {
      return { enum: list };
    }),
    scalars.map((only): JsonSchema => ({ const: only })),
    fc.constant<JsonSchema>({ type: ["string", "null"], maxLength: 1 }),
    fc
      .record({
        type: fc.constant("array" as const),
        items: tie("schema"),
        minItems: count,
        maxItems: count,
      })
      .map(said),
    fc
      .record({
        type: fc.constant("object" as const),
        properties: fc.dictionary(fc.constantFrom(...NAMES), tie("schema")),
        additionalProperties: fc.oneof(fc.constantFrom(undefined, true, false), tie("schema")),
      })
      .chain((schema) =>
        fc
          .subarray(Object.keys(schema.properties))
          .map((required) => said({ ...schema, required })),
      ),
    fc.array(tie("schema"), { minLength: 1, maxLength: 2 }).map((anyOf): JsonSchema => ({ anyOf })),
  ),
})).schema;

/** undefined: zod cannot express it, and no manifest with it is loaded. */
function compiledOrNot(schema: JsonSchema) {
  try {
    return compileSchema(schema);
  } catch {
    return undefined;
  }
}

it("takes nothing that the checker refuses, whatever the schema and the value", () => {
  let taken = 0;
  fc.assert(
    fc.property(schemas, values, (schema, value) => {
      const checker = compiledOrNot(schema);
      if (checker === undefined || !surelyFits(schema, value)) return;
      taken += 1;
      expect(checker.safeParse(value).success).toBe(true);
    }),
    { numRuns: 5000 },
  );
  expect(taken).toBeGreaterThan(200);
});

describe("takes what domains answer, so that the checker is hardly ever asked", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: {
      degrees: { type: "number", minimum: -90 },
      city: { type: "string", minLength: 1 },
      day: { type: "string", format: "date" },
      rows: { type: "array", items: { type: "object", required: ["id"], properties: { id: {} } } },
      kind: { enum: ["a", "b"] },
      note: { anyOf: [{ type: "string" }, { type: "null" }] },
    },
    required: ["degrees"],
  };
  it.each<[what: string, value: unknown, fits: boolean]>([
    ["the least", { degrees: 21 }, true],
    ["all of it", { degrees: 1, city: "Lisbon", day: "2026-10-10", kind: "b", note: null }, true],
    [
      "rows, and what is not described",
      { degrees: 1, rows: [{ id: 1, more: [] }], more: {} },
      true,
    ],
    ["without what is required", { city: "Lisbon" }, false],
    ["of another type", { degrees: "21" }, false],
    ["out of bounds", { degrees: -91 }, false],
    ["wrong far inside", { degrees: 1, rows: [{}] }, false],
    ["no date", { degrees: 1, day: "yesterday" }, false],
    ["a list", [], false],
  ])("%s", (_what, value, fits) => {
    expect(surelyFits(schema, value)).toBe(fits);
    expect(compileSchema(schema).safeParse(value).success).toBe(fits);
  });
});

it("is not sure of a name that would be written on the prototype", () => {
  const value: unknown = JSON.parse('{"__proto__": 1}');
  expect(surelyFits({ type: "object" }, value)).toBe(false);
});
