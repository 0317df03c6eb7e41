import { isFunctionWord } from "../lexicons/common-words.ts";
import { deedOf } from "../lexicons/deeds.ts";
import { isDeterminer } from "../lexicons/sibling-actions.ts";
import { endOfAny } from "../modifiers/languages.ts";
import { pauseBefore, type Scene } from "../modifiers/scene.ts";
import { quotesIn } from "../quotes.ts";
import type { Token } from "../text.ts";
import type { Edit } from "./edit.ts";

const MOST_WORDS = 8;
/** A request stands before it. */
const FEWEST_BEFORE = 2;

/** Where a request ends, and beside which requests what follows says nothing. */
export type Contrast = { readonly end: number; readonly isOfReads: boolean };

/**
 * What stands at the end of a request and is not wanted: "a cotação do Bradesco, *não o risco*", "list my pdfs *instead of opening one*",
 * "apaga Inception *mas deixa o Breaking Bad*". Pure.
 */
export function contrastIn(scene: Scene): Contrast | undefined {
  const { words, text, edges } = scene;
  if (/:(?!\/\/)/.test(text) || quotesIn(scene).length > 0) return undefined;
  for (let at = Math.max(FEWEST_BEFORE, edges.to - MOST_WORDS); at < edges.to - 1; at++) {
    const end = words[at - 1]?.end ?? 0;
    if (sparesAt(scene, at)) return { end, isOfReads: false };
    const isInstead = INSTEAD.some((phrase) => begins(phrase, words, at));
    const isNot = NOT.some((phrase) => begins(phrase, words, at)) && pauseBefore(scene, at);
    const said = words.slice(at, edges.to);
    // "..., não *manda*" speaks of the request.
    if (isInstead || (isNot && !said.some(isDeed))) return { end, isOfReads: true };
  }
  return undefined;
}

/** One thing goes, and another one, called by its name, stays: "... *mas deixa o Breaking Bad onde está*". */
function sparesAt({ words, text, edges }: Scene, at: number): boolean {
  const to = endOfAny("sparing", words, at);
  if (to === undefined || deedOf(words[edges.from]?.word ?? "") !== "remove") return false;
  const gone = words.slice(edges.from + 1, at);
  const stays = words.slice(to, edges.to);
  const isName = ({ start }: Token) => /\p{Lu}/u.test(text[start] ?? "");
  // "remove *inception* but keep breaking bad"
  const isBare = gone.length <= 2 && !gone.some(({ word }) => isFunctionWord(word));
  const isOfAll = gone.some((_, next) => endOfAny("universals", gone, next) !== undefined);
  return !isOfAll && ((gone.some(isName) && stays.some(isName)) || (isBare && stays.length > 0));
}

/**
 * A thing that is named again behind a slip: "abre o contrato, *ops*, a ata" without the first one. Pure.
 * Shape: what to leave out; undefined where no article begins both
 */
export function putRightIn(scene: Scene): Edit | undefined {
  const { words, edges } = scene;
  const isThing = (at: number) => isDeterminer(words[at]?.word ?? "");
  const verb = words.findIndex(({ word }, at) => at >= edges.from && deedOf(word) !== undefined);
  const first = words[verb + 1];
  if (verb < 0 || first === undefined || !isThing(verb + 1)) return undefined;
  for (let at = verb + FEWEST_BEFORE + 1; at < words.length - 1; at++) {
    const to = endOfAny("slips", words, at);
    const later = words[to ?? words.length];
    if (to === undefined || later === undefined || !isThing(to)) continue;
    if (!pauseBefore(scene, at) || words.slice(to).some(isDeed)) return undefined;
    return { start: first.start, end: later.start, put: "" };
  }
  return undefined;
}

/** "da" is no "dá". */
const isDeed = ({ word }: Token): boolean => deedOf(word) !== undefined && !isFunctionWord(word);

const begins = (phrase: readonly string[], words: Scene["words"], at: number): boolean =>
  phrase.every((word, next) => words[at + next]?.word === word);

const phrases = (said: string) => said.split("|").map((phrase) => phrase.split(" "));
const INSTEAD = phrases("instead of|rather than|em vez de|ao inves de|em lugar de|no lugar de");
const NOT = phrases(
  "nao o|nao a|nao os|nao as|e nao o|e nao a|not the|not a|not my|and not the|not its|nao e o|nao e a",
);
