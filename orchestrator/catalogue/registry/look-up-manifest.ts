import { digestOf } from "#shared/contracts/digest.ts";
import { ContractError, faultAt, parseContract, whyOf } from "#shared/contracts/errors.ts";
import { jsonFault } from "#shared/contracts/json.ts";
import { type Manifest, manifestSchema } from "#shared/contracts/manifest.ts";
import { fingerprintManifest } from "#shared/manifest-files/manifest-files.ts";
import { inEnglish } from "#shared/messages/messages.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";
import { DomainCallError, type DomainFault } from "../../ports/domain-call-error.ts";
import type { ManifestSource } from "../../ports/domain-client.ts";
import { compileCapabilities } from "./build-catalogue.ts";
import type { DomainPlace } from "./read-bootstrap.ts";

/** What was seen the last time, so that the same thing is not read again. */
export type Seen = { etag?: string | undefined; content?: string };

/** What a domain's place shows now. `refused`: there is a manifest, and it cannot be used. */
export type Finding =
  | { found: "same" }
  | { found: "manifest"; manifest: Manifest; seen: Seen }
  | { found: "refused"; why: Reason | string; seen: Seen }
  /** `isSlow`: it may be there, and only busy. */
  | { found: "down"; why: Reason | string; isSlow: boolean };

/** The service itself failed; any other fault means that it answered, with something else than a manifest. */
const DOWN: ReadonlySet<DomainFault> = new Set([
  "unreachable",
  "timeout",
  "http_status",
  "cancelled",
]);

/** Look at a domain's manifest, over HTTP or in its files. Never rejects: what is wrong is a finding. */
export async function lookUpManifest(
  place: DomainPlace,
  seen: Seen,
  source: ManifestSource,
): Promise<Finding> {
  try {
    return place.manifest === undefined
      ? await fetched(place, seen, source)
      : await fromFiles(place, place.manifest, seen);
  } catch (error) {
    const why = whyOf(error);
    return error instanceof DomainCallError && DOWN.has(error.fault)
      ? { found: "down", why, isSlow: error.fault === "timeout" }
      : { found: "refused", why, seen: {} };
  }
}

async function fetched(place: DomainPlace, seen: Seen, source: ManifestSource): Promise<Finding> {
  const answer = await source.fetchManifest(`${place.url}/manifest`, seen.etag);
  if (!answer.changed) return { found: "same" };
  const { body, etag } = answer;
  const fault = jsonFault(body);
  if (fault !== undefined) return { found: "refused", why: fault, seen: { etag } };
  // A service without ETags sends the same manifest each time.
  const content = digestOf(body);
  if (content === seen.content) return { found: "same" };
  return judged(place, { etag, content }, () =>
    parseContract(manifestSchema, body, reason("manifest_of", { domain: place.name })),
  );
}

async function fromFiles(place: DomainPlace, path: string, seen: Seen): Promise<Finding> {
  const content = fingerprintManifest(path);
  if (content === seen.content) return { found: "same" };
  // The YAML parser takes 16 MB; most orchestrators only know services.
  const { loadManifest } = await import("#shared/manifest-files/load-manifest.ts");
  return judged(place, { content }, () => loadManifest(path));
}

/** A manifest that can be used: it keeps the contract, is this domain's, and its schemas can be checked. */
function judged(place: DomainPlace, seen: Seen, read: () => Manifest): Finding {
  try {
    const manifest = read();
    if (manifest.domain !== place.name)
      throw new ContractError(reason("manifest_of", { domain: place.name }), [
        faultAt("domain", reason("other_name", { name: manifest.domain, expected: place.name })),
      ]);
    compileCapabilities(manifest);
    return { found: "manifest", manifest, seen };
  } catch (error) {
    const why = whyOf(error);
    const text = inEnglish(why);
    // What others wrote may be of any length.
    const isLong = text.length > MAX_REASON_CHARS;
    return { found: "refused", why: isLong ? `${text.slice(0, MAX_REASON_CHARS)}...` : why, seen };
  }
}

const MAX_REASON_CHARS = 2000;
