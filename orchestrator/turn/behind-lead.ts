import { afterLead } from "../language/conversation/after-lead.ts";
import { hasOwnText } from "../language/conversation/few-words.ts";
import { readAmount } from "../language/conversation/read-amount.ts";
import { insteadOf } from "../language/conversation/read-refusal.ts";
import { endOfPhrase, smallPhrases } from "../language/conversation/small-words.ts";
import { tokens } from "../language/text.ts";
import { isCommonWord } from "../language/words/common-words.ts";
import { opensQuestion } from "../language/words/questions.ts";
import { framesOf } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate-of-frame.ts";
import type { Understood } from "../understanding/understanding.ts";
import type { Turn } from "./turn.ts";
import { hearAs, isWorthLeaving, understandMessage } from "./understand-message.ts";

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
  const isOther = isOtherValue(turn, lead.rest) || readAmount(lead.rest) !== undefined;
  if (turn.pending === undefined && lead.refuses && !isOther) return turn;
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

/** "So whats there now" to "Which series?": a question, where no title is written as one: "What We Do in the Shadows". */
export function asksAnew(turn: Turn, said: string): boolean {
  const rest = afterLead(said)?.rest ?? said;
  const [first, ...more] = tokens(rest, MOST_ASKING + 1);
  if (first === undefined || more.length === 0 || more.length >= MOST_ASKING) return false;
  const isTitled = more.some(
    ({ word, start }) => word !== "i" && /\p{Lu}/u.test(rest[start] ?? ""),
  );
  if (!opensQuestion(first.word) || isTitled || hasOwnText(rest)) return false;
  return more.every(({ word }) => isCommonWord(word)) || isWorthLeaving(turn, rest, LIKELY);
}
/** So likely is a request that is no answer. */
const LIKELY = 0.5;
const MOST_ASKING = 12;

/** "Dunno the number. Do you ship to Belfast?": the turn of what is asked instead. */
export function behindUnknowing(turn: Turn): Turn | undefined {
  const text = turn.entry.input_text;
  const [whole, ended = ""] = /^([^.!?\n]+)[.!?\n]+\s+(?=\S)/u.exec(text) ?? [];
  const words = tokens(ended);
  if (whole === undefined || words.length > MOST_UNKNOWING) return undefined;
  if (endOfPhrase(UNKNOWING, words, 0) === undefined) return undefined;
  const rest = text.slice(whole.length);
  return isWorthLeaving(turn, rest, LIKELY)
    ? { ...turn, entry: { ...turn.entry, input_text: rest } }
    : undefined;
}
const UNKNOWING = smallPhrases("unknowing");
const MOST_UNKNOWING = 6;
