import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { OfferedGoal } from "./offered-goals.ts";

/** No model is more certain than this, whatever it says of itself. */
const MOST_CERTAIN = 0.96;
/** Below every ordinary gate: the goal is asked about, and not carried out. */
const WORTH_ASKING = 0.9;
/** The words alone must make a goal this likely, and no other likelier. */
const SUPPORTED = 0.5;
/** What the words alone have found to stand against any single goal: two requests, an action that no example knows. */
const DOUBTS = new Set(["compound", "strange_action"]);
export type Verdict = {
  confidence: number;
  /** It may be carried out, if its domain's gate lets the confidence pass; else it is only suggested. */
  settles: boolean;
  because: string;
};

/**
 * What a model's choice is worth: its own claim, capped. A model settles what the words leave open; where they
 * say something else, or where more than reading would be done, it only suggests.
 * Source: docs/adr/0004-the-model-fills-closed-schemas.md, where it is measured
 */
export function confidenceOf(
  claimed: number,
  chosen: OfferedGoal,
  offered: readonly OfferedGoal[],
  { evidence, doubts = [] }: Pick<IntentOutput, "evidence" | "doubts">,
): Verdict {
  const suggests = (because: string): Verdict => ({
    confidence: Math.min(claimed, WORTH_ASKING),
    settles: false,
    because,
  });
  const settles = (because: string): Verdict => ({
    confidence: Math.min(claimed, MOST_CERTAIN),
    settles: true,
    because,
  });
  if (chosen.effects.some((effect) => effect !== "read")) return suggests("it does more than read");
  if (evidence.some(({ kind }) => DOUBTS.has(kind)))
    return suggests("the words alone may be more than it");
  if (doubts.some(({ reason }) => reason === "unread"))
    return suggests("some of the words are not read");
  if (chosen.isExempt) return settles("its domain asks for no certainty");
  if (chosen.likely < SUPPORTED) return suggests("the words alone do not support it");
  if (offered.some(({ likely }) => likely > chosen.likely))
    return suggests("the words alone say something else");
  return settles("the words alone support it");
}
