import { CERTAINTY, type FoundEntity } from "./entities/found.ts";
import type { GoalModel } from "./goal-model.ts";

/** A required entity is missing, and the goal has no question for it. */
const UNASKABLE_FACTOR = 0.5;
/** A required entity is missing, though the sentence says something that could have been it. */
const OVERLOOKED_FACTOR = 0.9;

/** Free words that only resemble what the examples mark, where every other word has its place: enough to write, not to send or destroy. */
const GUESS_THAT_FITS = 0.96;

/**
 * The whole is as certain as its weakest part: the goal, or a required entity.
 * Shape: `saysMore` where the goal does not account for all that is said; `isAllRead` where every word has its place
 */
export function certaintyOfWhole(
  certain: number,
  goal: GoalModel,
  found: readonly FoundEntity[],
  { saysMore = false, isAllRead = false } = {},
): number {
  // Of several values where one is wanted, the others would be lost, whether it is required or not.
  let weakest = found.some(({ by }) => by === "ambiguous") ? CERTAINTY.ambiguous : 1;
  let missing = 1;
  for (const [name, schema] of goal.entities) {
    if (!schema.required) continue;
    const entity = found.find((each) => each.entity === name);
    if (entity !== undefined) {
      const own = certaintyOf(entity, found);
      // A text alone takes in whatever stands beside it: beside values with forms of their own it is what they leave.
      const isLeft = !goal.prose.has(name) || found.some(({ by }) => by === "typed");
      const fits = isAllRead && entity.by === "guess" && isLeft;
      weakest = Math.min(weakest, fits ? Math.max(own, GUESS_THAT_FITS) : own);
    } else if (schema.default === undefined) {
      if (schema.question === undefined) missing = Math.min(missing, UNASKABLE_FACTOR);
      if (saysMore) missing = Math.min(missing, OVERLOOKED_FACTOR);
    }
  }
  return Math.min(certain * missing, weakest);
}

/** Free words that are read as what they mean, beside them, are as certain as that: `day_text` and `day`. */
function certaintyOf({ entity, by }: FoundEntity, found: readonly FoundEntity[]): number {
  const meaning = entity.replace(/_text$/, "");
  const isRead =
    meaning !== entity && found.some((each) => each.entity === meaning && each.by === "typed");
  return CERTAINTY[isRead ? "typed" : by];
}
