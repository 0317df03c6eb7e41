import { expect, it } from "vitest";
import type { Doubt, DoubtReason, GoalFrame } from "#shared/contracts/intent.ts";
import type { Effect } from "#shared/contracts/manifest.ts";
import { testCatalogue } from "../catalogue/catalogue.fixture.ts";
import { type Gate, gateOfFrame, passes, stoppingDoubts } from "./gate.ts";

const catalogue = testCatalogue(
  { domain: "weather", capabilities: [{ capability: "look_out" }] },
  {
    domain: "strict",
    capabilities: [{ capability: "count" }],
    confidence_gate: { threshold: 0.99 },
  },
  {
    domain: "easy",
    capabilities: [{ capability: "note" }],
    confidence_gate: { threshold: 0.5 },
  },
  {
    domain: "chat",
    capabilities: [{ capability: "reply" }],
    confidence_gate: { exempt: true },
  },
);

it.each<[string, string, number, Effect[], Gate]>([
  [
    "lets a sure request in",
    "weather",
    0.94,
    [],
    { passed: true, threshold: 0.94, effect: "read" },
  ],
  [
    "stops one below the default",
    "weather",
    0.939,
    ["read"],
    { passed: false, threshold: 0.94, effect: "read" },
  ],
  [
    "asks for more where something is sent or destroyed",
    "weather",
    0.969,
    ["read", "destructive"],
    { passed: false, threshold: 0.97, effect: "destructive" },
  ],
  [
    "asks of what writes as much as of a read",
    "weather",
    0.939,
    ["read", "write"],
    { passed: false, threshold: 0.94, effect: "write" },
  ],
  [
    "names the strongest thing that would be done",
    "weather",
    0.97,
    ["destructive", "external", "read"],
    { passed: true, threshold: 0.97, effect: "destructive" },
  ],
  [
    "keeps a domain's own threshold",
    "strict",
    0.98,
    [],
    { passed: false, threshold: 0.99, effect: "read" },
  ],
  [
    "lets a manifest ask for more than what changes anything needs",
    "strict",
    0.98,
    ["external"],
    { passed: false, threshold: 0.99, effect: "external" },
  ],
  [
    "lets no manifest ask for less",
    "easy",
    0.93,
    ["write"],
    { passed: false, threshold: 0.94, effect: "write" },
  ],
  [
    "lets everything into an exempt domain",
    "chat",
    0,
    ["read"],
    { passed: true, threshold: undefined, effect: "read" },
  ],
  [
    "exempts nothing that changes anything",
    "chat",
    0.96,
    ["external"],
    { passed: false, threshold: 0.97, effect: "external" },
  ],
  [
    "is closed for a domain that is not there",
    "nowhere",
    0.9,
    [],
    { passed: false, threshold: 0.94, effect: "read" },
  ],
])("the gate %s", (_habit, domain, confidence, effects, gate) => {
  expect(passes(catalogue, domain, confidence, effects)).toEqual(gate);
});

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

it.each<[string, string, Partial<GoalFrame>, boolean]>([
  ["of which every word was read", "weather", {}, true],
  ["that asks with a question word", "weather", { doubts: [doubt("asked_about")] }, true],
  ["of which something is in doubt", "weather", { doubts: [doubt("reported")] }, false],
  ["of which words were left", "weather", { read_whole: undefined }, false],
  ["that is less likely", "weather", { confidence: 0.87 }, false],
  ["in a domain that asks for more certainty", "strict", {}, false],
])("a read %s, in %s, below the gate: %j passes %s", (_, domain, more, passed) => {
  const frame = {
    ...{ primary_domain: domain, goal: "LOOK", entities: {}, confidence: 0.9, original_query: "" },
    ...{ read_whole: true as const, ...more },
  };
  expect(gateOfFrame(frame, [], catalogue).passed).toBe(passed);
});
