import { dateOf, type IsoDate, shift, weekdayOf } from "#shared/calendar/days.ts";
import { durationOf } from "#shared/calendar/period.ts";
import type { TypedEntity } from "#shared/contracts/goal.ts";
import type { Chart, Edge } from "#shared/language/time/chart.ts";
import { chartOf } from "#shared/language/time/chart-of.ts";
import type { LengthPart, PartialDate, Point } from "#shared/language/time/meaning.ts";
import { daysOf, type Leaning } from "#shared/language/time/resolve-period.ts";
import { wordSet } from "#shared/language/words.ts";
import { currencyAt } from "#shared/recognisers/currency.ts";
import { periodFrom } from "#shared/recognisers/period.ts";
import { recogniseMoney, recogniseNumber, recognisePercent } from "./number.ts";
import { between, type Recognised, type Recogniser, type Sentence, wordAt } from "./recogniser.ts";
import { recogniseRecurrence } from "./recurrence.ts";

const CLOSING: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };
const countOf = (text: string, sign: string): number => text.split(sign).length - 1;

/** Without what ends the sentence; a bracket that the address itself has opened belongs to it. */
function withoutTrailing(said: string): string {
  let value = said;
  for (;;) {
    const last = value.at(-1) ?? "";
    if (!TRAILING.test(last)) return value;
    const opened = CLOSING[last];
    if (opened !== undefined && countOf(value, opened) >= countOf(value, last)) return value;
    value = value.slice(0, -1);
  }
}

const TRAILING = /[.,;:!?)\]}'"]$/;

/** A web address as it was written, without the punctuation that ends the sentence. */
export function recogniseUrl(
  { text, words }: Sentence,
  at: number,
): Recognised<string> | undefined {
  const token = words[at];
  if (token === undefined || !/^https?:\/\//.test(token.word)) return undefined;
  const value = withoutTrailing(text.slice(token.start, token.end));
  return URL.canParse(value) ? { to: at + 1, value } : undefined;
}

/** An e-mail address, as it was written. */
function recogniseEmail(sentence: Sentence, at: number): Recognised<string> | undefined {
  const token = sentence.words[at];
  if (token === undefined || !wordAt(sentence, at).includes("@")) return undefined;
  return { to: at + 1, value: withoutTrailing(sentence.text.slice(token.start, token.end)) };
}

type Plain = Exclude<TypedEntity, "period" | "date">;

/** Nothing else is said so. */
const isHalf = ({ meaning, strength }: Edge): boolean =>
  meaning.is === "clock" && meaning.minute === 30 && strength === "named";

const CLOCKS = ["clock", "at-clock"];

const two = (value: number): string => String(value).padStart(2, "0");

const isOfDays = ({ unit }: LengthPart): boolean =>
  unit !== "hour" && unit !== "minute" && unit !== "second";
const recognisers: Readonly<Record<Plain, Recogniser<string | number>>> = {
  number: recogniseNumber,
  integer: recogniseInteger,
  money: (sentence, at) => recogniseMoney(sentence, at) ?? recogniseNumber(sentence, at),
  percent: (sentence, at) => recognisePercent(sentence, at) ?? recogniseNumber(sentence, at),
  time: recogniseTime,
  duration: recogniseDuration,
  recurrence: recogniseRecurrence,
  currency: currencyAt,
  url: recogniseUrl,
  email: recogniseEmail,
};

/** The value of an entity type that begins at a word, in its canonical form. `leaning` decides for periods and dates. */
export function recognise(
  type: TypedEntity,
  sentence: Sentence,
  at: number,
  leaning?: Leaning,
): Recognised<string | number> | undefined {
  if (type === "period") return periodFrom(sentence, at, { ...sentence, leaning });
  return type === "date" ? recogniseDate(sentence, at, leaning) : recognisers[type](sentence, at);
}

function recogniseInteger(sentence: Sentence, at: number): Recognised<number> | undefined {
  const number = recogniseNumber(sentence, at);
  return number !== undefined && Number.isInteger(number.value) ? number : undefined;
}

/** A length of time, as an ISO 8601 duration: half an hour is PT30M; one up to now is as long as it is. */
function recogniseDuration(sentence: Sentence, at: number): Recognised<string> | undefined {
  const chart = chartOf(sentence, sentence.locale);
  const [length] = chart.at(at, "length");
  for (const { meaning, to } of chart.at(at, "period")) {
    const isPast =
      meaning.is === "period" && meaning.period.is === "duration" && meaning.period.way === "last";
    if (isPast && to > (length?.to ?? 0))
      return { to, value: durationOf(meaning.period.count, meaning.period.unit) };
  }
  return length?.meaning.is === "length"
    ? { to: length.to, value: written(length.meaning.parts) }
    : undefined;
}

function written(parts: readonly LengthPart[]): string {
  const [days, hours] = [parts.filter(isOfDays), parts.filter((part) => !isOfDays(part))];
  const text = (of: readonly LengthPart[]) =>
    of.map(({ unit, count }) => `${count}${unit[0]?.toUpperCase()}`).join("");
  return `P${text(days)}${hours.length > 0 ? `T${text(hours)}` : ""}`;
}

/** A time of day, as "HH:MM"; where its half of the day is open, the hour that was said, or the likelier. */
function recogniseTime(sentence: Sentence, at: number): Recognised<string> | undefined {
  // What is left of figures is no time.
  if (at > 0 && between(sentence, at - 1) === ":") return undefined;
  const chart = chartOf(sentence, sentence.locale);
  const halves = chart.at(at, "bare-clock").filter(isHalf);
  const [found] = [...CLOCKS.flatMap((category) => chart.at(at, category)), ...halves].toSorted(
    (one, other) => other.to - one.to,
  );
  return found && timeOf(found);
}

/** The same of words that nothing but a question for a time makes one. */
export function timeAsked(sentence: Sentence): string | undefined {
  const [found] = chartOf(sentence, sentence.locale).at(0, "bare-clock");
  return found?.to === sentence.words.length ? timeOf(found)?.value : undefined;
}

function timeOf({ meaning, to }: Edge): Recognised<string> | undefined {
  if (meaning.is !== "clock") return undefined;
  const { hour, minute, isExact } = meaning;
  const isLikelier = !isExact && hour > 0 && hour <= LATEST_AT_NIGHT;
  return { to, value: [isLikelier ? hour + 12 : hour, minute].map(two).join(":"), isLikelier };
}
/** Few mean an hour of the night by it, where they do not say so. */
const LATEST_AT_NIGHT = 5;

/**
 * A calendar day, as ISO text. Numbers are read day first, in English month first. A month alone is its first day, a week
 * or a month before or after this one is the same day of it; a year that was not said is this one. `leaning: "coming"`: what
 * would be over is the next of its kind.
 */
function recogniseDate(
  sentence: Sentence,
  at: number,
  leaning?: Leaning,
): Recognised<string> | undefined {
  // What is left of figures that are no day is none either.
  if (at > 0 && between(sentence, at - 1) === "/") return undefined;
  const { words } = sentence;
  const chart = chartOf(sentence, sentence.locale);
  const edges = DAYS.flatMap((category) => chart.at(at, category));
  for (const { meaning, strength, to } of edges.toSorted((one, other) => other.to - one.to)) {
    if (meaning.is !== "point" || strength === "articled") continue;
    const { point } = meaning;
    const isLed = chart.at(at - 1, "lead").length > 0 || TOWARDS.has(words[at - 1]?.word ?? "");
    const isSure = strength === "named" || point.is === "weekday" || isLed;
    if (!isSure) continue;
    const value = dayOf(point, sentence.today, leaning);
    return value === undefined ||
      isOfNoDay(chart, at, (said) => dayOf(said, sentence.today, leaning))
      ? undefined
      : { to, value };
  }
  return undefined;
}

/** What is left of a day that no calendar has. */
const isOfNoDay = (
  chart: Chart,
  at: number,
  dayOn: (point: Point) => IsoDate | undefined,
): boolean =>
  [1, 2, 3]
    .flatMap((back) => chart.at(at - back, "point"))
    .some(({ meaning, to }) => to > at && meaning.is === "point" && !dayOn(meaning.point));

const TOWARDS = wordSet("words.towards");
const DAYS = ["dated-weekday", "point", "part-of-today", "feast", "day-from", "away-day"];

function dayOf(point: Point, today: Sentence["today"], leaning?: Leaning): IsoDate | undefined {
  if (point.is === "weekday") {
    const now = today();
    if (now === undefined) return undefined;
    // The next day of that name, or the last one.
    const ahead = (point.weekday - weekdayOf(now) + 7) % 7 || 7;
    return shift(now, point.way < 0 ? ahead - 7 - (ahead === 7 ? 7 : 0) : ahead, "day");
  }
  const isOfThisYear = leaning !== "coming";
  if (point.is === "date" && isOfThisYear && point.date.monthsAway === undefined)
    return dated(point.date, today);
  if (point.is === "whole") {
    const now = point.away === 0 ? undefined : today();
    return now && shift(now, point.away * point.count, point.unit);
  }
  const days = daysOf(point, today, leaning ?? "coming");
  if (point.is === "edge" && point.which === "end") return days?.to;
  const isItsFirst = point.is === "date" || (point.is === "edge" && point.which === "start");
  return isItsFirst || days?.from === days?.to ? days?.from : undefined;
}

function dated(date: PartialDate, today: Sentence["today"]): IsoDate | undefined {
  if (date.month === undefined && date.day === undefined) return undefined;
  const { year, month, yearsAway = 0, day = 1 } = date;
  if (year !== undefined && month !== undefined) return dateOf(year, month, day);
  const now = today();
  if (now === undefined) return undefined;
  const [thisYear = 0, thisMonth = 0] = now.split("-").map(Number);
  return dateOf(year ?? thisYear + yearsAway, month ?? thisMonth, day);
}
