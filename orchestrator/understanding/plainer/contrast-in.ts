import { phraseWords, wordSet } from "#shared/language/words.ts";
import { sparingAt, TOUCHES } from "../../language/modifiers/conditions.ts";
import { contains, endOfAny } from "../../language/modifiers/languages.ts";
import type { Scene } from "../../language/modifiers/scene.ts";
import { quotesIn } from "../../language/quotes.ts";
import { pauseBefore, type Token } from "../../language/text.ts";
import { isFunctionWord } from "../../language/words/common-words.ts";
import { BEING } from "../../language/words/connectives.ts";
import { deedOf } from "../../language/words/deeds.ts";
import { saysAt } from "../../language/words/phrases.ts";
import type { Edit } from "./edit.ts";

const MOST_WORDS = 8;
/** A request stands before it. */
const FEWEST_BEFORE = 2;

/** Where a request ends, and beside which requests what follows says nothing. */
export type Contrast = { readonly end: number; readonly isOfReads: boolean };

/**
 * What stands at the end of a request and is not wanted. Pure.
 * Shape: `plain` says its words more plainly
 */
export function contrastIn(scene: Scene, plain: readonly Edit[] = []): Contrast | undefined {
  const { words, text, edges } = scene;
  if (/:(?!\/\/)/.test(text) || quotesIn(scene).length > 0) return undefined;
  for (let at = Math.max(FEWEST_BEFORE, edges.to - MOST_WORDS); at < edges.to - 1; at++) {
    const end = words[at - 1]?.end ?? 0;
    if (sparesAt(scene, at, plain)) return { end, isOfReads: false };
    const isInstead = INSTEAD.some((phrase) => saysAt(words, at, phrase));
    const isJoined = endOfAny("joints", words, at) === at + 1;
    const isNot =
      NOT.some((phrase) => saysAt(words, at, phrase) && !isBroken(scene, at, phrase.length)) &&
      (isJoined || pauseBefore(scene, at));
    const said = words.slice(at, edges.to);
    // A deed behind the no speaks of the request.
    if (isInstead || (isNot && !said.some(isDeed))) return { end, isOfReads: true };
    if (pauseBefore(scene, at) && isNeedless(said)) return { end, isOfReads: true };
  }
  return undefined;
}

/** A thing, and that it is not needed. */
function isNeedless(said: Scene["words"]): boolean {
  const ends = NEEDLESS.find((phrase) => saysAt(said, said.length - phrase.length, phrase));
  const things = said.slice(0, said.length - (ends?.length ?? said.length));
  return things.length > 0 && !things.some((each) => isDeed(each) || OF_REQUEST.has(each.word));
}
const NEEDLESS = phraseWords("tone.needless");
const OF_REQUEST = wordSet("tone.contrasted-with");

/** One thing goes, and another one, called by its name, stays. */
function sparesAt({ words, text, edges }: Scene, at: number, plain: readonly Edit[]): boolean {
  const not = BUT_NOT.find((phrase) => saysAt(words, at, phrase));
  const to = endOfAny("sparing", words, at) ?? (not && at + not.length);
  const first = words[edges.from];
  const verb = plain.find(({ start }) => start === first?.start)?.put ?? first?.word ?? "";
  if (to === undefined || deedOf(verb) !== "remove") return false;
  // What says when, or takes back the whole, speaks of no other thing.
  if (BEING.has(words[to]?.word ?? "") || deniesAll(words, at, to)) return false;
  const gone = words.slice(edges.from + 1, at);
  const stays = words.slice(to, edges.to);
  const isName = ({ start }: Token) => /\p{Lu}/u.test(text[start] ?? "");
  const isBare = gone.length <= 2 && !gone.some(({ word }) => isFunctionWord(word));
  const isOfAll = contains("universals", gone);
  // What is touched is a thing by itself, and no part of what goes.
  const isApart =
    words.slice(at, to).some(({ word }) => TOUCHES.has(word)) &&
    (isBare || sparingAt({ text, words }, at) === true);
  const isNamed = gone.some(isName) && stays.some(isName);
  return !isOfAll && stays.length > 0 && (isNamed || isBare || isApart);
}

/** The word that says no belongs to a longer phrase that holds the whole request back. */
const deniesAll = (words: Scene["words"], from: number, to: number): boolean =>
  DENIALS.some((group) =>
    words.slice(from, to).some((_, at) => (endOfAny(group, words, from + at) ?? 0) > to),
  );
const DENIALS = ["negators", "retractions"] as const;

/** "da" is no "dá". */
const isDeed = ({ word }: Token): boolean => deedOf(word) !== undefined && !isFunctionWord(word);

/** Behind a pause, what was said before is put right. */
const isBroken = (scene: Scene, at: number, length: number): boolean =>
  Array.from({ length: length - 1 }, (_, next) => at + 1 + next).some((place) =>
    pauseBefore(scene, place),
  );

const INSTEAD = phraseWords("words.instead-of");
const BUT_NOT = phraseWords("words.but-not");
const NOT = phraseWords("words.not-the");
