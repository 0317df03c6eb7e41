import { existsSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { z } from "zod";

/** What a project of one's own is made with. */
const PACKAGES = ["regente", "@regente/domain"] as const;

const ownPackage = z.looseObject({ version: z.string(), private: z.boolean().optional() });
/** What npm has put beside each other, and where it got it. */
const installed = z.looseObject({
  packages: z.record(z.string(), z.looseObject({ resolved: z.string().optional() })),
});

export type OwnPackages = {
  /** Of package.json, by the names of the packages. */
  specs: Readonly<Record<(typeof PACKAGES)[number], string>>;
  /** Files that have to be in the project for it, by their places there. */
  files: ReadonlyMap<string, string>;
};

/** The packages are in no registry, and the file of one is not where it should be. */
export type MissingPackage = { missing: string };

/**
 * What a new project installs. Once there is a release: versions of the registry. Until then (package.json of the project is
 * `private`, or this package was installed from a file): the packed files themselves, which go with the project, so that it
 * can be installed anywhere.
 */
export function ownPackages(
  root = resolve(import.meta.dirname, "..", ".."),
): OwnPackages | MissingPackage {
  const { version, private: isUnpublished = false } = ownPackage.parse(
    readJson(join(root, "package.json")),
  );
  const packed = isUnpublished
    ? (name: string) => join(root, ".build", "packages", fileOf(name, version))
    : installedFrom(resolve(root, ".."));
  const specs: Record<string, string> = {};
  const files = new Map<string, string>();
  for (const name of PACKAGES) {
    const file = packed(name);
    if (file !== undefined && !existsSync(file)) return { missing: file };
    const place = file && `vendor/${basename(file)}`;
    specs[name] = place === undefined ? version : `file:${place}`;
    if (file !== undefined && place !== undefined) files.set(place, file);
  }
  return { specs: specs as OwnPackages["specs"], files };
}

/** As `npm pack` names it. */
const fileOf = (name: string, version: string): string =>
  `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;

/** The file that a package beside this one was installed from; undefined: it came from a registry. */
function installedFrom(modules: string): (name: string) => string | undefined {
  const lock = join(modules, ".package-lock.json");
  if (!existsSync(lock)) return () => undefined;
  const { packages } = installed.parse(readJson(lock));
  return (name) => {
    const [, path] =
      /^file:(.*\.tgz)$/.exec(packages[`node_modules/${name}`]?.resolved ?? "") ?? [];
    return path && resolve(modules, "..", path);
  };
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));
