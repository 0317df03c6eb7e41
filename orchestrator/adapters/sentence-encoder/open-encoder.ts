import type { EncoderSetting, SentenceEncoder } from "../../ports/sentence-encoder.ts";
import { openOnnxEncoder } from "./onnx-encoder.ts";
import { openWordVectors } from "./word-vectors.ts";

/** Errors: EncoderError */
export const openEncoder = ({ kind, path }: EncoderSetting): Promise<SentenceEncoder> =>
  kind === "vectors" ? openWordVectors(path) : openOnnxEncoder(path);
