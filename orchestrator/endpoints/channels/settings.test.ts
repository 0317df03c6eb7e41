import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ContractError } from "#shared/contracts/errors.ts";
import { identify } from "../telegram/telegram-driver.ts";
import { telegramSettings } from "./settings.ts";

const folder = mkdtempSync(join(tmpdir(), "telegram-users-"));
afterAll(() => rmSync(folder, { recursive: true }));
const token = { botToken: "1:a", apiRoot: undefined, webhook: undefined, allowedChats: undefined };
const usersOf = (users: string | undefined) => telegramSettings({ ...token, users }).users;

const ana = { user_id: "ana", session_id: undefined };
const bia = { user_id: "bia@example.org", session_id: "kitchen/2" };

it("reads users from a list", () => {
  const users = usersOf("42=ana, 43=bia@example.org/kitchen/2,");
  expect([...users]).toEqual([
    ["42", ana],
    ["43", bia],
  ]);
});

it("reads users from a file, one a line", () => {
  const path = join(folder, "users.txt");
  writeFileSync(path, "# people\n42=ana\n\n43=bia@example.org/kitchen/2  # at home\n");
  expect([...usersOf(path).values()]).toEqual([ana, bia]);
});

it("knows no one where no one is listed", () => expect(usersOf(undefined).size).toBe(0));

it.each([
  ["a name for a number", "ana=42", '"ana=42" is no entry'],
  ["a person without a user", "42=", '"42=" is no entry'],
  ["a person twice", "42=ana,42=bia", "42 is listed twice"],
  ["a file that is not there", "/nowhere/users", 'the file "/nowhere/users" cannot be read'],
])("refuses %s", (_what, users, message) => {
  expect(() => usersOf(users)).toThrow(ContractError);
  expect(() => usersOf(users)).toThrow(`REGENTE_TELEGRAM_USERS: ${message}`);
});

it.each<[string, number, boolean, number, { user_id: string; session_id: string }]>([
  ["a person in private", 7, false, 7, { user_id: "telegram:7", session_id: "telegram:7" }],
  ["a person in a group", -1, true, 7, { user_id: "telegram:7", session_id: "telegram:-1:7" }],
  ["a known person in private", 42, false, 42, { user_id: "ana", session_id: "telegram:42" }],
  ["one who shares a session", 43, false, 43, { user_id: bia.user_id, session_id: "kitchen/2" }],
  ["the same one in a group", -1, true, 43, { user_id: bia.user_id, session_id: "telegram:-1:43" }],
])("%s has a session of their own", (_who, chat_id, isGroup, speaker, key) => {
  const users = usersOf("42=ana,43=bia@example.org/kitchen/2");
  expect(identify({ address: String(chat_id), isGroup }, speaker, users)).toEqual(key);
});
