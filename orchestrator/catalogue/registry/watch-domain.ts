import { digestOf } from "#shared/contracts/digest.ts";
import { ContractError, faultAt, parseContract, whyOf } from "#shared/contracts/errors.ts";
import { jsonFault } from "#shared/contracts/json.ts";
import { type Manifest, manifestSchema } from "#shared/contracts/manifest.ts";
import { fingerprintManifest } from "#shared/manifest-files/manifest-files.ts";
import { inEnglish } from "#shared/messages/messages.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";
import { backoffMs } from "#shared/patience/backoff.ts";
import {
  DomainCallError,
  type DomainFault,
  type ManifestSource,
} from "../../ports/domain-client.ts";
import type { Log } from "../../ports/log.ts";
import { compileCapabilities } from "./build-catalogue.ts";
import type { DomainPlace } from "./read-bootstrap.ts";

/** Looks that find nothing while a service starts: with the usual waits between them, some eight seconds. */
const STARTING_LOOKS = 5;

/** Milliseconds. */
export type WatchTiming = {
  /** Between two looks at a domain that answers: how long a change may go unseen. */
  pollMs: number;
  /** After the first failure; doubled with each further one, up to `maxRetryMs`. */
  retryMs: number;
  maxRetryMs: number;
};

export type DomainWatch = ReturnType<typeof watchDomain>;

/**
 * Keep an eye on one domain: what it promises, and whether it is there.
 * `onCandidate` is called for each new manifest that keeps the contract.
 */
export function watchDomain(
  place: DomainPlace,
  deps: {
    source: ManifestSource;
    timing: WatchTiming;
    log: Log;
    onCandidate: () => void;
  },
) {
  const { source, timing, log, onCandidate } = deps;
  const { name } = place;
  let seen: Seen = {};
  let candidate: Manifest | undefined;
  let outage: Reason | string | undefined = reason("not_looked_at");
  let refusal: Reason | string | undefined;
  let failures = 0;
  let hasAnswered = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let lastLook = Promise.resolve();
  const settled = Promise.withResolvers<void>();

  const goneDown = (why: Reason | string) => {
    failures += 1;
    if (failures === 1) log.warn({ domain: name, reason: inEnglish(why) }, "a domain is down");
    outage = why;
  };
  const isBack = () => {
    if (failures > 0) log.info({ domain: name }, "a domain is back");
    failures = 0;
    hasAnswered = true;
    outage = undefined;
  };
  const lookOnce = async () => {
    if (stopped) return;
    const finding = await lookUpManifest(place, seen, source);
    if (stopped) return;
    if (finding.found === "down") {
      if (!finding.isSlow && place.isStarted !== true) settled.resolve();
      return goneDown(finding.why);
    }
    isBack();
    settled.resolve();
    if (finding.found === "same") return;
    seen = finding.seen;
    if (finding.found === "refused") {
      const told = inEnglish(finding.why);
      if (refusal === undefined || inEnglish(refusal) !== told)
        log.warn({ domain: name, reason: told }, "a manifest is refused");
      refusal = finding.why;
      return;
    }
    refusal = undefined;
    candidate = finding.manifest;
    onCandidate();
  };
  const look = () => {
    lastLook = lastLook.then(lookOnce);
    return lastLook;
  };
  const goOn = () => {
    if (stopped) return;
    const wait =
      failures === 0
        ? timing.pollMs
        : backoffMs(failures, { firstMs: timing.retryMs, mostMs: timing.maxRetryMs });
    timer = setTimeout(() => void look().then(goOn), wait);
    timer.unref();
  };
  return {
    place,
    /** Its newest manifest that keeps the contract. */
    get candidate() {
      return candidate;
    },
    get isUp() {
      return outage === undefined;
    },
    /** It is started with us, has not answered yet, and has not had its time. */
    get isExpected() {
      return place.isStarted === true && !hasAnswered && failures <= STARTING_LOOKS;
    },
    /** Why it is down, or why its newest manifest is not the candidate. */
    get problem() {
      return outage ?? refusal;
    },
    /** Resolves when it has answered for the first time, or certainly is not there and is not being started. */
    settled: settled.promise,
    /** Look now. Resolves when the look is over, whatever it showed; a look begun earlier does not count. */
    look,
    /** Look now and from then on. Resolves after the first look. */
    async start(): Promise<void> {
      await look();
      goOn();
    },
    stop(): void {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** What was seen the last time, so that the same thing is not read again. */
type Seen = { etag?: string | undefined; content?: string };

/** What a domain's place shows now. `refused`: there is a manifest, and it cannot be used. */
type Finding =
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
