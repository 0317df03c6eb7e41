import { framesOf } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate-of-frame.ts";
import type { Understood } from "../understanding/understanding.ts";
import { afterLead } from "./conversation/after-lead.ts";
import { insteadOf } from "./conversation/read-refusal.ts";
import type { Turn } from "./turn.ts";
import { hearAs, understandMessage } from "./understand-message.ts";

/**
 * The turn about what stands behind the words that only lead to it: "deixa, me dá as maiores altas", "então manda". The
 * turn as it is where those words are clear with them, or where a "não" behind no question may be part of what is wanted.
 */
export function behindLead(turn: Turn): Turn {
  const text = turn.entry.input_text;
  const instead = insteadOf(text, turn.locale);
  // What is refused was not asked for: only the rest is to be done.
  const isSpokenOf =
    turn.pending !== undefined || turn.state.held !== null || turn.state.shown.length > 0;
  if (instead !== undefined && (isSpokenOf || isClear(turn, hearAs(turn, instead))))
    return { ...turn, entry: { ...turn.entry, input_text: instead } };
  const lead = afterLead(text);
  if (lead === undefined) return turn;
  if (turn.pending === undefined && lead.refuses && !isOtherValue(turn, lead.rest)) return turn;
  const isOpenQuestionLeft = lead.letsGo && turn.pending !== undefined;
  if (!isOpenQuestionLeft && isClear(turn, understandMessage(turn))) return turn;
  return { ...turn, entry: { ...turn.entry, input_text: lead.rest } };
}

/** "Ops, não, a Ericsson": the last reading once more, with another value. */
function isOtherValue(turn: Turn, rest: string): boolean {
  const { intent } = hearAs(turn, rest);
  const [frame] = framesOf(intent);
  if (frame === undefined || intent.tier !== "elliptical" || intent.followups.length > 0)
    return false;
  return gateOfFrame(frame, [], turn.snapshot.catalogue).effect === "read";
}

/** True for a request that may act, and for one that something said around it stands against. */
export function isClear({ snapshot }: Turn, { intent }: Understood): boolean {
  const [frame] = framesOf(intent);
  return frame !== undefined && gateOfFrame(frame, intent.followups, snapshot.catalogue).passed;
}

/** What stands behind the lead is a request by itself. */
export const isWorthLeaving = (turn: Turn, rest: string, enough: number): boolean =>
  (hearAs(turn, rest).candidates[0]?.confidence ?? 0) >= enough;
