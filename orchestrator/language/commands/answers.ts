import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, wording, wordList, wordSet } from "#shared/language/words.ts";
import { withoutCourtesy } from "../courtesy.ts";
import { slice, type Token, tokens } from "../text.ts";
import { TIME_LEXICONS } from "../time/lexicon.ts";
import { REQUEST_LEXICONS } from "../time/request-lexicon.ts";
import { isCommonWord } from "../words/common-words.ts";
import { endOf, phrasesIn } from "../words/phrases.ts";

/** A yes, and what may join it to more. */
const YES = byLocale((locale) => phrasesIn("schedules.yes", locale));
const JOINTS = wordSet("schedules.joints-behind-yes");

/** What stands behind a yes; "": nothing. undefined: it begins with none. Pure. */
export function readAgreement(text: string, locale: Locale): { more: string } | undefined {
  const words = tokens(text);
  let at = endOf(YES[locale], words, 0);
  if (at === undefined) return undefined;
  const to = at;
  while (JOINTS.has(words[at]?.word ?? "")) at++;
  return { more: to === words.length ? "" : text.slice(words[at]?.start ?? text.length) };
}

const ME = byLocale((locale) => phrasesIn("schedules.to-me", locale));
/** Somewhere it says that it is for who speaks. Pure. */
export const saysToMe = (text: string, locale: Locale): boolean =>
  tokens(text).some((_, at, words) => endOf(ME[locale], words, at) !== undefined);

/** Nothing but that it counts from now on. Pure. */
export function saysSinceNow(text: string, locale: Locale): boolean {
  const words = tokens(text);
  return endOf(TIME_LEXICONS[locale].sinceNow, words, 0) === words.length;
}

/** A no that its reason follows. Pure. */
export const declines = (text: string): boolean =>
  /^\s*(?:no|nope|nah|n\u00e3o|nao)\s*[,.!;]/iu.test(text);

const MOST_WORDS = 14;
/** Beside what asks to be told. */
const ONLY = wordSet("schedules.only");
const HERE = wordSet("words.here");
/** Further ways to ask for that, beside one of these. */
const SHOWN = byLocale((locale) => phrasesIn("schedules.shown", locale));
/** As well for someone else. */
const SEND = wordSet("schedules.sends-as-well");

/** That it is to be told, here or to who speaks, and nothing to be done. Pure. */
export function asksOnlyToBeTold(text: string, locale: Locale): boolean {
  const words = tokens(text, MOST_WORDS + 1);
  const { tellMe } = REQUEST_LEXICONS[locale];
  const tells = (at: number) => endOf(tellMe, words, at) ?? endOf(SHOWN[locale], words, at);
  return (
    words.length <= MOST_WORDS &&
    words.some(({ word }, at) => {
      const led = ONLY.has(word) ? tells(at + 1) : undefined;
      const behind = words[tells(at) ?? words.length]?.word ?? "";
      const isSend = led !== undefined && SEND.has(words[at + 1]?.word ?? "");
      return (led !== undefined && !isSend) || HERE.has(behind) || (ONLY.has(behind) && !isSend);
    })
  );
}

/** Begin the condition again. */
const WHEN = wordSet("schedules.when-it-holds");
const SAME_STEM = 3;

/** The same of what was asked for in these words, of which some may be said again. Pure. */
export function asksOnlyToBeToldOf(text: string, request: string, locale: Locale): boolean {
  const said = tokens(text);
  const own = tokens(request);
  const { tellMe } = REQUEST_LEXICONS[locale];
  const isOwn = ({ word }: Token, at: number) =>
    isCommonWord(word) ||
    [ONLY, HERE, WHEN].some((some) => some.has(word)) ||
    [at, at - 1, at - 2].some((from) => (endOf(tellMe, said, from) ?? 0) > at) ||
    own.some((each) => each.word === word || isFormOf(word, each.word));
  return !text.includes("?") && asksOnlyToBeTold(text, locale) && said.every(isOwn);
}

/** Of one verb, as far as their beginnings tell. */
const isFormOf = (one: string, other: string): boolean =>
  one.length >= SAME_STEM &&
  !/\d/.test(one) &&
  other.slice(0, SAME_STEM) === one.slice(0, SAME_STEM);

const AT = wording("wordings.at");
/** A length of time, a date, or a recurrence. */
const OTHER_THAN_CLOCK = wordSet("schedules.other-than-clock");
const OTHER_BEGINNINGS = wordList("schedules.other-than-clock-beginnings");

/** An answer to the question when, as its words may be meant: without courtesies, then with its number as an hour. */
export function readAnswerWhen(typed: string, locale: Locale): readonly string[] {
  const all = tokens(typed);
  const { from, to } = withoutCourtesy(all);
  const said = slice(typed, all, from, to);
  const isOther = all
    .slice(from, to)
    .some(
      ({ word }) =>
        OTHER_THAN_CLOCK.has(word) || OTHER_BEGINNINGS.some((begin) => word.startsWith(begin)),
    );
  if (isOther) return [said];
  const clock = said
    .replace(/\s+(?:est\u00e1|t\u00e1|fica|is|would be|sounds|works)\b(?:[^\d]*)$/iu, "")
    .replace(/\b(?:l\u00e1 pelas|umas|uns|tipo|maybe|say|about|around)\s+(?=\d)/gi, "")
    .replace(/(\d)\s?ish\b/gi, "$1")
    .replace(
      /(^|[\s,])(?=\d{1,2}(?:[:h]\d{2}|h|\s?[ap]m)?(?:\s+e\s|[\s,.!]*$))/i,
      (_, before: string) => `${before}${AT[locale]} `,
    );
  return [said, clock];
}
