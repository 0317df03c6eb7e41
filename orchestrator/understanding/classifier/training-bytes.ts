import { createHash } from "node:crypto";
import { Deserializer, Serializer } from "node:v8";
import type { Training } from "./training.ts";

/** To be raised with every change of features, training or `Training`: what was kept before is then learnt again. */
export const ENGINE = 8;
/** Who wrote a file: numbers stand in it as this machine has them, values as this V8 writes them. */
const MARK = Buffer.from(`regente training ${ENGINE}, v8 ${process.versions.v8} ${process.arch}\n`);
const DIGEST_BYTES = 32;
const HEAD_BYTES = MARK.length + DIGEST_BYTES;

const digestOf = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

/**
 * Training as one file.
 * Shape: the mark, the SHA-256 of what follows, the training as V8 writes it
 */
export function trainingBytes(training: Training): Uint8Array {
  const serializer = new Serializer();
  serializer.writeHeader();
  serializer.writeValue(training);
  const bytes = serializer.releaseBuffer();
  return Buffer.concat([MARK, digestOf(bytes), bytes]);
}

/**
 * The training in a file that trainingBytes wrote; undefined for any other file, and for one that is not as it was
 * written. Its numbers are copies: unlike those of v8.deserialize they do not keep the file in memory.
 */
export function trainingIn(file: Uint8Array): Training | undefined {
  const bytes = file.subarray(HEAD_BYTES);
  if (!MARK.equals(file.subarray(0, MARK.length))) return undefined;
  if (!digestOf(bytes).equals(file.subarray(MARK.length, HEAD_BYTES))) return undefined;
  const deserializer = new Deserializer(bytes);
  deserializer.readHeader();
  // These are the very bytes of a Training.
  return deserializer.readValue() as Training;
}
