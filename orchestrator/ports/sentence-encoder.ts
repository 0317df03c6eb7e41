import { RegenteError } from "#shared/contracts/errors.ts";

/** What turns sentences into vectors, and where it is, as the operator names it. */
export type EncoderSetting = { readonly kind: "vectors" | "onnx"; readonly path: string };

/** Turns a sentence into a vector, so that sentences that mean nearly the same are near each other. */
export interface SentenceEncoder {
  /** Names the vectors in logs: "onnx:all-MiniLM", "vectors:cc.pt.vec". */
  readonly name: string;
  /**
   * One vector for each text, all of one length; of length 1, or all zeros for a text that nothing is known of.
   * Errors: EncoderError when it cannot be used at all
   * Cost:   tens of microseconds a text with word vectors, 5 to 30 ms with a model
   */
  encode(texts: readonly string[]): Promise<Float32Array[]>;
}

/** The encoder that the operator named cannot be used; the message says why, and the way out. */
export class EncoderError extends RegenteError {
  override readonly name = "EncoderError";
  readonly code = "ENCODER_UNUSABLE";
}
