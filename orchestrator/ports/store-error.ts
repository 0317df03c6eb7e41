import { RegenteError } from "#shared/contracts/errors.ts";

/** The storage failed (disk full, connection lost). Nothing that was asked to be durable may be relied on. */
export class StoreError extends RegenteError {
  override readonly name = "StoreError";
  readonly code = "STORE_FAILED";
  override readonly retryable = true;
}
