import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { EntryRequest, IntentOutput } from "#shared/contracts/intent.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import { sessionOrderKey } from "../engine/in-order.ts";
import { intentWithout } from "../planning/frames.ts";
import { afterEffect } from "../ports/after-effect-error.ts";
import { localeOfControl, readControl, refusedControl } from "../understanding/control.ts";
import { setApart } from "../understanding/set-apart.ts";
import { alreadyDone } from "./already-done.ts";
import { answerPending, chooseAgain } from "./answer-pending.ts";
import { behindLead, isClear } from "./behind-lead.ts";
import { closeTurn } from "./close-turn.ts";
import { onlyLetsGo } from "./conversation/after-lead.ts";
import { type Courtesy, readCourtesy } from "./conversation/read-courtesy.ts";
import { readRefusal } from "./conversation/read-refusal.ts";
import { fromShown, withoutTail } from "./from-shown.ts";
import { intentGiven } from "./given-goal.ts";
import { orReopen } from "./held-question.ts";
import { type Decision, decidedBefore, keepDecision, notingTurn } from "./kept-decisions.ts";
import { obeyControl } from "./obey-control.ts";
import { type Outcome, words } from "./outcome.ts";
import { type Planned, pursue, pursuePlan } from "./pursue.ts";
import { replayedResponse } from "./replayed-response.ts";
import { phrases } from "./reply/phrases.ts";
import { dropLast } from "./standing/drop-last.ts";
import { opensStanding } from "./standing/opens-standing.ts";
import { standingAnswer } from "./standing/standing-answer.ts";
import { answeredIn, openTurn, type Turn } from "./turn.ts";
import type { TurnDeps, TurnOptions } from "./turn-deps.ts";
import { understandMessage } from "./understand-message.ts";
import { undoAsked } from "./undo-last.ts";

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

/** Control words first, then the open question, then what the sentence itself says. */
async function decide(opened: Turn, options: TurnOptions): Promise<Outcome> {
  const isFree = options.given === undefined && options.answers === undefined;
  // Only here: what is asked before the session's turn may be a question that another message has just opened.
  if (isFree && options.isProgram && opened.pending?.kind === "confirm")
    return onlyThePerson(opened, opened.pending);
  const before = isFree ? await decidedBefore(opened) : undefined;
  if (before !== undefined)
    return answeredIn(opened, before.locale, (told) => pursuePlan(told, before));
  const noted = notingTurn(opened);
  return decideAnew(noted.turn, options, (decision) => keepDecision(noted, decision));
}

async function decideAnew(
  turn: Turn,
  { answers, given }: TurnOptions,
  keep: (decision: Decision) => void,
): Promise<Outcome> {
  const { entry, pending } = turn;
  // No model guesses what a program has left out.
  if (given !== undefined)
    return pursue({ ...turn, model: undefined }, intentGiven(given, entry.input_text), []);
  if (answers !== undefined && pending?.id !== answers) return questionGone(turn);
  // What is only shown, or crossed out, is read for what it says, and is no word about what was done or asked before.
  const isApart = setApart(entry.input_text) !== undefined;
  const dropped = answers === undefined && !isApart ? await dropLast(turn) : undefined;
  if (dropped !== undefined) return dropped;
  const control = readControl(entry.input_text);
  if (control !== undefined) {
    const locale = entry.locale ?? localeOfControl(entry.input_text) ?? turn.locale;
    return answeredIn(turn, locale, (told) => obeyControl(told, control));
  }
  if (!isApart && onlyLetsGo(entry.input_text))
    return (await letGo(turn)) ?? (await obeyControl(turn, "cancel"));
  const courtesy = readCourtesy(entry.input_text);
  if (courtesy !== undefined)
    return answeredIn(turn, entry.locale ?? turn.locale, answerCourtesy(courtesy));
  const refused = refusedControl(entry.input_text, turn.locale);
  if (refused !== undefined)
    return words(
      "success",
      phrases(turn.locale).held("negated", ""),
      intentWithout(entry.input_text, "control", `not ${refused}`),
    );
  if (pending !== undefined) {
    // A message for this question and no other is an answer to it, whatever came between.
    const asked = answers === undefined ? pending : { ...pending, parked: false };
    const resumed = await answerPending(turn, asked);
    if (resumed !== undefined) return resumed;
    if (answers !== undefined) return questionGone(turn);
  }
  const instead = isApart ? undefined : chooseAgain(turn);
  if (instead !== undefined) return instead;
  const isPlain = !isApart && !opensStanding(turn, entry.input_text);
  const said = isPlain ? withoutTail(behindLead(turn)) : turn;
  const heard = understandMessage(said);
  const undone = isApart ? undefined : await undoAsked(said, heard);
  if (undone !== undefined) return { ...undone, locale: entry.locale ?? heard.locale };
  const done = isApart ? undefined : await alreadyDone(turn, { deedless: false });
  if (done !== undefined) return done;
  const named =
    isApart || opensStanding(said, said.entry.input_text)
      ? undefined
      : await fromShown(said, heard);
  if (named !== undefined) return { ...named, locale: entry.locale ?? heard.locale };
  const standing = isApart ? undefined : await standingAnswer(said);
  if (standing !== undefined) return standing;
  const { intent, candidates } = heard;
  const locale = entry.locale ?? heard.locale;
  const refusal = isApart || isClear(said, heard) ? undefined : await refusedOnly(turn, intent);
  if (refusal !== undefined) return { ...refusal, locale };
  // Other words than those that came may stand behind them in another way next time.
  const note = said === turn ? (planned: Planned) => keep({ ...planned, locale }) : undefined;
  return answeredIn(said, locale, (told) => pursue(told, intent, candidates, note));
}

/** "Não, deixa" behind what was done, where no question is open. */
const letGo = async (turn: Turn): Promise<Outcome | undefined> =>
  turn.pending === undefined ? alreadyDone(turn, { deedless: true }) : undefined;

/** A refusal that names nothing: of what was done last, else of nothing that would be done. */
async function refusedOnly(turn: Turn, heard: IntentOutput): Promise<Outcome | undefined> {
  const done = await alreadyDone(turn, { deedless: true });
  const { input_text } = turn.entry;
  const isAll = readRefusal(input_text, turn.locale)?.isAll === true;
  // What says which request it refuses is held back as that.
  if (done !== undefined || !isAll || heard.goal !== null) return done;
  const intent = intentWithout(input_text, "control", "not wanted");
  return words("success", phrases(turn.locale).held("negated", ""), intent);
}

/** One short line; an open question stays open, and is not answered by it. */
const answerCourtesy = (courtesy: Courtesy) => async (turn: Turn) => {
  const say = phrases(turn.locale);
  const { input_text } = turn.entry;
  const open = turn.pending !== undefined && !turn.pending.parked ? turn.pending : undefined;
  const line = { thanks: say.welcome, bye: say.bye, agreed: say.agreed }[courtesy];
  const [question = ""] = open?.question.split("\n") ?? [];
  const told = open === undefined ? line : say.staysOpen(question);
  return words("success", told, intentWithout(input_text, "control", courtesy));
};

function onlyThePerson({ entry, locale }: Turn, pending: PendingAction): Outcome {
  const intent = intentWithout(entry.input_text, "pending", "a program confirms nothing");
  return { ...words("failure", phrases(locale).onlyThePerson, intent), pending };
}

function questionGone({ entry, locale }: Turn): Outcome {
  const intent = intentWithout(entry.input_text, "pending", "its question is not open any more");
  return words("clarification", phrases(locale).runGone, intent);
}
