import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, wording, wordSet } from "#shared/language/words.ts";
import { withoutEnd } from "../conversation/small-words.ts";
import { withoutCourtesy } from "../courtesy.ts";
import { pauseBefore, slice, type Token, tokens } from "../text.ts";
import { REQUEST_LEXICONS } from "../time/request-lexicon.ts";
import { actionOf } from "../words/deeds.ts";
import { behindAll, endOf, phrasesIn } from "../words/phrases.ts";

const MOST_WORDS = 12;
const MOST_LONG = 16;
/** Before and behind what is said of the last standing request, in whichever order. */
const AROUND = byLocale((locale) => phrasesIn("schedules.around-a-change", locale));
const SAME = byLocale((locale) => phrasesIn("schedules.the-same", locale));
const ALSO = byLocale((locale) => phrasesIn("schedules.also", locale));
const ALSO_ENDS = wordSet("schedules.also-at-the-end");
const JOINTS = wordSet("words.and");

/** A short text that may only go on with what was agreed on last. */
export type GoesOn = {
  /** What it says, without what leads to it and trails behind it; "": it is no short text, or only leads. */
  readonly core: string;
  /** It asks for one more. */
  readonly also: boolean;
  /** It only joins something to what was said, and asks nothing. */
  readonly joins: boolean;
};

/** A short text as what goes on with what was agreed on last. Pure. */
export function readGoesOn(text: string, locale: Locale): GoesOn {
  const all = tokens(text, MOST_WORDS + 1);
  const joins = !text.includes("?") && JOINTS.has(all[0]?.word ?? "");
  const { to: last } = withoutCourtesy(all);
  // What ends a courtesy may say as well that it is one more.
  let words: readonly Token[] = ALSO_ENDS.has(all.at(-1)?.word ?? "") ? all : all.slice(0, last);
  if (words.length > MOST_WORDS) return { core: "", also: false, joins };
  words = behindAll(AROUND[locale], words);
  const same = endOf(SAME[locale], words, 0);
  let also = same !== undefined && same < words.length;
  if (same !== undefined && same < words.length) words = words.slice(same);
  for (let length = 2; length >= 1; length--) {
    const at = words.length - length;
    if (at > 0 && endOf(ALSO[locale], words, at) === words.length) {
      also = true;
      words = words.slice(0, at);
    } else if (at > 0 && endOf(AROUND[locale], words, at) === words.length)
      words = words.slice(0, at);
  }
  return { core: slice(text, words, 0, words.length), also, joins };
}

const BECOMES = byLocale((locale) => phrasesIn("schedules.becomes", locale));
const NEGATORS = wordSet("words.not");
const INSTEAD = byLocale((locale) => phrasesIn("schedules.instead-of", locale));

/**
 * What the last one may become, as a longer text says it: behind words that say so, with what it is not taken out. The
 * likeliest first; [] where it says no such thing. Pure.
 */
export function readBecoming(text: string, locale: Locale): string[] {
  const words = tokens(text, MOST_LONG + 1);
  if (words.length > MOST_LONG || text.includes("?")) return [];
  const found: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const to = endOf(BECOMES[locale], words, at);
    const from = to ?? (endOf(INSTEAD[locale], words, at) === undefined ? undefined : at);
    if (from === undefined || from >= words.length) continue;
    found.push(...withoutOther(text, words.slice(from), locale));
  }
  const hasNo = words.some(({ word }, at) => NEGATORS.has(word) && at > 0);
  return (hasNo ? [...found, ...withoutOther(text, words, locale)] : found)
    .map((each) => readGoesOn(each, locale).core)
    .filter((core) => core !== "");
}

/** What is said before or behind what it is not to be, up to what only says why. */
function withoutOther(text: string, words: readonly Token[], locale: Locale): string[] {
  const said = (from: number, to: number): string => slice(text, words, from, to);
  const reason = words.findIndex((_, at) => pauseBefore({ text, words }, at));
  const end = reason < 0 ? words.length : reason;
  for (let at = 0; at < words.length; at++) {
    const behind = NEGATORS.has(words[at]?.word ?? "") ? at + 1 : undefined;
    const instead = behind ?? endOf(INSTEAD[locale], words, at);
    if (instead === undefined) continue;
    // What a pause follows is what it is not.
    const pause = words.findIndex(
      (_, place) => place >= instead && pauseBefore({ text, words }, place),
    );
    if (pause > 0 && pause < words.length) return [said(pause, words.length)];
    if (at > 0) return [said(0, at)];
  }
  // What it becomes may hold a word that begins a reason itself.
  const why = words.findLastIndex(({ word }, at) => at > 0 && at < end && REASONS.has(word));
  return why < 0 ? [said(0, end)] : [said(0, end), said(0, why)];
}
const REASONS = wordSet("schedules.reasons");

/** Before one more reminder. */
const MORE = byLocale((locale) => phrasesIn("schedules.one-more", locale));
const TO_BE_SURE = phrasesIn("schedules.to-be-sure");
const REMIND = wording("wordings.remind-me");

/** One more reminder, as far as its words say it without one. */
export type OneMore = {
  /** What is said of it, without why it is wanted. */
  readonly behind: string;
  /** The same as a reminder that is asked for in whole words. */
  readonly asks: string;
  /** Such a reminder without its time says what is to be told of. */
  names(rest: string): boolean;
};

/** One more reminder, behind words that ask for one. undefined: there are none. Pure. */
export function readOneMore(text: string, locale: Locale): OneMore | undefined {
  const words = tokens(text);
  const lead = endOf(MORE[locale], words, 0);
  if (lead === undefined) return undefined;
  const said = text.slice(words[lead]?.start ?? text.length);
  const sure = withoutEnd(TO_BE_SURE, said);
  return {
    behind: sure === said ? said : sure.replace(/[\s,]*[.!]?\s*$/, ""),
    asks: `${REMIND[locale]} ${said}`,
    names(rest) {
      const what = tokens(rest).slice(tokens(REMIND[locale]).length);
      const first = what[0]?.word ?? "";
      // What is to be done, unless it is something that could be done here.
      const isInfinitive = /^[a-z]{2,}(?:ar|er|ir)$/.test(first) && actionOf(first) === undefined;
      return isInfinitive || endOf(REQUEST_LEXICONS[locale].remindJoints, what, 0) !== undefined;
    },
  };
}
