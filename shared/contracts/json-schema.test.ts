import { describe, expect, it } from "vitest";
import { compileSchema } from "./compile-schema.ts";
import { ContractError } from "./errors.ts";
import type { JsonSchema } from "./json-schema.ts";

describe("a compiled schema", () => {
  const forecast: JsonSchema = {
    type: "object",
    properties: {
      place: { type: "string", minLength: 1 },
      days: { type: "integer", minimum: 1, maximum: 14, default: 3 },
      unit: { enum: ["C", "F", null] },
      hours: { type: "array", items: { type: "number" }, maxItems: 2 },
    },
    required: ["place"],
  };
  it.each<[what: string, value: unknown, ok: boolean]>([
    ["what it asks for", { place: "Recife" }, true],
    ["further fields", { place: "Recife", wind: true }, true],
    ["null where it is one of the values", { place: "Recife", unit: null }, true],
    ["nothing at all", {}, false],
    ["another type", { place: 7 }, false],
    ["half a day", { place: "Recife", days: 1.5 }, false],
    ["too many days", { place: "Recife", days: 15 }, false],
    ["a value that is none of them", { place: "Recife", unit: "K" }, false],
    ["a wrong item", { place: "Recife", hours: [1, "2"] }, false],
    ["too many items", { place: "Recife", hours: [1, 2, 3] }, false],
  ])("%s: %j is %s", (_what, value, ok) => {
    expect(compileSchema(forecast).safeParse(value).success).toBe(ok);
  });
  it("fills in defaults", () => {
    expect(compileSchema(forecast).parse({ place: "Recife" })).toEqual({
      place: "Recife",
      days: 3,
    });
  });
});

describe("a file", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: {
      pictures: { type: "array", items: { type: "object", format: "file" } },
      cover: { anyOf: [{ type: "object", format: "file" }, { type: "null" }] },
    },
  };
  const file = { name: "a.png", media_type: "image/png", url: "/v1/files/1" };
  it.each<[what: string, value: unknown, ok: boolean]>([
    ["a name, a type and where it is", { pictures: [file], cover: file }, true],
    ["none", { pictures: [], cover: null }, true],
    ["no address", { pictures: [{ name: "a.png", media_type: "image/png" }] }, false],
    ["more than that", { pictures: [{ ...file, bytes: 7 }] }, false],
    ["words", { pictures: ["/v1/files/1"] }, false],
  ])("with %s: %j is %s", (_what, value, ok) => {
    expect(compileSchema(schema).safeParse(value).success).toBe(ok);
  });
});

describe("what would be left unchecked is refused:", () => {
  it.each<[what: string, schema: JsonSchema, message: string]>([
    [
      "properties of no object",
      { properties: { a: { type: "string" } } },
      'schema: properties: needs type "object" beside it',
    ],
    [
      "a length of no text",
      { type: "object", properties: { a: { minLength: 3 } } },
      'properties.a.minLength: needs type "string" beside it',
    ],
    [
      "a least value of a text",
      { type: "array", items: { type: "string", minimum: 1 } },
      'items.minimum: needs type "number" beside it',
    ],
    [
      "a file that is text",
      { type: "object", properties: { a: { type: "string", format: "file" } } },
      'properties.a.format: needs type "object" beside it',
    ],
    [
      "a date that is no text",
      { type: "object", properties: { a: { type: "object", format: "date" } } },
      'properties.a.format: needs type "string" beside it',
    ],
    [
      "a field that is required and not described",
      { type: "object", required: ["a"] },
      "required: a is not one of the properties",
    ],
    [
      "an inherited name that is required",
      { type: "object", properties: {}, required: ["toString"] },
      "required: toString is not one of the properties",
    ],
    [
      "an object among the values",
      { enum: [{ a: 1 }] },
      "enum: may only contain strings, numbers, booleans and null",
    ],
    [
      "a list as the value",
      { anyOf: [{ type: "string" }, { const: [1] }] },
      "anyOf.1.const: may only contain",
    ],
    [
      "the same deeper down",
      { type: "object", additionalProperties: { items: { type: "string" } } },
      'additionalProperties.items: needs type "array" beside it',
    ],
  ])("%s", (_what, schema, message) => {
    expect(() => compileSchema(schema)).toThrow(ContractError);
    expect(() => compileSchema(schema)).toThrow(message);
  });
  it.each<JsonSchema>([
    {},
    { type: ["string", "null"], minLength: 1 },
    { type: "integer", multipleOf: 5 },
    {
      anyOf: [{ type: "string" }, { type: "object", properties: {}, additionalProperties: false }],
    },
  ])("but not %j", (schema) => {
    expect(() => compileSchema(schema)).not.toThrow();
  });
});
