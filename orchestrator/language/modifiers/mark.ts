import type { DoubtReason, ModifierKind } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";

/**
 * What a modifier says, by its kind, and what is doubtful where it was not obeyed.
 * negated    the request is not wanted
 * left_out   what follows is not wanted beside it: "mas não manda no telegram", "without telling me"
 * partly     something in the request is negated: "as notas que não são minhas"
 * some_day   may be past, too
 * plain      begins like a modifier and is none
 */
const VALUES = {
  negated: { kind: "polarity", doubt: "negated" },
  left_out: { kind: "polarity", doubt: "excepted" },
  partly: { kind: "polarity", doubt: "excepted" },
  asked_about: { kind: "mood", doubt: "asked_about" },
  reported: { kind: "mood", doubt: "reported" },
  supposed: { kind: "mood", doubt: "supposed" },
  when_true: { kind: "condition", doubt: "conditional" },
  later: { kind: "time", doubt: "deferred" },
  some_day: { kind: "time", doubt: "deferred" },
  again_and_again: { kind: "recurrence", doubt: "recurring" },
  to_somebody: { kind: "addressee", doubt: "addressed" },
  instead: { kind: "correction", doubt: "corrected" },
  left_out_of_all: { kind: "exception", doubt: "excepted" },
  so_many: { kind: "amount", doubt: "limited" },
  courtesy: { kind: "courtesy", doubt: undefined },
  plain: { kind: "courtesy", doubt: undefined },
} as const satisfies Record<string, { kind: Mark["kind"]; doubt: DoubtReason | undefined }>;

type Value = keyof typeof VALUES;
export const markValues = Object.keys(VALUES) as Value[];
export const kindOf = (value: Value): Mark["kind"] => VALUES[value].kind;
export const reasonOf = (value: Exclude<Value, "courtesy" | "plain">): DoubtReason =>
  VALUES[value].doubt;

/** A modifier where it stands in a sentence; `courtesy` is what changes nothing. */
export type Mark = {
  readonly kind: ModifierKind | "courtesy";
  readonly value: Value;
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

/**
 * Whose words a modifier is made of.
 * request  it stands around what is asked for
 * goal     the template, the example or the goal's other examples say it themselves
 * payload  it is part of a text or a name
 * edge     it ends a text that nothing announces: it may be part of it, or not
 */
export type Whose = "request" | "goal" | "payload" | "edge";
