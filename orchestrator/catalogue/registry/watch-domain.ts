import type { Manifest } from "#shared/contracts/manifest.ts";
import { inEnglish } from "#shared/messages/messages.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";
import { backoffMs } from "#shared/patience/backoff.ts";
import type { ManifestSource } from "../../ports/domain-client.ts";
import type { Log } from "../../ports/log.ts";
import { lookUpManifest, type Seen } from "./look-up-manifest.ts";
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

export type DomainWatch = {
  readonly place: DomainPlace;
  /** Its newest manifest that keeps the contract. */
  readonly candidate: Manifest | undefined;
  readonly isUp: boolean;
  /** It is started with us, has not answered yet, and has not had its time. */
  readonly isExpected: boolean;
  /** Why it is down, or why its newest manifest is not the candidate. */
  readonly problem: Reason | string | undefined;
  /** Resolves when it has answered for the first time, or certainly is not there and is not being started. */
  readonly settled: Promise<void>;
  /** Look now. Resolves when the look is over, whatever it showed; a look begun earlier does not count. */
  look(): Promise<void>;
  /** Look now and from then on. Resolves after the first look. */
  start(): Promise<void>;
  stop(): void;
};

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
): DomainWatch {
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
    get candidate() {
      return candidate;
    },
    get isUp() {
      return outage === undefined;
    },
    get isExpected() {
      return place.isStarted === true && !hasAnswered && failures <= STARTING_LOOKS;
    },
    get problem() {
      return outage ?? refusal;
    },
    settled: settled.promise,
    look,
    async start() {
      await look();
      goOn();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
