import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { domainKey } from "#shared/domain-secret/domain-secret.ts";
import { runRegente } from "../testing/run-regente.ts";

const SECRET = "the secret of all domains";

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), "domain-key-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "domains.json");
  const domains = [
    { name: "smart-home", url: "http://127.0.0.1:1" },
    { name: "library", url: "http://library:8101" },
    { name: "talk", manifest: "talk.yaml" },
  ];
  writeFileSync(file, JSON.stringify({ domains }));
  const env = { REGENTE_BOOTSTRAP: file, REGENTE_DATA: folder, LANG: "en_US.UTF-8" };
  return { folder, env };
}

it("prints a domain's key and nothing else, by the secret of the environment or of the data folder", async () => {
  const { folder, env } = aFolder();
  const told = { code: 0, out: `${domainKey(SECRET, "library")}\n`, err: "" };
  const given = { env: { ...env, REGENTE_DOMAIN_SECRET: SECRET } };
  expect(await runRegente(["domains", "key", "library"], given)).toEqual(told);
  writeFileSync(join(folder, "domain-secret"), SECRET);
  expect(await runRegente(["domains", "key", "library"], { env })).toEqual(told);
});

it("without a name prints that of every service, as docker-compose.yml looks for them", async () => {
  const { env } = aFolder();
  const { out } = await runRegente(["domains", "key"], {
    env: { ...env, REGENTE_DOMAIN_SECRET: SECRET },
  });
  expect(out.trimEnd().split("\n")).toEqual([
    `SMART_HOME_DOMAIN_KEY=${domainKey(SECRET, "smart-home")}`,
    `LIBRARY_DOMAIN_KEY=${domainKey(SECRET, "library")}`,
  ]);
});

it("makes the secrets as well with --new: all that docker-compose.yml asks for, other ones each time", async () => {
  const { env } = aFolder();
  const { code, out } = await runRegente(["domains", "key", "--new"], { env });
  expect(code).toBe(0);
  const made = parseEnv(out);
  expect(Object.keys(made).toSorted()).toEqual([
    "LIBRARY_DOMAIN_KEY",
    "POSTGRES_PASSWORD",
    "REGENTE_DOMAIN_SECRET",
    "SMART_HOME_DOMAIN_KEY",
  ]);
  expect(made["LIBRARY_DOMAIN_KEY"]).toBe(
    domainKey(made["REGENTE_DOMAIN_SECRET"] ?? "", "library"),
  );
  const again = await runRegente(["domains", "key", "--new"], { env });
  for (const value of Object.values(made)) {
    expect(value).toMatch(/^[\w-]{43}$/);
    expect(again.out).not.toContain(value);
  }
});

it.each<[what: string, args: string[], env: Record<string, string>, why: string]>([
  ["no secret", ["library"], {}, "There is no secret yet"],
  [
    "--new beside a secret",
    ["--new"],
    { REGENTE_DOMAIN_SECRET: SECRET },
    "There is already a secret in",
  ],
  ["--new for one domain", ["library", "--new"], {}, "do not give a name"],
  ["a name that is none", ["../x"], { REGENTE_DOMAIN_SECRET: SECRET }, "cannot be a domain"],
  [
    "no bootstrap file",
    [],
    { REGENTE_DOMAIN_SECRET: SECRET, REGENTE_BOOTSTRAP: "/nowhere.json" },
    "/nowhere.json cannot be read",
  ],
])("says what is missing with %s", async (_what, args, more, why) => {
  const { env } = aFolder();
  const ran = await runRegente(["domains", "key", ...args], { env: { ...env, ...more } });
  expect(ran).toMatchObject({ code: 2, out: "" });
  expect(ran.err).toContain(why);
});
