import type { Entities } from "#shared/contracts/intent.ts";
import type { PendingOption } from "#shared/contracts/pending.ts";

/** What the user gave: one of the options, a value for the gap, or a yes. */
export type Given =
  | { what: "option"; option: PendingOption }
  | { what: "value"; value: string | number | boolean | (string | number)[] }
  /** Values of the goal that is asked about, by entity. */
  | { what: "values"; values: Entities }
  /** Several of the options, each of which is wanted. */
  | { what: "several"; options: readonly PendingOption[] }
  | { what: "yes" };
