import { expect, it } from "vitest";
import { memoryEngine } from "../../adapters/store/memory-engine.fixture.ts";
import { storeOver } from "../../adapters/store/open-store.ts";
import { systemClock } from "../../adapters/time/system-clock.ts";
import { someSchedule } from "../../ports/schedules.contract.ts";
import { telegramAccount, telegramSettings } from "../channels/settings.ts";
import { openChats, stillThere } from "./chats.ts";

const read = {
  botToken: "123456789:AAHfiqksKZ8WmR2zSjiQ7-v4TMAKdiHm9T0",
  apiRoot: undefined,
  webhook: undefined,
  allowedChats: ["42", "-100"],
  users: "42=ana",
};
const { channels } = storeOver(await memoryEngine(), { clock: systemClock });
const isThere = (
  user_id: string,
  place: string,
  changes: Partial<typeof read> & { session_id?: string } = {},
) => {
  const { session_id = `telegram:${place}`, ...others } = changes;
  const schedule = someSchedule({
    ...{ user_id, session_id },
    tell: { channel: "telegram", session_id, place },
  });
  return stillThere(telegramSettings({ ...read, ...others }), channels, systemClock)(schedule);
};

it("who asked on Telegram still may, as long as the chat may talk and the person is the same user", async () => {
  expect(await isThere("ana", "42")).toBe(true);
  expect(await isThere("ana", "42", { users: "42=bia" })).toBe(false);
  expect(await isThere("ana", "42", { users: "43=bia" })).toBe(false);
  expect(await isThere("ana", "42", { allowedChats: ["43"] })).toBe(false);
  expect(await isThere("telegram:42", "42", { users: "43=bia" })).toBe(true);
});

it("in a group it is the person who spoke, also under the number that the group has now", async () => {
  const group = { session_id: "telegram:-100:42" };
  expect(await isThere("ana", "-100", group)).toBe(true);
  expect(await isThere("bia", "-100", group)).toBe(false);
  expect(await isThere("ana", "-200", { session_id: "telegram:-200:42" })).toBe(false);
  const settings = telegramSettings(read);
  await openChats(channels, telegramAccount(settings), systemClock).moved(-100, -200);
  expect(await isThere("ana", "-200", { session_id: "telegram:-200:42" })).toBe(true);
});

it("of what was asked for elsewhere nothing is said", async () => {
  const isStill = stillThere(telegramSettings(read), channels, systemClock);
  expect(await isStill(someSchedule())).toBe(true);
});
