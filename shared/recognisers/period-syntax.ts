import type { Unit } from "#shared/calendar/days.ts";

/** A day, month or year as it was said; what was not said is left out. */
export type PartialDate = {
  readonly year?: number | undefined;
  /** 1 is January */
  readonly month?: number | undefined;
  readonly day?: number | undefined;
  /** "do ano passado" is -1. */
  readonly yearsAway?: number | undefined;
};

/** A stretch of the calendar that was named: one day, or a whole week, month, year. */
export type Point =
  | { readonly is: "date"; readonly date: PartialDate }
  /** So many units from today, as a day: "ontem", "há 3 meses". */
  | { readonly is: "away"; readonly unit: Unit; readonly count: number }
  /** The last (-1) or the next (1) day of that name; 0: whichever the goal is about. 0 is Sunday. */
  | { readonly is: "weekday"; readonly weekday: number; readonly way: -1 | 0 | 1 }
  /** The unit that today is in, or one so many units from it; a quarter is three months. */
  | {
      readonly is: "whole";
      readonly unit: Unit;
      readonly count: number;
      readonly away: number;
    }
  | { readonly is: "weekend"; readonly away: number }
  /** The `nth` three or six months of a year. */
  | {
      readonly is: "part";
      readonly months: 3 | 6;
      readonly nth: number;
      readonly date: PartialDate;
    }
  | { readonly is: "decade"; readonly year: number };

/** A period as it was said, before it is known which day it is today. */
export type PeriodSyntax =
  | { readonly is: "at"; readonly point: Point }
  | { readonly is: "between"; readonly from: Point; readonly to: Point }
  | { readonly is: "since" | "after" | "until" | "before"; readonly point: Point }
  /** What of the unit has passed by today: "no acumulado do ano". */
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
 * How much the words say by themselves. `named`: they are a period wherever they stand. `led`: they may be something
 * else ("may", "segunda", "2049") unless a preposition stands before them; `articled`: a preposition with its article
 * ("no ano", "of the week"). `alone`: only where nothing else is said.
 */
export type Strength = "named" | "led" | "articled" | "alone";
