import { phraseList } from "#shared/language/words.ts";
import { foldWords } from "#shared/plain-text/fold.ts";

const OFFERS = phraseList("claims.offers");

/** True for an answer that offers to do more, in any language. */
export function offersMore(message: string): boolean {
  const folded = ` ${foldWords(message)} `;
  return OFFERS.some((offer) => folded.includes(` ${offer} `));
}
