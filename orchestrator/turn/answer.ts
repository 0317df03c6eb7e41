import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { EntryRequest } from "#shared/contracts/intent.ts";
import { sessionOrderKey } from "../engine/in-order.ts";
import { afterEffect } from "../ports/after-effect-error.ts";
import { closeTurn } from "./close-turn.ts";
import { decide } from "./decide.ts";
import { orReopen } from "./held-question.ts";
import { replayedResponse } from "./replayed-response.ts";
import { openTurn } from "./turn.ts";
import type { TurnDeps, TurnOptions } from "./turn-deps.ts";

/**
 * One message, from words to words. A new reader starts here.
 * Errors: StoreError when the store fails before anything was sent, AfterEffectError after it; everything a user can meet is an answer, not an error
 */
export function answer(
  entry: EntryRequest,
  deps: TurnDeps,
  options: TurnOptions = {},
): Promise<TurnResponse> {
  return deps.inOrder(sessionOrderKey(entry), async () => {
    const opened = await openTurn(entry, deps, options);
    const before = opened.again ? await replayedResponse(opened) : undefined;
    if (before !== undefined && "told" in before) return before.told;
    const turn = before === undefined ? opened : { ...opened, ...before };
    const outcome = await decide(turn, options);
    const run_id = outcome.run_id ?? turn.run_id;
    return afterEffect(outcome.acted, run_id, () =>
      orReopen(deps, outcome.held, () => closeTurn(turn, outcome, options)),
    );
  });
}
