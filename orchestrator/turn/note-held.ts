import type { HeldRequest } from "#shared/contracts/pending.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import { framesOf } from "../planning/frames.ts";
import type { Outcome } from "./outcome.ts";
import type { Turn } from "./turn.ts";

const MOST_SAID_CHARS = 500;
const MOST_FRAMES = 10;

/** The session's held request behind this turn. Pure. */
export function noteHeld({ state, startedAt }: Turn, outcome: Outcome): HeldRequest | null {
  const { heldBack, frames, steps } = outcome;
  if (heldBack === undefined) return frames.length + steps.length > 0 ? null : state.held;
  const held = framesOf(heldBack).slice(0, MOST_FRAMES);
  if (held.length === 0) return null;
  const said = oneLine(heldBack.original_query, MOST_SAID_CHARS);
  const followups = heldBack.followups.slice(0, MOST_FRAMES);
  return { said, frames: held, followups, at: startedAt };
}
