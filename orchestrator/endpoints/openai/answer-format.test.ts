import { expect, it } from "vitest";
import { compileSchema } from "#shared/contracts/compile-schema.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import { fitToSchema } from "./answer-format.ts";

const answer = { status: "success", explanation: "Chove.", result: { rain_mm: 3, place: "Braga" } };
const object = (properties: NonNullable<JsonSchema["properties"]>): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const fitted = (schema: JsonSchema, said: Record<string, unknown> = answer) =>
  fitToSchema(said, schema, compileSchema(schema));
const text = { type: "string" } as const;
const number = { type: "number" } as const;

it.each<[what: string, schema: JsonSchema, fitting: unknown]>([
  ["the result itself", object({ rain_mm: number, place: text }), answer.result],
  ["any object", { type: "object" }, answer.result],
  [
    "keys of the result and of the answer around it",
    object({ rain_mm: number, explanation: text }),
    { rain_mm: 3, explanation: "Chove." },
  ],
  [
    "null for what is not known, where null is allowed",
    object({ place: text, wind: { type: ["number", "null"] } }),
    { place: "Braga", wind: null },
  ],
  ["nothing for a key that nobody knows", object({ wind: number }), undefined],
  ["nothing for a key of another type", object({ place: number }), undefined],
  [
    "nothing where only nulls would be left",
    object({ wind: { type: ["number", "null"] } }),
    undefined,
  ],
  ["nothing for a key that every object has", object({ toString: text }), undefined],
])("%s", (_what, schema, fitting) => expect(fitted(schema)).toEqual(fitting));

it("a list is wrapped where the schema's root has one key", () => {
  const schema = object({ elements: { type: "array", items: text } });
  expect(fitted(schema, { ...answer, result: ["a", "b"] })).toEqual({ elements: ["a", "b"] });
});
