import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { EncoderError, type SentenceEncoder } from "../../ports/sentence-encoder.ts";
import { unitLength } from "./word-vectors.ts";

/** Not installed with Regente: it brings 500 MB of native code, and only who names a model needs it. */
const LIBRARY = "@huggingface/transformers";
const AT_ONCE = 32;

/** What is used of the library. */
const library = z.object({
  // The library's own object: it is written to.
  env: z.custom<object>((value) => typeof value === "object" && value !== null),
  pipeline: z.custom<
    (
      task: string,
      model: string,
      options: object,
    ) => Promise<(texts: string[], options: object) => Promise<{ tolist(): unknown }>>
  >((value) => typeof value === "function"),
});
const vectorsSchema = z.array(z.array(z.number()));

/**
 * A sentence model from a local folder (tokenizer.json, config.json, onnx/model.onnx), by ONNX in this process. Nothing is
 * downloaded. `from`: the folder whose node_modules have the library.
 * Errors: EncoderError when the library is not installed or the folder holds no such model
 * Cost:   100 to 500 MB for a small multilingual model; 5 to 30 ms a sentence
 */
export async function openOnnxEncoder(
  folder: string,
  from: string = process.cwd(),
): Promise<SentenceEncoder> {
  const path = resolve(folder);
  const { env, pipeline } = loadLibrary(from);
  Object.assign(env, { allowRemoteModels: false, localModelPath: dirname(path) });
  const extract = await pipeline("feature-extraction", basename(path), {
    local_files_only: true,
    dtype: "fp32",
  }).catch((error: unknown) => {
    throw new EncoderError(
      `${path} holds no sentence model (tokenizer.json, config.json, onnx/model.onnx): ${reasonOf(error)}`,
    );
  });
  return {
    name: `onnx:${basename(path)}`,
    async encode(texts) {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += AT_ONCE) {
        const some = texts.slice(at, at + AT_ONCE);
        const found = await extract(some, { pooling: "mean", normalize: true });
        for (const vector of vectorsSchema.parse(found.tolist()))
          vectors.push(unitLength(Float32Array.from(vector)));
      }
      return vectors;
    },
  };
}

function loadLibrary(from: string): z.infer<typeof library> {
  try {
    const found: unknown = createRequire(join(from, "package.json"))(LIBRARY);
    return library.parse(found);
  } catch (error) {
    throw new EncoderError(
      `REGENTE_ENCODER names a model, which needs ${LIBRARY}: run "npm install ${LIBRARY}" in ${from}. (${reasonOf(error)})`,
    );
  }
}

const reasonOf = (error: unknown): string => {
  const said = error instanceof Error ? error.message : String(error);
  return said.split("\n")[0]?.slice(0, 300) ?? "";
};
