import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { domainSecret } from "./domain-secret.ts";

const run = promisify(execFile);

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "secret-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it("is the one that was given, and then none is made", () => {
  const folder = aFolder();
  expect(domainSecret("given", folder)).toBe("given");
  expect(readdirSync(folder)).toEqual([]);
});
it("is made once, for its owner only, and is the same from then on", () => {
  const folder = join(aFolder(), "data");
  const secret = domainSecret(undefined, folder);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(domainSecret("", folder)).toBe(secret);
  expect(statSync(join(folder, "domain-secret")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["domain-secret"]);
});
it("is another one in another folder", () => {
  expect(domainSecret(undefined, aFolder())).not.toBe(domainSecret(undefined, aFolder()));
});
it("is the same for processes that make it at the same moment", async () => {
  const folder = aFolder();
  const module = JSON.stringify(new URL("./domain-secret.ts", import.meta.url).href);
  const script = `import(${module}).then((m) => process.stdout.write(m.domainSecret(undefined, process.argv[1])))`;
  const racers = await Promise.all(
    Array.from({ length: 6 }, () => run(process.execPath, ["--eval", script, folder])),
  );
  const secrets = new Set(racers.map(({ stdout }) => stdout));
  expect([...secrets]).toEqual([readFileSync(join(folder, "domain-secret"), "utf8")]);
});
it("is refused when the file holds less than a key", () => {
  const folder = aFolder();
  writeFileSync(join(folder, "domain-secret"), "short");
  expect(() => domainSecret(undefined, folder)).toThrow(
    /domain-secret holds fewer than 16 characters/,
  );
});
