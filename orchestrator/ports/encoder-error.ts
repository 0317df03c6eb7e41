import { RegenteError } from "#shared/contracts/errors.ts";

/** The encoder that the operator named cannot be used; the message says why, and the way out. */
export class EncoderError extends RegenteError {
  override readonly name = "EncoderError";
  readonly code = "ENCODER_UNUSABLE";
}
