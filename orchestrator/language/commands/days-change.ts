import type { IsoDate } from "#shared/calendar/days.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, classesOf, wordSet } from "#shared/language/words.ts";
import { type Token, tokens } from "../text.ts";
import { type Said, saidIn } from "../time/piece.ts";
import { comingDate } from "../time/place-days.ts";
import { dayAt } from "../time/read-day.ts";
import { weekdaysAt } from "../time/read-recurrence.ts";
import { behindAll, endOf, phrasesIn } from "../words/phrases.ts";

const FIELDS = ["leads", "next", "more", "less", "notNeeded", "notBehind"] as const;
const WORDS = byLocale((locale) =>
  classesOf(FIELDS, (name) => phrasesIn(`schedules.change-days.${name}`, locale)),
);
const SMALL = wordSet("schedules.around-days");
const MOST_WORDS = 10;

/** undefined: none is, or it is unclear which. */
export type ComingDay = (isOwn: (date: IsoDate) => boolean) => IsoDate | undefined;

/** That something is to be on more days, or on fewer. */
export type DaysChange = {
  readonly isMore: boolean;
  /** Of the week. */
  readonly weekdays: readonly number[];
  /** Single ones: each as the next such day that is one of its own, or whichever comes next. */
  readonly single: readonly (ComingDay | "next")[];
  /** What stands beside the days and names one; "": nothing. */
  readonly names: string;
};

/** More days or fewer, as the first clause says it, else the whole text. undefined: neither says only that. Pure. */
export function readDaysChange(
  text: string,
  locale: Locale,
  here: Said["here"],
): DaysChange | undefined {
  const [clause = ""] = text.split(/[,;](?=\s)/);
  return changeIn(clause, locale, here) ?? changeIn(text, locale, here);
}

function changeIn(text: string, locale: Locale, here: Said["here"]): DaysChange | undefined {
  const all = tokens(text, MOST_WORDS + 1);
  if (all.length > MOST_WORDS) return undefined;
  const lexicon = WORDS[locale];
  const words = behindAll(lexicon.leads, all);
  const more = endOf(lexicon.more, words, 0);
  const change = more ?? endOf(lexicon.less, words, 0);
  const cue = change === undefined ? cueOfLess(words, locale) : { from: 0, to: change };
  if (cue === undefined) return undefined;
  const said = saidIn(text, locale, here, words);
  const weekdays: number[] = [];
  const single: (ComingDay | "next")[] = [];
  const names: string[] = [];
  for (let at = 0; at < words.length; ) {
    const coming = endOf(lexicon.next, words, at);
    const day = dayAt(said, at);
    const named = weekdaysAt(said, at);
    if (at === cue.from) at = cue.to;
    else if (coming !== undefined && day === undefined) {
      single.push("next");
      at = coming;
    } else if (day !== undefined && (day.is !== "weekday" || day.next)) {
      single.push((isOwn) => comingDate(day, said, isOwn));
      at = day.to;
    } else {
      const word = words[at]?.word ?? "";
      if (named !== undefined) weekdays.push(...named.days);
      else if (!SMALL.has(word)) names.push(word);
      at = named?.to ?? at + 1;
    }
  }
  return weekdays.length + single.length === 0
    ? undefined
    : { weekdays, single, isMore: more !== undefined, names: names.join(" ") };
}

/** Where it is said that something is not needed, or not behind its day. */
function cueOfLess(words: readonly Token[], locale: Locale) {
  const { notNeeded, notBehind } = WORDS[locale];
  for (let from = 0; from < words.length; from++) {
    const behind = from > 0 ? endOf(notBehind, words, from) : undefined;
    const to = endOf(notNeeded, words, from) ?? (behind === words.length ? behind : undefined);
    if (to !== undefined) return { from, to };
  }
  return undefined;
}
