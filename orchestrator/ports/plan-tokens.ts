import { RegenteError } from "#shared/contracts/errors.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";

/** What was explained to somebody, so that exactly that can be done. */
export type ShownPlan = {
  /** Of the run that it is done as. */
  run_id: string;
  user_id: string;
  session_id: string;
  /** The message, and what came with it that its reading depends on. */
  input_text: string;
  channel: string;
  locale: Locale | null;
  metadata: { timezone?: string; locale_hint?: string };
  follows_ticks: boolean;
  /** When it was explained, epoch milliseconds. */
  said_at: number;
  /** Of the catalogue. */
  digest: string;
  /** What would be done, in order. */
  deeds: string[];
};

/** Puts into a text what was shown, signed, so that nobody can change it and it counts for a time only. */
export interface PlanTokens {
  /** `expires_at`: epoch milliseconds; whole seconds count. */
  seal(shown: ShownPlan, expires_at: number): Promise<string>;
  /** "expired": it was ours; undefined: it is not, or was changed. */
  open(token: string, now: number): Promise<ShownPlan | "expired" | undefined>;
}

/** What is another than when it was shown; `token`: it is none of this user's. */
type Moved = "token" | "time" | "catalogue" | "right" | "target";

const WHY: Readonly<Record<Moved, Reason>> = {
  token: reason("plan_not_yours"),
  time: reason("plan_expired"),
  catalogue: reason("plan_of_former_catalogue"),
  right: reason("plan_without_right"),
  target: reason("plan_target_moved"),
};

/** What was shown cannot be done as it was shown, and nothing of it was begun. */
export class PlanRefusedError extends RegenteError {
  override readonly name = "PlanRefusedError";
  readonly code = "PLAN_REFUSED";
  readonly moved: Moved;
  constructor(moved: Moved) {
    super(WHY[moved]);
    this.moved = moved;
  }
}
