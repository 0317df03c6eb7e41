import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { MESSAGE_VALUES_FILE, messageValuesText } from "./message-values.ts";

it("what code may say is typed by the words (node scripts/message-values.ts writes it)", () => {
  expect(readFileSync(MESSAGE_VALUES_FILE, "utf8")).toBe(messageValuesText());
});
