import { expect, it } from "vitest";
import { testCatalogue } from "../ports/catalogue.fixture.ts";
import { passes } from "./gate.ts";

const catalogue = testCatalogue(
  { domain: "weather", capabilities: [{ capability: "look_out" }] },
  {
    domain: "strict",
    capabilities: [{ capability: "count" }],
    confidence_gate: { threshold: 0.99 },
  },
  {
    domain: "chat",
    capabilities: [{ capability: "reply" }],
    confidence_gate: { exempt: true },
  },
);

it.each([
  ["lets a sure request in", "weather", 0.94, true, 0.94],
  ["stops one below the default", "weather", 0.939, false, 0.94],
  ["keeps a domain's own threshold", "strict", 0.98, false, 0.99],
  ["lets everything into an exempt domain", "chat", 0, true, undefined],
  ["is closed for a domain that is not there", "nowhere", 0.9, false, 0.94],
])("the gate %s", (_habit, domain, confidence, passed, threshold) => {
  expect(passes(catalogue, domain, confidence)).toEqual({ passed, threshold });
});
