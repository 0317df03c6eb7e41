import type { Evidence } from "#shared/contracts/intent.ts";
import type { FoundEntity } from "./entities/found.ts";
import type { GoalModel } from "./goal-model.ts";
import type { Token } from "./text.ts";

/** A goal and how likely it is meant. */
export type RankedGoal = { readonly goal: GoalModel; readonly confidence: number };

/** What one clause says. */
export type Clause = {
  readonly goal: GoalModel | undefined;
  readonly confidence: number;
  readonly tier: "template" | "classifier" | "none";
  /** The words that were read: entities stand at places in them. */
  readonly words: readonly Token[];
  readonly found: readonly FoundEntity[];
  /** The goal accounts for what the sentence is about (explained.ts), so that it is worth offering. */
  readonly explained: boolean;
  /** Nothing but values: "PETR4 e VALE3". */
  readonly bare: boolean;
  readonly evidence: readonly Evidence[];
  /** The best goals, best first; only worked out when it is asked for. */
  ranking(most: number): RankedGoal[];
};

/** A clause that says nothing. */
export const SILENCE: Clause = {
  goal: undefined,
  confidence: 0,
  tier: "none",
  words: [],
  found: [],
  explained: false,
  bare: false,
  evidence: [],
  ranking: () => [],
};

/** The same clause, no more likely than `ceiling`, and no other goal either. */
export function capped(clause: Clause, ceiling: number, evidence?: Evidence): Clause {
  return {
    ...clause,
    confidence: Math.min(clause.confidence, ceiling),
    evidence: evidence === undefined ? clause.evidence : [...clause.evidence, evidence],
    ranking: (most) =>
      clause
        .ranking(most)
        .map(({ goal, confidence }) => ({ goal, confidence: Math.min(confidence, ceiling) })),
  };
}
