import { z } from "zod";
import type { Learnt } from "./classifier.ts";
import type { ConfidenceModel } from "./confidence.ts";
import { fits } from "./fits.ts";
import type { Heard } from "./heard.ts";
import type { Ids } from "./ids.ts";
import { confidencePrior } from "./prior.ts";
import { signalNames } from "./signals.ts";

/** To be raised with every change of features or training: what was kept before is then learnt again. */
export const ENGINE = 5;

const head = z.object({
  engine: z.literal(ENGINE),
  /** Of the catalogue it was learnt from. */
  digest: z.string(),
  /** How its own sentences move the prior (calibrate.ts); null while that is not known. */
  confidence: z
    .strictObject({
      intercept: z.number(),
      weights: z.array(z.number()).length(signalNames.length),
    })
    .nullable(),
});

const doubles = z.instanceof(Float64Array);
const starts = z.instanceof(Int32Array);
const ids: z.ZodType<Ids> = z.union([z.instanceof(Uint16Array), starts]);
const counts = z.instanceof(Uint16Array);
const entries = { starts, sentenceOf: ids };
const letters = z.union([z.instanceof(Uint8Array), z.instanceof(Uint16Array)]);
const texts = z.strictObject({ letters, starts });
const goalSets = z.strictObject({ starts, goals: ids });
const sentences = z.int().nonnegative();

const learnt: z.ZodType<Learnt> = z.strictObject({
  sentences: ids,
  goalStarts: starts,
  features: z.strictObject({
    sentences,
    words: texts,
    havingWord: ids,
    keys: doubles,
    having: ids,
  }),
  stems: z.strictObject({ sentences, texts, having: ids, goals: goalSets }),
  goalsOfWords: goalSets,
  model: z.strictObject({
    biases: doubles,
    starts,
    goalOf: ids,
    coefficientOf: z.instanceof(Float32Array),
  }),
  postings: z.strictObject({
    once: z.strictObject(entries),
    often: z.strictObject({ ...entries, counts }),
    wordScales: doubles,
    letterScales: doubles,
  }),
  frequent: z.strictObject({ ids: starts, weights: z.instanceof(Float32Array) }),
  othersReach: doubles,
});

const training = head.extend({
  heard: z.array(z.strictObject({ actions: z.array(z.string()), asks: z.boolean() })),
  /** Of each training sentence: which of the goals' texts it is (training-set.ts). */
  texts: ids,
  learnt,
});

/** What was learnt from a catalogue, as plain data: given back, nothing of it is learnt again. */
export type Training = z.infer<typeof training>;

export const trainingOf = (
  digest: string,
  known: { learnt: Learnt; heard: readonly Heard[]; texts: Training["texts"] },
  confidence: ConfidenceModel | undefined,
): Training => ({
  engine: ENGINE,
  digest,
  confidence: confidence
    ? { intercept: confidence.intercept, weights: [...confidence.weights] }
    : null,
  heard: [...known.heard],
  texts: known.texts,
  learnt: known.learnt,
});

/** The confidence in something that was kept; undefined where there is none. */
export function confidenceIn(kept: unknown): ConfidenceModel | undefined {
  const { data } = head.safeParse(kept);
  if (data === undefined || data.confidence === null) return undefined;
  return { ...confidencePrior, ...data.confidence };
}

/** Something that was kept, where it is exactly the training of this catalogue. */
export function trainingFor(
  kept: unknown,
  wanted: { readonly digest: string; readonly goals: number },
): Training | undefined {
  const { data } = training.safeParse(kept);
  if (data === undefined || data.digest !== wanted.digest) return undefined;
  const isWhole =
    fits(data.learnt, wanted.goals) && data.texts.length === data.learnt.sentences.length;
  return isWhole ? data : undefined;
}
