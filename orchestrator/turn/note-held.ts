import type { Doubt, DoubtReason, GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { HeldRequest } from "#shared/contracts/pending.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import { afterLead } from "../language/conversation/after-lead.ts";
import { deedsIn, deedsOf, fewWords, hasOwnText } from "../language/conversation/few-words.ts";
import { endOfAny } from "../language/modifiers/languages.ts";
import { isFunctionWord } from "../language/words/common-words.ts";
import { deedOf } from "../language/words/deeds.ts";
import { framesOf } from "../planning/frames.ts";
import type { Outcome } from "./outcome.ts";
import { takingUp } from "./taking-up.ts";
import type { Turn } from "./turn.ts";

const MOST_SAID_CHARS = 500;
const MOST_FRAMES = 10;
/** How long what was held back is as good as asked for, milliseconds. */
const LASTS_MS = 10 * 60 * 1000;
const MOST_WORDS = 8;
/** So certain must its goal have been, and so certain is it once it is asked for by its deed. */
const SURELY = 0.9;
const ASKED_AGAIN = 0.97;

/** What asking for it takes back; for whom, when and if it is to be done stays as it was said. */
const LIFTED: ReadonlySet<DoubtReason> = new Set([
  "negated",
  "asked_about",
  "reported",
  "supposed",
]);

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

/**
 * "Ok, now you can delete it" behind "don't delete the dentist note": what was held back, asked for by its deed and
 * nothing else. Pure.
 * Shape: undefined where the words say more, or what was said before stands against it still
 */
export function ofHeld({ state, startedAt }: Turn, heard: IntentOutput): IntentOutput | undefined {
  const { held } = state;
  if (held === null || startedAt - held.at > LASTS_MS) return undefined;
  const text = heard.original_query;
  if (text.includes("?") || hasOwnText(text)) return undefined;
  const words = fewWords(afterLead(text)?.rest ?? text, MOST_WORDS);
  if (words === undefined) return undefined;
  const asked = deedsOf(words);
  const before = deedsIn(held.said);
  const isOnly = words.every(
    ({ word }, at) =>
      (deedOf(word) !== undefined || isFunctionWord(word)) &&
      endOfAny("negators", words, at) === undefined,
  );
  if (asked.size === 0 || !asked.isSubsetOf(before) || !isOnly) return undefined;
  const frames = held.frames.flatMap((frame) => lifted(frame, held.said) ?? []);
  if (frames.length < held.frames.length) return undefined;
  return takingUp(heard, frames, { kind: "held", detail: held.said }, held.followups);
}

function lifted({ doubts = [], ...frame }: GoalFrame, said: string): GoalFrame | undefined {
  const reported = doubts.find(({ reason }) => reason === "reported");
  // "*Minha esposa* pediu pra apagar ...": who told it is no part of it.
  const isTeller = ({ reason, detail }: Doubt) =>
    reason === "unread" &&
    reported !== undefined &&
    said.indexOf(detail) >= 0 &&
    said.indexOf(detail) < said.indexOf(reported.detail);
  const isLifted = doubts.every((doubt) => LIFTED.has(doubt.reason) || isTeller(doubt));
  return isLifted && frame.confidence >= SURELY
    ? { ...frame, confidence: Math.max(frame.confidence, ASKED_AGAIN) }
    : undefined;
}
