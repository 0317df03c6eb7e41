import { foldPhrase } from "#shared/plain-text/fold.ts";

/** One text for all that only differ in case, accents, and signs at their edges. */
export const plainText = foldPhrase;

/** Two texts that differ in no more than that. */
export const isSameText = (one: string, other: string): boolean =>
  plainText(one) === plainText(other);
