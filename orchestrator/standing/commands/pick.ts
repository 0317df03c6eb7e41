import type { IsoDate } from "#shared/calendar/days.ts";
import { WEEKDAYS } from "#shared/calendar/names.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { isCommonWord } from "../../understanding/lexicons/common-words.ts";
import { tokens } from "../../understanding/text.ts";
import { isDayOf, isLeftOut } from "../calendar/days-of-rule.ts";
import type { Holidays } from "../calendar/holidays.ts";
import { localTimeOf } from "../calendar/zoned.ts";
import { TIME_LEXICONS } from "../words/lexicons.ts";
import { endOf } from "../words/phrases.ts";
import type { Said } from "../words/piece.ts";
import { placeDays } from "../words/place-days.ts";
import { bareClockAt, clockAt } from "../words/read-clock.ts";
import { dayAt } from "../words/read-day.ts";
import { saidAt } from "../words/said-at.ts";
import { COMMAND_LEXICONS } from "./lexicon.ts";

/** Which of them the words mean: by place in the list, by time, or by what they are about. `asks`: the words do not say. */
export type Picked = {
  readonly picked: readonly Schedule[];
  readonly says: boolean;
  /** By these times of day. */
  readonly times?: readonly string[];
  /** By this day. */
  readonly date?: IsoDate;
};

/**
 * Picks among standing requests, as they were listed. Pure.
 * With `holidays` a day that comes once picks as well: "o de amanhã".
 */
export function pick(
  rest: string,
  listed: readonly Schedule[],
  locale: Locale,
  here: Said["here"],
  holidays?: Holidays,
): Picked {
  const words = tokens(rest);
  const lexicon = COMMAND_LEXICONS[locale];
  const said: Said = {
    text: rest,
    words,
    locale,
    today: () => undefined,
    lexicon: TIME_LEXICONS[locale],
    here,
  };
  const day = holidays === undefined ? undefined : dayIn(said);
  const isOnDay = (each: Schedule): boolean =>
    day === undefined || holidays === undefined || isOn(each, day.date, holidays);
  const onDay = (picked: readonly Schedule[]): Picked => ({
    picked: picked.filter(isOnDay),
    says: true,
    ...(day !== undefined && { date: day.date }),
  });
  for (let at = 0; at < words.length; at++) {
    if (endOf(lexicon.last, words, at) !== undefined)
      return { picked: listed.slice(-1), says: true };
    const edge = thresholdEdge(words[at]?.word ?? "", listed);
    if (edge !== undefined) return { picked: [edge], says: true };
    const clock = clockIn(said, at);
    if (clock !== undefined)
      return { ...onDay(listed.filter((each) => isAt(each, clock))), times: clock };
    const place = isWeekdayAt(said, at) ? undefined : placeAt(said, at);
    const isPlace =
      place?.isOrdinal === true ||
      (place !== undefined && ["numero", "number", "o", "a"].includes(words[at - 1]?.word ?? ""));
    // "O 1002" is a name.
    const isFew = place !== undefined && place.value <= Math.max(MOST_PLACES, listed.length);
    if (place !== undefined && isFew && isPlace && place.value >= 1 && place.to === words.length) {
      const found = listed[place.value - 1];
      return { picked: found === undefined ? [] : [found], says: true };
    }
  }
  const telling = words
    .map(({ word }) => word)
    .filter(
      (word, at) =>
        (!isCommonWord(word) || isWeekdayAt(said, at)) &&
        endOf(lexicon.nouns, words, at) === undefined &&
        !(day !== undefined && at >= day.from && at < day.to),
    );
  if (telling.length === 0)
    return day === undefined ? { picked: listed, says: false } : onDay(listed);
  const score = (each: Schedule): number => {
    const own = new Set(
      tokens(`${each.words} ${each.action.do === "tell" ? (each.action.text ?? "") : ""}`).map(
        ({ word }) => singular(word),
      ),
    );
    return telling.filter((word) => own.has(singular(word))).length;
  };
  const best = Math.max(0, ...listed.map(score));
  const named = best === 0 ? [] : listed.filter((each) => score(each) === best);
  const both = onDay(named);
  return both.picked.length > 0 ? both : { picked: named, says: true };
}

const MOST_PLACES = 20;

/** "The upper one", "o de baixo" of two watches: by the value that is waited for. */
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
const UPPER = new Set("upper higher highest maior cima".split(" "));
const LOWER = new Set("lower lowest menor baixo".split(" "));

/** "The *timesheet* one" of timesheets, "a da *Vale*" of VALE3. */
const singular = (word: string): string =>
  word.length > 3 ? word.replace(/^([a-z]{3,})\d{1,2}$/, "$1").replace(/s$/, "") : word;

/** "o *de quarta*", which is no fourth one. */
const isWeekdayAt = ({ words }: Said, at: number): boolean =>
  WEEKDAYS.has(words[at]?.word ?? "") && OF_A_DAY.has(words[at - 1]?.word ?? "");
const OF_A_DAY = new Set("de da do das dos toda todo na no".split(" "));

/** "das 9", "at 9am": the hours that may be meant. */
function clockIn(said: Said, at: number): readonly string[] | undefined {
  const led = ["das", "da", "de", "at", "as"].includes(said.words[at]?.word ?? "");
  const clock = led ? bareClockAt(said, at + 1) : clockAt(said, at);
  if (clock === undefined) return undefined;
  const written = (hour: number) =>
    `${String(hour % 24).padStart(2, "0")}:${String(clock.minute).padStart(2, "0")}`;
  return clock.isExact || clock.hour > 12
    ? [written(clock.hour)]
    : [written(clock.hour), written(clock.hour + 12)];
}

const isAt = (schedule: Schedule, times: readonly string[]): boolean => {
  const { timing, next_at, zone } = schedule;
  const own = timing.kind === "every" && timing.rule.by === "calendar" ? timing.rule.times : [];
  const next = next_at === null ? [] : [localTimeOf(next_at, zone).time];
  return timing.kind !== "when" && [...own, ...next].some((time) => times.includes(time));
};

/** "o de amanhã", "the one on the 5th": a day that comes once. */
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

/** A place in a list, or a number that may be one. */
function placeAt(said: Said, at: number) {
  const [ordinal] = saidAt(said, at, "ordinal");
  const found = ordinal ?? saidAt(said, at, "number")[0];
  return found?.meaning.is === "number"
    ? { value: found.meaning.n, to: found.to, isOrdinal: ordinal !== undefined }
    : undefined;
}
