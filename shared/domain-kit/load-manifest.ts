/** A domain reads its own manifest the way the registry reads one that has no service. */
export { loadManifest } from "../manifest-files/load-manifest.ts";
