import type { DoubtReason, ModifierKind } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";

/**
 * What a modifier says.
 * negated    the request is not wanted
 * left_out   what follows is not wanted beside it: "mas não manda no telegram", "without telling me"
 * partly     something in the request is negated: "as notas que não são minhas"
 */
export type Reading =
  | "negated"
  | "left_out"
  | "partly"
  | "asked_about"
  | "reported"
  | "supposed"
  | "when_true"
  | "later"
  /** May be past, too. */
  | "some_day"
  | "again_and_again"
  | "to_somebody"
  | "instead"
  | "left_out_of_all"
  | "so_many";

/** A modifier where it stands in a sentence; `courtesy` is what changes nothing. */
export type Mark = {
  readonly kind: ModifierKind | "courtesy";
  /** `plain` begins like a modifier and is none. */
  readonly value: Reading | "courtesy" | "plain";
  /** Words: first, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** The same in the text, UTF-16. */
  readonly start: number;
  readonly end: number;
  readonly locale: Locale;
  /** The guard that says so, by its id. */
  readonly rule?: string;
  /** It speaks of the request itself, behind it. No text that is not quoted takes it in. */
  readonly ofRequest?: true;
  /** Words behind an address that say what it is: a goal that keeps such words keeps them. */
  readonly isRemark?: true;
  /** Why it is asked for, told behind it. A text that is to be kept or sent may go on so. */
  readonly isReason?: true;
};

export const KIND_OF: Readonly<Record<Mark["value"], Mark["kind"]>> = {
  negated: "polarity",
  left_out: "polarity",
  partly: "polarity",
  asked_about: "mood",
  reported: "mood",
  supposed: "mood",
  when_true: "condition",
  later: "time",
  some_day: "time",
  again_and_again: "recurrence",
  to_somebody: "addressee",
  instead: "correction",
  left_out_of_all: "exception",
  so_many: "amount",
  courtesy: "courtesy",
  plain: "courtesy",
};

/** What is doubtful where a reading was not obeyed. */
export const REASONS: Readonly<Record<Reading, DoubtReason>> = {
  negated: "negated",
  left_out: "excepted",
  partly: "excepted",
  asked_about: "asked_about",
  reported: "reported",
  supposed: "supposed",
  when_true: "conditional",
  later: "deferred",
  some_day: "deferred",
  again_and_again: "recurring",
  to_somebody: "addressed",
  instead: "corrected",
  left_out_of_all: "excepted",
  so_many: "limited",
};

/**
 * Whose words a modifier is made of.
 * request  it stands around what is asked for
 * goal     the template, the example or the goal's other examples say it themselves
 * payload  it is part of a text or a name
 * edge     it ends a text that nothing announces: it may be part of it, or not
 */
export type Whose = "request" | "goal" | "payload" | "edge";
