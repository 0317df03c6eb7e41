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

/**
 * The words of one language that say when, how often, until when and on what condition, by what they do. Written as
 * they are compared: folded, shorthand opened. Another language is another such table, and nothing else.
 */
export type TimeLexicon = {
  /** "quando der 15h", "when it is noon": the same. */
  readonly whenItIs: Phrases;
  /** "nesse mesmo horario", "this time tomorrow": the hour that it is now, beside a day. */
  readonly sameTime: Phrases;
  /** "amanha, *ops*, sexta": what follows takes the place of what stands before it. */
  readonly corrects: Phrases;
  /** "next Friday" may be this week's or the one after. */
  readonly nextIsUnclear: boolean;
  /** "menos", "except": days follow that are left out. */
  readonly except: Phrases;
  /** Ends. */
  readonly until: Phrases;
  readonly during: Phrases;
  readonly endOfMonth: Phrases;
  readonly endOfYear: Phrases;
  readonly times: Phrases;
  readonly once: Phrases;
  /** Begins. */
  readonly starting: Phrases;
  readonly fromNowOn: Phrases;
  /** "ate o *fim de* agosto": before the name of a month. */
  readonly endOf: Phrases;
  /** "das 9 *as* 18". */
  readonly between: Phrases;
  readonly betweenTo: Phrases;
  /** "quando puder", "if you can": says nothing about when. `courtesyAlone`: only before a pause or a request. */
  readonly courtesy: Phrases;
  readonly courtesyAlone: Phrases;
  /** Says when and not when exactly. */
  readonly vague: Phrases;
  /** The same; beside a time of day it says no more than that: "mais tarde às 22h". */
  readonly later: Phrases;
  /** Before what something is told around of: "antes de viajar", "after my shift". */
  readonly around: Phrases;
  /** Before a time, or between a length of time and something else: when exactly is not said. */
  readonly relative: Phrases;
  readonly relativeAfter: Phrases;
  /** Behind a length of time: so much before what was said to be at a time: "uma hora *antes*". */
  readonly ahead: Phrases;
  /** "*give me* 20 minutes, then remind me": before so long until a request. */
  readonly grants: Phrases;
  /** Joins two conditions. */
  readonly or: Phrases;
  /** Conditions. */
  readonly whenever: Phrases;
  readonly when: Phrases;
  readonly verbs: readonly ComparingVerb[];
  /** May stand between the verb and its amount: "mais de", "by". */
  readonly beforeAmount: Phrases;
  /** After an amount: "no dia". */
  readonly sinceDay: Phrases;
  /** After an amount: "em relacao a hoje", which is where it stands now. */
  readonly sinceNow: Phrases;
  /** After a value: "30 ou menos", "50 or more". */
  readonly orLess: Phrases;
  readonly orMore: Phrases;
  /** May stand inside a comparing verb: "climbs *back* above". */
  readonly fillers: ReadonlySet<string>;
  /** Between the two ends of a band, and behind it: "30 *to* 40 *range*". */
  readonly bandTo: Phrases;
  readonly bandEnd: Phrases;
  /** Joins two conditions of which one is enough. */
  readonly either: Phrases;
  /** "não passar de 40": another thing than the rest says. */
  readonly negators: ReadonlySet<string>;
  /** Say on which side of a value something is. */
  readonly sides: ReadonlySet<string>;
  /** No value that can be looked at: "barata", "cheap", "mais que a outra". */
  readonly gradable: ReadonlySet<string>;
  readonly currency: Phrases;
  /** Before the per cent that a value has to go back by before it counts again. */
  readonly slack: Phrases;
  /** "mesmo se atrasar" and "só se for na hora": what becomes of it behind its time. */
  readonly lateDo: Phrases;
  readonly lateSkip: Phrases;
};
