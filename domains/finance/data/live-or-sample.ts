import type { MarketData, SkillInput, SkillName, SkillOutput } from "./market-data.ts";
import { ProviderUnavailableError } from "./provider-error.ts";

/** How long a probe of the live provider may take. */
const PROBE_TIMEOUT_MS = 1500;
/** How long a request waits for the very first probe; without a network this is all that it loses. */
const FIRST_WAIT_MS = 400;
/** A live call that takes longer is answered by the sample. */
const LIVE_TIMEOUT_MS = 3000;
const PROBE_INTERVAL_MS = 60_000;

/** Waits so long, without keeping the process alive for it. */
const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

type Options = {
  /** Milliseconds that never go backwards. */
  monotonic?: () => number;
  /** Told when the answers change between live and sample. */
  onChange?: (live: boolean, why?: ProviderUnavailableError) => void;
};

/**
 * The live provider while it answers, else the sample: a circuit breaker whose fallback never fails.
 * Probes the live one at once, and while it is down at most once a minute, beside the requests: none of them waits
 * for a network that is not there.
 * Errors: only the signal's reason
 */
export function liveOrSample(
  live: MarketData,
  sample: MarketData,
  { monotonic = () => performance.now(), onChange = () => {} }: Options = {},
): MarketData {
  let state: "unknown" | "up" | "down" = "unknown";
  let probedAt = monotonic();

  function become(next: "up" | "down", why?: ProviderUnavailableError): void {
    if (state === next) return;
    state = next;
    onChange(next === "up", why);
  }

  async function probe(): Promise<void> {
    probedAt = monotonic();
    try {
      await live.quote({ symbols: ["^GSPC"] }, AbortSignal.timeout(PROBE_TIMEOUT_MS));
      become("up");
    } catch (error) {
      become("down", asUnavailable(error));
    }
  }

  const first = probe();

  async function fetchWith<Name extends SkillName>(
    name: Name,
    input: SkillInput<Name>,
    signal: AbortSignal,
  ): Promise<SkillOutput<Name>> {
    const from = (data: MarketData, limit: AbortSignal) => data[name](input, limit);
    if (state === "unknown") await Promise.race([first, wait(FIRST_WAIT_MS)]);
    if (state === "down" && monotonic() - probedAt >= PROBE_INTERVAL_MS) void probe();
    if (state !== "up") return from(sample, signal);
    try {
      return await from(live, AbortSignal.any([signal, AbortSignal.timeout(LIVE_TIMEOUT_MS)]));
    } catch (error) {
      signal.throwIfAborted();
      probedAt = monotonic();
      become("down", asUnavailable(error));
      return from(sample, signal);
    }
  }

  return {
    quote: (input, signal) => fetchWith("quote", input, signal),
    search: (input, signal) => fetchWith("search", input, signal),
    history: (input, signal) => fetchWith("history", input, signal),
    movers: (input, signal) => fetchWith("movers", input, signal),
  };
}

const asUnavailable = (error: unknown): ProviderUnavailableError =>
  error instanceof ProviderUnavailableError
    ? error
    : new ProviderUnavailableError("live", "timeout", { cause: error });
