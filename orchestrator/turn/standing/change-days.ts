import type { IsoDate } from "#shared/calendar/days.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import type { RecurrenceRule } from "#shared/contracts/schedule-rule.ts";
import { byLocale, classesOf, wordSet } from "#shared/language/words.ts";
import { isDayOf, isLeftOut } from "../../calendar/days-of-rule.ts";
import type { Holidays } from "../../calendar/holidays.ts";
import { localTimeOf } from "../../calendar/zoned.ts";
import { type Token, tokens } from "../../language/text.ts";
import { TIME_LEXICONS } from "../../language/time/lexicons.ts";
import { endOf, phrasesIn } from "../../language/time/phrases.ts";
import type { Said } from "../../language/time/piece.ts";
import { dayAt } from "../../language/time/read-day.ts";
import { weekdaysAt } from "../../language/time/read-except.ts";
import { comingDate } from "../../language/time/without-days.ts";

const FIELDS = ["leads", "next", "more", "less"] as const;
const WORDS = byLocale((locale) =>
  classesOf(FIELDS, (name) => phrasesIn(`schedules.change-days.${name}`, locale)),
);
const SMALL = wordSet("schedules.around-days");
const MOST_WORDS = 10;

/** Where a standing request is, and what its days are looked up in. */
type Here = { readonly here: Said["here"]; readonly holidays: Holidays };

/**
 * "inclui o sábado também", "tira a segunda, vou ficar só com a quarta": on more days of the week, or fewer; "pula amanhã",
 * "skip the next one": without one day that it has. Pure.
 */
export function otherDays(
  text: string,
  schedule: Pick<Schedule, "timing" | "next_at" | "zone">,
  locale: Locale,
  at: Here,
): RecurrenceRule | undefined {
  const { timing } = schedule;
  if (timing.kind !== "every" || timing.rule.by !== "calendar") return undefined;
  const { rule } = timing;
  const [clause = ""] = text.split(/[,;](?=\s)/);
  const said =
    daysSaid(clause, schedule, rule, locale, at) ?? daysSaid(text, schedule, rule, locale, at);
  return said && (ruleWithoutDates(rule, said) ?? ruleWith(rule, said));
}

type DaysSaid = {
  readonly days: readonly number[];
  /** Single ones. */
  readonly dates: readonly IsoDate[];
  readonly isMore: boolean;
};
type Rule = Extract<RecurrenceRule, { by: "calendar" }>;

function daysSaid(
  text: string,
  { next_at, zone }: Pick<Schedule, "next_at" | "zone">,
  rule: Rule,
  locale: Locale,
  { here, holidays }: Here,
): DaysSaid | undefined {
  let words: readonly Token[] = tokens(text, MOST_WORDS + 1);
  if (words.length > MOST_WORDS) return undefined;
  const lexicon = WORDS[locale];
  for (
    let to = endOf(lexicon.leads, words, 0);
    to !== undefined;
    to = endOf(lexicon.leads, words, 0)
  )
    words = words.slice(to);
  const more = endOf(lexicon.more, words, 0);
  const begin = more ?? endOf(lexicon.less, words, 0);
  if (begin === undefined) return undefined;
  const said: Said = {
    ...{ text, words, locale, here, today: () => undefined },
    lexicon: TIME_LEXICONS[locale],
  };
  const isOwn = (date: IsoDate): boolean =>
    isDayOf(rule.days, date, holidays) &&
    (rule.not_on?.dates?.includes(date) === true) === (more !== undefined) &&
    (more !== undefined || !isLeftOut(rule.not_on, date, holidays));
  const days: number[] = [];
  const dates: IsoDate[] = [];
  for (let at = begin; at < words.length; ) {
    const coming = endOf(lexicon.next, words, at);
    const single = dayAt(said, at);
    const named = weekdaysAt(said, at);
    if (coming !== undefined && single === undefined && next_at !== null) {
      // Of several a day only the hour says which.
      if (rule.times.length > 1) return undefined;
      dates.push(localTimeOf(next_at, zone).date);
      at = coming;
    } else if (single !== undefined && (single.is !== "weekday" || single.next)) {
      const date = comingDate(single, said, isOwn);
      if (date === undefined) return undefined;
      dates.push(date);
      at = single.to;
    } else {
      if (named !== undefined) days.push(...named.days);
      else if (!SMALL.has(words[at]?.word ?? "")) return undefined;
      at = named?.to ?? at + 1;
    }
  }
  return days.length + dates.length === 0 ? undefined : { days, dates, isMore: more !== undefined };
}

/** undefined: no single day is said, or days of the week beside it. */
function ruleWithoutDates(rule: Rule, { days, dates, isMore }: DaysSaid): Rule | undefined {
  if (dates.length === 0 || days.length > 0) return undefined;
  const { not_on = { weekdays: [], holidays: false }, ...plain } = rule;
  const { dates: before = [], ...others } = not_on;
  const now = isMore
    ? before.filter((date) => !dates.includes(date))
    : [...new Set([...before, ...dates])].toSorted();
  if (now.length > 0) return { ...plain, not_on: { ...others, dates: now } };
  return others.weekdays.length === 0 && !others.holidays ? plain : { ...plain, not_on: others };
}

const sorted = (days: readonly number[]): number[] => [...new Set(days)].toSorted((a, b) => a - b);
const WORKING = [1, 2, 3, 4, 5];

/** undefined: it has them already, has none of them, or none would be left. */
function ruleWith(rule: Rule, { days, dates, isMore }: DaysSaid): RecurrenceRule | undefined {
  if (dates.length > 0) return undefined;
  const own = rule.days;
  const left = rule.not_on ?? { weekdays: [], holidays: false };
  if (own.on === "weekdays") {
    const now = isMore
      ? sorted([...own.days, ...days])
      : own.days.filter((day) => !days.includes(day));
    return now.length === 0 || now.length === own.days.length
      ? undefined
      : { ...rule, days: { on: "weekdays", days: now } };
  }
  if (own.on === "working_days" && isMore)
    return {
      ...rule,
      days: { on: "weekdays", days: sorted([...WORKING, ...days]) },
      not_on: {
        ...left,
        weekdays: left.weekdays.filter((day) => !days.includes(day)),
        holidays: true,
      },
    };
  if (own.on !== "working_days" && own.on !== "every_day") return undefined;
  const weekdays = isMore
    ? left.weekdays.filter((day) => !days.includes(day))
    : sorted([...left.weekdays, ...days]);
  if (weekdays.length === left.weekdays.length || weekdays.length > 6) return undefined;
  const { not_on: _before, ...plain } = rule;
  return weekdays.length === 0 && !left.holidays && left.dates === undefined
    ? plain
    : { ...plain, not_on: { ...left, weekdays } };
}
