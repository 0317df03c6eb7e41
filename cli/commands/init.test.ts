import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runRegente } from "../testing/run-regente.ts";
import { ownPackages } from "./init.ts";

/** A folder with these files. */
function withFiles(files: Record<string, unknown>): string {
  const folder = mkdtempSync(join(tmpdir(), "own-packages-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(content));
  }
  return folder;
}
const clone = { "package.json": { version: "1.2.3", private: true } };

it("in a clone of what is not published, takes the packed files along", () => {
  const packed = {
    ".build/packages/regente-1.2.3.tgz": "",
    ".build/packages/regente-domain-1.2.3.tgz": "",
  };
  const folder = withFiles({ ...clone, ...packed });
  expect(ownPackages(folder)).toEqual({
    specs: {
      regente: "file:vendor/regente-1.2.3.tgz",
      "@regente/domain": "file:vendor/regente-domain-1.2.3.tgz",
    },
    files: new Map([
      ["vendor/regente-1.2.3.tgz", join(folder, ".build/packages/regente-1.2.3.tgz")],
      ["vendor/regente-domain-1.2.3.tgz", join(folder, ".build/packages/regente-domain-1.2.3.tgz")],
    ]),
  });
});

it("takes along what a setting chooses only where it is wanted", () => {
  const packed = ["regente", "regente-domain", "regente-a2a", "regente-restate"];
  const files = packed.map((name) => [`.build/packages/${name}-1.2.3.tgz`, ""]);
  const folder = withFiles({ ...clone, ...(Object.fromEntries(files) as object) });
  expect(ownPackages(folder, ["regente", "@regente/a2a"])).toMatchObject({
    specs: {
      regente: "file:vendor/regente-1.2.3.tgz",
      "@regente/a2a": "file:vendor/regente-a2a-1.2.3.tgz",
    },
  });
});

it("says which file is not there yet", () => {
  const folder = withFiles(clone);
  const missing = join(folder, ".build/packages/regente-1.2.3.tgz");
  expect(ownPackages(folder)).toEqual({ missing });
});

const installed = (resolved: (file: string) => string) =>
  withFiles({
    "node_modules/regente/package.json": { version: "1.2.3" },
    "node_modules/.package-lock.json": {
      packages: {
        "node_modules/regente": { resolved: resolved("regente-1.2.3.tgz") },
        "node_modules/@regente/domain": { resolved: resolved("regente-domain-1.2.3.tgz") },
      },
    },
    "packed/regente-1.2.3.tgz": "",
    "packed/regente-domain-1.2.3.tgz": "",
  });

it("installed from files, takes those along", () => {
  const folder = installed((file) => `file:packed/${file}`);
  const found = ownPackages(join(folder, "node_modules/regente"));
  expect(found).toMatchObject({ specs: { regente: "file:vendor/regente-1.2.3.tgz" } });
  expect("files" in found && [...found.files.values()]).toContain(
    join(folder, "packed/regente-domain-1.2.3.tgz"),
  );
});

it("installed from files, looks for what was not installed beside those", () => {
  const folder = installed((file) => `file:packed/${file}`);
  const root = join(folder, "node_modules/regente");
  const file = join(folder, "packed/regente-a2a-1.2.3.tgz");
  expect(ownPackages(root, ["@regente/a2a"])).toEqual({ missing: file });
  writeFileSync(file, "");
  expect(ownPackages(root, ["@regente/a2a"])).toMatchObject({
    specs: { "@regente/a2a": "file:vendor/regente-a2a-1.2.3.tgz" },
  });
});

it("adds no package that is none of them", async () => {
  const env = { LANG: "en_US.UTF-8" };
  const ran = await runRegente(["init", "nowhere", "--with=a2a,mongo"], { env });
  expect(ran).toMatchObject({ code: 2, out: "" });
  expect(ran.err).toContain("There is no package mongo to add; choose from: a2a,restate.");
});

it("installed from a registry, names its version", () => {
  const folder = installed((file) => `https://registry.example/${file}`);
  expect(ownPackages(join(folder, "node_modules/regente"))).toEqual({
    specs: { regente: "1.2.3", "@regente/domain": "1.2.3" },
    files: new Map(),
  });
});
