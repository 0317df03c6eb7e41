import { DEFAULT_GATE_THRESHOLD } from "#shared/contracts/manifest.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import { sayIn } from "#shared/messages/say.ts";
import { isSameText } from "../language/conversation/naming.ts";
import { type Following, type Reading, readingOf } from "../language/reading.ts";
import { framesOf, intentWithout } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate.ts";
import type { Understood } from "../understanding/understanding.ts";
import { asksAnew, behindUnknowing } from "./behind-lead.ts";
import { wordsIn } from "./conversation/words-in.ts";
import { goalMeant, listedAnew, offeredAnew, type Sure, severalOf } from "./goal-meant.ts";
import { cancellationText, cancelQuestion, holdPending, orReopen } from "./open-question.ts";
import { type Outcome, words } from "./outcome.ts";
import { pursue } from "./pursue.ts";
import type { Given } from "./questions.ts";
import { askInWords } from "./reply/question.ts";
import { resume } from "./resume.ts";
import { alsoAnswered } from "./spoken-of-last.ts";
import {
  declinesStanding,
  isWatch,
  opensStanding,
  readStandingReply,
} from "./standing/read-standing-reply.ts";
import { saysTellOnly } from "./standing/tell-only.ts";
import {
  isHardlyText,
  SURELY_ASKING,
  takesText,
  textOrValue,
  type Waiting,
  waitingIntent,
} from "./text-or-value.ts";
import { answeredIn, inLanguage, type Turn } from "./turn.ts";
import { hearAs, isClear, isWorthLeaving, understandMessage } from "./understand-message.ts";

/** Behind words that let go something this likely is what is wanted instead. */
const WORTH_LEAVING = 0.5;
/** Where no text is waited for, something this likely is another request. */
const WORTH_ASKING = 0.6;
/** How often a question is asked again before it is put aside. */
const MAX_REASKS = 2;

/**
 * Read the message as the answer to the open question and go on.
 * undefined: it is about something else; a clear new goal beats a wrong answer and parks the question.
 */
export async function answerPending(
  turn: Turn,
  pending: PendingAction,
): Promise<Outcome | undefined> {
  const { instruction } = turn;
  // A front end that repeats an answer for a purpose of its own answers nothing.
  if (instruction?.isTrusted === false && instruction.digest !== (pending.instruction ?? ""))
    return undefined;
  // An answer is in the language of its question: a label says nothing about the speaker's.
  const locale = turn.entry.locale ?? pending.locale;
  if (!pending.parked && remindsBehindLead(turn)) {
    await turn.deps.store.pending.put({ ...pending, parked: true });
    return undefined;
  }
  const outcome = await readAsAnswer(inLanguage(turn, locale), pending);
  return outcome && { ...outcome, locale };
}

/** What leads to a reminder says yes to nothing. */
function remindsBehindLead({ entry, deps }: Turn): boolean {
  const { afterLead, behindLead } = readingOf(entry.input_text);
  if (deps.standing === undefined || afterLead === undefined) return false;
  return locales.some((each) => (behindLead.schedules(each).reminder?.text ?? "") !== "");
}

async function readAsAnswer(turn: Turn, pending: PendingAction): Promise<Outcome | undefined> {
  const { locale } = turn;
  const text = turn.entry.input_text;
  const say = sayIn("replies", locale);
  const intent = intentWithout(text, "pending", `answers "${pending.question}"`);
  const reading = readingOf(text);
  const isApart = reading.apart !== undefined;
  const reply = pending.parked || isApart ? undefined : readStandingReply(turn, pending);
  const cut = (whole: string) => turn.snapshot.understanding.followupsIn(whole);
  const waiting = await waitingIntent(turn, pending);
  const following = followingOf(pending, waiting);
  const plain = reading.answer.saidTo(pending, locale, { cut, following });
  const more = plain.answer === undefined && !isApart ? alsoAnswered(turn, pending) : undefined;
  const said = { ...plain, answer: more?.answer ?? plain.answer, also: more?.also };
  const { answer } = said;
  // A refusal of the rest takes the question up.
  const isTaken = reply !== undefined && saysTellOnly(text, pending);
  // The rest of the message may say what is wanted.
  const isOther =
    refusesForAnother(reading, pending) || (declinesStanding(text, pending) && letsGo(turn, text));
  if (!isTaken && !pending.parked && isOther && reply === undefined) {
    await cancelQuestion(turn, pending);
    return undefined;
  }
  const other = isApart ? undefined : await askedInstead(turn, pending, answer === undefined);
  if (other !== undefined) return other;
  if (
    (answer?.said === "no" && !isTaken) ||
    (answer === undefined &&
      !isTaken &&
      said.drop === undefined &&
      (isRefusal(reading, locale) ||
        isLetGo(pending, reading) ||
        refusesAsked(reading, pending))) ||
    (reply === undefined && !pending.parked && declinesStanding(text, pending))
  )
    return (await cancelQuestion(turn, pending))
      ? {
          ...words("success", await cancellationText(turn, pending, say("declined")), intent),
          pendingUsed: true,
          ...declinedIn(pending),
        }
      : undefined;
  // A yes or a place after something else was talked about may be for that: it is asked again.
  const isBare =
    answer?.said === "yes" || (answer?.said === "option" && reading.answer.isOnlyAnswer);
  if (isBare && pending.parked) {
    const again = { ...pending, parked: false };
    const asked = `${say("still_want")}\n${askInWords(again, locale)}`;
    return { ...words("clarification", asked, intent), pending: again };
  }
  const given =
    reply ??
    (answer?.said === "option" || answer?.said === "yes"
      ? givenBy(answer)
      : (severalOf(pending, answer) ??
        goalMeant(turn, pending) ??
        textOrValue(turn, pending, said.text, waiting)));
  const newGoal =
    given?.sure !== true &&
    answer === undefined &&
    (letsGo(turn, text) ||
      namesShown(turn, pending) ||
      isClearGoal(turn, understandMessage(turn), text) ||
      isOtherRequest(turn, pending, text, waiting) ||
      (!isApart && (opensStanding(turn, text) || isOtherStanding(turn, pending, text))));
  if (given !== undefined && !newGoal) {
    // Someone else was quicker with this answer: it is not ours to use again.
    const { isOurs, held } = await holdPending(turn, pending);
    if (!isOurs) return undefined;
    const outcome = await orReopen(turn.deps, held, () => resume(turn, pending, given, said));
    return { ...outcome, pendingUsed: true, ...(held && { held }) };
  }
  if (newGoal || pending.parked) {
    if (!pending.parked) await turn.deps.store.pending.put({ ...pending, parked: true });
    return undefined;
  }
  if (pending.reasks >= MAX_REASKS) {
    await cancelQuestion(turn, pending);
    return { ...words("clarification", say("gave_up_asking"), intent), pendingUsed: true };
  }
  const why =
    answer?.said === "number_out_of_range"
      ? say("not_an_option", { count: pending.options.length })
      : answer?.said === "several"
        ? say("only_one")
        : pending.kind === "fill" && isHardlyText(turn, text)
          ? say("text_in_quotes")
          : say("did_not_get_answer");
  const heard = answer === undefined ? intentWithout(text, "none", why) : intent;
  return {
    ...words("clarification", `${why}\n${askInWords(pending, turn.locale)}`, heard),
    pending: { ...pending, reasks: pending.reasks + 1 },
  };
}

/** What is asked for in the place of an answer: by one who does not know, or of another list or kind. */
async function askedInstead(
  turn: Turn,
  pending: PendingAction,
  isNoAnswer: boolean,
): Promise<Outcome | undefined> {
  const aside = pending.parked ? undefined : behindUnknowing(turn);
  if (aside !== undefined) {
    await turn.deps.store.pending.put({ ...pending, parked: true });
    const { intent, candidates } = understandMessage(aside);
    return pursue(aside, intent, candidates);
  }
  if (!isNoAnswer) return undefined;
  const meant = (await listedAnew(turn, pending)) ?? offeredAnew(turn, pending);
  return meant !== undefined && (await cancelQuestion(turn, pending))
    ? { ...(await pursue(turn, meant, [])), pendingUsed: true }
    : undefined;
}

/** What a standing request would have been, for who wants only to be told. */
const declinedIn = ({ resume: to }: PendingAction): Pick<Outcome, "declined"> =>
  to.at === "standing" && to.asked === "confirm" && to.proposal !== null
    ? { declined: to.proposal }
    : {};

/** What goes on behind the question, as far as it has been asked for. */
function followingOf({ resume: to }: PendingAction, waiting: Waiting): Following {
  const none: Following = { followups: [], also: [] };
  switch (to.at) {
    case "entity":
    case "intent":
      return to.intent;
    case "goal":
      return { followups: to.followups, also: to.also ?? [] };
    case "standing":
      return to.proposal?.action.do === "goals" ? to.proposal.action.intent : none;
    case "step":
      return waiting ?? none;
  }
}

/** What was chosen last is chosen again, and done as far as it is another. undefined: no one says so. */
export function chooseAgain(turn: Turn): Promise<Outcome> | undefined {
  const { last_choice } = turn.state;
  if (last_choice === null || last_choice.question.expires_at < turn.startedAt) return undefined;
  const option = readingOf(turn.entry.input_text).correctionFirst.answer.other(last_choice);
  if (option === undefined) return undefined;
  const { question } = last_choice;
  return answeredIn(turn, turn.entry.locale ?? question.locale, (told) =>
    resume(told, question, { what: "option", option }),
  );
}

function givenBy(
  answer: { said: "option"; option: PendingAction["options"][number] } | { said: "yes" },
): Sure<Given> {
  return answer.said === "yes"
    ? { what: "yes", sure: true }
    : { what: "option", option: answer.option, sure: true };
}

/** What the question is about is let go by its name. */
function isLetGo({ kind, question, resume: to }: PendingAction, said: Reading): boolean {
  const asked = to.at === "entity" ? to.intent.original_query : "";
  return kind === "fill" && said.answer.letsGoOf(`${question} ${asked}`);
}

/** A refusal is no text, even where any text is taken. */
function isRefusal(said: Reading, locale: Locale): boolean {
  if (said.afterLead?.letsGo === true && said.behindLead.control === "cancel") return true;
  const { refuses, core } = said.answer.reply(locale);
  return refuses && (core === "" || readingOf(core).control === "cancel");
}

/** What is asked about is not wanted. */
function refusesAsked(said: Reading, { kind, options, question, locale }: PendingAction): boolean {
  if (kind === "fill" || options.length > 1) return false;
  const refusal = said.answer.refusal(locale);
  return refusal?.isAll === true && !refusal.deeds.isDisjointFrom(readingOf(question).deeds);
}

/** The same, and something else is wanted instead. */
function refusesForAnother(said: Reading, pending: PendingAction): boolean {
  const instead = said.answer.instead(pending.locale);
  if (instead === undefined) return false;
  return refusesAsked(readingOf(said.text.slice(0, said.text.lastIndexOf(instead))), pending);
}

/** Where only a yes is waited for, a place of a list is about what was shown. */
function namesShown({ state, entry }: Turn, { kind }: PendingAction): boolean {
  if (kind !== "confirm" || state.shown.length === 0) return false;
  const nouns = wordsIn(state.shown.flatMap(({ items }) => items));
  const reference = readingOf(entry.input_text).naming.pointer(nouns);
  return reference !== undefined && reference.which !== "that" && reference.which !== "all";
}

/**
 * A watch, or a time and a whole request of its own beside it. To a question for a value only what recurs is the latter: a
 * text may name a time.
 */
function isOtherStanding(
  turn: Turn,
  { kind: asked, resume: to }: PendingAction,
  text: string,
): boolean {
  const { deps, startedAt, timezone, locale } = turn;
  const isText = asked === "fill" && !(to.at === "standing" && to.asked === "time");
  if (deps.standing === undefined) return false;
  const time = deps.standing.readTime(text, startedAt, timezone, locale);
  if (isWatch(time, locale)) return true;
  const { kind, rest } = time;
  if (kind === "none" || rest.trim() === "" || (isText && kind !== "every")) return false;
  return isClear(turn, hearAs(turn, rest));
}

/** It begins by letting go of what was talked about, and goes on with something that is a request. */
function letsGo(turn: Turn, text: string): boolean {
  const lead = readingOf(text).afterLead;
  return lead?.letsGo === true && isWorthLeaving(turn, lead.rest, WORTH_LEAVING);
}

/** No answer, and a request as it seems; a text that is waited for seems one less. */
function isOtherRequest(
  turn: Turn,
  pending: PendingAction,
  text: string,
  waiting: Waiting,
): boolean {
  const { kind } = pending;
  const reading = readingOf(text);
  if (!reading.isLongerThan(1) || reading.apart !== undefined) return false;
  const isText = kind === "fill" && takesText(turn, pending, waiting);
  if (isText && asksAnew(turn, text)) return asksToRead(turn, text);
  const deed = reading.firstDeed;
  if (isText && deed === undefined) return false;
  // What is to be deleted is no text to keep.
  if (isText && deed === "remove" && reading.naming.pointer() !== undefined) return true;
  return isWorthLeaving(turn, text, isText ? SURELY_ASKING : WORTH_ASKING);
}

/** A question is answered by what reads. */
function asksToRead(turn: Turn, text: string): boolean {
  const [frame] = framesOf(hearAs(turn, text).intent);
  const effect = frame && gateOfFrame(frame, [], turn.snapshot.catalogue).effect;
  return effect === "read" && isWorthLeaving(turn, text, WORTH_LEAVING);
}

/** A goal that may act, said with more words than the bare value that was asked for; general talk is not clear by itself. */
function isClearGoal(turn: Turn, { intent }: Understood, text: string): boolean {
  const [frame] = framesOf(intent);
  if (frame === undefined) return false;
  const bare = Object.values(intent.entities).some((value) => isSameText(String(value), text));
  const { passed, threshold } = gateOfFrame(frame, intent.followups, turn.snapshot.catalogue);
  return !bare && passed && frame.confidence >= (threshold ?? DEFAULT_GATE_THRESHOLD);
}
