type Unit = "day" | "week" | "month" | "year";

/** A day, month or year as it was said; what was not said is left out. */
export type PartialDate = {
  readonly year?: number | undefined;
  /** 1 is January */
  readonly month?: number | undefined;
  readonly day?: number | undefined;
  /** Of last year is -1. */
  readonly yearsAway?: number | undefined;
  /** Of last month is -1. */
  readonly monthsAway?: number | undefined;
  /** The month of that name that was last, this year's, or the next. */
  readonly way?: -1 | 0 | 1;
};

export type Edge = "start" | "middle" | "end" | "rest";
type YearSaid = Pick<PartialDate, "year" | "yearsAway">;

/** A stretch of the calendar that was named: one day, or a whole week, month, year. */
export type Point =
  | {
      readonly is: "date";
      readonly date: PartialDate;
      /** 10/12 where either may be the month. */
      readonly isEither?: boolean;
    }
  /** So many units from today, as a day. */
  | { readonly is: "away"; readonly unit: Unit; readonly count: number }
  /** The last (-1) or the next (1) day of that name; 0: whichever is meant. 0 is Sunday */
  | { readonly is: "weekday"; readonly weekday: number; readonly way: -1 | 0 | 1 }
  /** The unit that today is in, or one so many units from it; a quarter is three months. */
  | { readonly is: "whole"; readonly unit: Unit; readonly count: number; readonly away: number }
  | { readonly is: "weekend"; readonly away: number }
  /** The `nth` three or six months of a year. */
  | {
      readonly is: "part";
      readonly months: 3 | 6;
      readonly nth: number;
      readonly date: PartialDate;
    }
  | { readonly is: "decade"; readonly year: number }
  /** The `nth` day of that name, or of such units, in another; -1 is the last. */
  | {
      readonly is: "nth";
      readonly nth: number;
      readonly each: { readonly weekday: number } | { readonly unit: Unit; readonly count: number };
      readonly of: Point;
    }
  /** A third of a week, month, year; `rest`: what of it is to come. */
  | { readonly is: "edge"; readonly which: Edge; readonly of: Point }
  /** A day with a name, by the key that says when in a year it is. */
  | { readonly is: "feast"; readonly key: string; readonly date?: YearSaid | undefined }
  /** So much behind a day, or before it (-1). */
  | {
      readonly is: "counted";
      readonly sign: -1 | 1;
      readonly parts: readonly LengthPart[];
      readonly of: Point;
    };

/** A period as it was said, before it is known which day it is today. */
export type PeriodSyntax =
  | { readonly is: "at"; readonly point: Point }
  | { readonly is: "between"; readonly from: Point; readonly to: Point }
  | { readonly is: "since" | "after" | "until" | "before"; readonly point: Point }
  /** What of the unit has passed by today. */
  | { readonly is: "to_date"; readonly unit: Unit }
  | {
      readonly is: "duration";
      readonly unit: Unit | "hour";
      readonly count: number;
      /** Up to today, from today on, or neither was said. */
      readonly way: "last" | "next" | "open";
    }
  | { readonly is: "always" };

/**
 * How much the words say by themselves. `named`: they say it wherever they stand. `led`: they may be something else unless
 * a preposition stands before them; `articled`: a preposition with its article. `alone`: only where nothing else is said.
 */
export type Strength = "named" | "led" | "articled" | "alone";

type LengthUnit = Unit | "hour" | "minute" | "second";
export type LengthPart = { readonly unit: LengthUnit; readonly count: number };

export type DayPart = "dawn" | "morning" | "afternoon" | "evening";

/** On which days something recurs, before it is known which day it is today. */
export type DaysSaid =
  | { readonly on: "every_day" | "working_days" }
  | { readonly on: "weekdays" | "month_days"; readonly days: number[] }
  | { readonly on: "nth_working_day"; readonly nth: number }
  | { readonly on: "nth_weekday"; readonly nth: number; readonly weekday: number }
  /** Counted from today, or from the next day of that name. */
  | { readonly on: "every_n_days"; readonly n: number; readonly weekday?: number }
  | { readonly on: "year_day"; readonly month: number; readonly day: number };

/** What some words mean while they are put together. Patterns name them by their category, of which several may mean alike. */
export type Meaning =
  /** `loose`: an article, or a word for no exact number. `written`: in figures. */
  | {
      readonly is: "number";
      readonly n: number;
      readonly loose?: boolean;
      readonly written?: boolean;
      /** How many figures wrote it. */
      readonly digits?: number;
    }
  | { readonly is: "unit"; readonly part: LengthPart }
  | { readonly is: "length"; readonly parts: readonly LengthPart[]; readonly loose?: boolean }
  | { readonly is: "year"; readonly date: YearSaid & Pick<PartialDate, "monthsAway"> }
  | { readonly is: "point"; readonly point: Point }
  | { readonly is: "period"; readonly period: PeriodSyntax }
  /** A time of day: `isExact` needs no half of the day. */
  | {
      readonly is: "clock";
      readonly hour: number;
      readonly minute: number;
      readonly isExact: boolean;
    }
  | { readonly is: "part"; readonly part: DayPart }
  | { readonly is: "list"; readonly days: readonly number[] }
  /** With none of these it is not said how often. */
  | {
      readonly is: "recurrence";
      readonly days?: DaysSaid;
      readonly each?: "week" | "fortnight" | "month" | "year";
      readonly every_ms?: number;
      readonly part?: DayPart;
      /** A place in one month: that one by its number, "this", "next", or "the" where it is not said which. */
      readonly once?: number | string;
    }
  /** Words that say something of those beside them. */
  | { readonly is: "word" };
/** What some words mean, and how much they say it by themselves. */
export type Meant = { readonly meaning: Meaning; readonly strength: Strength };
export type Kind = Meaning["is"];
type MeaningOf<K extends Kind> = Extract<Meaning, { is: K }>;

/** What a pattern took, by the names that it gives, and the key that its phrase stands under. */
export type Args = { readonly key: string; readonly edges: ReadonlyMap<string, Meant> };

/** How a language writes: 03/04 is in April where the day comes first; 9:30 is in the morning where hours count to 24. */
export type Manner = { readonly isDayFirst: boolean; readonly counts24: boolean };

/** Puts meanings together to one of the category that it gives; undefined: they do not go together. */
export type Production = {
  /** Absent: the category is the key. */
  readonly gives?: string;
  /** It says no more than the part that says least: always, or where there is only one. */
  readonly passes?: "always" | "alone";
  readonly make: (args: Args, manner: Manner) => Meaning | undefined;
};

/** No one counts further, in units of a period. */
export const MOST_UNITS = 1500;

/** What was taken under a name, where it means something of that kind. */
export function take<K extends Kind>(
  { edges }: Args,
  is: K,
  ...names: readonly string[]
): MeaningOf<K> | undefined {
  for (const name of names.length === 0 ? [is] : names) {
    const meaning = edges.get(name)?.meaning;
    if (meaning !== undefined && isOf(meaning, is)) return meaning;
  }
  return undefined;
}
const isOf = <K extends Kind>(meaning: Meaning, is: K): meaning is MeaningOf<K> =>
  meaning.is === is;

export const number = (args: Args, ...names: readonly string[]): number | undefined =>
  take(args, "number", ...names)?.n;
export const pointOf = (args: Args, name = "point"): Point | undefined =>
  take(args, "point", name)?.point;
export const point = (made: Point): Meaning => ({ is: "point", point: made });
export const unitIn = (args: Args): LengthPart | undefined =>
  take(args, "unit", "unit", "units", "unit-compact")?.part;

/** So much says a name by its key. */
export const keyed = (gives: string): Production => ({
  gives,
  make: ({ key }) => ({ is: "number", n: Number(key) }),
});

export const isOfDays = (
  unit: LengthPart["unit"],
): unit is Exclude<LengthPart["unit"], "hour" | "minute" | "second"> =>
  unit === "day" || unit === "week" || unit === "month" || unit === "year";

export const isDayNumber = (n: number | undefined): n is number =>
  n !== undefined && n >= 1 && n <= 31;

export const MONTHS = ["month", "month-short", "month-behind"] as const;

/** A date of the parts that were said; undefined: a month has no such day. */
export function dateOf(args: Args): PartialDate | undefined {
  const month = number(args, ...MONTHS, "mm");
  const day = number(args, "day", "dd");
  const short = number(args, "yy");
  const century = (short ?? 0) < 50 ? 2000 : 1900;
  const year = number(args, "yyyy") ?? (short === undefined ? undefined : century + short);
  if (day !== undefined && !isDayNumber(day)) return undefined;
  return {
    ...(month !== undefined && { month }),
    ...(day !== undefined && { day }),
    ...(year !== undefined && { year }),
    ...take(args, "year", "year", "month-away")?.date,
  };
}
