import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeJson, escapeText, parseTemplate, ReferenceSyntaxError } from "./references.ts";

const reference = (step: string, field: string, ...path: string[]) => ({
  step,
  field,
  path,
  text: `\${${[step, field, ...path].join(".")}}`,
});

describe("a string of a plan is read", () => {
  it.each([
    ["as a whole reference", "${1.result.price}", [reference("1", "result", "price")]],
    ["by output_key", "${prices.explanation}", [reference("prices", "explanation")]],
    ["inside text", "now ${1.explanation}!", ["now ", reference("1", "explanation"), "!"]],
    [
      "with list positions",
      "${a-b.result.rows.0.x}",
      [reference("a-b", "result", "rows", "0", "x")],
    ],
    ["with names in any language", "${1.result.preço}", [reference("1", "result", "preço")]],
    ["with a dollar before a reference", "US$${1.result}", ["US$", reference("1", "result")]],
    ["with an escaped dollar", "${$}{1.result}", ["${1.result}"]],
    ["as plain money", "costs $5 {yes}", ["costs $5 {yes}"]],
    ["when empty", "", [""]],
  ])("%s", (_how, text, pieces) => expect(parseTemplate(text)).toEqual(pieces));
});

describe("what begins like a reference and is none is refused, with the way out", () => {
  it.each([
    "${",
    "${}",
    "${1}",
    "${1.}",
    "${1.price}",
    "${ 1.result }",
    "${env.HOME}",
    "${1.explanation.length}",
    "${1.result.}",
    "${1.result.a b}",
    "${1.result.__proto__.x}",
    "${1.result.constructor}",
    "${__proto__.x}",
    "${${1.result}}",
    `\${1.result.${"x".repeat(400)}}`,
  ])("%s", (text) => {
    expect(() => parseTemplate(text)).toThrow(ReferenceSyntaxError);
    expect(() => parseTemplate(text)).toThrow(/is not a reference.*\$\{\$\}\{/);
  });
});

const nasty = fc.string({
  unit: fc.constantFrom("$", "{", "}", "1", ".", "result", "a", "é", " "),
});

describe("other people's words", () => {
  it("come out of a plan as they went in", () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(parseTemplate(escapeText(text))).toEqual([text]);
      }),
    );
  });
  it("are escaped wherever they stand in a value, and the rest is untouched", () => {
    expect(escapeJson({ a: ["${1.result}", 1], b: { c: null, d: "ok" } })).toEqual({
      a: ["${$}{1.result}", 1],
      b: { c: null, d: "ok" },
    });
  });
  it("never make the reader throw anything but its own error", () => {
    fc.assert(
      fc.property(nasty, (text) => {
        try {
          return Array.isArray(parseTemplate(text));
        } catch (error) {
          return error instanceof ReferenceSyntaxError;
        }
      }),
    );
  });
});
