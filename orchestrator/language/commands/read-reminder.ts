import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, wording, wordSet } from "#shared/language/words.ts";
import { isOnlyCourtesy, withoutCourtesy } from "../courtesy.ts";
import { endOfAny } from "../modifiers/languages.ts";
import { pauseBefore, slice, type Token, tokens, wordsIn } from "../text.ts";
import { REQUEST_LEXICONS } from "../time/request-lexicon.ts";
import { actionOf } from "../words/deeds.ts";
import { endOf, type Phrases, phrasesIn } from "../words/phrases.ts";
import { COMMAND_LEXICONS } from "./lexicon.ts";

const MOST_WORDS = 30;

/** What is to be told; "" where nothing is named. undefined: it is no reminder. */
export function readReminder(text: string, locale: Locale): { text: string } | undefined {
  const { remind, remindBare, remindJoints, wake } = REQUEST_LEXICONS[locale];
  const bare = text.includes("?") ? undefined : opened(text, remindBare);
  const isBare = bare !== undefined && endOf(remindJoints, bare.words, bare.at) !== undefined;
  const said = opened(text, remind) ?? (isBare ? bare : undefined);
  if (said === undefined) return undefined;
  const { words, at } = said;
  const body = endOf(remindJoints, words, at) ?? at;
  const about = tidy(text.slice(words[body]?.start ?? text.length));
  // To wake somebody says what for.
  const isWake = about === "" && opened(text, wake) !== undefined;
  return { text: isWake ? WAKE_UP[locale] : about };
}
const WAKE_UP = wording("wordings.wake-up");

/** The same where a time is said beside it, also of what stands before the request. Pure. */
export function readReminderOf(text: string, locale: Locale): { text: string } | undefined {
  const said = readReminder(text, locale);
  if (said !== undefined && said.text !== "") return said;
  return toldOf(text, locale) ?? closedBy(text, locale) ?? said;
}

/** What joins it says of what. */
function toldOf(text: string, locale: Locale): { text: string } | undefined {
  const { tellMe, remindJoints } = REQUEST_LEXICONS[locale];
  const said = opened(text, tellMe);
  const body = said && endOf(remindJoints, said.words, said.at);
  const first = body === undefined ? undefined : said?.words[body];
  return first && { text: tidy(text.slice(first.start)) };
}

/** What stands before a request to be reminded, at the end. undefined: it does not end so, or begins with a request. */
function closedBy(text: string, locale: Locale): { text: string } | undefined {
  const words = tokens(text);
  const { from, to } = withoutCourtesy(words);
  const { remind, tellMe } = REQUEST_LEXICONS[locale];
  if (actionOf(words[from]?.word ?? "") !== undefined) return undefined;
  let end = to;
  while (OF_IT.has(words[end - 1]?.word ?? "")) end--;
  for (let at = from + 1; at < end; at++) {
    if (endOf(remind, words, at) !== end && endOf(tellMe, words, at) !== end) continue;
    let last = at;
    while (last > from && BEFORE_REQUEST.has(words[last - 1]?.word ?? "")) last--;
    const isApart = last < at || pauseBefore({ text, words }, last);
    const about = tidy(text.slice(words[from]?.start ?? 0, words[last - 1]?.end));
    return isApart && about !== "" ? { text: about } : undefined;
  }
  return undefined;
}
const OF_IT = wordSet("words.of-it");
const BEFORE_REQUEST = wordSet("schedules.before-a-request");

/** The words of a reminder stand somewhere in it. Pure. */
export function saysRemind(text: string, locale: Locale): boolean {
  const words = tokens(text, MOST_WORDS);
  const { remind } = REQUEST_LEXICONS[locale];
  return words.some((_, at) => endOf(remind, words, at) !== undefined);
}

/** That it is to be told. */
export type TellMe = {
  /** Through which channel, or of what. */
  readonly rest: string;
  /** Of what, without the word that joins it. */
  readonly about: string;
  /** Two words, of which the first says through what. */
  readonly isWhere: boolean;
};

/** undefined: it does not begin with that. Pure. */
export function readTellMe(text: string, locale: Locale): TellMe | undefined {
  const { tellMe, remindJoints, via } = REQUEST_LEXICONS[locale];
  const said = opened(text, tellMe);
  if (said === undefined) return undefined;
  const behind = said.words.slice(said.at);
  const of = (at: number) => tidy(text.slice(behind[at]?.start ?? text.length));
  if (isOnlyCourtesy(behind)) return { rest: "", about: "", isWhere: false };
  const led = endOf(via, behind, 0) ?? 0;
  const isWhere = led > 0 && behind.length === led + 1;
  return { rest: of(0), about: of(endOf(remindJoints, behind, 0) ?? 0), isWhere };
}

/** What is to be sent, without the word for sending. */
export function readSendMe(text: string, locale: Locale): { rest: string } | undefined {
  const said = opened(text, COMMAND_LEXICONS[locale].sendMe);
  return said && { rest: tidy(text.slice(said.words[said.at]?.start ?? text.length)) };
}

function opened(
  text: string,
  phrases: Phrases,
): { words: readonly Token[]; at: number } | undefined {
  const words = tokens(text);
  for (const place of beginnings(words)) {
    const at = endOf(phrases, words, place);
    if (at !== undefined) return { words, at };
  }
  return undefined;
}

/** Where a request may begin: behind courtesies, small words, and how people ask politely. The first words first. */
function beginnings(words: readonly Token[]): readonly number[] {
  const { from } = withoutCourtesy(words);
  const places = [from];
  for (let at = from; at < words.length && places.length < MOST_BEGINNINGS; ) {
    const word = words[at]?.word ?? "";
    const polite =
      endOfAny("polite_openings", words, at) ??
      endOfAny("courtesy", words, at) ??
      (PRELUDES.has(word) ? at + 1 : at);
    const { from: courtesy } = withoutCourtesy(words.slice(polite));
    if (polite + courtesy === at) break;
    at = polite + courtesy;
    places.push(at);
  }
  return [...places, 0];
}

const MOST_BEGINNINGS = 20;

/** Words that may stand before a request. */
const PRELUDES = wordSet("schedules.preludes");

const tidy = (text: string): string =>
  text
    .trim()
    .replace(/^[:,\s]+/, "")
    .replace(/[\s,.;]+$/, "")
    .replace(/^["\u201c](.+)["\u201d]$/, "$1");

const MESSAGE = wordSet("nouns.message-and-around");
const ON = wording("wordings.on");
const SEND = wording("wordings.send-standing");
const WORD = wording("wordings.alert");
const AND = byLocale((locale) => wordSet("words.and", locale));

/** That somebody is to be told, as far as the words say through what. */
type Sends = {
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
  const said = rest === undefined ? [] : wordsIn(rest);
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
