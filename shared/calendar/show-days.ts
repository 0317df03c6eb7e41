import type { Locale } from "#shared/contracts/names.ts";
import type { DayRule } from "#shared/contracts/schedule-rule.ts";
import { type Say, sayIn } from "#shared/messages/say.ts";
import { readRrule } from "./rrule.ts";

/** From 0, as rules count them. */
const WEEKDAYS = [
  ...(["sunday", "monday", "tuesday", "wednesday"] as const),
  ...(["thursday", "friday", "saturday"] as const),
];
const PLACES = ["first", "second", "third", "fourth", "fifth"] as const;
type SayWhen = Say<"timing">;

/** How often a rule of RFC 5545 says, in a few words. undefined: it is none that is made here */
export function showRrule(rrule: string, locale: Locale): string | undefined {
  const rule = readRrule(rrule);
  if (rule === undefined) return undefined;
  const say = sayIn("timing", locale);
  if ("on" in rule) return showDays(rule, say, locale);
  return rule.count === 1
    ? say(`each.${rule.unit}`)
    : say(`each_n.${rule.unit}`, { n: rule.count });
}

/** Several names as one: "a, b and c". */
export const listed = (names: readonly string[], say: SayWhen): string =>
  names.length < 2
    ? names.join("")
    : `${names.slice(0, -1).join(", ")} ${say("and")} ${names.at(-1)}`;

/** The name of a day of the week, from 0 for Sunday. */
export const showWeekday = (day: number, say: SayWhen): string => say(`weekday.${weekdayOf(day)}`);
const weekdayOf = (day: number) => WEEKDAYS[day] ?? "sunday";

/** Weekdays with the same words around them are one list; that of a week's first day, a Monday, comes first. */
function showWeekdays(days: readonly number[], say: SayWhen): string {
  const every = (day: number, names: string) =>
    say(`every_weekday.${weekdayOf(day)}`, { days: names });
  const week = days.toSorted((one, other) => ((one + 6) % 7) - ((other + 6) % 7));
  const frames = new Map(week.map((day) => [every(day, ""), day]));
  const lists = [...frames].map(([frame, one]) => {
    const alike = days.filter((day) => every(day, "") === frame);
    const names = alike.map((day) => say(`weekday.${weekdayOf(day)}`));
    return every(one, listed(names, say));
  });
  return lists.join(` ${say("and")} `);
}

/** On which days, in a few words. */
export function showDays(rule: DayRule, say: SayWhen, locale: Locale): string {
  switch (rule.on) {
    case "every_day":
    case "working_days":
      return say(rule.on);
    case "weekdays":
      return rule.days.join() === "1,2,3,4,5"
        ? say("monday_to_friday")
        : showWeekdays(rule.days, say);
    case "month_days": {
      const days = rule.days.map((day) => (day === -1 ? say("last_day") : String(day)));
      return say("month_days", { days: listed(days, say) });
    }
    case "nth_working_day": {
      const { nth } = rule;
      return nth > PLACES.length
        ? say("later_working_day", { nth })
        : say("nth_working_day", { nth: say(`nth.${PLACES[nth - 1] ?? "last"}`) });
    }
    case "nth_weekday": {
      const place = PLACES[rule.nth - 1];
      const weekday = weekdayOf(rule.weekday);
      return place === undefined
        ? say(`last_weekday.${weekday}`)
        : say(`nth_weekday.${weekday}`, { nth: say(`weekday_place.${place}`) });
    }
    case "every_n_days":
      return say("every_n_days", { n: rule.n });
    case "year_day": {
      const names = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" });
      const month = names.format(Date.UTC(2024, rule.month - 1));
      return say("year_day", { day: rule.day, month });
    }
  }
}
