import { z } from "zod";
import type { ConfidenceModel } from "./confidence.ts";
import { confidencePrior } from "./prior.ts";
import { signalNames } from "./signals.ts";
import type { DualModel } from "./train.ts";

/** To be raised with every change of features or training: what was kept before is then learnt again. */
export const ENGINE = 3;

export const trainingHead = z.strictObject({
  engine: z.literal(ENGINE),
  /** Of the catalogue it was learnt from. */
  digest: z.string(),
  /** How many features its sentences have: other features, other training. */
  features: z.int().nonnegative(),
  /** How its own sentences move the prior (calibrate.ts); null while that is not known. */
  confidence: z
    .strictObject({
      intercept: z.number(),
      weights: z.array(z.number()).length(signalNames.length),
    })
    .nullable(),
});

const training = trainingHead.extend({
  biases: z.instanceof(Float64Array),
  starts: z.instanceof(Int32Array),
  goals: z.union([z.instanceof(Uint16Array), z.instanceof(Int32Array)]),
  coefficients: z.instanceof(Float32Array),
});

/** What training found out about a catalogue, as plain data: given back, it is not learnt again. */
export type Training = z.infer<typeof trainingHead> & {
  biases: DualModel["biases"];
  starts: DualModel["starts"];
  goals: DualModel["goalOf"];
  coefficients: DualModel["coefficientOf"];
};

export const trainingOf = (
  digest: string,
  features: number,
  { biases, starts, goalOf, coefficientOf }: DualModel,
  confidence: ConfidenceModel | undefined,
): Training => ({
  engine: ENGINE,
  digest,
  features,
  confidence: confidence
    ? { intercept: confidence.intercept, weights: [...confidence.weights] }
    : null,
  biases,
  starts,
  goals: goalOf,
  coefficients: coefficientOf,
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
    goals.every((goal) => goal >= 0 && goal < wanted.goals) &&
    [biases, coefficients].every((numbers) => numbers.every(Number.isFinite));
  return fits ? { biases, starts, goalOf: goals, coefficientOf: coefficients } : undefined;
}
