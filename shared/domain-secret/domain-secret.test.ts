import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { domainKey, domainSecret } from "./domain-secret.ts";

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

const SECRET = "a secret of the whole installation";

it("is another one for each domain and each secret, and always the same", () => {
  const keys = [
    domainKey(SECRET, "weather"),
    domainKey(SECRET, "library"),
    domainKey(`${SECRET}.`, "weather"),
  ];
  expect(new Set(keys).size).toBe(3);
  for (const key of keys) expect(key).toMatch(/^[\w-]{43}$/);
  expect(domainKey(SECRET, "weather")).toBe(keys[0]);
});

it("is what HKDF says (RFC 5869): extracted with a salt of zeros, expanded once", () => {
  const extracted = createHmac("sha256", Buffer.alloc(32)).update(SECRET).digest();
  const expanded = createHmac("sha256", extracted).update("weather\x01").digest("base64url");
  expect(domainKey(SECRET, "weather")).toBe(expanded);
  // As another implementation made it; domains that run elsewhere have theirs in a file.
  expect(expanded).toBe("056UxWeYYfotG6myX88vOK-wVxizOnEEC3oHyIaCGjg");
});
