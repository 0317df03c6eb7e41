import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runRegente } from "../testing/run-regente.ts";

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
  expect(made.err).toContain("only now");
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
  ["that is over already", ["add", "--user=ana", "--scopes=*", "--until=2020-01-31"], "is over"],
])("makes none %s", async (_what, words, why) => {
  const ran = await aFolder().regente(...words);
  expect(ran).toMatchObject({ code: 2, out: "" });
  expect(ran.err).toContain(why);
});

it("says how to name the file when nothing does", async () => {
  const ran = await runRegente(["keys"], { env: { LANG: "pt_BR.UTF-8" } });
  expect(ran.code).toBe(2);
  expect(ran.err).toContain("REGENTE_API_KEYS=keys.json");
});
