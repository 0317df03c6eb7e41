import { RegenteError } from "#shared/contracts/errors.ts";
import { reason } from "#shared/messages/reason.ts";

/**
 * Something failed on our side after a step with an effect had been sent: what became of it is known by its run, if
 * at all, and the same request again may do it twice.
 */
export class AfterEffectError extends RegenteError {
  override readonly name = "AfterEffectError";
  readonly code = "FAILED_AFTER_EFFECT";
  readonly run_id: string | undefined;
  constructor(run_id: string | undefined, options: ErrorOptions) {
    super(
      run_id === undefined
        ? reason("failed_after_effect")
        : reason("failed_after_effect_of_run", { run: run_id }),
      options,
    );
    this.run_id = run_id;
  }
}

/**
 * The task, after something with an effect may have been sent in this run: what fails from here on says so.
 * Errors: AfterEffectError where `acted`; else, and for errors that say it already, those of the task
 */
export async function afterEffect<T>(
  acted: boolean,
  run_id: string,
  task: () => Promise<T>,
): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw acted && !(error instanceof AfterEffectError)
      ? new AfterEffectError(run_id, { cause: error })
      : error;
  }
}
