import { z } from "zod";
import { RegenteError } from "#shared/contracts/errors.ts";
import { liveOrSample } from "./live-or-sample.ts";
import type { MarketData } from "./market-data.ts";
import type { ProviderUnavailableError } from "./provider-error.ts";
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
      `FINANCE_PROVIDER must be one of ${choice.options.join(", ")}; it is "${provider}"`,
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
