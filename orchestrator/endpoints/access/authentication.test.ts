import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addKey, revokeKey } from "#shared/api-keys/key-file.ts";
import { aFolder, openAccess } from "./access.fixture.ts";
import { grantsOf } from "./authentication.ts";

it("what a token has shown holds for a standing request as long as the operator says, and no longer", () => {
  const { authentication, pass } = openAccess({ standingTokenMs: 60_000 });
  const rights = { by: "token" as const, at: Date.now() };
  expect(authentication.standing("ana", rights)?.user_id).toBe("ana");
  pass(61_000);
  expect(authentication.standing("ana", rights)).toBeUndefined();
  expect(authentication.standing("ana", { by: "channel", at: rights.at })?.user_id).toBe("ana");
});

it("a key that is not there any more is good for nothing", () => {
  const { authentication } = openAccess({});
  expect(authentication.standing("ana", { by: "key", key: "k1", at: 0 })).toBeUndefined();
});

function withKey(more: { expires_at?: string } = {}) {
  const keyFile = join(aFolder(), "keys.json");
  const wanted = { user_id: "ana", scopes: ["garden:*"], ...more };
  return {
    keyFile,
    ...addKey(keyFile, wanted, new Date()),
    ...{ open: () => openAccess({ keyFile }) },
  };
}

it("says who holds a key, and what it allows", async () => {
  const { key, open } = withKey();
  const principal = await open().bearer(key);
  expect(principal.user_id).toBe("ana");
  expect(principal.mayEnter("turns")).toBe(true);
  expect(principal.mayEnter("domains:write")).toBe(false);
});
it.each<[what: string, change: (key: string) => string]>([
  ["its last character changed", (key) => `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`],
  ["its id alone", (key) => key.slice(0, 17)],
  ["another secret under its id", (key) => `${key.slice(0, 17)}${"A".repeat(43)}`],
  ["an id that is not there", (key) => `rgt_000000000000_${key.slice(-43)}`],
  ["something after it", (key) => `${key}x`],
  ["no key at all", () => "sk-proj-123"],
  ["the name of a prototype", () => "rgt___proto___"],
])("lets nobody in with %s", async (_what, change) => {
  const { key, open } = withKey();
  expect(await open().refusal(change(key))).toMatch(/^invalid_api_key/);
});
it("never repeats a key that it refuses", async () => {
  const { key, open } = withKey();
  expect(await open().refusal(`${key}x`)).not.toContain(key.slice(-20));
});
it("a key that has expired opens nothing", async () => {
  const { key, open } = withKey({ expires_at: new Date(Date.now() + 60_000).toISOString() });
  const access = open();
  expect(await access.refusal(key)).toBeUndefined();
  access.pass(61_000);
  expect(await access.refusal(key)).toMatch("expired");
});
it("a key that is revoked opens nothing a second later, and a new one opens", async () => {
  const { key, id, keyFile, open } = withKey();
  const access = open();
  await access.bearer(key);
  const bia = addKey(keyFile, { user_id: "bia", scopes: ["*"] }, new Date());
  revokeKey(keyFile, id);
  access.pass(1000);
  expect(await access.refusal(key)).toMatch("revoked");
  expect((await access.bearer(bia.key)).user_id).toBe("bia");
});
it("begins without a file, and lets in whoever gets the first key", async () => {
  const keyFile = join(aFolder(), "keys.json");
  const access = openAccess({ keyFile });
  const { key } = withKey();
  expect(await access.refusal(key)).toMatch(/^invalid_api_key/);
  expect(access.logged).toContainEqual(
    expect.stringContaining(`keys add --user=ana --scopes=effect:read --file=${keyFile}`),
  );
  const ana = addKey(keyFile, { user_id: "ana", scopes: ["*"] }, new Date());
  access.pass(1000);
  expect((await access.bearer(ana.key)).user_id).toBe("ana");
});
it("does not begin where not even the folder of the file is there: a wrong path, or a disk that is missing", () => {
  const keyFile = join(aFolder(), "not-mounted", "keys.json");
  expect(() => openAccess({ keyFile })).toThrow(
    /its folder does not exist; check REGENTE_API_KEYS/,
  );
});
it("while the file is wrong no key opens, and that is told apart from a wrong key", async () => {
  const { key, keyFile, open } = withKey();
  const access = open();
  writeFileSync(keyFile, "{");
  access.pass(1000);
  expect(await access.refusal(key)).toMatch(/^IDENTITY_UNAVAILABLE/);
  expect(access.logged).toContainEqual(expect.stringContaining("no key is accepted"));
});
it.each<[what: string, instead: (path: string) => void]>([
  ["is gone", () => {}],
  ["cannot be looked at", (path) => symlinkSync(path, path)],
  ["cannot be read", (path) => mkdirSync(path)],
])(
  "while the file %s no key is accepted, and each one is again once it is back",
  async (_what, instead) => {
    const { key, keyFile, open } = withKey();
    const access = open();
    const kept = readFileSync(keyFile);
    rmSync(keyFile);
    instead(keyFile);
    access.pass(1000);
    // Again and again: what was known before does not come back by itself.
    for (let times = 0; times < 3; times += 1) {
      expect(await access.refusal(key)).toMatch(/^IDENTITY_UNAVAILABLE/);
      access.pass(times * 400);
    }
    expect(access.logged.filter((line) => line.includes("no key is accepted"))).toHaveLength(1);
    rmSync(keyFile, { recursive: true, force: true });
    writeFileSync(keyFile, kept);
    access.pass(1000);
    expect(await access.refusal(key)).toBeUndefined();
  },
);
it.each([undefined, "", "Bearer", "Bearer ", "Basic YTpi", "bearer a b", "Token abc"])(
  "the header %j is refused, and told how it must be",
  async (header) => {
    const access = withKey().open();
    await expect(access.identify(header)).rejects.toThrow(/authorization|API key/i);
  },
);

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

it("names the scopes that a capability still needs", () => {
  const list = {
    ...{ domain: "garden", effect: "read" as const },
    spec: { capability: "list_beds", requires: ["garden:read"] },
  };
  const lacks = (...scopes: string[]) => grantsOf(scopes, new Set()).lacks(list);
  expect(lacks("effect:read")).toEqual(["garden:read"]);
  expect(lacks("garden:read")).toEqual(["effect:read"]);
  expect(lacks()).toEqual(["effect:read", "garden:read"]);
  expect(lacks("effect:read", "garden:read")).toEqual([]);
  expect(lacks("garden:*")).toEqual([]);
});
