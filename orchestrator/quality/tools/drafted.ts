import { z } from "zod";
import { localeSchema } from "#shared/contracts/names.ts";
import type { HeldBack } from "./without-takers.ts";

/**
 * What the manifests in force make of a sentence that a model proposed. teaches: nothing acts on it yet. known: its goal
 * acts on it, with the values that it marks. other_values: its goal acts on it with others. repeats: it says what one
 * before it says. taken: another goal acts on it.
 */
export type Standing = "teaches" | "known" | "other_values" | "repeats" | "taken";

export const drafted = z.strictObject({
  number: z.int(),
  goal: z.string(),
  locale: localeSchema,
  example: z.string(),
});
/** A sentence for a goal, with its values marked, under the number that its author names it by. */
export type Drafted = z.infer<typeof drafted>;

export type Proposal = Drafted & {
  standing: Standing;
  /** The goal that acts on it, or the number of what it repeats. */
  by: string | null;
};

export type DraftedExamples = {
  domain: string;
  proposals: Proposal[];
  /** What the model said and cannot be an example. */
  refused: number;
  /** 0: they are those of the last time, and no model was asked. */
  tokens: number;
  /**
   * Writes the sentences of these numbers into the manifest, but none that another goal acts on, that takes a sentence from
   * another goal, or that changes what one of its own means.
   * Errors: ContractError where the files cannot say it
   * Cost:   a training, and what `diff` takes, for each time that something has to stay out
   */
  accept(numbers: ReadonlySet<number>): Promise<{
    written: Proposal[];
    held: HeldBack<Proposal>[];
  }>;
};
