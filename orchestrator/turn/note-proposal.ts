import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { HeldRequest } from "#shared/contracts/pending.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import { saysWrong } from "../language/conversation/after-lead.ts";
import { tellingWords } from "../language/conversation/naming.ts";
import { framesOf } from "../planning/frames.ts";
import type { Outcome } from "./outcome.ts";
import {
  isRepeatable,
  proposalId,
  proposeExample,
  unclearId,
} from "./proposals/propose-example.ts";
import { sessionContextOf, type Turn } from "./turn.ts";

/**
 * What was only understood with a model, or by asking, may become an example: once it was carried out, and unless
 * the next message corrects it. What was not understood is kept as it was said, until it is clear.
 */
export function noteProposal(
  turn: Turn,
  { status, steps, frames, intent, unclear }: Outcome,
  run_id: string,
): void {
  const { deps, key, state, snapshot, locale } = turn;
  const { proposals } = deps.store;
  // A program's call is no sentence of anybody.
  if (intent.tier === "given") return;
  const { last_frame, remembered } = state;
  if (last_frame !== null && corrects(last_frame, intent))
    proposals.withdraw(key, proposalId(key.user_id, last_frame));
  if (unclear !== undefined) {
    const text = intent.original_query.trim();
    const id = unclearId(key.user_id, text);
    const created_at = deps.clock.now();
    if (isRepeatable(text))
      proposals.noteUnclear({
        ...key,
        id,
        run_id,
        locale,
        text,
        offered: [...unclear],
        created_at,
      });
  }
  const [frame, ...others] = frames;
  if (frame === undefined || others.length > 0) return;
  if (status !== "success" || steps.length === 0) return;
  const { primary_domain: domain, goal: name } = frame;
  const goal = snapshot.catalogue.goal(domain, name);
  const proposal =
    goal &&
    proposeExample({
      ...{ key, run_id, intent, goal, locale, remembered },
      at: deps.clock.now(),
      read: (entity, words) =>
        snapshot.understanding.valueOf(domain, name, entity, words, sessionContextOf(turn))?.value,
    });
  if (proposal === undefined) return;
  proposals.propose(proposal);
  proposals.withdraw(key, unclearId(key.user_id, proposal.text));
}

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

/** Of the words of both that are no values, so many in common are the same request again. */
const SAME_WORDS = 0.5;

/**
 * True for a message that says that the one before was not understood: it takes it back, it says so, or it says
 * nearly the same in other words and leads to another goal. Pure.
 * Shape: `before` is the last goal that ran, with its words; `now` what the message was understood as
 */
export function corrects(before: GoalFrame, now: IntentOutput): boolean {
  const isTakenBack = ({ detail }: IntentOutput["evidence"][number]) =>
    detail === "undo" || detail === "cancel" || detail === "put_right";
  if (now.tier === "control" && now.evidence.some(isTakenBack)) return true;
  if (saysWrong(now.original_query)) return true;
  const isSameGoal = now.primary_domain === before.primary_domain && now.goal === before.goal;
  return !isSameGoal && likeness(before, now) >= SAME_WORDS;
}

function likeness(before: GoalFrame, now: IntentOutput): number {
  const [a, b] = [wordsOf(before), wordsOf(now)];
  const all = a.union(b).size;
  return all === 0 ? 0 : a.intersection(b).size / all;
}

/** What is said beside the values: two questions about one thing are two questions. */
function wordsOf({ original_query, entities }: GoalFrame | IntentOutput): Set<string> {
  const values = wordsIn(Object.values(entities).flat().join(" "));
  return wordsIn(original_query).difference(values);
}

const wordsIn = (text: string): ReadonlySet<string> => new Set(tellingWords(text));
