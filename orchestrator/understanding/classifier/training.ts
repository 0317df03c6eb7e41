import { createHash } from "node:crypto";
import { Deserializer, Serializer } from "node:v8";
import type { ActionProfile } from "./action-profile.ts";
import type { Features } from "./features.ts";
import type { FrequentFeatures } from "./frequent-features.ts";
import type { GoalSets, Ids } from "./ids.ts";
import type { Postings } from "./postings.ts";
import type { Stems } from "./stem-use.ts";
import type { DualModel } from "./train.ts";

/**
 * What is learnt from training sentences, as plain data. They stand by their goals here, those of none at the end:
 * `sentences` says which one stands where, and goal g has those from goalStarts[g] up to goalStarts[g + 1].
 */
export type Learnt = {
  readonly sentences: Ids;
  readonly goalStarts: Int32Array;
  readonly features: Features;
  readonly stems: Stems;
  readonly goalsOfWords: GoalSets;
  readonly model: DualModel;
  readonly postings: Postings;
  readonly frequent: FrequentFeatures;
  readonly othersReach: Float64Array;
  /** What each goal's sentences ask for. */
  readonly heard: readonly ActionProfile[];
};

/**
 * How signals become the probability that a decision is right: a logistic model over the
 * standardised signals, in the order of signalNames.
 */
export type ConfidenceModel = {
  readonly intercept: number;
  readonly weights: readonly number[];
  readonly means: readonly number[];
  readonly deviations: readonly number[];
};

/** What was learnt from a catalogue, as plain data: given back, nothing of it is learnt again. */
export type Training = {
  /** Of the catalogue it was learnt from. */
  readonly digest: string;
  /** How its own sentences move the prior (calibrate.ts); null while that is not known. */
  readonly confidence: Pick<ConfidenceModel, "intercept" | "weights"> | null;
  /** Of each training sentence: which of the goals' texts it is (training-set.ts). */
  readonly texts: Ids;
  readonly learnt: Learnt;
};

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
