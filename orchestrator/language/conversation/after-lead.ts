import { phraseList } from "#shared/language/words.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";
import { pauseBefore, type Token, tokens } from "../text.ts";
import { endOf, type Phrases, phrasesOf } from "../words/phrases.ts";
import { hasOwnText } from "./few-words.ts";
import { isReaction } from "./read-courtesy.ts";
import { smallPhrases, smallWords, withoutEnd } from "./small-words.ts";

/** What a message may begin with before it says what it is about. */

const LET_GO = smallPhrases("letGo");
const LET_GO_APART = smallPhrases("letGoApart");
const LEAD_ON = smallPhrases("leadOn");

/** What is left of a message behind the words it begins with, and whether those let go of what came before. */
export type AfterLead = {
  rest: string;
  letsGo: boolean;
  /** A bare no was among them: it may as well be about what follows. */
  refuses: boolean;
};

const REFUSING = smallWords("bareNo");

const MOST_WORDS = 400;
const MOST_REACTING = 3;
/** So few words hold hardly more than what lets go. */
const FEW_WORDS = 5;

/** A message without the words that only lead to it. Pure. */
export function afterLead(text: string): AfterLead | undefined {
  const words = tokens(text, MOST_WORDS);
  const { at, letsGo, refuses } = leadsOf(text, words);
  const first = words[at];
  if (at === 0 || first === undefined) return undefined;
  return { rest: text.slice(first.start), letsGo, refuses };
}

const ONLY = smallWords("only");
const ALARMS = smallPhrases("alarms");

const MEANT = smallPhrases("meant");

/** What was meant, behind the words that say so. Pure. */
export function correctionFirst(text: string): string {
  const plain = withoutEnd(MEANT, text).replace(/[\s.,!]+$/, "");
  const words = tokens(text, MOST_WORDS);
  const first = words.find(({ start }) => start >= plain.length);
  if (first === undefined || text.includes("?") || hasOwnText(text)) return text;
  const said = text.slice(first.start, words.at(-1)?.end);
  return `${said} ${afterBreath(plain) ?? plain}`;
}

/** A message without the words of one who has just seen a mistake. Pure. */
export function afterBreath(text: string): string | undefined {
  const { rest, isBehind } = behindMistake(text, { begins: ALARMS });
  return isBehind ? rest : undefined;
}

/** How someone says that what was done is not what was meant. */
const WRONG = phrasesOf(
  ...["conversation.alarms", "conversation.corrects-a-plan", "control.correction-openings"].flatMap(
    (key) => phraseList(key),
  ),
);

/** What is to take the place of what was done, between the words that say it was wrong; undefined: none say so. Pure. */
export function putRight(text: string): string | undefined {
  const { rest, isWrong } = behindMistake(text, { begins: WRONG, ends: [ALARMS, MEANT] });
  return isWrong ? rest : undefined;
}

/** What is left between such phrases and what only leads on, and whether one of the phrases was there. */
function behindMistake(said: string, { begins, ends = [] }: { begins: Phrases; ends?: Phrases[] }) {
  const text = ends.reduce((left, phrases) => withoutEnd(phrases, left), said);
  const words = tokens(text, MOST_WORDS);
  let isWrong = text !== said;
  let at = 0;
  for (;;) {
    const isNo = REFUSING.has(words[at]?.word ?? "");
    const end = endOf(begins, words, at) ?? (isNo ? at + 1 : at);
    // A word that says no belongs to what follows it, unless it stands apart.
    const isFree = end > at + 1 || !isNo || isApartAt(text, words, end);
    isWrong ||= end > at && isFree;
    const next = end > at && isFree ? end : at + (leadAt(text, words, at)?.length ?? 0);
    if (next === at) break;
    at = next;
  }
  const first = words[at];
  return { rest: first && text.slice(first.start), isBehind: at > 0, isWrong };
}

/** Nothing but words that let go, two of them or more. Pure. */
export function onlyLetsGo(text: string): boolean {
  const words = tokens(text, MOST_WORDS);
  const { at, letsGo } = leadsOf(text, words);
  return letsGo && words.length > 1 && at === words.length;
}

function leadsOf(text: string, words: readonly Token[]) {
  let at = 0;
  let letsGo = false;
  let refuses = false;
  for (;;) {
    const lead = leadAt(text, words, at);
    if (lead === undefined) break;
    letsGo ||= lead.letsGo;
    refuses ||= lead.length === 1 && REFUSING.has(words[at]?.word ?? "");
    at += lead.length;
  }
  return { at, letsGo, refuses };
}

function leadAt(text: string, words: readonly Token[], at: number) {
  const lengthOf = (phrases: Phrases) => {
    const end = endOf(phrases, words, at);
    return end && end - at;
  };
  const isApart = (length: number) => isApartAt(text, words, at + length);
  const letGo = lengthOf(LET_GO);
  if (letGo !== undefined) return { length: letGo, letsGo: true };
  const apart = lengthOf(LET_GO_APART);
  const isJoined = (length: number) =>
    [LET_GO, LET_GO_APART].some((some) => endOf(some, words, at + length) !== undefined) &&
    words.length - at <= FEW_WORDS;
  const isOnly = (length: number) => ONLY.has(words[at + length]?.word ?? "") && length === 1;
  if (apart !== undefined && (isApart(apart) || isJoined(apart) || isOnly(apart)))
    return { length: apart, letsGo: true };
  const on = lengthOf(LEAD_ON);
  if (on !== undefined) return { length: on, letsGo: false };
  const reacting = Array.from({ length: MOST_REACTING }, (_, by) => by + 1).find(
    (length) => words[at + length] !== undefined && isApart(length),
  );
  const reaction = words.slice(at, at + (reacting ?? 0)).map(({ word }) => word);
  return isReaction(reaction) ? { length: reaction.length, letsGo: false } : undefined;
}

/** A pause stands before a word, or it is the end. */
const isApartAt = (text: string, words: readonly Token[], at: number): boolean =>
  words[at] === undefined || pauseBefore({ text, words }, at);

/** How people begin when what was done is not what they meant. Folded. */
const BEGINNINGS = phraseList("conversation.corrects-a-plan");
/** Before other words it is as often a preposition. */
const NO = /^\s*no\s*([,.;:!-]|$)/i;

/** It begins by saying that what was done is not what was meant. Pure. */
export function saysWrong(text: string): boolean {
  const folded = foldPhrase(text);
  const begins = (words: string) =>
    folded.startsWith(words) && !/^[\p{L}\p{N}]/u.test(folded.slice(words.length));
  return NO.test(text) || BEGINNINGS.some(begins);
}
