import { createReadStream } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { errorText } from "#shared/contracts/errors.ts";
import { foldLetters } from "#shared/plain-text/fold.ts";
import {
  EncoderError,
  type EncoderSetting,
  type SentenceEncoder,
} from "../../ports/sentence-encoder.ts";

/** Errors: EncoderError */
export const openEncoder = ({ kind, path }: EncoderSetting): Promise<SentenceEncoder> =>
  kind === "vectors" ? openWordVectors(path) : openOnnxEncoder(path);

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
  const said = errorText(error);
  return said.split("\n")[0]?.slice(0, 300) ?? "";
};

/** The most frequent words stand first in such files; more of them cost memory and say little. */
const MOST_WORDS = 200_000;
const MOST_DIMENSIONS = 1024;
/** Pseudo count of how common a word is: the words of a file are by rank (Zipf), and common ones say less. */
const COMMON_RANK = 1000;

/**
 * Word vectors as fastText and GloVe write them: a word and its numbers on each line, the most frequent words first, and
 * perhaps a first line of two counts. A sentence is the mean of its words, the frequent ones counting less (Arora's
 * weighting with the rank for the frequency). It knows no order of words.
 * Errors: EncoderError for a file that cannot be read, or a line that is no word with numbers
 * Cost:   read once: words x dimensions x 4 bytes
 */
export async function openWordVectors(path: string): Promise<SentenceEncoder> {
  const vectors = new Map<string, Float32Array>();
  const weights = new Map<string, number>();
  let dimensions = 0;
  let at = 0;
  const lines = createInterface({ input: createReadStream(path, "utf8"), crlfDelay: Infinity });
  try {
    for await (const line of lines) {
      at++;
      const [word = "", ...numbers] = line.trimEnd().split(" ");
      if (at === 1 && numbers.length === 1) continue;
      dimensions ||= numbers.length;
      const vector = Float32Array.from(numbers, Number);
      const isWhole = vector.length === dimensions && vector.every(Number.isFinite);
      if (dimensions < 2 || dimensions > MOST_DIMENSIONS || !isWhole)
        throw new EncoderError(
          `${path}, line ${at}: a word and ${dimensions || "its"} numbers were expected; name a text file of word vectors in REGENTE_ENCODER.`,
        );
      const folded = foldLetters(word);
      if (!vectors.has(folded)) {
        vectors.set(folded, vector);
        weights.set(folded, vectors.size / (vectors.size + COMMON_RANK));
      }
      if (vectors.size >= MOST_WORDS) break;
    }
  } catch (error) {
    if (error instanceof EncoderError) throw error;
    throw new EncoderError(`${path}: ${errorText(error)}`);
  } finally {
    lines.close();
  }
  if (vectors.size === 0) throw new EncoderError(`${path}: it holds no word vectors.`);

  function encodeOne(text: string): Float32Array {
    const sum = new Float32Array(dimensions);
    for (const word of foldLetters(text).match(/[\p{L}\p{N}]+/gu) ?? []) {
      const vector = vectors.get(word);
      const weight = weights.get(word) ?? 0;
      vector?.forEach((value, i) => {
        sum[i] = (sum[i] ?? 0) + weight * value;
      });
    }
    return unitLength(sum);
  }
  return {
    name: `vectors:${basename(path)}`,
    encode: (texts) => Promise.resolve(texts.map(encodeOne)),
  };
}

/** The same direction with length 1; zeros stay zeros. Changes and returns the vector. */
export function unitLength(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum);
  if (length > 0) for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) / length;
  return vector;
}
