import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type BootstrapEntry, parseBootstrap } from "#shared/contracts/bootstrap.ts";
import { ContractError, faultAt } from "#shared/contracts/errors.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { findManifestFiles } from "#shared/manifest-files/manifest-files.ts";
import { inEnglish } from "#shared/messages/messages.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";
import { openManifestSource } from "../../adapters/domain-client/domain-client.ts";
import { type DomainPlace, withoutEndSlash } from "../../catalogue/registry/read-bootstrap.ts";
import { lookUpManifest } from "../../catalogue/registry/watch-domain.ts";
import type { Environment } from "../../config/config.ts";
import type { ManifestSource } from "../../ports/domain-client.ts";

/** A manifest, and where it was read: a path, or the address of the service that shows it. */
export type FoundManifest = { manifest: Manifest; from: string };

/** The same without the manifest itself. */
export const sourceOf = ({ manifest: { domain, version }, from }: FoundManifest) => ({
  domain,
  version,
  from,
});

export type FoundManifests = {
  found: FoundManifest[];
  /** Domains whose manifest is nowhere, or wrong, and why. */
  missing: { domain: string; reason: string; why?: Reason }[];
};

/** files: what the next start would load. services: what is running now. The other one is tried second. */
export type Preference = "files" | "services";

export const bootstrapFile = (env: Environment): string =>
  resolve(env["REGENTE_BOOTSTRAP"] || "domains.bootstrap.json");

/**
 * The manifests of a bootstrap file's domains, in its order: the file that an entry names, else the one
 * beside what it starts, else what its service shows. `only` leaves out all but the domain of this name.
 * Errors: ContractError for a bootstrap file that is missing or wrong
 */
export async function findManifests(
  file: string,
  env: Environment,
  preference: Preference,
  only?: string,
): Promise<FoundManifests> {
  const entries = await entriesOf(file, env, only);
  const source = openManifestSource();
  try {
    const looks = entries.map((entry) => look(entry, dirname(file), preference, source));
    const seen = await Promise.all(looks);
    return {
      found: seen.flatMap((one) => ("manifest" in one ? [one] : [])),
      missing: seen.flatMap((one) => ("manifest" in one ? [] : [one])),
    };
  } finally {
    await source.close();
  }
}

/**
 * What is wrong with the files of a domain's manifest; undefined: nothing, or it has no such files. What its service
 * shows is not looked at: one that is down comes back with other files.
 * Errors: ContractError for a bootstrap file that is missing or wrong
 */
export async function faultInFiles(
  file: string,
  env: Environment,
  domain: string,
): Promise<Reason | string | undefined> {
  const [entry] = await entriesOf(file, env, domain);
  const [place] = entry === undefined ? [] : placesOf(entry, dirname(file), "files");
  if (!isThere(place?.manifest) || place === undefined) return undefined;
  const source = openManifestSource();
  try {
    const finding = await lookUpManifest(place, {}, source);
    return finding.found === "refused" ? finding.why : undefined;
  } finally {
    await source.close();
  }
}

async function entriesOf(
  file: string,
  env: Environment,
  only: string | undefined,
): Promise<BootstrapEntry[]> {
  const what = reason("bootstrap_file", { file });
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new ContractError(what, [faultAt("", reason("bootstrap_unreadable"))], { cause });
  });
  return parseBootstrap(text, env, what).domains.filter(
    ({ enabled, name }) => enabled && (only === undefined || name === only),
  );
}

async function look(
  entry: BootstrapEntry,
  folder: string,
  preference: Preference,
  source: ManifestSource,
): Promise<FoundManifest | FoundManifests["missing"][number]> {
  const { name } = entry;
  const places = placesOf(entry, folder, preference);
  let why: Reason | string = reason("entry_leads_nowhere");
  for (const place of places) {
    const finding = await lookUpManifest(place, {}, source);
    if (finding.found === "manifest")
      return { manifest: finding.manifest, from: place.manifest ?? place.url ?? "" };
    if (finding.found !== "same") why = finding.why;
    // A file that is there and wrong is not made right by an older one elsewhere.
    if (finding.found === "refused" && isThere(place.manifest)) break;
  }
  return { domain: name, reason: inEnglish(why), ...(typeof why === "object" && { why }) };
}

function isThere(manifest: string | undefined): boolean {
  if (manifest === undefined) return false;
  try {
    findManifestFiles(manifest);
    return true;
  } catch (error) {
    if (error instanceof ContractError) return false;
    throw error;
  }
}

function placesOf(
  { name, url, manifest, start }: BootstrapEntry,
  folder: string,
  preference: Preference,
): DomainPlace[] {
  const atFile = (path: string): DomainPlace => ({
    name,
    url: undefined,
    manifest: resolve(folder, path),
    isOwn: true,
  });
  if (manifest !== undefined) return [atFile(manifest)];
  const files = start === undefined ? [] : [atFile(dirname(start))];
  const services =
    url === undefined
      ? []
      : [{ name, url: withoutEndSlash(url), manifest: undefined, isOwn: false }];
  return preference === "files" ? [...files, ...services] : [...services, ...files];
}
