import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { EntryRequest, IntentOutput } from "#shared/contracts/intent.ts";
import { locales } from "#shared/contracts/names.ts";
import { sayIn } from "#shared/messages/say.ts";
import { notedSchedules } from "../engine/noted-schedules.ts";
import { type Reading, readingOf } from "../language/reading.ts";
import { schedulesIn } from "../language/schedule-reading.ts";
import { framesOf, intentGiven, intentWithout, withFrames } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate.ts";
import { afterEffect } from "../ports/domain-client.ts";
import { sessionOrderKey } from "../ports/owner.ts";
import type { Understood } from "../understanding/understanding.ts";
import { alreadyDone, ofHeld, undoOffered } from "./already-done.ts";
import { answerPending, chooseAgain } from "./answer-pending.ts";
import { behindLead } from "./behind-lead.ts";
import { closeTurn } from "./close-turn.ts";
import { fromShown, inBothWays, withoutTail } from "./from-shown.ts";
import { type Decision, decidedBefore, keepDecision, notingTurn } from "./kept-decisions.ts";
import { obeyControl } from "./obey-control.ts";
import { obeyZone } from "./obey-zone.ts";
import { askOfSameDeed } from "./of-same-deed.ts";
import { orReopen } from "./open-question.ts";
import { bothOf, type Outcome, words } from "./outcome.ts";
import { type Planned, pursue, pursuePlan } from "./pursue.ts";
import { putRight } from "./put-right.ts";
import { replayedResponse } from "./replayed-response.ts";
import { sayHeld, sayInterrupted } from "./reply/say.ts";
import { changesStanding, keepsLast, obeyOfLast } from "./standing/of-last.ts";
import { nowAndLaterIn, opensStanding } from "./standing/read-standing-reply.ts";
import { askingFirst, asksFirst } from "./standing/request.ts";
import { standingAnswer } from "./standing/standing-answer.ts";
import { undoStanding } from "./standing/undo-standing.ts";
import { answeredIn, inLanguage, openTurn, saying, type Turn } from "./turn.ts";
import type { TurnDeps, TurnOptions } from "./turn-deps.ts";
import { isClear, understandMessage } from "./understand-message.ts";
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
    const { schedules, changes } = notedSchedules(deps.store.schedules);
    const inTurn = { ...deps, store: { ...deps.store, schedules } };
    const opened = await openTurn(entry, inTurn, options);
    const before = await replayedResponse(opened);
    if (before !== undefined && "told" in before) return before.told;
    const turn = before === undefined ? opened : { ...opened, ...before };
    const outcome = isAnswerTaken(turn) ? interrupted(turn) : await decide(turn, options);
    const run_id = outcome.run_id ?? turn.run_id;
    return afterEffect(outcome.acted, run_id, () =>
      orReopen(deps, outcome.held, () =>
        closeTurn(turn, { ...outcome, schedules: changes() }, options),
      ),
    );
  });
}

/** What one message comes to: as it was decided before, else by the first reader that knows what it is. */
async function decide(opened: Turn, options: TurnOptions): Promise<Outcome> {
  const { given, answers, isProgram = false } = options;
  // No model guesses what a program has left out.
  if (given !== undefined)
    return pursue({ ...opened, model: undefined }, intentGiven(given, opened.entry.input_text), []);
  if (answers !== undefined && opened.pending?.id !== answers) return questionGone(opened);
  // Only here: what is asked before the session's turn may be a question that another message has just opened.
  if (answers === undefined && isProgram && opened.pending?.kind === "confirm")
    return onlyThePerson(opened);
  const before = answers === undefined ? await decidedBefore(opened) : undefined;
  if (before !== undefined)
    return answeredIn(opened, before.locale, (told) => pursuePlan(told, before));
  const noted = notingTurn({ ...opened, doSaid });
  const message = messageOf(noted.turn, answers !== undefined);
  for (const read of READERS) {
    const told = read === answerToQuestion ? read(message) : readFirst(read, message);
    // Most of them know at once that it is not theirs.
    const outcome = told instanceof Promise ? await told : told;
    if (outcome !== undefined) return outcome;
  }
  return asRequest(message, (decision) => keepDecision(noted, decision));
}

/** What the readers look at. */
type Message = {
  turn: Turn;
  text: string;
  /** Of the text. */
  reading: Reading;
  /** It is for the open question and no other. */
  isForQuestion: boolean;
  /** What is only shown, or crossed out, is read for what it says, and is no word about what was done or asked before. */
  isApart: boolean;
  /** The turn without the words in front of and behind its request. */
  said(): Turn;
  heard(): Understood;
  /** Of its answer, where it is understood. */
  heardLocale(): Turn["locale"];
};

type Reader = (message: Message) => Promise<Outcome | undefined> | Outcome | undefined;

function messageOf(turn: Turn, isForQuestion: boolean): Message {
  const text = turn.entry.input_text;
  const reading = readingOf(text);
  const isApart =
    reading.apart !== undefined || (turn.pending === undefined && reading.isBrokenOff);
  let said: Turn | undefined;
  let heard: Understood | undefined;
  const message: Message = {
    ...{ turn, text, reading, isForQuestion, isApart },
    said() {
      said ??=
        isApart || opensStanding(turn, text)
          ? turn
          : withoutTail(inBothWays(behindLead(corrected(turn))));
      return said;
    },
    heard() {
      heard ??= understandMessage(message.said());
      return heard;
    },
    heardLocale: () => turn.entry.locale ?? message.heard().locale,
  };
  return message;
}

async function doSaid(turn: Turn): Promise<Outcome | undefined> {
  const { input_text } = turn.entry;
  const undone =
    readingOf(input_text).control === "undo"
      ? await undoStanding(turn, intentWithout(input_text, "control", "undo"))
      : undefined;
  return undone ?? (await obeyOfLast(turn)) ?? (await standingAnswer(turn));
}

/** What is no answer to a question changes nothing that stands unasked, where a front end may have said it. */
const readFirst = (read: Reader, message: Message) =>
  asksFirst(message.turn)
    ? askingFirst(message.turn, (only) =>
        read({ ...message, turn: only(message.turn), said: () => only(message.said()) }),
      )
    : read(message);

/** With what says that something was meant in front. */
function corrected(turn: Turn): Turn {
  const input_text = readingOf(turn.entry.input_text).correctionFirst.text;
  return input_text === turn.entry.input_text ? turn : saying(turn, input_text);
}

/** In this order: the first that knows the message answers it. Behind them it is read as a request of its own. */
const READERS: readonly Reader[] = [
  unlessApart(({ turn, isForQuestion }) => (isForQuestion ? undefined : obeyOfLast(turn))),
  unlessApart(({ turn, isForQuestion }) => (isForQuestion ? undefined : keepsLast(turn))),
  controlWord,
  unlessApart(({ turn, isForQuestion }) => (isForQuestion ? undefined : obeyZone(turn))),
  unlessApart(lettingGo),
  courtesy,
  refusedControlWord,
  answerToQuestion,
  unlessApart(({ turn }) => chooseAgain(turn)),
  unlessApart(inHeardLanguage(puttingBack)),
  unlessApart(inHeardLanguage(puttingRight)),
  unlessApart(({ turn }) => alreadyDone(turn, { deedless: false })),
  unlessApart(inHeardLanguage(whatWasHeld)),
  unlessApart(nowAndLater),
  unlessApart(inHeardLanguage(whatWasShown)),
  unlessApart(inHeardLanguage(sameDeed)),
  unlessApart((message) => standingAnswer(message.said())),
  unlessApart(inHeardLanguage(refusal)),
];

function unlessApart(read: Reader): Reader {
  return (message) => (message.isApart ? undefined : read(message));
}

function inHeardLanguage(read: Reader): Reader {
  return async (message) => {
    const outcome = await read(message);
    return outcome && { ...outcome, locale: message.heardLocale() };
  };
}

async function controlWord(message: Message) {
  const { turn, reading } = message;
  // An undo may have beside it what says that something went wrong.
  const isUndo = turn.pending === undefined && reading.undoes(turn.locale);
  const control = reading.control ?? (isUndo ? "undo" : undefined);
  if (control === undefined) return undefined;
  const newest = turn.state.shown.at(-1);
  const isOne = newest?.items.length === 1;
  // One thing that was shown since is spoken of rather than the question that it left behind.
  if (control === "cancel" && turn.pending?.parked === true && isOne && !newest.acted) {
    const ofShown = await inHeardLanguage(whatWasShown)(message);
    if (ofShown !== undefined) return ofShown;
  }
  // Where no question is open, all that stands, what was just made or shown may be what is to be cancelled.
  if (control === "cancel" && turn.pending === undefined) {
    const isOfAll = cancelsAll(message);
    const standing = isOfAll ? await standingAnswer(message.said()) : undefined;
    const ofDone =
      standing === undefined && (newest?.acted === true || isOne)
        ? ((await inHeardLanguage(whatWasShown)(message)) ?? (await undoOffered(turn)))
        : standing;
    // All of what was shown is a request of its own.
    if (ofDone !== undefined || (isOfAll && (newest?.items.length ?? 0) > 0)) return ofDone;
  }
  const locale = turn.entry.locale ?? reading.localeOfControl ?? turn.locale;
  return answeredIn(turn, locale, (told) => obeyControl(told, control));
}

const cancelsAll = ({ text }: Message): boolean =>
  locales.some((locale) => schedulesIn(text, locale).command?.all === true);

/** Of what was done where no question is open. */
async function lettingGo({ turn, reading }: Message) {
  // A control that is refused lets go of nothing.
  if (!reading.onlyLetsGo || reading.refusedControl(turn.locale) !== undefined) return undefined;
  const isOpen = turn.pending !== undefined;
  const done = isOpen ? undefined : await alreadyDone(turn, { deedless: true });
  return done ?? obeyControl(turn, "cancel");
}

/** One short line; an open question stays open, and is not answered by it. */
function courtesy({ turn, text, reading }: Message) {
  const { entry, pending } = turn;
  const said = reading.courtesy ?? (pending === undefined ? reading.nod : undefined);
  if (said === undefined) return undefined;
  const first = turn.isFresh ? reading.localeOfCourtesy : undefined;
  const locale = entry.locale ?? first ?? turn.locale;
  const say = sayIn("replies", locale);
  const open = pending !== undefined && !pending.parked ? pending : undefined;
  const line = { thanks: say("welcome"), bye: say("bye"), agreed: say("agreed") }[said];
  const [question = ""] = open?.question.split("\n") ?? [];
  const told = open === undefined ? line : say("stays_open", { question });
  return { ...words("success", told, intentWithout(text, "control", said)), locale };
}

function refusedControlWord({ turn, reading }: Message) {
  const refused = reading.refusedControl(turn.locale);
  return refused && heldBack(turn, `not ${refused}`);
}

/** A message for this question and no other is an answer to it, whatever came between. */
async function answerToQuestion({ turn, isForQuestion }: Message) {
  const { pending } = turn;
  if (pending === undefined) return undefined;
  const asked = isForQuestion ? { ...pending, parked: false } : pending;
  return (await answerPending(turn, asked)) ?? (isForQuestion ? questionGone(turn) : undefined);
}

/** The way back from what was done. */
async function puttingBack(message: Message) {
  const said = message.said();
  const undone = await undoAsked(said, message.heard());
  const rest = undone === undefined ? message.reading.afterBreath : undefined;
  if (rest === undefined) return undone;
  const behind = saying(said, rest);
  return undoAsked(behind, understandMessage(behind));
}

/** Another value in the place of one that was just acted on. */
function puttingRight(message: Message) {
  return putRight(inLanguage(message.turn, message.heardLocale()), message.heard());
}

/** What was not to be done is asked for after all. */
function whatWasHeld(message: Message) {
  const { turn } = message;
  if (turn.state.held === null || isClear(message.said(), message.heard())) return undefined;
  const wanted = ofHeld(turn, message.heard().intent);
  return wanted && pursue(inLanguage(turn, message.heardLocale()), wanted, []);
}

function whatWasShown(message: Message) {
  const said = message.said();
  return opensStanding(said, said.entry.input_text) ? undefined : fromShown(said, message.heard());
}

/** Something for which what was just done may be done as well. */
function sameDeed(message: Message) {
  const said = message.said();
  const isOwn = isClear(said, message.heard()) || opensStanding(said, said.entry.input_text);
  if (isOwn) return undefined;
  return askOfSameDeed(inLanguage(said, message.heardLocale()), said.entry.input_text);
}

/** What is asked for now is done, and what is said behind it for later is kept. */
async function nowAndLater(message: Message): Promise<Outcome | undefined> {
  const said = message.said();
  const both = nowAndLaterIn(said, said.entry.input_text);
  if (both === undefined) return undefined;
  const first = saying(said, both.first);
  const andLater = async (now: Outcome | undefined) => {
    const later = now && (await standingAnswer(saying(said, both.later)));
    return now && later ? bothOf(now, later, said.locale) : now;
  };
  if (readingOf(both.first).undoes(said.locale)) return andLater(await obeyControl(first, "undo"));
  const { intent, candidates, locale } = understandMessage(first);
  const frames = framesOf(intent);
  const isDoubted = frames.some(({ doubts = [] }) => doubts.length > 0);
  if (!isClear(first, { intent }) || isDoubted)
    return changesStanding(both.first) ? andLater(await standingAnswer(first)) : undefined;
  // First what calls nothing: where what is asked for now is only tried out, it is followed no further than a call.
  // What points back in it is what is asked for before it.
  const spoken = { ...said.state, last_frame: frames[0] ?? null, last_standing: null };
  const later = await standingAnswer({ ...saying(said, both.later), state: spoken });
  const now = await answeredIn(first, locale, (told) => pursue(told, intent, candidates));
  if (later === undefined) return now;
  return bothOf(now, later, locale);
}

/** So likely is what a refusal names. */
const WORTH_REFUSING = 0.5;

/** A refusal that names nothing: of what was done last, else of nothing that would be done. */
async function refusal(message: Message) {
  const { turn, reading } = message;
  if (isClear(message.said(), message.heard())) return undefined;
  const done = await alreadyDone(turn, { deedless: true });
  const isAll = reading.answer.refusal(turn.locale)?.isAll === true;
  // What says which request it refuses is held back as that.
  const { goal, confidence } = message.heard().intent;
  if (done !== undefined || !isAll || (goal !== null && confidence >= WORTH_REFUSING)) return done;
  return heldBack(turn, "not wanted");
}

function asRequest(message: Message, keep: (decision: Decision) => void): Promise<Outcome> {
  const said = message.said();
  const { candidates } = message.heard();
  const intent = withoutPointing(said, message.heard().intent);
  const locale = message.heardLocale();
  // Other words than those that came may stand behind them in another way next time.
  const isAsCame = said === message.turn;
  const note = isAsCame ? (planned: Planned) => keep({ ...planned, locale }) : undefined;
  return answeredIn(said, locale, (told) => pursue(told, intent, candidates, note));
}

function heldBack({ entry, locale }: Turn, why: string): Outcome {
  const intent = intentWithout(entry.input_text, "control", why);
  return words("success", sayHeld("negated", "", locale), intent);
}

/** Someone was at the message before, and took it as an answer to a question that is not open any more. */
const isAnswerTaken = ({ message, pending }: Turn): boolean =>
  message?.again === true && message.question !== undefined && message.question !== pending?.id;

function interrupted({ entry, locale }: Turn): Outcome {
  const intent = intentWithout(entry.input_text, "pending", "its answer was taken before");
  return words("failure", sayInterrupted(entry.input_text, locale), intent);
}

function onlyThePerson({ entry, locale, pending }: Turn): Outcome {
  const intent = intentWithout(entry.input_text, "pending", "a program confirms nothing");
  const told = words("failure", sayIn("replies", locale)("only_the_person"), intent);
  return pending === undefined ? told : { ...told, pending };
}

function questionGone({ entry, locale }: Turn): Outcome {
  const intent = intentWithout(entry.input_text, "pending", "its question is not open any more");
  return words("clarification", sayIn("replies", locale)("run_gone"), intent);
}

/**
 * Where nothing was shown, what only points to it and to who asks is no text, and is asked for. Pure.
 * Shape: the intent itself where nothing of it only points
 */
function withoutPointing({ snapshot }: Turn, intent: IntentOutput): IntentOutput {
  if (readingOf(intent.original_query).hasOwnText) return intent;
  const frames = framesOf(intent);
  const plain = frames.map((frame) => {
    const { effect } = gateOfFrame(frame, [], snapshot.catalogue);
    if (effect !== "external") return frame;
    const told = Object.entries(frame.entities).filter(
      ([, value]) => typeof value !== "string" || !readingOf(value).pointsToAsker,
    );
    return told.length === Object.keys(frame.entities).length
      ? frame
      : { ...frame, entities: Object.fromEntries(told) };
  });
  return plain.every((frame, at) => frame === frames[at]) ? intent : withFrames(intent, plain);
}
