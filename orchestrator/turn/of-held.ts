import type { Doubt, DoubtReason, GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import { readingOf } from "../language/reading.ts";
import { takingUp } from "./taking-up.ts";
import type { Turn } from "./turn.ts";

/** How long what was held back is as good as asked for, milliseconds. */
const LASTS_MS = 10 * 60 * 1000;
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

/**
 * What was held back, asked for by its deed and nothing else. Pure.
 * Shape: undefined where the words say more, or what was said before stands against it still
 */
export function ofHeld({ state, startedAt }: Turn, heard: IntentOutput): IntentOutput | undefined {
  const { held } = state;
  if (held === null || startedAt - held.at > LASTS_MS) return undefined;
  const { isQuestion, hasOwnText, behindLead } = readingOf(heard.original_query);
  const { deeds, isDenied } = behindLead;
  if (isQuestion || hasOwnText || isDenied || !behindLead.namesOnly()) return undefined;
  if (deeds.size === 0 || !deeds.isSubsetOf(readingOf(held.said).deeds)) return undefined;
  const frames = held.frames.flatMap((frame) => lifted(frame, held.said) ?? []);
  if (frames.length < held.frames.length) return undefined;
  return takingUp(heard, frames, { kind: "held", detail: held.said }, held.followups);
}

function lifted({ doubts = [], ...frame }: GoalFrame, said: string): GoalFrame | undefined {
  const reported = doubts.find(({ reason }) => reason === "reported");
  // Who told it is no part of it.
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
