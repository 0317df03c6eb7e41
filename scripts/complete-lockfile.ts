// After adding or updating a dependency: `node scripts/complete-lockfile.ts`.
// npm leaves the binaries of other platforms out of the lockfile when the registry at hand does not
// serve them, and then `npm ci` refuses that lockfile on every machine. Their names say what they are for.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const lockfileSchema = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      integrity: z.string().optional(),
      dev: z.boolean().optional(),
      os: z.array(z.string()).optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
type Lockfile = z.infer<typeof lockfileSchema>;
type LockedPackage = Lockfile["packages"][string];

const SYSTEMS = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const PROCESSORS = ["arm", "arm64", "ia32", "ppc64", "riscv64", "s390x", "x64"];

export const readLockfile = (text: string): Lockfile => lockfileSchema.parse(JSON.parse(text));

/**
 * The platform packages that some package may need and the lockfile does not hold, by lockfile key.
 * Errors: throws for an exact-version optional dependency whose name tells no platform
 */
export function absentPlatformPackages({ packages }: Lockfile): Map<string, LockedPackage> {
  const held = Object.keys(packages);
  const absent = new Map<string, LockedPackage>();
  for (const parent of Object.values(packages))
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {}))
      if (!held.some((key) => key.endsWith(`node_modules/${name}`)))
        absent.set(`node_modules/${name}`, platformPackage(name, version, parent.dev === true));
  return absent;
}

/** `@scope/binding-linux-x64-musl` is for linux, x64 and musl. */
function platformPackage(name: string, version: string, dev: boolean): LockedPackage {
  const words = name.split(/[/-]/);
  const os = words.filter((word) => SYSTEMS.includes(word));
  const cpu = words.filter((word) => PROCESSORS.includes(word));
  if (os.length === 0 || cpu.length === 0)
    throw new Error(`${name}@${version} is in no lockfile entry, and its name tells no platform`);
  const libc = words.some((word) => word.startsWith("musl"))
    ? ["musl"]
    : words.some((word) => word.startsWith("gnu")) && os.includes("linux")
      ? ["glibc"]
      : undefined;
  return {
    version,
    cpu,
    ...(dev && { dev }),
    ...(libc && { libc }),
    optional: true,
    os,
  };
}

if (import.meta.main) {
  const file = fileURLToPath(new URL("../package-lock.json", import.meta.url));
  const text = readFileSync(file, "utf8");
  const absent = absentPlatformPackages(readLockfile(text));
  // Written from npm's own JSON, so that nothing but the new entries changes.
  const lockfile = JSON.parse(text) as Record<string, unknown> & { packages: object };
  const entries = [...Object.entries(lockfile.packages), ...absent];
  const packages = Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b, "en")));
  writeFileSync(file, `${JSON.stringify({ ...lockfile, packages }, null, 2)}\n`);
  console.log(`${absent.size} platform packages added to package-lock.json`);
}
