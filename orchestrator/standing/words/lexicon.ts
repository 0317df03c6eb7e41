import type { Comparison } from "#shared/contracts/schedule-rule.ts";
import type { Phrases } from "./phrases.ts";

export const dayParts = ["dawn", "morning", "afternoon", "evening"] as const;
export type DayPart = (typeof dayParts)[number];
export const timeUnits = [
  ...(["second", "minute", "hour", "day", "week", "fortnight", "month", "year"] as const),
] as const;
export type TimeUnit = (typeof timeUnits)[number];

/** A comparison in words, and what is said after it. */
export type ComparingVerb = {
  readonly is: Comparison["is"];
  readonly says: Phrases;
  /** `amount`: a value or a percentage; `band`: two values; `tail`: words up to the end of the clause. */
  readonly takes: "value" | "amount" | "band" | "nothing" | "tail";
  /** For words that hold the amount: "dobrar". */
  readonly percent?: number;
};

/** Classes of phrases: `schedule-times.yaml` of a language says what each is for. */
export const PHRASES = [
  ...(["at", "whenItIs", "sameTime", "corrects", "in", "fromNow", "spans"] as const),
  ...(["half", "andHalf", "andQuarter", "and", "noon", "midnight", "hourMarks"] as const),
  ...(["to", "quarter", "am", "pm", "tonight", "weekdayBefore", "weekdayNext"] as const),
  ...([
    "weekdayAfter",
    "weekdayNextAfter",
    "on",
    "nextWeek",
    "nextMonth",
    "every",
    "each",
  ] as const),
  ...(["everyDay", "workingDays", "monToFri", "weekends", "except", "weekly", "monthly"] as const),
  ...([
    "yearly",
    "hourly",
    "fortnightly",
    "everyOtherDay",
    "other",
    "through",
    "ofEveryMonth",
  ] as const),
  ...(["ofThisMonth", "ofTheMonth", "workingDay", "day", "until", "during", "endOfMonth"] as const),
  ...(["endOfYear", "times", "once", "starting", "fromNowOn", "fromDay", "endOf"] as const),
  ...(["holidays", "between", "betweenTo", "courtesy", "courtesyAlone", "vague", "later"] as const),
  ...(["around", "relative", "relativeAfter", "ahead", "beforeDay", "grants", "or"] as const),
  ...(["whenever", "when", "beforeAmount", "sinceDay", "sinceNow", "orLess", "orMore"] as const),
  ...(["bandTo", "bandEnd", "either", "lateDo", "lateSkip", "slack", "currency"] as const),
] as const;

/** Classes of words. */
export const WORDS = ["bareWeekdays", "fillers", "negators", "sides", "gradable"] as const;

/**
 * The words of one language that say when, how often, until when and on what condition, by what they do. They are written
 * as they are compared: folded, shorthand opened.
 */
export type TimeLexicon = Readonly<Record<(typeof PHRASES)[number], Phrases>> &
  Readonly<Record<(typeof WORDS)[number], ReadonlySet<string>>> & {
    /** So much of an hour. */
    readonly quarters: readonly (readonly [hours: number, Phrases])[];
    readonly units: ReadonlyMap<string, TimeUnit>;
    /** Before an hour: so many minutes past it, or to it. */
    readonly minutesBefore: readonly (readonly [minutes: number, Phrases])[];
    readonly parts: Readonly<Record<DayPart, Phrases>>;
    /** An hour without a half of the day means what it says on a clock of 24 hours. */
    readonly counts24: boolean;
    readonly pluralWeekdays: ReadonlyMap<string, number>;
    readonly shortWeekdays: ReadonlyMap<string, number>;
    readonly weekdayNumbers: ReadonlyMap<string, number>;
    /** "next Friday" may be this week's or the one after. */
    readonly nextIsUnclear: boolean;
    readonly ordinals: ReadonlyMap<string, number>;
    readonly verbs: readonly ComparingVerb[];
  };
