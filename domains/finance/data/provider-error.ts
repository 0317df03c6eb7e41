import { RegenteError } from "#shared/contracts/errors.ts";

/** The source of market data did not answer, or not with something that can be used. */
export class ProviderUnavailableError extends RegenteError {
  override readonly name = "ProviderUnavailableError";
  readonly code = "PROVIDER_UNAVAILABLE";
  override readonly retryable = true;
  readonly provider: string;
  /** `what` is a short fact without URLs or tokens: "HTTP 429", "no connection". */
  constructor(provider: string, what: string, options?: ErrorOptions) {
    super(`Market data provider "${provider}" cannot answer: ${what}`, options);
    this.provider = provider;
  }
}
