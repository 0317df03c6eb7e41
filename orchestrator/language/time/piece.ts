import { type IsoDate, weekdayOf } from "#shared/calendar/days.ts";
import { localTimeOf } from "#shared/calendar/zoned.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { Comparison, DayRule } from "#shared/contracts/schedule-rule.ts";
import type { Edge } from "#shared/language/time/chart.ts";
import { chartOf } from "#shared/language/time/chart-of.ts";
import { type Token, tokens } from "../text.ts";
import type { Sentence } from "../values/recogniser.ts";
import { type DayPart, TIME_LEXICONS, type TimeLexicon, type TimeUnit } from "./lexicon.ts";
import type { Ahead, Amount } from "./reading.ts";

/** A text while it is read for words of time. */
export type Said = Sentence & {
  readonly lexicon: TimeLexicon;
  readonly locale: Locale;
  /** Where the person is, now. Looked at only where words need it: what is read without it holds at every instant. */
  readonly here: { readonly date: IsoDate; readonly time: string; readonly weekday: number };
};

/** A time of day as it was said: `isExact` needs no half of the day. */
export type ClockPiece = {
  readonly hour: number;
  readonly minute: number;
  readonly isExact: boolean;
};

/** What some words say about when, as they stand: from a word up to, not including, another. */
export type Piece = { readonly from: number; readonly to: number } & (
  | ({ readonly is: "clock" } & ClockPiece)
  | { readonly is: "part"; readonly part: DayPart }
  /** So many days from today. */
  | { readonly is: "away"; readonly days: number }
  /** `next`: said so. */
  | { readonly is: "weekday"; readonly weekday: number; readonly next: boolean }
  | {
      readonly is: "date";
      readonly day?: number;
      readonly month?: number;
      readonly year?: number;
      /** The next such day behind it, of what the year alone does not give: Easter, the last day of a month. */
      readonly then?: IsoDate;
      /** "10/12" where either may be the month. */
      readonly isUnclear?: boolean;
    }
  /** Only a day of the week or of the month makes a day of it. */
  | { readonly is: "next_week" | "next_month" }
  | { readonly is: "offset"; readonly amount: Amount }
  /** Days that recur. */
  | { readonly is: "days"; readonly rule: DayRule }
  /** A day of a month without a word that says whether it recurs. */
  | { readonly is: "month_place"; readonly rule: DayRule; readonly recurs: boolean }
  /** Days that are left out. */
  | {
      readonly is: "except";
      readonly days: readonly number[];
      readonly holidays: boolean;
      readonly single: readonly Piece[];
    }
  | { readonly is: "each"; readonly unit: "week" | "fortnight" | "month" | "year" }
  | { readonly is: "elapsed"; readonly every_ms: number }
  | { readonly is: "between"; readonly start: ClockPiece; readonly end: ClockPiece }
  | {
      readonly is: "until";
      readonly pieces: readonly Piece[];
      readonly amount?: Amount;
      readonly end?: "month" | "year";
    }
  | { readonly is: "starting"; readonly pieces: readonly Piece[] }
  | { readonly is: "times"; readonly count: number }
  /** `later`: nothing but that, which a time of day says as well. */
  | {
      readonly is: "vague";
      readonly later?: true;
      /** So much before a time that is said as well, or before what has this name. */
      readonly ahead?: Ahead;
    }
  /** How often, where the times or the days are said as well. */
  | { readonly is: "often"; readonly count: number; readonly unit: TimeUnit }
  | { readonly is: "nothing" }
  /** What becomes of it behind its time. */
  | { readonly is: "late"; readonly does: "do" | "skip" }
  /** How far it goes back before it may fire again. */
  | { readonly is: "slack"; readonly percent: number }
  | {
      readonly is: "condition";
      readonly again: boolean;
      readonly subject: string;
      /** Undefined: none that is known. */
      readonly comparison: Comparison | undefined;
      /** The whole clause without what opens it. */
      readonly clause: string;
    }
);
export type PieceOf<Kind extends Piece["is"]> = Extract<Piece, { is: Kind }>;

/** At an instant in a zone. */
export function hereAt(now: number, zone: string): Said["here"] {
  const local = localTimeOf(now, zone);
  return { ...local, weekday: weekdayOf(local.date) };
}

/** For what is read alike on every day. */
const SOME_DAY: Said["here"] = { date: "2026-01-01", time: "12:00", weekday: 4 };

/** A text as it is read for words of time. */
export const saidIn = (
  text: string,
  locale: Locale,
  here: Said["here"] = SOME_DAY,
  words: readonly Token[] = tokens(text),
): Said => ({ text, words, locale, here, lexicon: TIME_LEXICONS[locale], today: () => undefined });

/** What the words from a place on say of a category, in the language that is spoken: the longest first. */
export const saidAt = (said: Said, at: number, category: string): readonly Edge[] =>
  chartOf(said, said.locale, "own").at(at, category);

/** Where the longest that one of these categories says there ends; undefined: none does. */
export function endIn(
  said: Said,
  at: number,
  ...categories: readonly string[]
): number | undefined {
  const ends = categories.flatMap((category) => saidAt(said, at, category).map(({ to }) => to));
  return ends.length === 0 ? undefined : Math.max(...ends);
}
