import { distance } from "fastest-levenshtein";

/** More slips than this make it another word. */
const MOST_SLIPS = 2;

/** The known word that was probably meant; undefined when none is near. */
export function nearestTo(word: string, known: readonly string[]): string | undefined {
  const near = known
    .map((each) => ({ each, slips: distance(word, each) }))
    .filter(({ each, slips }) => slips <= Math.min(MOST_SLIPS, each.replace(/^-+/, "").length - 2))
    .sort((a, b) => a.slips - b.slips);
  return near[0]?.each;
}
