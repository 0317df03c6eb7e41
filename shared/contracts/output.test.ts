import { describe, expect, it } from "vitest";
import { domainOutput, readOutput } from "./output.ts";

const whole = {
  status: "success",
  result: { degrees: 21 },
  explanation: "21 degrees",
  confidence: 1,
  metadata: { code: "X" },
};

it("takes an answer that says everything as it is, without a copy", () => {
  expect(readOutput(whole).data).toBe(whole);
});

it("fills in what an answer may leave out", () => {
  expect(readOutput({ status: "failure", explanation: "" }).data).toEqual({
    status: "failure",
    result: null,
    explanation: "",
    confidence: 1,
    metadata: {},
  });
});

describe("takes and refuses exactly what the contract does", () => {
  it.each<[what: string, value: unknown]>([
    ["all of it", whole],
    ["a further field", { ...whole, more: 1 }],
    ["a further field in the place of one", { ...whole, confidence: undefined, more: 1 }],
    ["without a status", { ...whole, status: undefined }],
    ["another status", { ...whole, status: "waiting" }],
    ["an explanation that is too long", { ...whole, explanation: "x".repeat(100_001) }],
    ["the longest explanation", { ...whole, explanation: "x".repeat(100_000) }],
    ["an explanation that is no text", { ...whole, explanation: 1 }],
    ["too much confidence", { ...whole, confidence: 1.1 }],
    ["less than none", { ...whole, confidence: -0.1 }],
    ["confidence that is no number", { ...whole, confidence: Number.NaN }],
    ["a list as metadata", { ...whole, metadata: [] }],
    ["no metadata", { ...whole, metadata: null }],
    ["a list", [whole]],
    ["nothing", null],
    ["a text", "success"],
  ])("%s", (_what, value) => {
    const [ours, contract] = [readOutput(value), domainOutput.safeParse(value)];
    expect(ours.success).toBe(contract.success);
    expect(ours.data).toEqual(contract.data);
    expect(ours.error?.issues).toEqual(contract.error?.issues);
  });
});
