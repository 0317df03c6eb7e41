import type { TurnResponse, Usage } from "#shared/contracts/doors.ts";
import type { ConversationState, PendingAction } from "#shared/contracts/pending.ts";
import { withoutPictures } from "#shared/plain-text/without-links.ts";
import { onlyReads } from "../catalogue/capabilities-of-goal.ts";
import { bringsOutsideText } from "../catalogue/capability-at.ts";
import { counterfactualTokens } from "../understanding/with-model/counterfactual.ts";
import { compressContext } from "./compress-context.ts";
import { rememberAnswers } from "./conversation/agent-memory.ts";
import { withNotes } from "./conversation/artifacts.ts";
import { type Exchange, noteFact } from "./conversation/key-facts.ts";
import { remember } from "./conversation/session.ts";
import type { TurnOptions } from "./desk.ts";
import { noteProposal } from "./note-proposal.ts";
import type { Outcome } from "./outcome.ts";
import { outsideRemembered } from "./outside-remembered.ts";
import { viewPending } from "./reply/question.ts";
import type { Turn } from "./turn.ts";

/**
 * Store what the session has to know, count what it cost, and tell.
 * A question is durable before it is asked; everything else is written in a batch.
 */
export async function closeTurn(
  turn: Turn,
  outcome: Outcome,
  options: TurnOptions,
): Promise<TurnResponse> {
  const { desk, key } = turn;
  const run_id = outcome.run_id ?? turn.run_id;
  // A question shows what would be sent, also where it is text from outside.
  const answer = withoutPictures(outcome.answer);
  const told: TurnResponse = {
    session_id: key.session_id,
    run_id,
    status: outcome.status,
    answer,
    sources: outcome.sources,
    files: outcome.files,
    pending: outcome.pending === undefined ? null : viewPending(outcome.pending),
    usage: countUsage(turn, outcome, run_id),
    trace: {
      intent: outcome.intent,
      execution_intents: outcome.execution_intents,
      plan: outcome.plan,
      steps: outcome.steps,
      receipts: outcome.receipts,
    },
  };
  const places = options.continueAs?.(told) ?? [key.session_id];
  const state = stateAfter(turn, outcome, run_id);
  noteProposal(turn, outcome, run_id);
  await Promise.all(
    places.map(async (session_id) => {
      const next = { ...key, session_id };
      const open = outcome.pending ?? stillOpen(turn, session_id);
      if (open !== undefined) await desk.store.pending.put({ ...open, ...next });
      desk.store.conversations.save(next, state);
    }),
  );
  if (turn.held !== undefined) desk.store.pending.letGo(key, turn.held.action.id);
  // An answer that used a question up cannot be given again, and a version is worth what it took to make: what it
  // led to is kept before it is told.
  if (turn.pendingUsed || turn.artifactNotes.length > 0) await desk.store.flush();
  turn.emit(run_id, { type: "reply", status: outcome.status, answer });
  const [place = key.session_id] = places;
  void compressContext(turn, { ...key, session_id: place }, state);
  return { ...told, session_id: place };
}

/** Of an answer that took no model. */
export const NO_MODEL: Usage = { llm_calls: 0, tokens_input: 0, tokens_output: 0 };

/** Meter the turn; what it cost is also part of the answer. */
export function countUsage(turn: Turn, outcome: Outcome, run_id: string): Usage {
  const { desk, key, snapshot } = turn;
  const spent = turn.ledger?.spent() ?? { ...NO_MODEL, tokens_cached: 0 };
  const first = outcome.frames[0];
  const goal = first && snapshot.catalogue.goal(first.primary_domain, first.goal);
  const now = desk.clock.now();
  desk.store.usage.record({
    ...key,
    run_id,
    at: now,
    goal: outcome.intent.goal ?? "",
    tier: outcome.intent.tier,
    action_type: goal?.spec.action_type ?? "",
    status: outcome.status,
    duration_ms: now - turn.startedAt,
    ...spent,
    tokens_counterfactual: counterfactualTokens(outcome.intent, snapshot.catalogue, turn.locale),
  });
  const { llm_calls, tokens_input, tokens_output } = spent;
  return { llm_calls, tokens_input, tokens_output };
}

/** A parked question goes along when the transcript moves to its next place. */
function stillOpen(turn: Turn, nextSession: string): PendingAction | undefined {
  if (nextSession === turn.key.session_id || turn.pending === undefined) return undefined;
  return turn.pendingUsed ? undefined : { ...turn.pending, parked: true };
}

function stateAfter(turn: Turn, outcome: Outcome, run_id: string): ConversationState {
  const { state, snapshot } = turn;
  const last = outcome.frames.at(-1);
  const lastGoal = last && snapshot.catalogue.goal(last.primary_domain, last.goal);
  // "And of Lisbon?" after small talk is about what came before it, and so is "send me that" after something was
  // to be done and was not.
  const isTakenUp =
    lastGoal === undefined ||
    (lastGoal.spec.fallback === undefined &&
      (outcome.status !== "failure" || onlyReads(lastGoal, snapshot.catalogue)));
  const remembered = outcome.frames.reduce((kept, frame) => {
    const goal = snapshot.catalogue.goal(frame.primary_domain, frame.goal);
    return goal === undefined ? kept : remember(kept, frame, goal.spec.entities_schema);
  }, state.remembered);
  return {
    ...state,
    last_frame: isTakenUp ? (last ?? state.last_frame) : state.last_frame,
    last_intents:
      outcome.execution_intents.length > 0
        ? outcome.execution_intents.slice(0, 20)
        : state.last_intents,
    last_answer: withoutPictures(outcome.answer),
    last_choice: turn.choice ?? (last === undefined ? state.last_choice : null),
    // What "undo" is about: reading, and what was only tried out, change nothing to go back on.
    last_run_id: outcome.receipts.length > 0 ? run_id : state.last_run_id,
    remembered,
    locale: turn.locale,
    turn_count: state.turn_count + 1,
    key_facts:
      last === undefined
        ? state.key_facts
        : noteFact(state.key_facts, exchangeOf(turn, outcome, last.goal)),
    agent_memory:
      turn.agentEvents.length === 0
        ? state.agent_memory
        : rememberAnswers(state.agent_memory, turn.agentEvents),
    artifacts: withNotes(state.artifacts, turn.artifactNotes),
  };
}

/** What strangers wrote is no fact of the conversation. */
function exchangeOf(turn: Turn, { steps, answer }: Outcome, goal: string): Exchange {
  const { entry, state } = turn;
  const { catalogue } = turn.snapshot;
  const isOutside = steps.some(({ domain, capability }) => {
    const known = catalogue.capability(domain, capability);
    if (known === undefined) return false;
    const remembered = outsideRemembered(known, catalogue, state);
    return remembered.length > 0 || bringsOutsideText(known, catalogue);
  });
  return { said: entry.input_text, goal, told: isOutside ? undefined : answer };
}
