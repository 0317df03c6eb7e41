import { z } from "zod";
import type { ConfidenceModel } from "./confidence.ts";
import { confidencePrior } from "./prior.ts";
import { signalNames } from "./signals.ts";
import type { DualModel } from "./train.ts";

/** To be raised with every change of features or training: what was kept before is then learnt again. */
const ENGINE = 2;

const count = z.int().nonnegative();
const training = z.strictObject({
  engine: z.literal(ENGINE),
  /** Of the catalogue it was learnt from. */
  digest: z.string(),
  /** How many features its sentences have: other features, other training. */
  features: count,
  biases: z.array(z.number()),
  starts: z.array(count),
  goals: z.array(count),
  coefficients: z.array(z.number()),
  /** How its own sentences move the prior (calibrate.ts); null while that is not known. */
  confidence: z
    .strictObject({
      intercept: z.number(),
      weights: z.array(z.number()).length(signalNames.length),
    })
    .nullable(),
});

/** What training found out about a catalogue, as plain data: given back, it is not learnt again. */
export type Training = z.infer<typeof training>;

export const trainingOf = (
  digest: string,
  features: number,
  model: DualModel,
  confidence: ConfidenceModel | undefined,
): Training => ({
  engine: ENGINE,
  digest,
  features,
  biases: [...model.biases],
  starts: [...model.starts],
  goals: [...model.goalOf],
  coefficients: [...model.coefficientOf],
  confidence: confidence
    ? { intercept: confidence.intercept, weights: [...confidence.weights] }
    : null,
});

/** The confidence in something that was kept; undefined where there is none. */
export function confidenceIn(kept: unknown): ConfidenceModel | undefined {
  const { data } = training.safeParse(kept);
  if (data === undefined || data.confidence === null) return undefined;
  return { ...confidencePrior, ...data.confidence };
}

/** What a model must fit, to be the model of a catalogue. */
export type Trained = {
  readonly digest: string;
  readonly features: number;
  readonly sentences: number;
  readonly goals: number;
};

/** The model in something that was kept; undefined when it is not exactly the one of this catalogue. */
export function modelIn(kept: unknown, wanted: Trained): DualModel | undefined {
  const { data } = training.safeParse(kept);
  if (data === undefined || data.digest !== wanted.digest || data.features !== wanted.features)
    return undefined;
  const { biases, starts, goals, coefficients } = data;
  const fits =
    biases.length === wanted.goals &&
    starts.length === wanted.sentences + 1 &&
    starts[0] === 0 &&
    starts.every((start, at) => start >= (starts[at - 1] ?? 0)) &&
    starts.at(-1) === goals.length &&
    goals.length === coefficients.length &&
    goals.every((goal) => goal < wanted.goals);
  return fits
    ? {
        biases: Float64Array.from(biases),
        starts: Int32Array.from(starts),
        goalOf: Int32Array.from(goals),
        coefficientOf: Float32Array.from(coefficients),
      }
    : undefined;
}
