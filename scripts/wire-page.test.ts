import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { WIRE_PAGE_FILE, WIRE_SCHEMA_FILE, wireSchemaText, withRules } from "./wire-page.ts";

it("the wire's page has the rules as the checks name them", () => {
  const page = readFileSync(WIRE_PAGE_FILE, "utf8");
  expect(page).toContain("**2.5** The receiver ignores a context field");
  expect(withRules(page)).toBe(page);
});

it("the wire's schemas are those of the contracts", () => {
  expect(readFileSync(WIRE_SCHEMA_FILE, "utf8")).toBe(wireSchemaText());
});
