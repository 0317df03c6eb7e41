import type { IsoDate } from "#shared/calendar/days.ts";
import { isDayOf, isLeftOut } from "#shared/calendar/days-of-rule.ts";
import type { Holidays } from "#shared/calendar/holidays.ts";
import { WEEKDAYS } from "#shared/calendar/names.ts";
import { localTimeOf } from "#shared/calendar/zoned.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { wordsUnder } from "#shared/language/time/chart-of.ts";
import { wordSet } from "#shared/language/words.ts";
import { type Token, tokens } from "../text.ts";
import { type Said, saidAt, saidIn } from "../time/piece.ts";
import { placeDays } from "../time/place-days.ts";
import { written } from "../time/place-times.ts";
import { bareClockAt, clockAt } from "../time/read-clock.ts";
import { dayAt } from "../time/read-day.ts";
import { SMALL_NUMBERS } from "../values/number.ts";
import { isCommonWord } from "../words/common-words.ts";
import { endOf, type Phrases } from "../words/phrases.ts";
import { COMMAND_LEXICONS, type CommandLexicon } from "./lexicon.ts";

/** Which of them the words mean: by place in the list, by time, or by what they are about. `says`: the words say which. */
export type Picked = {
  readonly picked: readonly Schedule[];
  readonly says: boolean;
  /** Words that name something, and nothing of what is picked. */
  readonly unread: readonly string[];
  /** There are such words, and no other names it. */
  readonly namesOther: boolean;
  /** By these times of day. */
  readonly times?: readonly string[];
  /** By this day. */
  readonly date?: IsoDate;
  /** By its place in the list. */
  readonly isPlace?: boolean;
};

/**
 * Picks among standing requests, as they were listed. Pure.
 * With `holidays` a day that comes once picks as well.
 */
export function pick(
  rest: string,
  open: readonly Schedule[],
  locale: Locale,
  here: Said["here"],
  holidays?: Holidays,
): Picked {
  const said = saidIn(rest, locale, here);
  const { words } = said;
  const lexicon = COMMAND_LEXICONS[locale];
  const listed = ofNamedKind(words, open, lexicon);
  const day = holidays === undefined ? undefined : dayIn(said);
  const isOnDay = (each: Schedule): boolean =>
    day === undefined || holidays === undefined || isOn(each, day.date, holidays);
  const telling = words
    .map(({ word }) => word)
    .filter(
      (word, at) =>
        (!isCommonWord(word) || isWeekdayAt(said, at)) &&
        !ONES.has(word) &&
        endOf(lexicon.nouns, words, at) === undefined &&
        !isWithin(lexicon.last, words, at) &&
        !(day !== undefined && at >= day.from && at < day.to),
    );
  const names = telling.filter((word) => !isTimeOrPlace(word, locale));
  const meaning = (picked: readonly Schedule[], more: Partial<Picked> = {}): Picked => {
    const own = new Set(picked.flatMap((each) => [...wordsOf(each)]));
    const unread = names.filter((word) => !own.has(singular(word)));
    const namesOther = unread.length > 0 && unread.length === names.length;
    return { picked, says: true, unread, namesOther, ...more };
  };
  const inPlace = (found: Schedule | undefined, saying: readonly Token[]): Picked => {
    const { unread, ...more } = meaning(found === undefined ? [] : [found], { isPlace: true });
    const others = unread.filter((each) => !saying.some(({ word }) => word === each));
    return { ...more, unread: others, namesOther: others.length > 0 && more.namesOther };
  };
  const endsAt = (to: number) => words.slice(to).every(({ word }) => ONES.has(word));
  const onDay = (picked: readonly Schedule[], more: Partial<Picked> = {}): Picked =>
    meaning(picked.filter(isOnDay), { ...(day !== undefined && { date: day.date }), ...more });
  const several = placesIn(said, listed.length);
  if (several.length > 1)
    return { picked: several.flatMap((place) => listed[place - 1] ?? []), ...SEVERAL };
  const [only] = several;
  if (only !== undefined && words.length === 1) return inPlace(listed[only - 1], words);
  for (let at = 0; at < words.length; at++) {
    if (endOf(lexicon.last, words, at) !== undefined) return inPlace(listed.at(-1), []);
    const edge = thresholdEdge(words[at]?.word ?? "", listed);
    if (edge !== undefined) return meaning([edge]);
    const clock = clockIn(said, at);
    if (clock !== undefined)
      return onDay(
        listed.filter((each) => isAt(each, clock)),
        { times: clock },
      );
    const place = isWeekdayAt(said, at) ? undefined : placeAt(said, at);
    const isPlace =
      place?.isOrdinal === true ||
      (place !== undefined && ["numero", "number", "o", "a"].includes(words[at - 1]?.word ?? ""));
    // A greater number is a name.
    const isFew = place !== undefined && place.value <= Math.max(MOST_PLACES, listed.length);
    if (place !== undefined && isFew && isPlace && place.value >= 1 && endsAt(place.to)) {
      const found = listed[place.value - 1];
      return inPlace(found, words.slice(Math.max(0, at - 1), place.to));
    }
  }
  if (telling.length === 0)
    return day === undefined ? meaning(listed, { says: false }) : onDay(listed);
  const score = (each: Schedule): number => {
    const own = wordsOf(each);
    return telling.filter((word) => own.has(singular(word))).length;
  };
  const best = Math.max(0, ...listed.map(score));
  const named = best === 0 ? [] : listed.filter((each) => score(each) === best);
  const both = onDay(named);
  return both.picked.length > 0 ? both : meaning(named);
}

/** The words by which people name it: those that it was asked for with, and what it tells. */
const wordsOf = ({ words, action }: Schedule): ReadonlySet<string> =>
  new Set(
    tokens(`${words} ${action.do === "tell" ? (action.text ?? "") : ""}`).map(({ word }) =>
      singular(word),
    ),
  );

/** A reminder is no watch, where there are both. */
function ofNamedKind(
  words: readonly Token[],
  open: readonly Schedule[],
  { reminders, watches }: CommandLexicon,
): readonly Schedule[] {
  const says = (nouns: Phrases): boolean =>
    words.some((_, at) => endOf(nouns, words, at) !== undefined);
  const named = open.filter(
    ({ action, timing }) =>
      (says(reminders) && action.do === "tell" && timing.kind !== "when") ||
      (says(watches) && timing.kind === "when"),
  );
  return named.length === 0 ? open : named;
}

const isWithin = (phrases: Phrases, words: readonly Token[], at: number): boolean =>
  words.slice(0, at + 1).some((_, from) => (endOf(phrases, words, from) ?? 0) > at);

/** It says when, or which of them, and names nothing. */
function isTimeOrPlace(word: string, locale: Locale): boolean {
  const { listWords, pointing, trails } = COMMAND_LEXICONS[locale];
  return (
    /\d/.test(word) ||
    wordsUnder("unit", "units").has(word) ||
    WEEKDAYS.has(word) ||
    SMALL_NUMBERS.has(word) ||
    [listWords, pointing, trails].some((some) => some.has(word))
  );
}

/** The words only say which one, when or where in a list: they name nothing. Pure. */
export const sayOnlyWhich = (words: readonly Token[], locale: Locale): boolean =>
  words.every(
    ({ word }, at) =>
      isTimeOrPlace(word, locale) || isWithin(COMMAND_LEXICONS[locale].last, words, at),
  );

const MOST_PLACES = 20;
const ONES = wordSet("nouns.ones");

/** The upper or the lower one of two watches, by the value that is waited for. */
function thresholdEdge(word: string, listed: readonly Schedule[]): Schedule | undefined {
  const isUpper = UPPER.has(word);
  if (!isUpper && !LOWER.has(word)) return undefined;
  const valued = listed
    .flatMap((each) => {
      const value = each.timing.kind === "when" ? each.timing.watch.comparison.value : undefined;
      return value === undefined ? [] : [{ each, value }];
    })
    .toSorted((a, b) => a.value - b.value);
  return valued.length < 2 ? undefined : (isUpper ? valued.at(-1) : valued[0])?.each;
}
const UPPER = wordSet("words.upper");
const LOWER = wordSet("words.lower");

/** As it is named: without a plural, and without the number of a code. */
const singular = (word: string): string =>
  word.length > 3 ? word.replace(/^([a-z]{3,})\d{1,2}$/, "$1").replace(/s$/, "") : word;

/** A day of the week, which is no place in the list. */
const isWeekdayAt = ({ words }: Said, at: number): boolean =>
  WEEKDAYS.has(words[at]?.word ?? "") && OF_A_DAY.has(words[at - 1]?.word ?? "");
const OF_A_DAY = wordSet("schedules.before-a-day");

/** The hours that may be meant. */
function clockIn(said: Said, at: number): readonly string[] | undefined {
  const led = ["das", "da", "de", "at", "as"].includes(said.words[at]?.word ?? "");
  const clock = led ? bareClockAt(said, at + 1) : clockAt(said, at);
  if (clock === undefined) return undefined;
  const { hour, minute, isExact } = clock;
  return isExact || hour > 12
    ? [written(hour, minute)]
    : [written(hour, minute), written(hour + 12, minute)];
}

const isAt = (schedule: Schedule, times: readonly string[]): boolean => {
  const { timing, next_at, zone } = schedule;
  const own = timing.kind === "every" && timing.rule.by === "calendar" ? timing.rule.times : [];
  const next = next_at === null ? [] : [localTimeOf(next_at, zone).time];
  return timing.kind !== "when" && [...own, ...next].some((time) => times.includes(time));
};

/** A day that comes once. */
function dayIn(said: Said): { date: IsoDate; from: number; to: number } | undefined {
  for (let at = 0; at < said.words.length; at++) {
    const found = dayAt(said, at);
    if (found?.is !== "date" && found?.is !== "away") continue;
    const placed = placeDays([found], said);
    return placed !== undefined && "date" in placed
      ? { date: placed.date, from: found.from, to: found.to }
      : undefined;
  }
  return undefined;
}

function isOn({ timing, next_at, zone }: Schedule, date: IsoDate, holidays: Holidays): boolean {
  if (timing.kind === "every" && timing.rule.by === "calendar")
    return (
      isDayOf(timing.rule.days, date, holidays) && !isLeftOut(timing.rule.not_on, date, holidays)
    );
  return timing.kind !== "when" && next_at !== null && localTimeOf(next_at, zone).date === date;
}

const SEVERAL = { says: true, unread: [], namesOther: false, isPlace: true } as const;

/** Several places, where the words say nothing else. */
function placesIn(said: Said, most: number): number[] {
  const places: number[] = [];
  const kinds = new Set<boolean>();
  for (let at = 0; at < said.words.length; ) {
    const { word = "" } = said.words[at] ?? {};
    const place = isWeekdayAt(said, at) ? undefined : placeAt(said, at);
    if (place === undefined && !BETWEEN_PLACES.has(word)) return [];
    if (place !== undefined && (place.value < 1 || place.value > most)) return [];
    if (place !== undefined) {
      places.push(place.value);
      kinds.add(place.isOrdinal);
    }
    at = place?.to ?? at + 1;
  }
  // So many from the first on are no two places.
  return kinds.size > 1 ? [] : [...new Set(places)];
}
const BETWEEN_PLACES = new Set([
  ...wordSet("words.and"),
  ...wordSet("words.articles-before-things"),
  ...ONES,
]);

/** A place in a list, or a number that may be one. */
function placeAt(said: Said, at: number) {
  const [ordinal] = saidAt(said, at, "ordinal");
  const found = ordinal ?? saidAt(said, at, "number")[0];
  return found?.meaning.is === "number"
    ? { value: found.meaning.n, to: found.to, isOrdinal: ordinal !== undefined }
    : undefined;
}
