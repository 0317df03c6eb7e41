import type { IntentOutput } from "#shared/contracts/intent.ts";
import { intentWithout } from "../planning/frames.ts";
import type { Control } from "../understanding/control.ts";
import { cancellationText, cancelQuestion } from "./cancel-question.ts";
import { manifestsForUser } from "./manifests-for-user.ts";
import { type Outcome, words } from "./outcome.ts";
import { recallAsked, redoLast } from "./redo-last.ts";
import { helpText } from "./reply/help.ts";
import { phrases } from "./reply/phrases.ts";
import type { Turn } from "./turn.ts";
import { undoLast } from "./undo-last.ts";

/** Words that steer the conversation itself; they need no goal and no model. */
export async function obeyControl(turn: Turn, control: Control): Promise<Outcome> {
  const say = phrases(turn.locale);
  const intent = intentWithout(turn.entry.input_text, "control", control);
  switch (control) {
    case "help": {
      const { now, withModel } = manifestsForUser(turn);
      return words("success", helpText(now, turn.locale, withModel), intent);
    }
    case "redo":
      return redoLast(turn, intent);
    case "recall":
      return recallAsked(turn, intent);
    case "again":
      // To say again that something was done would sound as if it had been done again.
      return turn.state.shown.at(-1)?.acted === true && turn.pending === undefined
        ? redoLast(turn, intent)
        : obeyControl(turn, "repeat");
    case "repeat":
      return turn.state.last_answer === ""
        ? words("clarification", say.nothingToRepeat, intent)
        : words("success", turn.state.last_answer, intent);
    case "cancel":
      return cancelPending(turn, intent);
    case "greet":
      return words("success", say.greeting, intent);
    case "thank":
      return words("success", say.welcome, intent);
    case "undo":
      return undoLast(turn, intent);
  }
}

/** Drop the open question, and say so. */
async function cancelPending(turn: Turn, intent: IntentOutput): Promise<Outcome> {
  const { pending, locale } = turn;
  const { cancelled, nothingToCancel } = phrases(locale);
  if (pending === undefined || !(await cancelQuestion(turn, pending)))
    return words("success", nothingToCancel, intent);
  return {
    ...words("success", cancellationText(turn, pending, cancelled), intent),
    pendingUsed: true,
  };
}
