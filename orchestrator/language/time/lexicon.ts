import type { Comparison } from "#shared/contracts/schedule-rule.ts";
import type { Phrases } from "./phrases.ts";

export type DayPart = "dawn" | "morning" | "afternoon" | "evening";
export type TimeUnit =
  | "second"
  | "minute"
  | "hour"
  | "day"
  | "week"
  | "fortnight"
  | "month"
  | "year";

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
  ...(["whenItIs", "sameTime", "corrects", "except", "until", "during", "endOfMonth"] as const),
  ...(["endOfYear", "times", "once", "starting", "fromNowOn", "endOf", "between"] as const),
  ...(["betweenTo", "courtesy", "courtesyAlone", "vague", "later", "around", "relative"] as const),
  ...(["relativeAfter", "ahead", "grants", "or", "whenever", "when", "beforeAmount"] as const),
  ...(["sinceDay", "sinceNow", "orLess", "orMore", "bandTo", "bandEnd", "either"] as const),
  ...(["currency", "slack", "lateDo", "lateSkip"] as const),
] as const;

/** Classes of words. */
export const WORDS = ["fillers", "negators", "sides", "gradable"] as const;

/**
 * The words of one language that say until when and on what condition, by what they do, and of what is no exact time. They
 * are written as they are compared: folded, shorthand opened. Days, times and what recurs: `shared/language/time`.
 */
export type TimeLexicon = Readonly<Record<(typeof PHRASES)[number], Phrases>> &
  Readonly<Record<(typeof WORDS)[number], ReadonlySet<string>>> & {
    /** "next Friday" may be this week's or the one after. */
    readonly nextIsUnclear: boolean;
    readonly verbs: readonly ComparingVerb[];
  };
