import type { DoubtReason, IntentOutput, Modifier } from "#shared/contracts/intent.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import { takesTime } from "../../catalogue/takes-time.ts";
import { readStandingCommand, saysOver } from "../../language/commands/read-command.ts";
import { readReminder, readReminderOf, readTellMe } from "../../language/commands/read-reminder.ts";
import { readReference } from "../../language/conversation/read-reference.ts";
import { readModifiers } from "../../language/modifiers/read-modifiers.ts";
import { readReply } from "../../language/modifiers/read-reply.ts";
import { tokens } from "../../language/text.ts";
import type { TimeReading } from "../../language/time/reading.ts";
import { framesOf, intentWithout } from "../../planning/frames.ts";
import { gateOfFrame } from "../../planning/gate-of-frame.ts";
import { standingWords } from "../../standing/say.ts";
import { wordsIn } from "../conversation/words-in.ts";
import { type Outcome, words } from "../outcome.ts";
import { phrases } from "../reply/phrases.ts";
import { inLanguage, type Turn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";
import { understandMessage } from "../understand-message.ts";
import { anotherReminder, daysOfLast, followsLast } from "./follows-last.ts";
import { lastRang } from "./last-rang.ts";
import { describeMade } from "./make-schedule.ts";
import { namesLast } from "./names-last.ts";
import { obeySeveral } from "./obey-several.ts";
import { obeyStanding } from "./obey-standing.ts";
import { propose } from "./propose.ts";
import { isBareYes } from "./read-standing-reply.ts";
import { requestOf, timeOf } from "./request.ts";
import { atSameHour } from "./same-hour.ts";
import { nameOf } from "./show-schedule.ts";
import { tellDeclined } from "./tell-only.ts";
import { againstCancel, againstUndo } from "./undo-standing.ts";
import { isTimeOfSending, unreadRecurrence } from "./unread-recurrence.ts";

const OF_TIME: ReadonlySet<DoubtReason> = new Set(["deferred", "recurring", "conditional"]);
const TIME_KINDS: ReadonlySet<Modifier["kind"]> = new Set(["time", "recurrence", "condition"]);

/**
 * What a message says to or about standing requests. undefined: nothing; it is for now.
 * Errors: StoreError
 */
export async function standingAnswer(opened: Turn): Promise<Outcome | undefined> {
  const { standing } = opened.deps;
  if (standing === undefined) return undefined;
  const turn = await atSameHour(opened);
  const text = turn.entry.input_text;
  const heard = understandMessage(turn);
  const { intent } = heard;
  const own = turn.entry.locale ?? heard.locale;
  const inOrder = [own, ...locales.filter((locale) => locale !== own)];
  const first =
    againstUndo(turn) ??
    (await againstCancel(turn)) ??
    (await daysOfLast(turn, standing, inOrder)) ??
    (await takeAsDone(turn, inOrder)) ??
    (await namesLast(turn)) ??
    (await tellDeclined(turn, standing)) ??
    (await agreedAlready(turn, standing)) ??
    (await obeySeveral(turn, standing, inOrder));
  if (first !== undefined) return first;
  for (const locale of inOrder) {
    const command = readStandingCommand(text, locale);
    if (command === undefined) continue;
    const told = inLanguage(turn, locale);
    const outcome = await obeyStanding(told, standing, command, isClear(turn, intent));
    if (outcome !== undefined) return { ...outcome, locale };
  }
  const about = inOrder.map((each) => askedAbout(turn, each)).find((each) => each !== undefined);
  if (about !== undefined) return about;
  const refused = inOrder.find((each) => refuses(text, each));
  if (refused !== undefined)
    return {
      ...words(
        "success",
        phrases(refused).held("negated", ""),
        intentWithout(text, "control", "not standing"),
      ),
      locale: refused,
      ...(intent.goal !== null && { heldBack: intent }),
    };
  const further =
    (await followsLast(turn, standing, inOrder, isClear(turn, intent))) ??
    (await anotherReminder(turn, standing, inOrder, isClear(turn, intent)));
  if (further !== undefined) return further;
  const opens = (each: Locale) =>
    readReminder(text, each) !== undefined || readTellMe(text, each) !== undefined;
  const locale = inOrder.find(opens) ?? own;
  const told = inLanguage(turn, locale);
  const reading = timeOf(told, standing, requestOf(text));
  const saysNoTime = reading.kind === "none" || reading.asks === "no_time";
  const isTimed = reading.kind !== "none" && reading.condition === undefined;
  const isReminder =
    (isTimed ? readReminderOf : readReminder)(reading.rest, locale) !== undefined ||
    reading.asks === "no_time";
  // "me avisa quando ...": to be told is asked for, whatever else the words are about.
  const isWatch =
    reading.condition?.comparison !== undefined && readTellMe(reading.rest, locale) !== undefined;
  const isForLater =
    isReminder ||
    isWatch ||
    saysWhen(intent) ||
    (!ownsTime(turn, intent) &&
      (isSurelyLater(turn, intent, reading) ||
        isTimeOfSending(reading, intent, () => hearAs(turn, reading.rest), locale)));
  const often = reading.kind === "none" ? unreadRecurrence(text, locale) : undefined;
  if (often !== undefined) {
    const asks = standingWords(locale).asks.unread(often);
    return { ...words("clarification", asks, intentWithout(text, "control", "unread")), locale };
  }
  if (!isForLater || (!isReminder && saysNoTime)) return undefined;
  // What the words leave open is for the language model to settle, where there is one.
  if (
    !isReminder &&
    !isWatch &&
    turn.model !== undefined &&
    !isClear(turn, hearAs(turn, reading.rest))
  )
    return undefined;
  // What a goal's own words say is for now.
  if (isReminder && saysNoTime && isClear(turn, intent)) return undefined;
  // When it is time, "the second" is not known any more: it is to be said in words of its own.
  if (!isReminder && namesShown(turn, reading.rest)) {
    const what = standingWords(locale).whatToDo(reading.rest, reading.words);
    return {
      ...words("clarification", what, intentWithout(text, "control", "names what was shown")),
      locale,
    };
  }
  const outcome = await propose(told, standing, requestOf(text));
  return outcome && { ...outcome, locale };
}

/** "confirmo", where nothing is open and something was just agreed: what that was. */
async function agreedAlready(turn: Turn, standing: StandingRequests): Promise<Outcome | undefined> {
  const { deps, key, state, entry, startedAt } = turn;
  const { last_standing } = state;
  if (last_standing === null || last_standing.before !== null || turn.pending !== undefined)
    return undefined;
  const locale = locales.find((each) => isBareYes(entry.input_text, each));
  const made = locale && (await deps.store.schedules.find(key, last_standing.id));
  if (locale === undefined || made === undefined || made.status !== "active") return undefined;
  if (startedAt - made.created_at > SHORTLY_MS) return undefined;
  const told = inLanguage(turn, locale);
  const intent = intentWithout(entry.input_text, "control", "agreed already");
  return { ...words("success", describeMade(made, standing, told, false), intent), locale };
}
const SHORTLY_MS = 10 * 60_000;

/** "todo dia à 1h30 ...": a time that is read whole, with a clear request beside it that is none with its words. */
const isSurelyLater = (turn: Turn, intent: IntentOutput, { kind, rest }: TimeReading): boolean =>
  (kind === "every" || kind === "at" || kind === "after") &&
  rest !== "" &&
  !isClear(turn, intent) &&
  isClear(turn, hearAs(turn, rest));

/** The time that is said is a value of what is asked for: a table is booked now, for Friday. */
const ownsTime = ({ snapshot: { catalogue } }: Turn, intent: IntentOutput): boolean =>
  framesOf(intent).some(({ primary_domain, goal, entities }) =>
    Object.entries(catalogue.goal(primary_domain, goal)?.spec.entities_schema ?? {}).some(
      ([name, entity]) => takesTime(entity) && Object.hasOwn(entities, name),
    ),
  );

/** "não cancela o das 9", "don't remind me to ...": a command or a reminder that is not wanted. */
function refuses(text: string, locale: Locale): boolean {
  const reply = readReply(text, locale);
  return (
    reply.refuses &&
    (readStandingCommand(reply.core, locale) ?? readReminder(reply.core, locale)) !== undefined
  );
}

/** "Should I delete the watch?": a command over standing requests that is only asked about. */
function askedAbout(turn: Turn, locale: Locale): Outcome | undefined {
  const { entry, state } = turn;
  const text = entry.input_text;
  if (state.last_standing === null) return undefined;
  const marks = readModifiers({ text, words: tokens(text), locale, today: () => undefined });
  const mood = marks.find(({ kind, value }) => kind === "mood" && value === "asked_about");
  const command = mood && readStandingCommand(text.slice(mood.end), locale);
  if (mood === undefined || command === undefined) return undefined;
  if (command.does === "show" || !(command.hasNoun === true || command.points)) return undefined;
  const answer = phrases(locale).held("asked_about", text.slice(mood.start, mood.end));
  const intent = intentWithout(text, "control", "only asked about a standing request");
  return { ...words("clarification", answer, intent), locale };
}

/** "A segunda", "isso": something that an answer of this conversation showed. */
function namesShown({ state: { shown } }: Turn, text: string): boolean {
  if (shown.length === 0) return false;
  const nouns = wordsIn(shown.flatMap(({ items }) => items));
  return readReference(text, nouns) !== undefined;
}

/** The same message with other words. */
const hearAs = (turn: Turn, input_text: string): IntentOutput =>
  understandMessage({ ...turn, entry: { ...turn.entry, input_text } }).intent;

/** Words around the request say when, how often or if. */
function saysWhen({ doubts = [], also, followups, modifiers = [] }: IntentOutput): boolean {
  const all = [
    ...doubts,
    ...also.flatMap((frame) => frame.doubts ?? []),
    ...followups.flatMap((each) => each.doubts ?? []),
  ];
  return (
    all.some(({ reason }) => OF_TIME.has(reason)) ||
    modifiers.some(
      ({ kind, belongs_to }) =>
        TIME_KINDS.has(kind) && (belongs_to.to === "request" || belongs_to.to === "followup"),
    )
  );
}

/** A goal that would be carried out as it was said. */
function isClear({ snapshot: { catalogue } }: Turn, intent: IntentOutput): boolean {
  const [frame] = framesOf(intent);
  return frame !== undefined && gateOfFrame(frame, intent.followups, catalogue).passed;
}

/**
 * "Já tomei, valeu" to a reminder that rang: it is taken as done, and what was put off rings no more. undefined: nothing
 * rang, or the words say something else.
 */
async function takeAsDone(
  turn: Turn,
  inOrder: readonly Locale[] = locales,
): Promise<Outcome | undefined> {
  const { deps, entry, key } = turn;
  const text = entry.input_text;
  // Any words may be those of what rang, which is looked up only where it may be told of.
  const mayBe = inOrder.some((each) => saysOver(text, each, text));
  const rang = mayBe ? await lastRang(turn) : undefined;
  const one = rang && (await deps.store.schedules.find(key, rang.schedule_id));
  if (one === undefined) return undefined;
  const about = one.action.do === "tell" ? (one.action.text ?? one.words) : one.words;
  const locale = inOrder.find((each) => saysOver(text, each, about));
  if (locale === undefined) return undefined;
  const intent = intentWithout(entry.input_text, "control", "standing requests: done");
  const told = inLanguage(turn, locale);
  const isReminder = one.action.do === "tell" && one.action.text !== null;
  // What was read or watched is seen, and not done.
  if (!isReminder) return { ...words("success", phrases(locale).agreed, intent), locale };
  const answer = standingWords(locale).done(nameOf(one));
  const isPutOff =
    (one.timing.kind === "at" || one.timing.kind === "after") && one.status === "active";
  if (!isPutOff) return { ...words("success", answer, intent), locale };
  const over = {
    ...one,
    status: "done" as const,
    next_at: null,
    version: one.version + 1,
    updated_at: told.startedAt,
  };
  if (!(await deps.store.schedules.change(over)))
    return { ...words("clarification", standingWords(locale).changedMeanwhile, intent), locale };
  return { ...words("success", answer, intent), standing: { id: one.id, before: one }, locale };
}
