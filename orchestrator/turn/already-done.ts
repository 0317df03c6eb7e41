import type { Doubt, DoubtReason, GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { ShownAnswer } from "#shared/contracts/pending.ts";
import { sayIn } from "#shared/messages/say.ts";
import { firstLine } from "#shared/plain-text/clean-text.ts";
import { UNDOES, undoableSteps } from "../engine/undoable-steps.ts";
import { readingOf } from "../language/reading.ts";
import { intentWithout } from "../planning/frames.ts";
import { resolveGoal } from "../planning/resolve-goal.ts";
import { deedsDone } from "./of-another.ts";
import { takingUp } from "./of-list-change.ts";
import { type Outcome, withQuestion, words } from "./outcome.ts";
import { MOST_TOLD_CHARS } from "./put-right.ts";
import { askAgain } from "./questions.ts";
import type { Turn } from "./turn.ts";

/**
 * What is refused has been done, and may be taken back. By the receipts of the last run, where its answer was the last
 * one. `deedless`: also a refusal that names no deed.
 * undefined: it is about something else
 */
export async function alreadyDone(
  turn: Turn,
  { deedless }: { deedless: boolean },
): Promise<Outcome | undefined> {
  const newest = turn.state.shown.at(-1);
  if (newest?.acted !== true) return undefined;
  const { locale } = turn;
  const reading = readingOf(turn.entry.input_text);
  const refusal = reading.answer.refusal(locale);
  if (refusal === undefined || reading.answer.isFurther) return undefined;
  const isOfIt = !refusal.deeds.isDisjointFrom(deedsDone(newest));
  const isBare = deedless && refusal.deeds.size === 0;
  return (isOfIt && reading.namesOnly(toldOf(newest))) || isBare ? undoOffered(turn) : undefined;
}

/** Asks whether what was done last is to be taken back, or says that it cannot be. undefined: nothing was done last. */
export async function undoOffered(turn: Turn): Promise<Outcome | undefined> {
  const { state, entry, locale, deps, key } = turn;
  const newest = state.shown.at(-1);
  if (newest?.acted !== true || state.last_run_id === null) return undefined;
  const text = entry.input_text;
  const steps = await deps.store.runs.steps(key, state.last_run_id);
  const { catalogue } = turn.snapshot;
  const done = newest.frames.flatMap((frame) => resolveGoal(frame, catalogue));
  // What was sent on, or undone, since then is another deed.
  const isLast = steps.some((step) =>
    done.some(({ domain, capability }) => domain === step.domain && capability === step.capability),
  );
  if (!isLast) return undefined;
  const say = sayIn("replies", locale);
  const told = firstLine(newest.text, MOST_TOLD_CHARS);
  const bare = intentWithout(text, "control", "undo");
  const intent = {
    ...bare,
    evidence: [...bare.evidence, { kind: UNDOES, detail: state.last_run_id }],
  };
  if (undoableSteps(steps, catalogue).length === 0)
    return words("success", say("done_for_good", { told }), intent);
  return withQuestion(askAgain(turn, intent, say("already_done", { told })), intent, locale);
}

const toldOf = ({ said, text, items, frames }: ShownAnswer): string =>
  [
    said,
    text,
    ...items.map(({ label }) => label),
    ...frames.map((each) => each.original_query),
  ].join(" ");

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
