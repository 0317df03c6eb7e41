import type { Entities, IntentOutput } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { foldWords } from "#shared/plain-text/fold.ts";
import { stoppingDoubts } from "../../planning/gate.ts";
import type { Understanding } from "../../understanding/understanding.ts";

/** A sentence, and what it should lead to. */
export type Labelled = {
  id: string;
  text: string;
  /** The language that its author gave it. */
  locale: Locale;
  /** null: it asks for none of the goals that are there. */
  goal: string | null;
  /** Set for a near miss that one manifest calls none of its own: another domain's goal is then no mistake. */
  notOf?: string;
  /** undefined: no one said what they are; they are not scored then. */
  entities: readonly LabelledEntity[] | undefined;
};

/** What an entity means, as text: "GAINERS", "10". A list has one for each of its values. */
export type LabelledEntity = { name: string; value: string };

/** What was made of a labelled sentence. A file of predictions holds these as JSON lines. */
export type Prediction = {
  id: string;
  domain: string | null;
  goal: string | null;
  /** Of everything the sentence would set in motion: the least certain of its goals. */
  confidence: number;
  entities: readonly LabelledEntity[];
  tier: string;
  /** The template that fitted, where one did. */
  template?: string;
};

/** One text for values that mean the same to a reader, whatever their case, accents and punctuation. */
export const comparable = (value: string): string => foldWords(value);

/** What is in doubt is asked about, however certain its goal is: it counts as below every gate that is measured. */
const ASKED = 0.85;

/** What a sentence leads to when nothing was said before it. Relative dates ("amanhã") stay words. */
export function predict(understanding: Understanding, { id, text }: Labelled): Prediction {
  const { intent } = understanding.understand(text, { lastFrame: null });
  return { id, ...predictionOf(intent) };
}

function predictionOf(intent: IntentOutput): Omit<Prediction, "id"> {
  const { primary_domain: domain, goal, tier, also, evidence } = intent;
  const frames = [intent, ...also];
  const isDoubtful = frames.some(
    ({ doubts = [] }) => stoppingDoubts(doubts, { effects: ["read"] }).length > 0,
  );
  const template = evidence.find(({ kind }) => kind === "template")?.detail;
  return {
    domain,
    goal,
    confidence:
      goal === null
        ? 0
        : Math.min(isDoubtful ? ASKED : 1, ...frames.map(({ confidence }) => confidence)),
    entities: frames.flatMap(({ entities }) => valuesOf(entities)),
    tier,
    ...(template !== undefined && { template }),
  };
}

/** Values by what they mean: those of two sentences are the same when these are. */
export const keysOf = (entities: readonly LabelledEntity[]): Set<string> =>
  new Set(entities.map(({ name, value }) => `${name}=${comparable(value)}`));

export const valuesOf = (entities: Entities): LabelledEntity[] =>
  Object.entries(entities).flatMap(([name, value]) =>
    [value].flat().map((each) => ({ name, value: String(each) })),
  );
