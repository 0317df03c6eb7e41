import { describe, expect, it } from "vitest";
import { canonicalJson, jsonFault, jsonTextFault } from "./json.ts";

const nested = (levels: number): unknown =>
  JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);

describe("what comes over the wire", () => {
  it.each<[what: string, value: unknown]>([
    ["a scalar", "x"],
    ["null", null],
    ["an object", { a: [1, "b", null, { c: true }], prototypes: 1, constructors: {} }],
    ["64 levels", nested(64)],
  ])("may be %s", (_what, value) => expect(jsonFault(value)).toBeUndefined());

  it.each<[what: string, value: unknown, fault: string]>([
    ["a reserved key", JSON.parse('{"__proto__":1}'), "__proto__: reserved key"],
    [
      "one deep down",
      JSON.parse('{"rows":[1,{"a":{"constructor":1}}]}'),
      "rows.1.a.constructor: reserved key",
    ],
    ["an endless number", JSON.parse("1e999"), "value: not a finite number"],
    ["one in a list", JSON.parse('{"a":[0,-1e999]}'), "a.1: not a finite number"],
    ["65 levels", { a: nested(64) }, `a.${"0.".repeat(63).slice(0, -1)}: deeper than 64 levels`],
    ["100,000 levels", nested(100_000), `${"0.".repeat(64).slice(0, -1)}: deeper than 64 levels`],
  ])("may not hold %s, and the place is named", (_what, value, fault) =>
    expect(jsonFault(value)).toBe(fault),
  );
});

describe("a text, before it is parsed,", () => {
  const fault = (text: string) => jsonTextFault(Buffer.from(text), 1000);
  it.each<[what: string, text: string]>([
    ["is short", `[${"{},".repeat(300)}{}]`],
    ["holds one long text", JSON.stringify({ a: ',[{\\"'.repeat(5000) })],
    ["holds as many values as may be", `[${"1111,".repeat(998)}1]`],
  ])("may be read when it %s", (_what, text) => expect(fault(text)).toBeUndefined());
  it.each<[what: string, text: string]>([
    ["empty objects", `[${"{},".repeat(1000)}{}]`],
    ["levels", "[".repeat(2000)],
    ["objects in objects", '{"":'.repeat(1200)],
    ["members", `{${'"a":"\\\\",'.repeat(1001)}"a":1}`],
  ])("is refused when it holds too many %s", (_what, text) =>
    expect(fault(text)).toBe("more than 1000 values"),
  );
});

it("equal values have one text, whatever the order of their keys", () => {
  const [one, other] = [
    { b: [1, { d: 1, c: undefined }], a: "x" },
    { a: "x", b: [1, { d: 1 }] },
  ];
  expect(canonicalJson(one)).toBe('{"a":"x","b":[1,{"d":1}]}');
  expect(canonicalJson(other)).toBe(canonicalJson(one));
  expect(canonicalJson([2, 1])).not.toBe(canonicalJson([1, 2]));
});
