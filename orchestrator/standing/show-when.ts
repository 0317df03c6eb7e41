import { listed, showDays, showWeekday } from "#shared/calendar/show-days.ts";
import { localTimeOf } from "#shared/calendar/zoned.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { OnlyIf, Schedule } from "#shared/contracts/schedule.ts";
import type { Comparison, LeftOut, RecurrenceRule } from "#shared/contracts/schedule-rule.ts";
import { type Say, sayIn } from "#shared/messages/say.ts";

const MINUTE_MS = 60_000;
type SayWhen = Say<"timing">;

/** How long something takes, which every language writes so. */
export function showLength(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

export function showRule(rule: RecurrenceRule, locale: Locale): string {
  const say = sayIn("timing", locale);
  const except = rule.not_on === undefined ? [] : [showLeftOut(rule.not_on, say, locale)];
  if (rule.by === "calendar") {
    const times = listed(rule.times, say);
    const at = say(times.startsWith("01:") ? "at_one" : "at", { times });
    return [showDays(rule.days, say, locale), ...except, at].join(" ");
  }
  return [
    say("every", { length: showLength(rule.every_ms) }),
    ...(rule.days === undefined ? [] : [showDays(rule.days, say, locale)]),
    ...except,
    ...(rule.between === undefined ? [] : [say("between", rule.between)]),
  ].join(", ");
}

function showLeftOut(
  { weekdays, holidays, dates = [] }: LeftOut,
  say: SayWhen,
  locale: Locale,
): string {
  const { format } = new Intl.DateTimeFormat(locale, { ...DAY, timeZone: "UTC" });
  const names = [
    ...weekdays.map((day) => showWeekday(day, say)),
    ...dates.map((date) => format(Date.parse(date))),
    ...(holidays ? [say("holidays")] : []),
  ];
  return say("except", { left: listed(names, say) });
}
const DAY = { weekday: "short", day: "2-digit", month: "2-digit" } as const;

export function showOnlyIf({ comparison, entities }: OnlyIf, locale: Locale): string {
  const what = Object.values(entities).flat().join(", ");
  const say = sayIn("timing", locale);
  return say(`holds.${comparison.is}`, { what, value: comparedValue(comparison, say, locale) });
}

export function showComparison(comparison: Comparison, locale: Locale): string {
  const say = sayIn("timing", locale);
  const value = comparedValue(comparison, say, locale);
  const said = say(`compares.${comparison.is}`, { value });
  return comparison.since === "day" ? `${said} ${say("on_day")}` : said;
}

/** A value that was seen; "": none was. */
export const showSeen = (
  value: string | number | boolean | null | undefined,
  locale: Locale,
): string =>
  typeof value === "number" ? value.toLocaleString(locale, DIGITS) : String(value ?? "");
const DIGITS = { maximumFractionDigits: 6 };

function comparedValue(
  { is, text = "", value, upper, percent }: Comparison,
  say: SayWhen,
  locale: Locale,
): string {
  if (is === "becomes") return text;
  const band = [value, upper].flatMap((each) => (each === undefined ? [] : showSeen(each, locale)));
  return percent === undefined
    ? band.join(` ${say("and")} `)
    : `${percent.toLocaleString(locale)}%`;
}

/** "qui., 19/11, 09:00", with the year where it is another one. */
export const showInstant = (epochMs: number, zone: string, locale: Locale, now: number): string =>
  dayFormat(epochMs, zone, locale, now, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(epochMs);

/** The same without its hour. */
export const showDay = (epochMs: number, zone: string, locale: Locale, now: number): string =>
  dayFormat(epochMs, zone, locale, now, {}).format(epochMs);

function dayFormat(
  epochMs: number,
  zone: string,
  locale: Locale,
  now: number,
  hour: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const yearOf = (at: number) => localTimeOf(at, zone).date.slice(0, 4);
  return new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    ...DAY,
    ...(yearOf(epochMs) !== yearOf(now) && { year: "numeric" }),
    ...hour,
  });
}

/** When, in a few words: an instant, how often, or on which condition. */
export function showTiming(
  schedule: Pick<Schedule, "timing" | "zone" | "only_if">,
  locale: Locale,
  now: number,
): string {
  const { only_if } = schedule;
  const when = whenOf(schedule, locale, now);
  return only_if === undefined ? when : `${when}, ${showOnlyIf(only_if, locale)}`;
}

function whenOf(
  { timing, zone }: Pick<Schedule, "timing" | "zone">,
  locale: Locale,
  now: number,
): string {
  switch (timing.kind) {
    case "at":
    case "after":
      return showInstant(timing.at, zone, locale, now);
    case "every":
      return showRule(timing.rule, locale);
    case "when":
      return showComparison(timing.watch.comparison, locale);
  }
}
