import type { EntryRequest } from "#shared/contracts/intent.ts";
import { sessionOrderKey } from "../engine/in-order.ts";
import { PlanRefusedError, type ShownPlan } from "../ports/plan-tokens.ts";
import { runBefore } from "../turn/replayed-response.ts";
import { openTurn } from "../turn/turn.ts";
import type { TurnDeps, TurnOptions } from "../turn/turn-deps.ts";
import type { Turns } from "../turn/turns.ts";
import { digestOf, noting } from "./deeds.ts";
import { type Rehearsed, rehearse } from "./rehearse.ts";

/**
 * Does what an explanation has shown: the same plan with the same values, at the time that was read then, by the same call
 * that answers. Where anything of it would be another now, nothing is begun. `options.message` is the request's own name, so that
 * the same request again is told what became of it.
 * Errors: PlanRefusedError with what has moved; as answer
 */
export const doPlannedBy =
  (answer: Turns["answer"]): Turns["doPlanned"] =>
  async ({ plan_token, user_id, session_id }, deps, options = {}) => {
    const shown = await deps.planTokens?.open(plan_token, deps.clock.now());
    if (shown === "expired") throw new PlanRefusedError("time");
    const isTheirs = shown?.user_id === user_id;
    if (!isTheirs || (session_id !== undefined && session_id !== shown.session_id))
      throw new PlanRefusedError("token");
    const entry = entryOf(shown);
    const planned: TurnOptions = {
      ...options,
      saidAt: shown.said_at,
      ...(!shown.follows_ticks && { tell: null }),
    };
    return deps.inOrder(sessionOrderKey(entry), async () => {
      const inTurn: TurnDeps = { ...deps, inOrder: (_key, task) => task() };
      const { message } = options;
      if (message?.again === true) {
        const before = await runBefore(message, await openTurn(entry, deps, planned), deps);
        if (before !== undefined) return answer(entry, inTurn, planned);
      }
      const snapshot = deps.current();
      if (snapshot.catalogue.digest !== shown.digest) throw new PlanRefusedError("catalogue");
      const pinned: TurnDeps = { ...inTurn, current: () => snapshot };
      const run_id = options.run_id ?? message?.run_id ?? deps.makeId("run");
      const now = { ...planned, run_id };
      const { message: _message, ...afresh } = now;
      const rehearsed = await rehearse(answer, entry, pinned, afresh);
      const deeds = rehearsed.deeds.map((deed) => digestOf(deed, run_id));
      if (deeds.join() !== shown.deeds.join()) throw new PlanRefusedError(movedIn(rehearsed));
      return answer(entry, doingOnly(pinned, shown.deeds, run_id), now);
    });
  };

/** Whatever comes to something else after all is stopped in front of it. */
function doingOnly(deps: TurnDeps, deeds: readonly string[], run_id: string): TurnDeps {
  let done = 0;
  return noting(deps, (deed) => {
    if (digestOf(deed, run_id) !== deeds[done]) throw new PlanRefusedError("target");
    done += 1;
  });
}

function movedIn({ told }: Rehearsed): "right" | "target" {
  const isForbidden = told?.trace.intent.evidence.some(({ kind }) => kind === "rights") === true;
  return isForbidden ? "right" : "target";
}

const entryOf = ({
  session_id,
  user_id,
  input_text,
  channel,
  locale,
  metadata,
}: ShownPlan): EntryRequest => ({
  ...{ session_id, user_id, input_text, channel },
  metadata: { ...metadata },
  ...(locale !== null && { locale }),
});
