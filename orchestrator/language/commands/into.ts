import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, wordSet } from "#shared/language/words.ts";
import { slice, type Token, tokens } from "../text.ts";
import { saidIn } from "../time/piece.ts";
import { amountAt } from "../time/read-amount.ts";
import type { Amount } from "../time/reading.ts";
import { endOf, phrasesIn } from "../words/phrases.ts";
import { COMMAND_LEXICONS } from "./lexicon.ts";

/** What is to become of one that stands, around the word that leads to it. */
export type Into = {
  /** Which one is meant; "": the words do not say. */
  readonly names: string;
  /** What it becomes, without that word and with it. */
  readonly wanted: string;
  readonly withLead: string;
  /** What names the one whose text is meant; absent: no text is. */
  readonly textOf?: string;
};

const TEXTS = byLocale((locale) => phrasesIn("schedules.its-text", locale));

/** undefined: no word leads to what it becomes. Pure. */
export function readInto(text: string, locale: Locale): Into | undefined {
  const { into } = COMMAND_LEXICONS[locale];
  const said = tokens(text);
  const at = said.findIndex(
    (_, place) => endOf(into, said, place) !== undefined && !isOfName(said, place),
  );
  const to = endOf(into, said, at);
  if (to === undefined) return undefined;
  const named = endOf(TEXTS[locale], said, 0);
  return {
    names: text.slice(0, said[at]?.start ?? 0).trim(),
    wanted: text.slice(said[to]?.start ?? text.length),
    withLead: text.slice(said[at]?.start ?? 0),
    ...(named !== undefined && named <= at && { textOf: slice(text, said, named, at) }),
  };
}

/** The hour behind it names one. */
const isOfName = (said: readonly Token[], at: number): boolean =>
  said[at]?.word === "as" && ["das", "o"].includes(said[at - 1]?.word ?? "");

const FORWARD = wordSet("verbs.bringing-forward");
/** A command brings something forward: a length of time in it is so much earlier. Pure. */
export const bringsForward = (text: string): boolean =>
  tokens(text).some(({ word }) => FORWARD.has(word));

/** So much earlier or later than it is. */
export type Shift = { readonly by: Amount; readonly isEarlier: boolean };

const EARLIER = byLocale((locale) => phrasesIn("schedules.earlier", locale));
const LATER = byLocale((locale) => phrasesIn("schedules.later", locale));
const MOST_WORDS = 8;

/** `isForward`: a length alone says it. undefined: no length is said so, or more than that. Pure. */
export function readShift(text: string, locale: Locale, isForward = false): Shift | undefined {
  const said = saidIn(text, locale);
  const { length } = said.words;
  const from = isForward && said.words[0]?.word === "by" ? 1 : 0;
  const amount = length > MOST_WORDS ? undefined : amountAt(said, from);
  if (amount === undefined) return undefined;
  const isEarlier = endOf(EARLIER[locale], said.words, amount.to) === length;
  const isLater = endOf(LATER[locale], said.words, amount.to) === length;
  return isEarlier || isLater || (isForward && amount.to === length)
    ? { by: amount.amount, isEarlier: !isLater }
    : undefined;
}

const NEUTRAL = wordSet("schedules.around-a-value");
/** Nothing but words that say nothing by themselves. Pure. */
export const saysNothing = (text: string): boolean =>
  tokens(text).every(({ word }) => NEUTRAL.has(word));

/** What only points to one says nothing of what becomes of it. Pure. */
export function withoutName(rest: string, locale: Locale): string {
  const { nouns, pointing } = COMMAND_LEXICONS[locale];
  const said = tokens(rest);
  let at = 0;
  for (let to = 0; to < said.length; to++) {
    const noun = endOf(nouns, said, to);
    if (noun !== undefined) at = noun;
    else if (!pointing.has(said[to]?.word ?? "")) break;
  }
  return at === 0 ? rest : slice(rest, said, at, said.length);
}

/** What is behind the word for by how much, else the whole. Pure. */
export function readByAmount(text: string, locale: Locale): string {
  const { byAmount } = COMMAND_LEXICONS[locale];
  const said = tokens(text);
  const to = said.map((_, at) => endOf(byAmount, said, at)).find((end) => end !== undefined);
  return to === undefined ? text : slice(text, said, to, said.length);
}
