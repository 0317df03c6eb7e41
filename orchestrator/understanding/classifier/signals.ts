import { newAction, newQuestion } from "./action-profile.ts";
import type { ClassifiedWord, Classifier, Reading } from "./classifier.ts";
import type { Signals } from "./confidence.ts";
import type { ConfidenceModel, Training } from "./training.ts";

/**
 * What a decision for a goal is judged by; none depends on what the catalogue is about.
 * log_share          log of the goal's share of all goals' scores
 * score              of the goal's support vector machine
 * lead               over the best other goal's score
 * above_others       of the score over what sentences of others reach with the goal's machine
 * crowd              how much other goals' machines take the sentence for no stranger, summed
 * explained          share of the sentence's word mass (idf squared) that the goal's examples use
 * content_explained  the share of `explained` for content words, by their stems
 * content_rival      the same for the best other goal
 * length             log of the number of words, up to LONGEST
 * entropy            of the shares
 * outside            cosine with the nearest sentence known to belong to no goal
 * new_action         an action that no sentence of the goal names (heard.ts)
 * new_question       a question, by how rarely the goal is asked by one
 * score_by_length    score x length: a long sentence says more that no example says, and scores less for it
 * outside_by_length  outside x length
 */
export const signalNames = [
  "log_share",
  "score",
  "lead",
  "above_others",
  "crowd",
  "explained",
  "content_explained",
  "content_rival",
  "length",
  "entropy",
  "outside",
  "new_action",
  "new_question",
  "score_by_length",
  "outside_by_length",
] as const;

/** Scores are turned into shares at this temperature. */
const TEMPERATURE = 0.2;
const LEAST_SHARE = 1e-9;
/** Longer sentences are not more certain for it. */
const LONGEST = 40;
/** Where there is no other goal: a typical other's score. */
const NO_RIVAL_SCORE = -1;

/** The goal of the highest value, `except` one; -1 when there is no other. */
export function bestGoal(values: Float64Array, except = -1): number {
  let best = -1;
  for (let goal = 0; goal < values.length; goal++)
    if (goal !== except && (best < 0 || (values[goal] ?? 0) > (values[best] ?? 0))) best = goal;
  return best;
}

/** What a reading says about all goals together; worked out once for all decisions about it. */
export type Overview = {
  /** Each goal's share of all scores; they sum to 1. */
  readonly shares: Float64Array;
  readonly entropy: number;
  /** The two goals of the highest scores; -1 where there is none. */
  readonly first: number;
  readonly second: number;
  /** How far all scores together are above those of typical strangers. */
  readonly crowd: number;
};

export function overviewOf({ scores }: Reading): Overview {
  const first = bestGoal(scores);
  const top = scores[first] ?? 0;
  const shares = new Float64Array(scores.length);
  let sum = 0;
  let crowd = 0;
  for (let goal = 0; goal < scores.length; goal++) {
    crowd += aboveStranger(scores[goal] ?? 0);
    const part = Math.exp(((scores[goal] ?? 0) - top) / TEMPERATURE);
    shares[goal] = part;
    sum += part;
  }
  // The log of a share is what its score lacks to the top, less the log of the sum: one log for all of them.
  let entropy = Math.log(Math.max(1, sum));
  for (let goal = 0; goal < shares.length; goal++) {
    const share = (shares[goal] ?? 0) / sum;
    shares[goal] = share;
    entropy -= share * (((scores[goal] ?? 0) - top) / TEMPERATURE);
  }
  return { shares, entropy, first, second: bestGoal(scores, first), crowd };
}

const aboveStranger = (score: number): number => Math.max(0, score - NO_RIVAL_SCORE);

/** The signals of deciding for `goal`. Cost: one pass over the words */
export function signalsOf(
  classifier: Classifier,
  reading: Reading,
  overview: Overview,
  goal: number,
): Signals {
  const { scores, words, says } = reading;
  const heard = classifier.learnt.heard[goal];
  const length = Math.log(1 + Math.min(LONGEST, words.length));
  const rival = goal === overview.first ? overview.second : overview.first;
  const score = scores[goal] ?? 0;
  return [
    Math.log((overview.shares[goal] ?? 0) + LEAST_SHARE),
    score,
    score - (scores[rival] ?? NO_RIVAL_SCORE),
    score - (classifier.othersReach[goal] ?? NO_RIVAL_SCORE),
    overview.crowd - aboveStranger(score),
    explainedWords(classifier, words, goal),
    explainedContent(classifier, words, goal),
    explainedContent(classifier, words, rival),
    length,
    overview.entropy,
    reading.nearestOutside,
    heard === undefined ? 0 : newAction(says, heard),
    heard === undefined ? 0 : newQuestion(says, heard),
    score * length,
    reading.nearestOutside * length,
  ];
}

function explainedWords(
  { goalHasWord }: Classifier,
  words: readonly ClassifiedWord[],
  goal: number,
): number {
  let mass = 0;
  let explained = 0;
  for (const { id, weight } of words) {
    mass += weight;
    if (goalHasWord(goal, id)) explained += weight;
  }
  return mass > 0 ? explained / mass : 0;
}

/** A sentence without content words says nothing either way. */
function explainedContent(
  { stems }: Classifier,
  words: readonly ClassifiedWord[],
  goal: number,
): number {
  let mass = 0;
  let explained = 0;
  for (const { stem, stemWeight } of words) {
    mass += stemWeight;
    if (stemWeight > 0 && stems.says(goal, stem)) explained += stemWeight;
  }
  return mass > 0 ? explained / mass : 0.5;
}

/** One signal's part: its weight per deviation from the mean. */
type SignalPrior = { weight: number; mean: number; deviation: number };

/**
 * How signals speak for a decision in catalogues in general: fitted once, on catalogues of 3 to 75 goals with 5 to
 * 20 examples each, drawn from 14 corpora of which none is shipped, as if one request in five were for something that
 * is near and not there. A catalogue's own sentences move it (calibrate.ts); without them it stands as it is.
 * Source: docs/adr/0002-understanding-without-a-model.md
 */
const table: Readonly<Record<(typeof signalNames)[number], SignalPrior>> = {
  log_share: { weight: 0.472, mean: -0.477, deviation: 0.628 },
  score: { weight: -0.098, mean: -0.029, deviation: 0.511 },
  lead: { weight: 0.836, mean: 0.7, deviation: 0.554 },
  above_others: { weight: 0.435, mean: 0.64, deviation: 0.539 },
  crowd: { weight: -0.044, mean: 0.687, deviation: 0.514 },
  explained: { weight: 0.227, mean: 0.468, deviation: 0.303 },
  content_explained: { weight: 0.459, mean: 0.457, deviation: 0.378 },
  content_rival: { weight: -0.127, mean: 0.185, deviation: 0.264 },
  length: { weight: 0.15, mean: 1.924, deviation: 0.518 },
  entropy: { weight: 0.207, mean: 1.015, deviation: 1.031 },
  outside: { weight: 0.042, mean: 0.353, deviation: 0.143 },
  new_action: { weight: -0.235, mean: 0.062, deviation: 0.226 },
  new_question: { weight: -0.216, mean: 0.286, deviation: 0.669 },
  score_by_length: { weight: 0.505, mean: -0.063, deviation: 0.992 },
  outside_by_length: { weight: 0.158, mean: 0.684, deviation: 0.315 },
};
const INTERCEPT = 1.392;

export const confidencePrior: ConfidenceModel = {
  intercept: INTERCEPT,
  weights: signalNames.map((name) => table[name].weight),
  means: signalNames.map((name) => table[name].mean),
  deviations: signalNames.map((name) => table[name].deviation),
};

/** The confidence in a training that was kept; undefined where there is none. */
export const confidenceIn = (kept: Training | undefined): ConfidenceModel | undefined =>
  kept?.confidence ? { ...confidencePrior, ...kept.confidence } : undefined;
