import { readingOf } from "../language/reading.ts";
import { framesOf } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate.ts";
import { saying, type Turn } from "./turn.ts";
import { hearAs, isClear, isWorthLeaving, understandMessage } from "./understand-message.ts";

/**
 * The turn about what stands behind the words that only lead to it. The turn as it is where those words are clear with
 * them, or where a refusal behind no question may be part of what is wanted.
 */
export function behindLead(turn: Turn): Turn {
  const reading = readingOf(turn.entry.input_text);
  const instead = reading.answer.instead(turn.locale);
  // What is refused was not asked for: only the rest is to be done.
  const isSpokenOf =
    turn.pending !== undefined || turn.state.held !== null || turn.state.shown.length > 0;
  if (instead !== undefined && (isSpokenOf || isClear(turn, hearAs(turn, instead))))
    return saying(turn, instead);
  const lead = reading.afterLead;
  if (lead === undefined) return turn;
  const isOther = isOtherValue(turn, lead.rest) || reading.behindLead.amount !== undefined;
  if (turn.pending === undefined && lead.refuses && !isOther) return turn;
  const isOpenQuestionLeft = lead.letsGo && turn.pending !== undefined;
  if (!isOpenQuestionLeft && isClear(turn, understandMessage(turn))) return turn;
  return saying(turn, lead.rest);
}

/** The last reading once more, with another value. */
function isOtherValue(turn: Turn, rest: string): boolean {
  const { intent } = hearAs(turn, rest);
  const [frame] = framesOf(intent);
  if (frame === undefined || intent.tier !== "elliptical" || intent.followups.length > 0)
    return false;
  return gateOfFrame(frame, [], turn.snapshot.catalogue).effect === "read";
}

/** A question in the place of an answer, where it is likely a request. */
export function asksAnew(turn: Turn, said: string): boolean {
  const { question } = readingOf(said).answer;
  return question !== undefined && (question.isBare || isWorthLeaving(turn, question.text, LIKELY));
}
/** So likely is a request that is no answer. */
const LIKELY = 0.5;

/** The turn of what is asked instead, behind a sentence that only says that one does not know. */
export function behindUnknowing(turn: Turn): Turn | undefined {
  const rest = readingOf(turn.entry.input_text).answer.behindUnknowing;
  return rest !== undefined && isWorthLeaving(turn, rest, LIKELY) ? saying(turn, rest) : undefined;
}
