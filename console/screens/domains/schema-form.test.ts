import { expect, it } from "vitest";
import { fieldsOf, valuesOf } from "./schema-form.ts";

const schema = {
  type: "object",
  properties: {
    name: { type: "string", description: "Who" },
    days: { type: "integer" },
    loud: { type: "boolean" },
    kind: { type: "string", enum: ["a", "b"] },
    more: { type: "array", items: { type: "string" } },
    any: {},
  },
  required: ["name"],
};

it("makes a field of each property, by its type", () => {
  expect(
    fieldsOf(schema).map(({ name, kind, isRequired }) => `${name} ${kind} ${isRequired}`),
  ).toEqual([
    "name text true",
    "days number false",
    "loud boolean false",
    "kind choice false",
    "more json false",
    "any json false",
  ]);
  expect(fieldsOf({ type: "object" })).toEqual([]);
});

it("reads what was typed as the values that it means, and leaves out what was not", () => {
  const typed = { name: "Ana", days: "1,5", loud: "false", more: '["x"]', any: "" };
  expect(valuesOf(fieldsOf(schema), typed)).toEqual({
    ...{ values: { name: "Ana", days: 1.5, loud: false, more: ["x"] }, bad: undefined },
  });
});

it.each([
  ["days", "many"],
  ["more", "[x"],
])("names the field that cannot be read: %s", (name, text) => {
  expect(valuesOf(fieldsOf(schema), { [name]: text }).bad).toBe(name);
});
