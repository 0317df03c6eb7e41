import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import { sayModelError, wordsOf } from "../engine/reasoning/words.ts";
import { planWithModel } from "../planning/with-model/plan-with-model.ts";
import { ModelError } from "../ports/language-model.ts";
import type { Turn } from "./turn.ts";

/** Of a message's time, milliseconds and share: the rest is for what is planned. */
const MOST_TIME_MS = 15_000;
const MOST_SHARE = 0.5;

/** A plan, or why there is none: a code, and a sentence in the user's language. */
export type Planned =
  | { plan: ExecutionPlan; from: "model" | "cache" }
  | { code: string; explanation: string };

/** A model's plan for goals that tables cannot plan, within the message's time. */
export async function planHybrid(
  turn: Turn,
  intent: IntentOutput,
  frames: readonly GoalFrame[],
): Promise<Planned> {
  const { deps, ledger, locale, snapshot } = turn;
  const say = wordsOf(locale);
  if (ledger === undefined) return { code: "NO_MODEL", explanation: say.noModel };
  const leftMs = turn.deadlineAt - deps.clock.now();
  try {
    const planned = await planWithModel(
      {
        frames,
        followups: intent.followups,
        text: intent.original_query,
        locale,
        catalogue: snapshot.catalogue,
        user_id: turn.key.user_id,
        mayUse: turn.mayUse ?? (() => true),
      },
      {
        model: ledger.model({ purpose: "plan" }),
        cache: deps.store.cache,
        now: deps.clock.now(),
        timeoutMs: Math.min(MOST_TIME_MS, leftMs * MOST_SHARE),
        signal: turn.signal,
      },
    );
    return planned ?? { code: "NOTHING_TO_USE", explanation: say.noPlan };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (error.kind === "invalid") return { code: "NO_PLAN", explanation: say.noPlan };
    return sayModelError(error.kind, locale);
  }
}
