import { expect, it } from "vitest";
import type { Effect } from "#shared/contracts/capability.ts";
import type { Doubt, DoubtReason } from "#shared/contracts/intent.ts";
import { stoppingDoubts } from "./doubts.ts";

const doubt = (reason: DoubtReason): Doubt => ({ reason, detail: "words" });
const stops = (reason: DoubtReason, effect: Effect, followed: Effect[] = []) =>
  stoppingDoubts([doubt(reason)], { effects: [effect], followed }).length > 0;

it.each<[DoubtReason, Effect, boolean]>([
  ["negated", "read", true],
  ["deferred", "read", true],
  ["asked_about", "read", false],
  ["asked_about", "write", true],
  ["unread", "read", true],
  ["addressed", "write", false],
  ["addressed", "external", true],
  ["ambiguous_scope", "write", false],
  ["ambiguous_scope", "external", true],
  ["compound", "read", true],
])("%s stops %s: %s", (reason, effect, expected) => expect(stops(reason, effect)).toBe(expected));

it("a question about a read stops what would follow it and leaves the machine", () => {
  expect(stops("asked_about", "read", ["external"])).toBe(true);
  expect(stops("addressed", "read", ["external"])).toBe(false);
});

it("a domain that asks for no certainty takes doubts about the goal, and no others", () => {
  const doubts = [doubt("strange"), doubt("negated")];
  expect(stoppingDoubts(doubts, { effects: ["read"], isExempt: true })).toEqual([doubt("negated")]);
});
