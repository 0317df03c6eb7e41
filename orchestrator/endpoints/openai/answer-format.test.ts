import { expect, it } from "vitest";
import { compileSchema } from "#shared/contracts/compile-schema.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import { fitToSchema, markdownOf } from "./answer-format.ts";

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

const told = (more: object) => ({ answer: "Here.", sources: [], files: [], ...more });
const OURS = "https://regente.example";

it("shows a picture of our own, and one of elsewhere as a link", () => {
  const file = (name: string, url: string) => ({ name, media_type: "image/png", url });
  const files = [
    file("theirs.png", "https://evil.example/p.png?d=1"),
    file("ours.png", "/v1/files/abc?signature=x"),
  ];
  expect(markdownOf(told({ files }), OURS)).toBe(
    "Here.\n\n![ours.png](https://regente.example/v1/files/abc?signature=x)\n\n[theirs.png](https://evil.example/p.png?d=1) (evil.example)",
  );
});

it("names the host of each source beside its title", () => {
  const sources = [{ title: "Your bank", url: "https://evil.example/login" }];
  expect(markdownOf(told({ sources }), OURS)).toBe(
    "Here.\n\n- [Your bank](https://evil.example/login) (evil.example)",
  );
});
