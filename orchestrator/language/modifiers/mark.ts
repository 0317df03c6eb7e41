import type { ModifierKind } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { MarkValue } from "./rule.ts";

/** A modifier where it stands in a sentence; `courtesy` is what changes nothing. */
export type Mark = {
  readonly kind: ModifierKind | "courtesy";
  readonly value: MarkValue;
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
