import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readHolidays } from "./open-standing.ts";

function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "regente-holidays-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "holidays.json");
  writeFileSync(file, text);
  return file;
}

it("adds the operator's days to the national ones", () => {
  const holidays = readHolidays(fileOf('{"2027-01-25": "Aniversário de São Paulo"}'));
  expect(holidays.nameOf("2027-01-25")).toBe("Aniversário de São Paulo");
  expect(holidays.nameOf("2027-12-25")).toBe("Natal");
  expect(readHolidays(undefined).nameOf("2027-01-25")).toBeUndefined();
});

it.each([
  ["a list", "[]"],
  ["no JSON", "{"],
  ["a day that is none", '{"2027-02-30": "nunca"}'],
])("says which setting is wrong with %s", (_what, text) => {
  expect(() => readHolidays(fileOf(text))).toThrow("REGENTE_HOLIDAYS");
});
