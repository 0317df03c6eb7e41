import type { Training } from "./training.ts";

/** What a file may hold beside JSON. */
const KINDS = { Float64Array, Float32Array, Int32Array, Uint16Array, Uint8Array };
type Kind = keyof typeof KINDS;
type Numbers = InstanceType<(typeof KINDS)[Kind]>;
/** Where numbers stand in the file, from behind the head. */
type Place = { kind: Kind; at: number; length: number };

/** The sum of all that follows, and the size of the head: four bytes each, little-endian. */
const FIXED_BYTES = 8;
/** So that numbers of every kind begin where they may. */
const ALIGNED = 8;
const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNED) * ALIGNED;

/**
 * Training as one file.
 * Shape: a sum, the size of the head, the head: the training as JSON with places instead of numbers; then the numbers
 *        as the machine has them, each kind beginning at a multiple of 8
 */
export function trainingBytes(training: Training): Uint8Array {
  const parts: Numbers[] = [];
  let size = 0;
  const head = new TextEncoder().encode(
    JSON.stringify(training, (_, value: unknown) => {
      if (!ArrayBuffer.isView(value)) return value;
      const numbers = value as Numbers;
      const place = { kind: kindOf(numbers), at: size, length: numbers.length };
      parts.push(numbers);
      size += aligned(numbers.byteLength);
      return place;
    }),
  );
  const begin = aligned(FIXED_BYTES + head.length);
  const bytes = new Uint8Array(begin + size);
  bytes.set(head, FIXED_BYTES);
  let at = begin;
  for (const { buffer, byteOffset, byteLength } of parts) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += aligned(byteLength);
  }
  const fixed = new DataView(bytes.buffer);
  fixed.setUint32(4, head.length, true);
  fixed.setUint32(0, sumOf(bytes), true);
  return bytes;
}

/**
 * The training in the bytes of a file; undefined where they hold none, or are not all as they were written. Whether
 * it fits a catalogue is for its reader to see. The numbers are views of the bytes where these stand well.
 */
export function trainingIn(file: Uint8Array): unknown {
  if (file.length < FIXED_BYTES || file.length % ALIGNED !== 0) return undefined;
  const bytes = file.byteOffset % ALIGNED === 0 ? file : file.slice();
  const fixed = new DataView(bytes.buffer, bytes.byteOffset);
  if (fixed.getUint32(0, true) !== sumOf(bytes)) return undefined;
  const size = fixed.getUint32(4, true);
  const begin = bytes.byteOffset + aligned(FIXED_BYTES + size);
  const head = new TextDecoder().decode(bytes.subarray(FIXED_BYTES, FIXED_BYTES + size));
  try {
    return JSON.parse(head, (_, value: unknown) =>
      isPlace(value)
        ? new KINDS[value.kind](bytes.buffer as ArrayBuffer, begin + value.at, value.length)
        : value,
    );
  } catch {
    // Somebody else's file, with a sum that happens to be right.
    return undefined;
  }
}

function kindOf(numbers: Numbers): Kind {
  if (numbers instanceof Float64Array) return "Float64Array";
  if (numbers instanceof Float32Array) return "Float32Array";
  if (numbers instanceof Int32Array) return "Int32Array";
  return numbers instanceof Uint16Array ? "Uint16Array" : "Uint8Array";
}

const isPlace = (value: unknown): value is Place =>
  typeof value === "object" && value !== null && "kind" in value && "at" in value;

/** Of everything behind the sum itself: any byte that is another changes it. */
function sumOf(bytes: Uint8Array): number {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  let sum = 0;
  for (let at = 1; at < words.length; at++) sum = Math.imul(sum ^ (words[at] ?? 0), 0x01000193);
  return sum >>> 0;
}
