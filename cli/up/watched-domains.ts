import { dirname, resolve } from "node:path";
import type { BootstrapEntry, BootstrapFile } from "#shared/contracts/bootstrap.ts";

/** A domain, and the files and folders that it is made of. */
export type WatchedDomain = { name: string; places: string[] };

/** What each domain of the bootstrap file is made of, as far as it is on this machine. */
export const watchedDomains = ({ domains }: BootstrapFile, folder: string): WatchedDomain[] =>
  domains
    .filter(({ enabled }) => enabled)
    .map((entry) => ({
      name: entry.name,
      places: placesOf(entry).map((place) => resolve(folder, place)),
    }))
    .filter(({ places }) => places.length > 0);

function placesOf({ start, manifest, from }: BootstrapEntry): string[] {
  const made = from === undefined ? [] : [...filesOf(from)];
  return [
    ...(start === undefined ? [] : [dirname(start)]),
    ...(manifest === undefined ? [] : [manifest]),
    ...made,
  ];
}

function filesOf(from: NonNullable<BootstrapEntry["from"]>): string[] {
  if ("data" in from) return [from.data];
  const made = "openapi" in from ? from.openapi : from.tools;
  return from.overlay === undefined ? [made] : [made, from.overlay];
}
