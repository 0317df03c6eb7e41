import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RegenteError } from "#shared/contracts/errors.ts";
import type { JsonObject } from "#shared/contracts/json.ts";
import { escapeObject } from "#shared/contracts/references.ts";
import type { StepStatus } from "#shared/contracts/run.ts";
import { fillReferences, type Readable, SeveralHitsError } from "./references.ts";

const photo = { name: "a.png", media_type: "image/png", url: "/v1/files/1" };
const sheet = { name: "a.pdf", media_type: "application/pdf", url: "/v1/files/2" };
const step = (
  id: string,
  status: StepStatus,
  result: unknown,
  explanation = "",
  metadata: object = {},
): Readable => ({
  id,
  status,
  output: {
    status: status === "success" ? "success" : "failure",
    result,
    explanation,
    confidence: 0.9,
    metadata: { unit: "°C", ...metadata },
  },
});
const finished: Record<string, Readable> = {
  "1": step("1", "success", { temp: 21.5, days: [{ max: 30 }], wet: false }, "21.5 degrees"),
  broken: step("broken", "failure", { temp: 0 }, "the station is down"),
  one: step("one", "success", { candidates: [{ code: "LIS", name: "Lisbon" }] }),
  two: step("two", "success", { candidates: [{ code: "LIS" }, { code: "OPO" }] }),
  none: step("none", "success", { candidates: [] }),
  made: step("made", "success", null, "", { files: [photo, { name: "no link" }, sheet] }),
  odd: step("odd", "success", "${1.explanation}", "${1.explanation}"),
};
const outputs = (name: string) => (Object.hasOwn(finished, name) ? finished[name] : undefined);
const filled = (params: JsonObject) => fillReferences(params, outputs);

describe("a parameter", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["keeps a number's type", { t: "${1.result.temp}" }, { t: 21.5 }],
    ["keeps a whole object", { days: "${1.result.days}" }, { days: [{ max: 30 }] }],
    ["walks into lists", { max: "${1.result.days.0.max}" }, { max: 30 }],
    [
      "reads status, confidence and metadata",
      { a: ["${1.status}", "${1.confidence}", "${1.metadata.unit}"] },
      { a: ["success", 0.9, "°C"] },
    ],
    [
      "is written as text inside text",
      { m: "It is ${1.result.temp}, wet: ${1.result.wet}, ${1.result.days}" },
      { m: 'It is 21.5, wet: false, [{"max":30}]' },
    ],
    ["takes the only hit of a search", { city: "${one.hit.code}" }, { city: "LIS" }],
    [
      "is left alone without references",
      { a: "$5 {yes}", b: [1, null, { c: true }] },
      { a: "$5 {yes}", b: [1, null, { c: true }] },
    ],
    [
      "is left out when its optional step failed",
      {
        a: "${broken.result.temp}",
        b: "x ${broken.explanation}",
        c: { d: ["${broken.hit}"] },
        e: 1,
      },
      { e: 1 },
    ],
    [
      "has all files of a step, in a list one after the other, and may name one",
      {
        all: "${made.files}",
        more: ["${made.files}", "x", "${1.files}"],
        one: "${made.files.0.name}",
      },
      { all: [photo, sheet], more: [photo, sheet, "x"], one: "a.png" },
    ],
    ["has no files where a step made none", { all: "${1.files}" }, { all: [] }],
    ["may say how an optional step ended", { a: "${broken.status}" }, { a: "failure" }],
    [
      "is not read a second time",
      { a: "${odd.explanation}", b: "${odd.result}!" },
      { a: "${1.explanation}", b: "${1.explanation}!" },
    ],
    [
      "gets an escaped dollar back",
      { a: "${$}{1.explanation} costs US$${1.result.temp}" },
      { a: "${1.explanation} costs US$21.5" },
    ],
  ])("%s", (_habit, params, expected) => expect(filled(params)).toEqual(expected));

  it.each([
    ["an unknown step", "${9.explanation}", '"${9.explanation}" points to no finished step'],
    ["a missing field", "${1.result.rain}", '"${1.result.rain}": step 1 gave no result.rain'],
    ["an inherited property", "${1.result.toString}", "step 1 gave no result.toString"],
    ["the length of a text", "${1.metadata.unit.length}", "step 1 gave no metadata.unit.length"],
    ["a search without hits", "${none.hit.code}", "step none found nothing"],
    [
      "a search with several hits",
      "${two.hit.code}",
      "step two found 2, and only one can be meant",
    ],
  ])("fails clearly for %s", (_what, text, message) => {
    expect(() => filled({ a: text })).toThrow(message);
  });

  it("does not grow without bound", () => {
    const big = step("big", "success", null, "x".repeat(100_000));
    const all = { list: [["${big.result}"]] };
    const object = step("big", "success", ["x".repeat(100_000)]);
    expect(fillReferences(all, () => object)).toEqual({ list: [[["x".repeat(100_000)]]] });
    const tooMuch = "bring in 1048576 characters at most";
    for (const reference of ["${big.explanation}", "${big.result.0}", "${big.result}"]) {
      const source = reference === "${big.explanation}" ? big : object;
      for (const value of [reference.repeat(11), Array<string>(11).fill(reference)])
        expect(() => fillReferences({ a: { value } }, () => source)).toThrow(tooMuch);
    }
    const named = step("big", "success", { ["x".repeat(100_000)]: 1 });
    const names = Array<string>(11).fill("${big.result}");
    expect(() => fillReferences({ names }, () => named)).toThrow(tooMuch);
  });
});

it("takes the candidate that was chosen", () => {
  const chosen = new Map([["two", { code: "OPO" }]]);
  expect(fillReferences({ city: "${two.hit.code}" }, outputs, chosen)).toEqual({ city: "OPO" });
  expect(() => filled({ city: "${two.hit.code}" })).toThrow(SeveralHitsError);
});

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom("$", "{", "}", "1", ".", "result", "explanation", "two") }),
  fc.constantFrom("${1.result.__proto__}", "${odd.result}", "a ${1.result.temp}", "${one.hit}"),
);
const key = fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "a"));
const { tree } = fc.letrec<{ tree: JsonObject[string] }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constant(null),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie("tree"), { maxLength: 3 }),
    fc.dictionary(key, tie("tree"), { maxKeys: 3 }),
  ),
}));
const params = fc.dictionary(key, tree, { maxKeys: 4, noNullPrototype: true });

describe("whatever a plan contains", () => {
  it("only the room's own errors are thrown, and no prototype is touched", () => {
    fc.assert(
      fc.property(params, (given) => {
        const before = JSON.stringify(given);
        try {
          expect(Object.getPrototypeOf(filled(given))).toBe(Object.prototype);
        } catch (error) {
          expect(error).toBeInstanceOf(RegenteError);
        }
        expect(JSON.stringify(given)).toBe(before);
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
    );
  });
  it("other people's words arrive as they were said", () => {
    fc.assert(
      fc.property(params, (given) => {
        expect(JSON.stringify(filled(escapeObject(given)))).toBe(JSON.stringify(given));
      }),
    );
  });
});
