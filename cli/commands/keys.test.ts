import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { instructionDigest } from "#shared/api-keys/api-key.ts";
import { runRegente } from "../testing/run-regente.ts";
import { readUntil } from "./keys.ts";

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), "keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { REGENTE_API_KEYS: join(folder, "keys.json"), LANG: "en_US.UTF-8" };
  return { folder, env, regente: (...words: string[]) => runRegente(["keys", ...words], { env }) };
}

it("makes a key that only its owner ever sees, lists it, and takes it away", async () => {
  const { env, regente } = aFolder();
  const made = await regente("add", "--user=ana", "--scopes=effect:read,garden:*");
  expect(made.code).toBe(0);
  expect(made.err).toContain("only once");
  const [key = ""] = made.out.split("\n");
  expect(key).toMatch(/^rgt_/);
  expect(readFileSync(env.REGENTE_API_KEYS, "utf8")).not.toContain(key.slice(20));
  const id = key.split("_")[1] ?? "";
  const listed = await regente();
  expect(listed.out).toMatch(new RegExp(`${id} +ana +effect:read, garden:\\*`));
  expect(await regente("revoke", id)).toMatchObject({ code: 0 });
  expect((await regente("list", "--json")).out).toBe('{"keys":[]}\n');
  const again = await regente("revoke", id);
  expect(again.code).toBe(2);
  expect(again.err).toContain(id);
});

it.each<[what: string, words: string[], why: string]>([
  ["without a user", ["add", "--scopes=*"], "--user is missing"],
  ["without scopes", ["add", "--user=ana"], "--scopes is missing"],
  ["with a scope that means nothing", ["add", "--user=ana", "--scopes=all of it"], "no scope"],
  ["until a day that is none", ["add", "--user=ana", "--scopes=*", "--until=soon"], "soon"],
  ["that is over already", ["add", "--user=ana", "--scopes=*", "--until=2020-01-31"], "has passed"],
])("makes none %s", async (_what, words, why) => {
  const ran = await aFolder().regente(...words);
  expect(ran).toMatchObject({ code: 2, out: "" });
  expect(ran.err).toContain(why);
});

it("lists until when each key works", async () => {
  const { env, regente } = aFolder();
  await regente("add", "--user=ana", "--scopes=*");
  await regente("add", "--user=bia", "--scopes=*", "--until=2999-01-31");
  const { keys } = JSON.parse(readFileSync(env.REGENTE_API_KEYS, "utf8")) as { keys: object[] };
  const over = { ...keys[0], id: "0123456789ab", expires_at: "2020-01-31T00:00:00.000Z" };
  writeFileSync(env.REGENTE_API_KEYS, JSON.stringify({ keys: [...keys, over] }));
  const listed = (await regente("list")).out;
  expect(listed).toMatch(/ana +\* +until revoked/);
  expect(listed).toMatch(/bia +\* +until 2999-01-31/);
  expect(listed).toContain("expired on 2020-01-31");
  const inPortuguese = { env: { ...env, LANG: "pt_BR.UTF-8" } };
  const lista = (await runRegente(["keys", "list"], inPortuguese)).out;
  expect(lista).toContain("até ser revogada");
  expect(lista).toContain("até 2999-01-31");
  expect(lista).toContain("venceu em 2020-01-31");
});

it("warns of scopes of domains that are not there, and makes the key", async () => {
  const { folder, env, regente } = aFolder();
  const file = join(folder, "domains.json");
  writeFileSync(file, JSON.stringify({ domains: [{ name: "garden", url: "http://127.0.0.1:1" }] }));
  const scopes = "--scopes=effect:read,door:*,garden:*,garden.look,efect:read,gardem.look";
  const made = await runRegente(["keys", "add", "--user=ana", scopes], {
    env: { ...env, REGENTE_BOOTSTRAP: file },
  });
  expect(made).toMatchObject({ code: 0 });
  expect(made.err.match(/“[^”]+”/g)).toEqual(["“efect:read”", "“gardem.look”"]);
  expect((await regente()).out).toContain("efect:read");
});

/** A bootstrap file with one domain that shows its goals by its manifest, and one that is down. */
function withGoals() {
  const place = aFolder();
  const manifest = join(place.folder, "garden.json");
  const goals = ["FIND_PLANT", "WATER_PLANT"].map((goal) => ({
    goal,
    description: { "pt-BR": goal, en: goal },
    entities_schema: {},
    hints: { templates: { "pt-BR": [goal], en: [goal] } },
    capability: "look",
  }));
  const look = { capability: "look", effect: "read", params_schema: { type: "object" } };
  const description = { "pt-BR": "Horta", en: "Garden" };
  const promises = { manifest_version: "1", domain: "garden", version: "1.0.0", description };
  writeFileSync(manifest, JSON.stringify({ ...promises, goals, capabilities: [look] }));
  const file = join(place.folder, "domains.json");
  const tower = { name: "tower", url: "http://127.0.0.1:1" };
  writeFileSync(file, JSON.stringify({ domains: [{ name: "garden", manifest }, tower] }));
  const env = { ...place.env, REGENTE_BOOTSTRAP: file, REGENTE_DATA: place.folder };
  const add = (...words: string[]) =>
    runRegente(["keys", "add", "--user=ana", "--scopes=*", ...words], { env });
  return { ...place, add };
}

it("takes the goals that are there, and says of a domain that is down that it was not asked", async () => {
  const { add } = withGoals();
  expect(await add("--answers=garden.find_plant,garden:*,*")).toMatchObject({ code: 0 });
  const made = await add("--answers=garden:*", "--suggests=tower.tell_hour");
  expect(made.code).toBe(0);
  expect(made.err).toContain("“tower.tell_hour” shows its goals only while it is running");
});

it.each([
  ["--answers=garden:*,garden.find_plnat", "garden.find_plnat", "garden.find_plant or garden"],
  ["--suggests=gardem:*", "gardem:*", "garden:* or tower:*"],
])("refuses %s, which no goal is called, and says what is", async (option, name, near) => {
  const { add, regente } = withGoals();
  const ran = await add(option);
  expect(ran).toMatchObject({ code: 2, out: "" });
  expect(ran.err).toContain(`there is no goal ${name}; did you mean ${near}`);
  expect((await regente("list")).out).not.toContain("ana");
});

it("says how to name the file when nothing does", async () => {
  const ran = await runRegente(["keys"], { env: { LANG: "pt_BR.UTF-8" } });
  expect(ran.code).toBe(2);
  expect(ran.err).toContain("REGENTE_API_KEYS=keys.json");
});

it("registers an instruction as trusted for a key, lists it, and takes it away", async () => {
  const { env, folder, regente } = aFolder();
  const made = await regente("add", "--user=front-deps", "--scopes=*", "--json");
  const { id } = JSON.parse(made.out) as { id: string };
  const prompt = join(folder, "prompt.txt");
  writeFileSync(prompt, "You are the front deps. Today is 2026-11-22.\n");
  const digest = instructionDigest("You are the front deps.  Today is 2027-01-01.") ?? "";
  expect(await regente("trust", "front-deps", prompt)).toMatchObject({
    code: 0,
    out: `The key ${id} trusts the system message ${digest}.\n`,
  });
  expect(readFileSync(env.REGENTE_API_KEYS, "utf8")).not.toContain("front deps.");
  // The same once more is the same.
  await regente("trust", id, prompt);
  expect((await regente("trusted", id, "--json")).out).toBe(
    `${JSON.stringify({ id, instructions: [digest] })}\n`,
  );
  expect((await regente("distrust", id, digest.slice(0, 8))).code).toBe(0);
  expect((await regente("trusted", id)).out).toContain("trusts no system messages");
  expect((await regente("list", "--json")).out).toContain(id);
});

it("reads the instruction from standard input", async () => {
  const { env, regente } = aFolder();
  await regente("add", "--user=ana", "--scopes=*");
  const ran = await runRegente(["keys", "trust", "ana", "-"], { env, input: "Be kind." });
  expect(ran).toMatchObject({ code: 0 });
  expect(ran.out).toContain(instructionDigest("Be kind."));
});

it.each<[what: string, words: string[], why: string]>([
  ["for a key that is not there", ["trust", "bia", "x.txt"], "“bia”"],
  ["from a file that is not there", ["trust", "ana", "missing.txt"], "cannot be read"],
  ["that is not known", ["distrust", "ana", "00"], "00 does not match exactly one"],
])("changes no instruction %s", async (_what, words, why) => {
  const { regente } = aFolder();
  await regente("add", "--user=ana", "--scopes=*");
  const ran = await regente(...words);
  expect(ran).toMatchObject({ code: 2, out: "" });
  expect(ran.err).toContain(why);
});

const now = new Date("2026-06-15T12:00:00Z");

it.each([
  ["2027-01-31", "2027-01-31T00:00:00.000Z"],
  ["2026-06-16", "2026-06-16T00:00:00.000Z"],
  ["2026-06-15T12:00:01Z", "2026-06-15T12:00:01.000Z"],
  ["2027-01-31T18:00:00.5Z", "2027-01-31T18:00:00.500Z"],
])("%s ends a key at %s", (text, moment) => {
  expect(readUntil(text, now)).toEqual(new Date(moment));
});

it.each([
  ...["soon", "", "1", "2027", "2027-02", "31/01/2027", "01/31/2027", "Jan 31 2027", "2027-1-31"],
  ...[
    "2027-02-30",
    "2027-13-01",
    "2027-01-31T18:00:00",
    "2027-01-31T18:00:00+03:00",
    " 2027-01-31",
  ],
])("%j is no end", (text) => {
  expect(readUntil(text, now)).toBe("none");
});

it.each(["2026-06-15", "2020-01-01", "2026-06-15T12:00:00Z", "0001-01-01"])(
  "%s is over",
  (text) => {
    expect(readUntil(text, now)).toBe("past");
  },
);
