import { WEEKDAYS } from "#shared/calendar/names.ts";
import { wordSet } from "#shared/language/words.ts";
import { withoutCourtesy } from "../courtesy.ts";
import { pauseBefore, slice, type Token, tokens } from "../text.ts";
import { isFunctionWord } from "../words/common-words.ts";
import { LEADERS } from "../words/connectives.ts";
import { deedOf, deedSet } from "../words/deeds.ts";
import { endOfAny, type Language } from "./languages.ts";
import type { Scene } from "./scene.ts";

const MOST_NAMES = 3;

/**
 * Whom something is for, or where they are.
 * Shape: the word after it; undefined: no one but who asks
 */
export function addresseeEnd(scene: Scene, { table }: Language, at: number): number | undefined {
  const { words } = scene;
  const given = givenEnd(scene, at);
  if (given !== undefined) return given;
  const inGroup = table.endOf("group_prepositions", words, at);
  const group = inGroup === undefined ? undefined : table.endOf("groups", words, inGroup);
  if (group !== undefined) return Math.min(words.length, group + 2);
  const isFor = table.endOf("recipient_prepositions", words, at);
  const isOwned = DETERMINERS.has(words[at - 1]?.word ?? "");
  const isOf = isOwned ? undefined : table.endOf("owner_prepositions", words, at);
  const after = Math.max(isFor ?? 0, isOf ?? 0);
  if (after === 0 || table.endOf("oneself", words, after) !== undefined) return undefined;
  const owned = table.endOf("possessives", words, after);
  const isOne = isFor !== undefined && ONES.has(words[after]?.word ?? "");
  const isGiven = words.slice(0, at).some(({ word }) => GIVES.has(deedOf(word)));
  const article = isOne && isGiven ? after + 1 : after;
  const person = table.endOf("people", words, owned ?? article);
  if (person !== undefined && (isFor !== undefined || owned !== undefined)) return person;
  return isFor === undefined ? undefined : namesEnd(scene, after);
}

/** Right behind a verb of sending, before what is sent. */
function givenEnd(scene: Scene, at: number): number | undefined {
  const { words } = scene;
  if (!SENDS.has(deedOf(words[at - 1]?.word ?? "")) || isThing(scene, at - 1)) return undefined;
  const own = endOfAny("oneself", words, at);
  const joined = own === undefined ? undefined : endOfAny("joints", words, own);
  const others = joined === undefined ? undefined : personEnd(scene, joined);
  if (others !== undefined) return others;
  const article = DETERMINERS.has(words[at]?.word ?? "") ? at + 1 : undefined;
  const owned = endOfAny("possessives", words, at) ?? article;
  const isAll = article !== undefined && endOfAny("universals", words, article) !== undefined;
  const person = isAll ? undefined : endOfAny("people", words, owned ?? at);
  // A bare word for someone has what is sent behind it.
  if (person !== undefined && (owned !== undefined || DETERMINERS.has(words[person]?.word ?? "")))
    return person;
  const named = namesEnd(scene, at);
  if (named === undefined || words[named] === undefined) return undefined;
  // What someone else is to do is not done for them.
  return DETERMINERS.has(words[named].word) || isToldToDo(words, named) ? named : undefined;
}

/** Here it is no verb. */
function isThing({ words }: Scene, at: number): boolean {
  const before = words[at - 1]?.word ?? "";
  return (
    THINGS.has(words[at]?.word ?? "") &&
    (LEADERS.has(before) || THINGS.has(before) || SENDS.has(deedOf(before)))
  );
}

/** A word for what is sent, or for the way. */
export const isMessage = (word: string): boolean => THINGS.has(word);

const THINGS = wordSet("nouns.messages");

function personEnd(scene: Scene, at: number): number | undefined {
  const owned = endOfAny("possessives", scene.words, at);
  return endOfAny("people", scene.words, owned ?? at) ?? namesEnd(scene, at);
}

const SENDS = deedSet("send", "tell", "give");
const DETERMINERS = wordSet("words.determiners-before-names");

const GIVES = deedSet("send", "tell", "keep");
const ONES = wordSet("words.articles-before-one");

/** Words written as names; codes such as MSFT are none. */
function namesEnd(scene: Scene, from: number): number | undefined {
  const { text, words } = scene;
  const isName = (at: number) =>
    /^\p{Lu}\p{Ll}/u.test(text.slice(words[at]?.start, words[at]?.end)) &&
    !WEEKDAYS.has(words[at]?.word ?? "");
  let to = from;
  while (
    to < words.length &&
    to - from < MOST_NAMES &&
    isName(to) &&
    (to === from || !pauseBefore(scene, to))
  )
    to++;
  return to > from ? to : undefined;
}

/** It is for someone else to do. */
export const isToldToDo = (words: readonly Token[], at: number): boolean =>
  endOfAny("recipient_prepositions", words, at) === at + 1 &&
  (deedOf(words[at + 1]?.word ?? "") !== undefined ||
    (words[at]?.word === "to" && isVerbal(words, at + 1)));

/** What is no name of a place has something behind it. */
const isVerbal = (words: readonly Token[], at: number): boolean =>
  at < words.length - 1 && !isFunctionWord(words[at]?.word ?? "");

/** What stands before a name: where to, whose, which kind of chat. */
const BEFORE_A_NAME = [
  "group_prepositions",
  "recipient_prepositions",
  "owner_prepositions",
  "groups",
  "possessives",
] as const;

/** Whom the words of an addressee name, without what leads to the name. */
export function named(text: string): { name?: string } {
  const words = tokens(text);
  const { to } = withoutCourtesy(words);
  let from = 0;
  for (;;) {
    const next = BEFORE_A_NAME.map((group) => endOfAny(group, words, from)).find(
      (end) => end !== undefined,
    );
    if (next === undefined || next >= to) break;
    from = next;
  }
  if (from === 0 && endOfAny("oneself", words, 0) !== undefined) return {};
  const name = slice(text, words, from, to);
  return name === "" ? {} : { name };
}
