import type { Comparison, RecurrenceRule } from "#shared/contracts/schedule-rule.ts";

/** So much time: months by the calendar, the rest as it passes. */
export type Amount = { readonly months: number; readonly days: number; readonly ms: number };

/** So much before something: before what is named, else before what was said to be at a time. */
export type Ahead = { readonly amount: Amount; readonly of?: string };

/** Why words of time are asked about. */
export type AskReason =
  /** A day without an hour. */
  | "needs_hour"
  /** "às 8": of the morning or of the evening. */
  | "unclear_half"
  /** Its hour has passed today; it comes again. */
  | "passed"
  /** It has passed, and does not come again. */
  | "over"
  /** Which day is not certain: tomorrow after midnight, a weekday on that very day, each week without a day. */
  | "unclear_day"
  | "vague"
  /** A reminder, and no word that says when. */
  | "no_time"
  /** Words of time that do not go together, or that nothing accounts for. */
  | "unread"
  /** More often than once a minute. */
  | "too_often"
  /** It would end before it begins. */
  | "ends_before"
  /** Whether they say when, or belong to the text that is sent. */
  | "in_text"
  /** The time of what is to be told, and none for the telling. */
  | "of_text"
  /** A condition that cannot be told apart. */
  | "condition"
  /** A condition and a time in one. */
  | "combined";

/** A condition as it was said. */
export type SaidCondition = {
  /** Each time, and not only once. */
  readonly again: boolean;
  readonly subject: string;
  /** Undefined: no comparison that is known; the clause may still name a state. */
  readonly comparison: Comparison | undefined;
  readonly clause: string;
  /** It has to go back by so many per cent before it counts again; absent: it was not said. */
  readonly band_percent?: number;
};

/** What a text says about when: pure data, with instants as epoch milliseconds. */
export type TimeReading = {
  readonly kind: "none" | "at" | "after" | "every" | "when" | "ask";
  /** at, after: the one; every: the next five; ask: what may be meant. */
  readonly instants: readonly number[];
  readonly rule?: RecurrenceRule;
  /** The last moment at which it still happens. */
  readonly until?: number;
  readonly condition?: SaidCondition;
  /** What becomes of it behind its time, where that was said. */
  readonly if_late?: "do" | "skip";
  readonly asks?: AskReason;
  /** ask: so long before what the conversation or a domain knows a time of. */
  readonly ahead?: Ahead;
  /** ask: two reminders, each in whole words. */
  readonly apart?: readonly [first: string, second: string];
  /** The text without the words of time. */
  readonly rest: string;
  /** These words, as they were said. */
  readonly words: string;
};

/** What the words come to, before the text is looked at again. */
export type Combined = Omit<TimeReading, "rest" | "words">;

export const asking = (asks: AskReason, instants: readonly number[] = []): Combined => ({
  kind: "ask",
  asks,
  instants,
});
