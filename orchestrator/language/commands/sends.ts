import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, wording, wordSet } from "#shared/language/words.ts";
import { slice, type Token, tokens } from "../text.ts";
import { endOf, phrasesIn } from "../time/phrases.ts";
import { COMMAND_LEXICONS } from "./lexicon.ts";
import { readSendMe, readTellMe } from "./read-reminder.ts";

const MESSAGE = wordSet("nouns.message-and-around");
const ON = wording("wordings.on");
const SEND = wording("wordings.send-standing");
const WORD = wording("wordings.alert");
const AND = byLocale((locale) => wordSet("words.and", locale));

/** That somebody is to be told, as far as the words say through what. */
export type Sends = {
  /** What is left besides being told oneself. */
  readonly others: string;
  /** It asks to be told, or for a message through a channel. */
  readonly isTelling: boolean;
  /** Requests that would send one plain word, `word`, the same way: what is sent takes its place. */
  readonly ways: readonly string[];
  readonly word: string;
};

/** undefined: nothing is left besides being told oneself. Pure. */
export function readSends(
  text: string,
  locale: Locale,
  channels: readonly string[],
): Sends | undefined {
  const words = tokens(text);
  const joint = words.findIndex(({ word }) => AND[locale].has(word));
  const first = joint < 0 ? text : slice(text, words, 0, joint);
  const more = joint < 0 ? "" : slice(text, words, joint + 1, words.length);
  const others = readTellMe(first, locale)?.rest === "" ? more : text;
  if (others === "") return undefined;
  const through = messageThrough(others, locale, channels);
  const tellMe = readTellMe(others, locale);
  const where = through ?? tellMe?.rest ?? "";
  const word = WORD[locale];
  const ways = [...(where === "" ? [] : [`${SEND[locale]} ${where}`]), others];
  return {
    ...{ others, word, isTelling: tellMe !== undefined || through !== undefined },
    // The word stands for a text: no mark in that is read.
    ways: ways.map((way) => `${way}: ${word}`),
  };
}

/** Through what something is to be sent that is called a message and no more. */
function messageThrough(
  text: string,
  locale: Locale,
  channels: readonly string[],
): string | undefined {
  const rest = readSendMe(text, locale)?.rest;
  const said = rest === undefined ? [] : tokens(rest).map(({ word }) => word);
  const channel = channels.find((each) => said.includes(each));
  const isAll = said.every((word) => word === channel || MESSAGE.has(word));
  return channel === undefined || !isAll ? undefined : `${ON[locale]} ${channel}`;
}

const EVERY = byLocale((locale) => phrasesIn("schedules.every", locale));
/** Behind such a word, and no recurrence. */
const NO_TIMES = wordSet("schedules.no-times");
const MOST_NAMED = 4;

/** How often, in words that no one reads, up to what is asked for. undefined: none such. Pure. */
export function readUnreadRecurrence(text: string, locale: Locale): string | undefined {
  const words = tokens(text);
  const named = endOf(EVERY[locale], words, 0);
  const request = sendsAt(words, locale);
  if (named === undefined || request <= named || request - named > MOST_NAMED) return undefined;
  return NO_TIMES.has(words[named]?.word ?? "")
    ? undefined
    : text.slice(0, words[request - 1]?.end);
}

/** The words ask for something to be sent or told. Pure. */
export const asksToSend = (text: string, locale: Locale): boolean =>
  sendsAt(tokens(text), locale) >= 0;

const sendsAt = (words: readonly Token[], locale: Locale): number =>
  words.findIndex((_, at) => endOf(COMMAND_LEXICONS[locale].sendMe, words, at) !== undefined);
