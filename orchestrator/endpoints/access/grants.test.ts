import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { grantsOf } from "./grants.ts";

const OWN = new Set(["turns", "runs:read"]);
type Effect = "read" | "write" | "external" | "destructive";
const may = (
  scopes: string[],
  name: string,
  effect: Effect = "write",
  requires: string[] = [],
): boolean => {
  const [domain = "", capability = ""] = name.split(".");
  return grantsOf(scopes, OWN).mayUse({ domain, effect, spec: { capability, requires } });
};

describe("a capability", () => {
  it.each<[scopes: string[], name: string, effect: Effect, requires: string[], may: boolean]>([
    [[], "garden.water", "read", [], false],
    [["*"], "garden.water", "destructive", ["garden:send"], true],
    [["garden:*"], "garden.water", "write", [], true],
    [["garden:*"], "gardens.water", "write", [], false],
    [["garden:*"], "kitchen.cook", "write", [], false],
    [["garden.water"], "garden.water", "external", [], true],
    [["garden.water"], "garden.burn", "external", [], false],
    [["effect:read"], "garden.look", "read", [], true],
    [["effect:read"], "garden.water", "write", [], false],
    [["garden.water"], "garden.water", "write", ["garden:send"], false],
    [["garden.water", "garden:send"], "garden.water", "write", ["garden:send"], true],
    [["garden:*"], "garden.water", "write", ["garden:send"], true],
    [["garden:*"], "garden.water", "write", ["payments:send"], false],
    [["effect:read"], "garden.look", "read", ["garden:inner"], false],
    [["door:*"], "garden.look", "read", [], false],
    // A domain cannot take a name that scopes use for something else.
    [["door:*"], "door.open", "read", [], false],
    [["openid", "profile"], "garden.look", "read", [], false],
  ])("with %j: %s (%s, requires %j) is %s", (scopes, name, effect, requires, allowed) => {
    expect(may(scopes, name, effect, requires)).toBe(allowed);
  });
});

describe("a door", () => {
  it.each([
    [[], "turns", false],
    [["garden:*"], "turns", true],
    [["garden.water"], "runs:read", true],
    [["effect:read"], "domains:write", false],
    [["openid"], "turns", false],
    [["door:metrics:read"], "turns", false],
    [["door:metrics:read"], "metrics:read", true],
    [["door:domains:*"], "domains:write", true],
    [["door:domains:read"], "domains:write", false],
    [["door:*"], "domains:write", true],
    [["*"], "domains:write", true],
    // To speak for others is no endpoint, and has to be named.
    [["door:*"], "act_as", false],
    [["door:act_as"], "act_as", true],
    [["*"], "act_as", true],
    // What other systems give out, and what only goes beside a capability, opens nothing of one's own.
    [["https://issuer.example/read"], "turns", false],
    [["urn:mail:read"], "turns", false],
    [["User.Read"], "turns", false],
    [["email:verified"], "turns", false],
    [["effect:*"], "turns", false],
    [["effect:everything"], "turns", false],
    [["door:turns:x"], "turns", false],
    [["door.open"], "turns", true],
    [["garden:send"], "turns", false],
    [["garden:send", "garden.water"], "turns", true],
    [[":*"], "turns", false],
    [["."], "turns", false],
    // A domain that is called like an endpoint opens none.
    [["domains:*"], "domains:write", false],
  ])("with %j: %s is %s", (scopes, right, allowed) => {
    expect(grantsOf(scopes, OWN).mayEnter(right)).toBe(allowed);
  });
});

it("whatever else is held, a capability that no scope names is not allowed", () => {
  const scopes = fc.array(
    fc.oneof(
      fc.string(),
      fc.constantFrom("door:*", "effect:read", "kitchen:*", "garden.look", "garden", "*:*"),
    ),
  );
  fc.assert(
    fc.property(scopes, (held) => {
      fc.pre(!held.includes("*"));
      expect(may(held, "garden.water", "write")).toBe(
        held.includes("garden:*") || held.includes("garden.water") || held.includes("effect:write"),
      );
    }),
  );
});
