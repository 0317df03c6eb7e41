import { z } from "zod";
import { RegenteError } from "#shared/contracts/errors.ts";
import { circuitBreaker } from "#shared/patience/circuit-breaker.ts";
import { doneWithin } from "#shared/patience/timer.ts";
import {
  type MarketData,
  ProviderUnavailableError,
  type SkillInput,
  type SkillName,
  type SkillOutput,
} from "./market-data.ts";
import { sampleMarketData } from "./sample.ts";
import { yahooMarketData } from "./yahoo.ts";

const choice = z.enum(["auto", "yahoo", "sample"]);

export class ConfigurationError extends RegenteError {
  override readonly name = "ConfigurationError";
  readonly code = "INVALID_CONFIGURATION";
}

/**
 * The market data that FINANCE_PROVIDER asks for: `yahoo`, `sample`, or `auto` (also when empty), which is live
 * while Yahoo answers and the sample otherwise.
 * Errors: ConfigurationError for any other value
 */
export function openMarketData(
  provider: string | undefined,
  options: {
    fetch?: typeof globalThis.fetch;
    onChange?: (live: boolean, why?: ProviderUnavailableError) => void;
  } = {},
): MarketData {
  const { onChange, ...yahoo } = options;
  const chosen = choice.safeParse(provider || "auto");
  if (!chosen.success)
    throw new ConfigurationError(
      `finance: FINANCE_PROVIDER must be one of ${choice.options.join(", ")}; it is "${provider}"`,
    );
  switch (chosen.data) {
    case "sample":
      return sampleMarketData();
    case "yahoo":
      return yahooMarketData(yahoo);
    case "auto":
      return liveOrSample(
        yahooMarketData(yahoo),
        sampleMarketData(),
        onChange === undefined ? {} : { onChange },
      );
  }
}

/** How long a probe of the live provider may take. */
const PROBE_TIMEOUT_MS = 1500;
/** How long a request waits for the very first probe; without a network this is all that it loses. */
const FIRST_WAIT_MS = 400;
/** A live call that takes longer is answered by the sample. */
const LIVE_TIMEOUT_MS = 3000;
/** How often the live provider is probed while it is down. */
const PROBE_INTERVAL_MS = 60_000;
const SETTINGS = { failures: 1, rest: { firstMs: PROBE_INTERVAL_MS, mostMs: PROBE_INTERVAL_MS } };

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
  const breaker = circuitBreaker(SETTINGS, { monotonic });
  /** Undefined until the first probe is over. */
  let isLive: boolean | undefined;

  function ended(how: "answered" | "failed", why?: ProviderUnavailableError): void {
    breaker.end(how);
    const isUp = breaker.state === "closed";
    if (isLive === isUp) return;
    isLive = isUp;
    onChange(isUp, why);
  }

  async function probe(): Promise<void> {
    try {
      await live.quote({ symbols: ["^GSPC"] }, AbortSignal.timeout(PROBE_TIMEOUT_MS));
      ended("answered");
    } catch (error) {
      ended("failed", asUnavailable(error));
    }
  }

  const first = probe();

  async function fetchWith<Name extends SkillName>(
    name: Name,
    input: SkillInput<Name>,
    signal: AbortSignal,
  ): Promise<SkillOutput<Name>> {
    const from = (data: MarketData, limit: AbortSignal) => data[name](input, limit);
    if (isLive === undefined) await doneWithin(first, FIRST_WAIT_MS);
    if (isLive === false && breaker.enter() === 0) void probe();
    if (isLive !== true) return from(sample, signal);
    try {
      return await from(live, AbortSignal.any([signal, AbortSignal.timeout(LIVE_TIMEOUT_MS)]));
    } catch (error) {
      signal.throwIfAborted();
      ended("failed", asUnavailable(error));
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
