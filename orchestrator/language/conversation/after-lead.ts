import { type Token, tokens } from "../text.ts";
import { isReaction } from "../words/reactions.ts";
import { hasOwnText } from "./few-words.ts";
import { endOfPhrase, smallPhrases, smallWords, withoutEnd } from "./small-words.ts";

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

/**
 * A message without the words that only lead to it. Pure.
 */
export function afterLead(text: string): AfterLead | undefined {
  const words = tokens(text, MOST_WORDS);
  const { at, letsGo, refuses } = leadsOf(text, words);
  const first = words[at];
  if (at === 0 || first === undefined) return undefined;
  return { rest: text.slice(first.start), letsGo, refuses };
}

const ONLY = smallWords("only");
const ALARMS = smallPhrases("alarms");

/** A message without the words of one who has just seen a mistake. Pure. */
export function afterBreath(text: string): string | undefined {
  const words = tokens(text, MOST_WORDS);
  let at = 0;
  for (;;) {
    const end = endOfPhrase(ALARMS, words, at);
    const lead = end === undefined ? leadAt(text, words, at)?.length : end - at;
    if (lead === undefined) break;
    at += lead;
  }
  const first = words[at];
  return at === 0 || first === undefined ? undefined : text.slice(first.start);
}

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
  const lengthOf = (phrases: readonly (readonly string[])[]) => {
    const end = endOfPhrase(phrases, words, at);
    return end && end - at;
  };
  const isApart = (length: number) =>
    words[at + length] === undefined ||
    /[,;:.!…–—-]/.test(
      text.slice(words[at + length - 1]?.end ?? 0, words[at + length]?.start ?? text.length),
    );
  const letGo = lengthOf(LET_GO);
  if (letGo !== undefined) return { length: letGo, letsGo: true };
  const apart = lengthOf(LET_GO_APART);
  const isJoined = (length: number) =>
    endOfPhrase([...LET_GO, ...LET_GO_APART], words, at + length) !== undefined &&
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
