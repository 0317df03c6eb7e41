import type { TurnResponse } from "#shared/contracts/doors.ts";
import type { EntryRequest } from "#shared/contracts/intent.ts";
import { intentWithout } from "../planning/frames.ts";
import { localeOfControl, readControl, refusedControl } from "../understanding/control.ts";
import { answerPending, chooseAgain } from "./answer-pending.ts";
import { closeTurn } from "./close-turn.ts";
import type { Desk, TurnOptions } from "./desk.ts";
import { giveBack } from "./give-back.ts";
import { obeyControl } from "./obey-control.ts";
import { offeredTo } from "./offered-to.ts";
import { type Outcome, words } from "./outcome.ts";
import { pursue } from "./pursue.ts";
import { phrases } from "./reply/phrases.ts";
import { toldBefore } from "./told-before.ts";
import { hearingOf, openTurn, type Turn } from "./turn.ts";

/**
 * One message, from words to words. A new reader starts here.
 * Errors: StoreError when the store fails; everything a user can meet is an answer, not an error
 */
export function answer(
  entry: EntryRequest,
  desk: Desk,
  options: TurnOptions = {},
): Promise<TurnResponse> {
  return desk.inOrder(`${entry.user_id}\n${entry.session_id}`, async () => {
    const turn = await openTurn(entry, desk, options);
    const before = turn.again ? await toldBefore(turn) : undefined;
    if (before !== undefined) return before;
    try {
      return await closeTurn(turn, await decide(turn, options), options);
    } catch (error) {
      // Best effort: a store that fails now is asked again when the process starts anew.
      if (turn.held !== undefined) await giveBack(desk, turn.held).catch(() => undefined);
      throw error;
    }
  });
}

/** Control words first, then the open question, then what the sentence itself says. */
async function decide(turn: Turn, { answers }: TurnOptions): Promise<Outcome> {
  const { entry, snapshot, pending } = turn;
  if (answers !== undefined && pending?.id !== answers) return questionGone(turn);
  const control = readControl(entry.input_text);
  if (control !== undefined) {
    turn.locale = entry.locale ?? localeOfControl(entry.input_text) ?? turn.locale;
    return obeyControl(turn, control);
  }
  const refused = refusedControl(entry.input_text, turn.locale);
  if (refused !== undefined)
    return words(
      "success",
      phrases(turn.locale).held("negated", ""),
      intentWithout(entry.input_text, "control", `not ${refused}`),
    );

  const hear = () => {
    const heard = snapshot.understanding.understand(entry.input_text, hearingOf(turn));
    if (entry.locale === undefined) turn.locale = heard.locale;
    return offeredTo({ catalogue: snapshot.catalogue, mayUse: turn.mayUse }, heard);
  };
  if (pending !== undefined) {
    // A message for this question and no other is an answer to it, whatever came between.
    const asked = answers === undefined ? pending : { ...pending, parked: false };
    const resumed = await answerPending(turn, asked, hear);
    if (resumed !== undefined) return resumed;
    if (answers !== undefined) return questionGone(turn);
  }
  const instead = chooseAgain(turn);
  if (instead !== undefined) return instead;
  const { intent, candidates } = hear();
  return pursue(turn, intent, candidates);
}

function questionGone({ entry, locale }: Turn): Outcome {
  const intent = intentWithout(entry.input_text, "pending", "its question is not open any more");
  return words("clarification", phrases(locale).runGone, intent);
}
