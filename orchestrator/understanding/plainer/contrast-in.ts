import { deedOf } from "../lexicons/deeds.ts";
import { pauseBefore, type Scene } from "../modifiers/scene.ts";
import { quotesIn } from "../quotes.ts";

const MOST_WORDS = 6;
/** A request stands before it. */
const FEWEST_BEFORE = 2;

/**
 * Where a request ends behind which only stands what is not wanted: "a cotação do Bradesco, *não o risco*", "list my pdfs *instead of opening one*".
 * Pure.
 */
export function contrastIn(scene: Scene): number | undefined {
  const { words, text, edges } = scene;
  if (/:(?!\/\/)/.test(text) || quotesIn(scene).length > 0) return undefined;
  for (let at = Math.max(FEWEST_BEFORE, edges.to - MOST_WORDS); at < edges.to - 1; at++) {
    const isInstead = INSTEAD.some((phrase) => begins(phrase, words, at));
    const isNot = NOT.some((phrase) => begins(phrase, words, at)) && pauseBefore(scene, at);
    const said = words.slice(at, edges.to);
    // "..., não *manda*" speaks of the request.
    if (isInstead || (isNot && said.every(({ word }) => deedOf(word) === undefined)))
      return words[at - 1]?.end;
  }
  return undefined;
}

const begins = (phrase: readonly string[], words: Scene["words"], at: number): boolean =>
  phrase.every((word, next) => words[at + next]?.word === word);

const phrases = (said: string) => said.split("|").map((phrase) => phrase.split(" "));
const INSTEAD = phrases("instead of|rather than|em vez de|ao inves de|em lugar de|no lugar de");
const NOT = phrases(
  "nao o|nao a|nao os|nao as|e nao o|e nao a|not the|not a|not my|and not the|not its|nao e o|nao e a",
);
