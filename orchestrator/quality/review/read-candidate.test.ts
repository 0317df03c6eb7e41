import { expect, it } from "vitest";
import { readCandidate } from "./read-candidate.ts";

it.each([
  ["unknown fields", (at: number) => `field_${at}: &a${at} x`],
  ["faults of the text", (at: number) => `field_${at}: "\\q"`],
])("of thousands of %s the first fifty are told, with their lines", (_what, line) => {
  const text = Array.from({ length: 5000 }, (_, at) => line(at)).join("\n");
  const read = readCandidate(text);
  const findings = "findings" in read ? read.findings : [];
  expect(findings).toHaveLength(50);
  expect(findings.filter(({ line: at }) => at !== null && at > 40).length).toBeGreaterThan(0);
});

it("what breaks the contract is said in each language", () => {
  const read = readCandidate("domain: shop\nversion: 1.0.0\nclour: red");
  const found = "findings" in read ? read.findings : [];
  expect(found.find(({ path }) => path === "clour")?.message).toEqual({
    "pt-BR": "campo desconhecido",
    en: "unknown field",
  });
});
