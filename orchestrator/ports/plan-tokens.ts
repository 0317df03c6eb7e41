import type { Locale } from "#shared/contracts/names.ts";

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
