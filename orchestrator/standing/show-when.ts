import type { Locale } from "#shared/contracts/names.ts";
import type { OnlyIf, Schedule } from "#shared/contracts/schedule.ts";
import type {
  Comparison,
  DayRule,
  LeftOut,
  RecurrenceRule,
} from "#shared/contracts/schedule-rule.ts";
import { localTimeOf } from "../calendar/zoned.ts";

const MINUTE_MS = 60_000;

type Words = {
  readonly days: Readonly<{
    [On in DayRule["on"]]: (rule: Extract<DayRule, { on: On }>) => string;
  }>;
  readonly weekdays: readonly string[];
  readonly and: string;
  readonly at: (times: string) => string;
  readonly every: (ms: number) => string;
  readonly between: (from: string, to: string) => string;
  readonly except: (left: string) => string;
  readonly holidays: string;
  /** The same as a state, at one moment. */
  readonly holds: (what: string, comparison: Comparison, value: string) => string;
  readonly compares: Readonly<Record<Comparison["is"], string>>;
  readonly onDay: string;
};

const placeOf = (nth: number, names: readonly string[], last: string): string =>
  nth === -1 ? last : (names[nth - 1] ?? String(nth));
const listed = (names: readonly string[], and: string): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${and} ${names.at(-1)}`;

const PT_DAYS = ["domingo", "segunda", "terça", "quarta", "quinta", "sexta", "sábado"];
const EN_DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const PT_PLACES = ["primeiro", "segundo", "terceiro", "quarto", "quinto"];
const EN_PLACES = ["first", "second", "third", "fourth", "fifth"];
const monthIn = (locale: Locale, month: number): string =>
  new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" }).format(
    Date.UTC(2024, month - 1),
  );

type Sides = Readonly<Partial<Record<Comparison["is"], string>>>;
const PT_HOLDS: Sides = {
  above: "acima de",
  below: "abaixo de",
  inside: "entre",
  outside: "fora de",
  rises: "em alta no dia de",
  falls: "em queda no dia de",
  moves: "com variação no dia de",
};
const EN_HOLDS: Sides = {
  above: "above",
  below: "below",
  inside: "between",
  outside: "outside",
  rises: "up on the day by",
  falls: "down on the day by",
  moves: "up or down on the day by",
};

function elapsedIn(ms: number, one: readonly [minutes: string, hours: string]): string {
  const minutes = Math.round(ms / MINUTE_MS);
  return minutes % 60 === 0 ? `${minutes / 60} ${one[1]}` : `${minutes} ${one[0]}`;
}

/** Saturday and Sunday, in Portuguese. */
const isMasculine = (weekday: number): boolean => weekday === 0 || weekday === 6;

function everyPt(days: readonly number[]): string {
  const name = (some: readonly number[]) => some.map((day) => PT_DAYS[day] ?? "");
  const feminine = listed(name(days.filter((day) => !isMasculine(day))), "e");
  const masculine = listed(name(days.filter(isMasculine)), "e");
  const groups = [feminine && `toda ${feminine}`, masculine && `todo ${masculine}`];
  return groups.filter((group) => group !== "").join(" e ");
}

const WORDS: Readonly<Record<Locale, Words>> = {
  "pt-BR": {
    weekdays: PT_DAYS,
    and: "e",
    days: {
      every_day: () => "todo dia",
      weekdays: ({ days }) => (days.join() === "1,2,3,4,5" ? "de segunda a sexta" : everyPt(days)),
      working_days: () => "todo dia útil",
      month_days: ({ days }) =>
        `todo mês no dia ${listed(
          days.map((day) => (day === -1 ? "último" : String(day))),
          "e",
        )}`,
      nth_working_day: ({ nth }) =>
        `todo mês no ${nth > 5 ? `${nth}º` : placeOf(nth, PT_PLACES, "último")} dia útil`,
      nth_weekday: ({ nth, weekday }) =>
        isMasculine(weekday)
          ? `todo ${placeOf(nth, ["1º", "2º", "3º", "4º", "5º"], "último")} ${PT_DAYS[weekday]} do mês`
          : `toda ${placeOf(nth, ["1ª", "2ª", "3ª", "4ª", "5ª"], "última")} ${PT_DAYS[weekday]} do mês`,
      every_n_days: ({ n }) => `a cada ${n} dias`,
      year_day: ({ day, month }) => `todo ano em ${day} de ${monthIn("pt-BR", month)}`,
    },
    at: (times) => `${times.startsWith("01:") ? "à" : "às"} ${times}`,
    every: (ms) => `a cada ${elapsedIn(ms, ["min", "h"])}`,
    between: (from, to) => `das ${from} às ${to}`,
    except: (left) => `menos ${left}`,
    holidays: "feriados",
    holds: (what, { is, text = "" }, value) =>
      `se ${what} estiver ${PT_HOLDS[is] ?? ""} ${is === "becomes" ? `“${text}”` : value}`,
    onDay: "no dia",
    compares: {
      above: "passar de {}",
      below: "cair abaixo de {}",
      inside: "ficar entre {}",
      outside: "sair da faixa de {}",
      reaches: "chegar a {}",
      rises: "subir {}",
      falls: "cair {}",
      moves: "variar {}",
      changes: "mudar",
      becomes: "ficar “{}”",
    },
  },
  en: {
    weekdays: EN_DAYS,
    and: "and",
    days: {
      every_day: () => "every day",
      weekdays: ({ days }) =>
        days.join() === "1,2,3,4,5"
          ? "Monday to Friday"
          : `every ${listed(
              days.map((day) => EN_DAYS[day] ?? ""),
              "and",
            )}`,
      working_days: () => "every working day (except Brazilian holidays)",
      month_days: ({ days }) =>
        `every month on day ${listed(
          days.map((day) => (day === -1 ? "last" : String(day))),
          "and",
        )}`,
      nth_working_day: ({ nth }) =>
        `every month on the ${placeOf(nth, EN_PLACES, "last")} working day`,
      nth_weekday: ({ nth, weekday }) =>
        `every month on the ${placeOf(nth, EN_PLACES, "last")} ${EN_DAYS[weekday]}`,
      every_n_days: ({ n }) => `every ${n} days`,
      year_day: ({ day, month }) => `every year on ${monthIn("en", month)} ${day}`,
    },
    at: (times) => `at ${times}`,
    every: (ms) => `every ${elapsedIn(ms, ["min", "h"])}`,
    between: (from, to) => `from ${from} to ${to}`,
    except: (left) => `except ${left}`,
    holidays: "holidays",
    holds: (what, { is, text = "" }, value) =>
      `if ${what} is ${EN_HOLDS[is] ?? ""} ${is === "becomes" ? `“${text}”` : value}`,
    onDay: "on the day",
    compares: {
      above: "goes above {}",
      below: "falls below {}",
      inside: "is between {}",
      outside: "leaves the range of {}",
      reaches: "reaches {}",
      rises: "rises {}",
      falls: "falls {}",
      moves: "moves {}",
      changes: "changes",
      becomes: "is “{}”",
    },
  },
};

export function showRule(rule: RecurrenceRule, locale: Locale): string {
  const words = WORDS[locale];
  const daysOf = (days: DayRule): string => {
    // Each kind of rule has its own words; the key says which rule it is.
    const say = words.days[days.on] as (rule: DayRule) => string;
    return say(days);
  };
  const except = rule.not_on === undefined ? [] : [showLeftOut(rule.not_on, locale)];
  if (rule.by === "calendar")
    return [daysOf(rule.days), ...except, words.at(listed(rule.times, words.and))].join(" ");
  return [
    words.every(rule.every_ms),
    ...(rule.days === undefined ? [] : [daysOf(rule.days)]),
    ...except,
    ...(rule.between === undefined ? [] : [words.between(rule.between.from, rule.between.to)]),
  ].join(", ");
}

function showLeftOut({ weekdays, holidays, dates = [] }: LeftOut, locale: Locale): string {
  const words = WORDS[locale];
  const { format } = DAYS[locale];
  const names = [
    ...weekdays.map((day) => words.weekdays[day] ?? ""),
    ...dates.map((date) => format(Date.parse(date))),
  ];
  return words.except(listed(holidays ? [...names, words.holidays] : names, words.and));
}

const dayOf = (locale: Locale) =>
  new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    weekday: "short",
    day: "2-digit",
    month: "2-digit",
  });
const DAYS: Readonly<Record<Locale, Intl.DateTimeFormat>> = {
  "pt-BR": dayOf("pt-BR"),
  en: dayOf("en"),
};

export const showOnlyIf = ({ comparison, entities }: OnlyIf, locale: Locale): string =>
  WORDS[locale]
    .holds(Object.values(entities).flat().join(", "), comparison, comparedValue(comparison, locale))
    .replace(/\s+/g, " ");

export function showComparison(comparison: Comparison, locale: Locale): string {
  const { is, text = "", since } = comparison;
  const { compares, onDay } = WORDS[locale];
  const value = is === "becomes" ? text : comparedValue(comparison, locale);
  const said = compares[is].replace("{}", () => value);
  return since === "day" ? `${said} ${onDay}` : said;
}

/** A value that was seen; "": none was. */
export const showSeen = (
  value: string | number | boolean | null | undefined,
  locale: Locale,
): string =>
  typeof value === "number" ? value.toLocaleString(locale, DIGITS) : String(value ?? "");
const DIGITS = { maximumFractionDigits: 6 };

function comparedValue(comparison: Comparison, locale: Locale): string {
  const { value, upper, percent } = comparison;
  const number = (each: number) => showSeen(each, locale);
  const band = [value, upper].flatMap((each) => (each === undefined ? [] : [number(each)]));
  return percent === undefined
    ? band.join(` ${WORDS[locale].and} `)
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
    weekday: "short",
    day: "2-digit",
    month: "2-digit",
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
