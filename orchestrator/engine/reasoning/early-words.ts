import { visibleText } from "#shared/plain-text/clean-text.ts";
import { withoutLinks } from "#shared/plain-text/without-links.ts";

/** What may begin a link, a picture or a tag: what stands behind it is told when the whole text is known. */
const MAY_BE_MORE = /[[\]<\\]/;

/**
 * Tells a model's words while it writes them, as far as it is certain that they stand at the beginning of the answer as it
 * will be told: whole words, without links, up to what may be one, and up to the first that `isClaim` says of a sentence.
 * Shape: called with the pieces of the model; `tell` gets what is new
 * Cost:  one pass over the text for each piece
 */
export function earlyWords(
  tell: (text: string) => void,
  isClaim: (sentence: string) => boolean,
): (piece: string) => void {
  let raw = "";
  let told = "";
  let isOver = false;
  return (piece) => {
    if (isOver) return;
    raw += piece;
    const sign = raw.search(MAY_BE_MORE);
    const limit = sign === -1 ? raw : raw.slice(0, sign);
    // The last word may go on.
    const words = limit.slice(0, limit.search(/\s\S*$/) + 1);
    const text = withoutLinks(visibleText(words));
    isOver = sign !== -1 || !text.startsWith(told);
    if (text.length <= told.length || !text.startsWith(told)) return;
    if (isClaim(sentenceAt(text, told.length))) {
      isOver = true;
      return;
    }
    tell(text.slice(told.length));
    told = text;
  };
}

/** From the beginning of the sentence that is at `at` to the end. */
const sentenceAt = (text: string, at: number): string =>
  text.slice(Math.max(text.lastIndexOf(". ", at), text.lastIndexOf("\n", at), -1) + 1);
