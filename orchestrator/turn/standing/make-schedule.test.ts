import { expect, it, onTestFinished } from "vitest";
import type { TellTo } from "#shared/contracts/schedule.ts";
import { answer } from "../answer.ts";
import { gardenDomain } from "../garden.fixture.ts";
import { openStandingTurns } from "./standing-turns.fixture.ts";

const DAY_MS = 86_400_000;

/** Ana, with a chat of her own on pigeons, which carry letters for a day after she wrote one. */
async function openPigeons() {
  const opened = await openStandingTurns([gardenDomain([])]);
  onTestFinished(() => opened.close());
  const brought: string[] = [];
  opened.bringers.set("pigeons", {
    facts: { title: "Pigeons", windowMs: DAY_MS },
    reaches: async () => true,
    mayBring: async () => true,
    bring: async (_schedule, { text }) => {
      brought.push(text);
      return true;
    },
  });
  const addressBook = {
    list: async () => [],
    own: async () => ({ channel: "pigeons", address: "loft" }),
  };
  const deps = { ...opened.deps, addressBook };
  const say = async (input_text: string, tell: TellTo | null) =>
    (await answer({ ...opened.key, input_text, channel: "http", metadata: {} }, deps, { tell }))
      .answer;
  return { ...opened, brought, say };
}

it("a notice goes to the chat that its person linked, on whichever channel, where the client shows none", async () => {
  const { say, newest, pass, brought } = await openPigeons();
  const told = await say("remind me in 1 minute to stretch", null);
  expect(told).toContain("I will notify you in your Pigeons chat.");
  expect((await newest())?.tell).toEqual({ channel: "pigeons", session_id: "s1" });
  await pass(61_000);
  expect(brought).toEqual([expect.stringContaining("stretch")]);
});

const ON_PIGEONS = { channel: "pigeons", session_id: "s1", place: "loft" };
const NOTE = "It arrives on time only if you have written in that chat within the 24 h before";

it.each([
  ["remind me in 2 hours to stretch", false],
  ["remind me in 30 hours to stretch", true],
  ["remind me every day at 9am to stretch", true],
])("where people may be written to for a day, %s: says so: %s", async (text, isSaid) => {
  const { say } = await openPigeons();
  const told = await say(text, ON_PIGEONS);
  expect(told).toContain("I will notify you here.");
  expect(told.includes(NOTE)).toBe(isSaid);
});

it("a channel that may always write promises without a condition", async () => {
  const { say } = await openPigeons();
  const here = { channel: "test", session_id: "s1", place: "ana" };
  const told = await say("remind me in 30 hours to stretch", here);
  expect(told).toContain("I will notify you here.");
  expect(told).not.toContain("only if you have written");
});
