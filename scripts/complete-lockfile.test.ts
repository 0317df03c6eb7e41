import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { absentPlatformPackages, readLockfile } from "./complete-lockfile.ts";

const text = readFileSync("package-lock.json", "utf8");
const { packages } = readLockfile(text);

it("knows what a platform package is for by its name, and adds only what is absent", () => {
  const lockfile = JSON.stringify({
    packages: {
      "node_modules/tool": {
        version: "1.2.0",
        dev: true,
        optionalDependencies: {
          "@tool/cli-linux-x64-musl": "1.2.0",
          "@tool/binding-linux-arm64-gnu": "1.2.0",
          "@tool/win32-ia32-msvc": "1.2.0",
          "@tool/darwin-arm64": "1.2.0",
        },
      },
      "node_modules/@tool/darwin-arm64": { version: "1.2.0" },
    },
  });
  const common = { version: "1.2.0", dev: true, optional: true };
  expect(Object.fromEntries(absentPlatformPackages(readLockfile(lockfile)))).toEqual({
    "node_modules/@tool/cli-linux-x64-musl": {
      ...common,
      os: ["linux"],
      cpu: ["x64"],
      libc: ["musl"],
    },
    "node_modules/@tool/binding-linux-arm64-gnu": {
      ...common,
      os: ["linux"],
      cpu: ["arm64"],
      libc: ["glibc"],
    },
    "node_modules/@tool/win32-ia32-msvc": { ...common, os: ["win32"], cpu: ["ia32"] },
  });
});

it("does not guess what a name does not tell", () => {
  const lockfile = { packages: { a: { optionalDependencies: { colours: "1.0.0" } } } };
  expect(() => absentPlatformPackages(readLockfile(JSON.stringify(lockfile)))).toThrow(
    "colours@1.0.0 is in no lockfile entry, and its name tells no platform",
  );
});

it("leaves the project's lockfile whole: node scripts/complete-lockfile.ts after adding a dependency", () => {
  expect(Object.keys(packages).length).toBeGreaterThan(100);
  expect([...absentPlatformPackages({ packages }).keys()]).toEqual([]);
});

it("names no registry, and pins every package of this platform by its content", () => {
  expect(text).not.toMatch(/"resolved": "(?!packages\/)|https?:\/\/[^"]*\.tgz/);
  // Folders of this repository are what they are, and so are the links to them.
  const isOwn = (name: string) => /^(packages\/.*|node_modules\/@regente\/.*|)$/.test(name);
  const unpinned = Object.entries(packages).filter(
    ([name, entry]) => !isOwn(name) && entry.integrity === undefined && entry.os === undefined,
  );
  expect(unpinned.map(([name]) => name)).toEqual([]);
});
