import { describe, expect, it } from "vitest";
import type { AgentSource } from "#shared/contracts/agent.ts";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { testCatalogue } from "../../../catalogue/catalogue.fixture.ts";
import { inShort } from "../lint.fixture.ts";
import { missingTools, unknownTools, unreachableAgents, withheldTools } from "./tool-rules.ts";

type Parts = Pick<ManifestSource, "capabilities"> & Partial<ManifestSource>;
const agent = (
  capability: string,
  tools: AgentSource["tools"],
  more: Partial<ManifestSource["capabilities"][number]> = {},
): ManifestSource["capabilities"][number] => ({
  capability,
  kind: "agent",
  effect: "read",
  agent: { name: capability, role: capability, prompt: "Look.", tools },
  ...more,
});
const pilot = (
  goal: object = { capability: "ask_pilot" },
): NonNullable<ManifestSource["goals"]> => [
  { goal: "ASK_PILOT", description: { en: "Ask the pilot" }, ...goal },
];
const harbour = ({ capabilities, ...more }: Parts) =>
  testCatalogue({
    domain: "harbour",
    goals: pilot(),
    capabilities: [
      ...capabilities,
      { capability: "look_out", effect: "read" },
      { capability: "ring_bell", effect: "write" },
    ],
    ...more,
  });
const ownFaults = (parts: Parts) =>
  inShort([...harbour(parts).manifests.values()].flatMap(missingTools));

it("agents with tools that are there and not too strong are left alone", () => {
  const parts = { capabilities: [agent("ask_pilot", ["look_out", "harbour.look_out"])] };
  const catalogue = harbour(parts);
  expect([
    ...ownFaults(parts),
    ...unknownTools(catalogue),
    ...withheldTools(catalogue),
    ...unreachableAgents(catalogue),
  ]).toEqual([]);
});

describe("a tool that no one has", () => {
  it("is an error where it is to be the manifest's own", () => {
    const bound = { name: "see", capability: "look_up" };
    expect(ownFaults({ capabilities: [agent("ask_pilot", ["look_out", bound])] })).toEqual([
      "error unknown_capability capabilities.0.agent.tools.1",
    ]);
  });

  it("is a warning in another domain, for agents and for plans", () => {
    const plan = { may_use: ["look_out", "tides.get_tide"] };
    const catalogue = harbour({
      goals: pilot({ action_type: "hybrid", capability: "ask_pilot", plan }),
      capabilities: [agent("ask_pilot", ["weather.get_rain"])],
    });
    const found = unknownTools(catalogue);
    expect(inShort(found)).toEqual([
      "warning unknown_tool capabilities.0.agent.tools.0",
      "warning unknown_tool goals.0.plan.may_use.1",
    ]);
    expect(found[1]).toMatchObject({ goal: "ASK_PILOT" });
    for (const { message } of found) expect(message["pt-BR"]).not.toBe(message.en);
  });

  it("is none once its domain has joined", () => {
    const catalogue = testCatalogue(
      { domain: "tides", capabilities: [{ capability: "get_tide", effect: "read" }] },
      {
        domain: "harbour",
        goals: pilot(),
        capabilities: [agent("ask_pilot", ["tides.get_tide"])],
      },
    );
    expect(unknownTools(catalogue)).toEqual([]);
  });
});

it("a tool that does more than its agent declares is withheld, and the lint says so", () => {
  const catalogue = harbour({ capabilities: [agent("ask_pilot", ["look_out", "ring_bell"])] });
  const [found, ...others] = withheldTools(catalogue);
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    rule: "withheld_tool",
    path: "capabilities.0.agent.tools.1",
    way_out: { en: "Declare effect: write for ask_pilot, or remove the tool." },
  });
});

describe("an agent", () => {
  const lost = ["warning unreachable_agent capabilities.1"];
  const reachedBy = (first: string[], more: Partial<ManifestSource> = {}, roles: string[] = []) =>
    inShort(
      unreachableAgents(
        harbour({
          capabilities: [
            agent("ask_pilot", first),
            agent("ask_mate", ["ask_mate"], { metadata: { roles } }),
          ],
          ...more,
        }),
      ),
    );
  const hybrid = pilot({
    action_type: "hybrid",
    capability: "ask_pilot",
    plan: { may_use: ["ask_mate"] },
  });

  it("that only itself calls is reached by no one", () => expect(reachedBy([])).toEqual(lost));
  it.each<[string, string[]]>([
    ["another agent", reachedBy(["ask_mate"])],
    ["a plan", reachedBy([], { goals: hybrid })],
    ["its role", reachedBy([], {}, ["follower"])],
  ])("is reached by %s", (_how, found) => expect(found).toEqual([]));
});
