import type { Locale } from "#shared/contracts/names.ts";
import { foldWords } from "#shared/plain-text/fold.ts";

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
