import type { Outcome } from "./outcome.ts";
import { corrects } from "./proposals/corrects.ts";
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
