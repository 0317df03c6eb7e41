import { z } from "zod";
import { type Training, trainingHead } from "./training.ts";

/** What stands before the numbers, and how many there are of each kind. */
const fileHead = trainingHead.extend({
  goals: z.int().nonnegative(),
  sentences: z.int().nonnegative(),
  coefficients: z.int().nonnegative(),
  /** Bytes of a goal's number. */
  goalBytes: z.union([z.literal(2), z.literal(4)]),
});

const HEAD_SIZE_BYTES = 4;
/** So that numbers of every kind begin where they may. */
const ALIGNED = 8;
const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNED) * ALIGNED;

/**
 * Training as one file.
 * Shape: the size of the head (four bytes, little-endian), the head as JSON, then biases, starts, coefficients and
 *        goals as the machine has them, each beginning at a multiple of 8
 */
export function trainingBytes(training: Training): Uint8Array {
  const { biases, starts, coefficients, goals, ...known } = training;
  const head = new TextEncoder().encode(
    JSON.stringify({
      ...known,
      goals: biases.length,
      sentences: starts.length - 1,
      coefficients: coefficients.length,
      goalBytes: goals instanceof Uint16Array ? 2 : 4,
    } satisfies z.infer<typeof fileHead>),
  );
  const parts = [biases, starts, coefficients, goals];
  const begin = aligned(HEAD_SIZE_BYTES + head.length);
  const size = parts.reduce((sum, { byteLength }) => sum + aligned(byteLength), begin);
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(0, head.length, true);
  bytes.set(head, HEAD_SIZE_BYTES);
  let at = begin;
  for (const { buffer, byteOffset, byteLength } of parts) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += aligned(byteLength);
  }
  return bytes;
}

/** The training in the bytes of a file; undefined where they hold none, or one of another engine. */
export function trainingIn(bytes: Uint8Array): Training | undefined {
  if (bytes.length < HEAD_SIZE_BYTES) return undefined;
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = headIn(bytes.subarray(HEAD_SIZE_BYTES, HEAD_SIZE_BYTES + size));
  if (head === undefined) return undefined;
  const { goals, sentences, coefficients, goalBytes, ...known } = head;
  const sizes = [8 * goals, 4 * (sentences + 1), 4 * coefficients, goalBytes * coefficients];
  let at = aligned(HEAD_SIZE_BYTES + size);
  const parts = sizes.map((length) => {
    const part = bytes.slice(at, at + length).buffer;
    at += aligned(length);
    return part;
  });
  const [biases, starts, values, goalOf] = parts;
  if (at !== bytes.length || !biases || !starts || !values || !goalOf) return undefined;
  return {
    ...known,
    biases: new Float64Array(biases),
    starts: new Int32Array(starts),
    coefficients: new Float32Array(values),
    goals: goalBytes === 2 ? new Uint16Array(goalOf) : new Int32Array(goalOf),
  };
}

function headIn(bytes: Uint8Array): z.infer<typeof fileHead> | undefined {
  try {
    return fileHead.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch {
    return undefined;
  }
}
