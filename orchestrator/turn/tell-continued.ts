import type { ContinuedFor } from "../engine/recovery/recovery.ts";
import { closeTurn } from "./close-turn.ts";
import { closePlan } from "./execute-plan.ts";
import { outcomeOf } from "./outcome.ts";
import { stepQuestion } from "./questions.ts";
import { turnBehind } from "./turn.ts";
import type { TurnDeps } from "./turn-deps.ts";

/** The session of a run that was carried on learns how it ended, as if it had never been interrupted. */
export const tellContinued =
  (deps: TurnDeps): ContinuedFor =>
  (run, circumstances, work) => {
    const question = stepQuestion(circumstances, deps, work);
    return {
      ask: question.ask,
      async tell(result) {
        const pending = question.asked();
        if (run.circumstances?.as === "plan") {
          await closePlan(circumstances, deps, work, result, pending);
          return;
        }
        const turn = turnBehind(circumstances, run, "recovery", deps);
        await closeTurn(turn, outcomeOf(work, result, pending), {});
      },
    };
  };
