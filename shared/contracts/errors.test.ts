import { describe, expect, it } from "vitest";
import { z } from "zod";
import { faultsOf } from "./errors.ts";

const said = (schema: z.ZodType, value: unknown): string[] => {
  const { error } = schema.safeParse(value);
  return error === undefined
    ? []
    : faultsOf(error).map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
};

const text = z.string();
const message = z.strictObject({
  role: z.enum(["user", "tool"]),
  n: z.int().min(1).max(8).optional(),
});

describe("says what a value must be, and what it was", () => {
  it.each<[string, z.ZodType, unknown, string[]]>([
    ["of another kind", text, 7, ["must be a string, not a number"]],
    ["null for a list", z.array(text), null, ["must be a list, not null"]],
    ["a list for an object", z.record(text, text), [], ["must be an object, not a list"]],
    ["what is no number at all", z.coerce.number(), "x", ["must be a number"]],
    ["a missing field", z.object({ a: text }), {}, ["a: is missing"]],
    ["an unknown field", message, { role: "user", x: 1 }, ["x: unknown field"]],
    ["a word that is none", message, { role: "boss" }, ['role: must be "user" or "tool"']],
    [
      "half a number",
      message,
      { role: "user", n: 1.5 },
      ["n: must be a whole number, not a number"],
    ],
    ["too little", message, { role: "user", n: 0 }, ["n: must be 1 or more"]],
    ["too much", message, { role: "user", n: 9 }, ["n: must be 8 or less"]],
    ["nothing in a text", text.min(1), "", ["must not be empty"]],
    ["nothing in a list", z.array(text).min(2), [], ["must have at least 2 entries"]],
    ["a long text", text.max(3), "four", ["must have at most 3 characters"]],
    ["a day that is none", z.iso.date(), "x", ['must be a date such as "2026-03-31"']],
    [
      "what is not among a list's",
      z.array(message),
      [{ role: 1 }],
      ['0.role: must be "user" or "tool"'],
    ],
    ["a number that is no step", z.number().multipleOf(5), 3, ["must be a multiple of 5"]],
    [
      "its own words",
      text.max(3, { error: "is too long for a name" }),
      "four",
      ["is too long for a name"],
    ],
  ])("%s", (_what, schema, value, expected) => {
    expect(said(schema, value)).toEqual(expected);
  });
});

describe("of a union", () => {
  const content = z.union([text, z.array(z.object({ text })), z.null()]);
  it("names all that it may be", () => {
    expect(said(z.object({ content }), { content: 7 })).toEqual([
      "content: must be a string, a list or null",
    ]);
  });
  it("says what is wrong inside the one that was meant", () => {
    expect(said(content, [{ text: "a" }, { text: 7 }])).toEqual([
      "1.text: must be a string, not a number",
    ]);
  });
  it("with a kind of its own, says that there is none like this", () => {
    const either = z.discriminatedUnion("type", [
      z.strictObject({ type: z.literal("a") }),
      z.strictObject({ type: z.literal("b") }),
    ]);
    expect(said(either, { type: "c" })).toEqual(["type: is not one of the known kinds"]);
  });
});

it("a key is described where it stands", () => {
  const named = z.record(z.string().max(3), text);
  expect(said(named, { four: "x" })).toEqual(["four: must have at most 3 characters"]);
});
