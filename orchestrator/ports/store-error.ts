import { RegenteError } from "#shared/contracts/errors.ts";

/** The storage failed (disk full, connection lost). Nothing that was asked to be durable may be relied on. */
export class StoreError extends RegenteError {
  override readonly name = "StoreError";
  readonly code = "STORE_FAILED";
  override readonly retryable = true;
}

/** Another process carries this run out by now; whatever this one still knows of it counts for nothing. */
export class RunTakenError extends RegenteError {
  override readonly name = "RunTakenError";
  readonly code = "RUN_TAKEN_OVER";
  constructor(run_id: string, options?: ErrorOptions) {
    super(`Run ${run_id} is carried out by another process now`, options);
  }
}
