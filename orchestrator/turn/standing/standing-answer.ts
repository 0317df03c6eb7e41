import type { DoubtReason, IntentOutput, Modifier } from "#shared/contracts/intent.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import { happensOnce, type Schedule } from "#shared/contracts/schedule.ts";
import { sayIn } from "#shared/messages/say.ts";
import { takesTime } from "../../catalogue/catalogue.ts";
import { readAskedAbout, refusesCommand } from "../../language/commands/against-command.ts";
import { saysOver } from "../../language/commands/read-command.ts";
import { readReference } from "../../language/conversation/read-reference.ts";
import { schedulesIn } from "../../language/schedule-reading.ts";
import type { TimeReading } from "../../language/time/reading.ts";
import { framesOf } from "../../planning/frames.ts";
import { goalOffers } from "../compete.ts";
import { wordsIn } from "../conversation/words-in.ts";
import { type Outcome, words } from "../outcome.ts";
import { sayHeld } from "../reply/say.ts";
import { controlIn, inLanguage, type StandingTurn, type Turn } from "../turn.ts";
import { hearAs, isClear, understandMessage } from "../understand-message.ts";
import { lastRang } from "./commanded.ts";
import { anotherReminder, followsLast, onOtherDays } from "./follows-last.ts";
import { atSameHour } from "./hours-of.ts";
import { describeMade } from "./make-schedule.ts";
import { obeySeveral, obeyStanding } from "./obey-standing.ts";
import { namesLast } from "./of-last.ts";
import { propose } from "./propose.ts";
import { isWatch } from "./read-standing-reply.ts";
import { lastStanding, requestOf, timeOf } from "./request.ts";
import { nameOf } from "./show-schedule.ts";
import { type Heard, tellDeclined } from "./tell-only.ts";
import { againstCancel, againstUndo } from "./undo-standing.ts";

const OF_TIME: ReadonlySet<DoubtReason> = new Set(["deferred", "recurring", "conditional"]);
const TIME_KINDS: ReadonlySet<Modifier["kind"]> = new Set(["time", "recurrence", "condition"]);

type Cell = (
  heard: Heard,
  intent: IntentOutput,
) => Promise<Outcome | undefined> | Outcome | undefined;
/** What was made or changed last in this conversation is so now. */
type LastIs = "none" | Schedule["status"];

const SOME: readonly LastIs[] = ["active", "paused", "done", "cancelled"];
const ALL: readonly LastIs[] = ["none", ...SOME];

/** What may be said to or about standing requests, and in which states: what comes of it. The first that is said counts. */
const TABLE: readonly (readonly [states: readonly LastIs[], cell: Cell])[] = [
  [SOME, async ({ turn }) => againstUndo(turn) ?? againstCancel(turn)],
  [ALL, onOtherDays],
  [ALL, takeAsDone],
  [["paused", "cancelled"], namesLast],
  [ALL, tellDeclined],
  [["active"], agreedAlready],
  [ALL, obeySeveral],
  [ALL, obeyCommand],
  [SOME, askedAbout],
  [ALL, refused],
  [SOME, anotherReminder],
  [["active", "paused"], followsLast],
];

/**
 * What a message says to or about standing requests. undefined: nothing; it is for now.
 * Errors: StoreError
 */
export async function standingAnswer(opened: Turn): Promise<Outcome | undefined> {
  const { standing } = opened.deps;
  if (standing === undefined) return undefined;
  const turn = { ...(await atSameHour(opened)), standing };
  const text = turn.entry.input_text;
  const heard = understandMessage(turn);
  const { intent } = heard;
  const own = turn.entry.locale ?? heard.locale;
  const inOrder = [own, ...locales.filter((locale) => locale !== own)];
  const last = await lastStanding(turn);
  const clear = isClear(turn, { intent });
  const inEach = inOrder.map((locale) => ({
    ...{ last, isClear: clear, said: schedulesIn(text, locale) },
    turn: inLanguage(turn, locale),
  }));
  for (const [states, cell] of TABLE)
    for (const each of states.includes(last?.status ?? "none") ? inEach : []) {
      const outcome = await cell(each, intent);
      if (outcome !== undefined) return { locale: each.turn.locale, ...outcome };
    }
  return forLater(turn, intent, inOrder);
}

/** A reminder, a watch, or a request that is for later. undefined: it is for now. */
async function forLater(
  turn: StandingTurn,
  intent: IntentOutput,
  inOrder: readonly Locale[],
): Promise<Outcome | undefined> {
  const text = turn.entry.input_text;
  const [own = turn.locale] = inOrder;
  const opens = (each: Locale) => {
    const { reminder, tellMe } = schedulesIn(text, each);
    return (reminder ?? tellMe) !== undefined;
  };
  const locale = inOrder.find(opens) ?? own;
  const told = inLanguage(turn, locale);
  const reading = timeOf(told, requestOf(text));
  const saysNoTime = reading.kind === "none" || reading.asks === "no_time";
  const isTimed = reading.kind !== "none" && reading.condition === undefined;
  const rest = schedulesIn(reading.rest, locale);
  const isReminder =
    (isTimed ? rest.timedReminder : rest.reminder) !== undefined || reading.asks === "no_time";
  const asksToWatch = isWatch(reading, locale);
  /** What is asked for besides when. */
  const beside = () => hearAs(turn, reading.rest).intent;
  const asksBeside = () => reading.rest !== "" && isClear(turn, { intent: beside() });
  const isForLater =
    isReminder ||
    asksToWatch ||
    (isToldThen(reading, locale, text) && asksBeside()) ||
    saysWhen(intent) ||
    (!ownsTime(turn, intent) &&
      ((isTimed && reading.kind !== "ask" && !isClear(turn, { intent }) && asksBeside()) ||
        isTimeOfSending(reading, intent, beside, rest.asksToSend)));
  const often = reading.kind === "none" ? schedulesIn(text, locale).unreadRecurrence : undefined;
  if (often !== undefined) {
    const asks = sayIn("schedules", locale)("asks.unread", { words: often });
    return { ...words("clarification", asks, controlIn(turn, "unread")), locale };
  }
  if (!isForLater || (!isReminder && saysNoTime)) return undefined;
  // Where a time would have to be assumed and nothing beside it is asked for, the goal that is most like it assumes less.
  if (
    !isReminder &&
    !asksToWatch &&
    reading.kind === "ask" &&
    goalOffers(turn).length > 0 &&
    !asksBeside() &&
    !namesShown(turn, reading.rest)
  )
    return undefined;
  // What the words leave open is for the language model to settle, where there is one.
  if (!isReminder && !asksToWatch && turn.model !== undefined && !asksBeside()) return undefined;
  // What a goal's own words say is for now.
  if (isReminder && saysNoTime && isClear(turn, { intent })) return undefined;
  // When it is time, what was shown now is not known any more: it is to be said in words of its own.
  if (!isReminder && namesShown(turn, reading.rest)) {
    const { rest: what, words: when } = reading;
    const asks = sayIn("schedules", locale)("what_to_do", { what, when });
    const named = controlIn(turn, "names what was shown");
    return { ...words("clarification", asks, named), locale };
  }
  const outcome = await propose(told, requestOf(text));
  return outcome && { ...outcome, locale };
}

function obeyCommand({ turn, said }: Heard) {
  return said.command && obeyStanding(turn, said.command);
}

/** A yes where nothing is open and something was just agreed: what that was. */
function agreedAlready({ turn, said, last }: Heard): Outcome | undefined {
  const { state, startedAt, pending } = turn;
  if (state.last_standing?.before !== null || pending !== undefined) return undefined;
  if (said.agreement?.more !== "" || last === undefined) return undefined;
  if (startedAt - last.created_at > SHORTLY_MS) return undefined;
  const intent = controlIn(turn, "agreed already");
  return words("success", describeMade(last, turn, false), intent);
}
const SHORTLY_MS = 10 * 60_000;

/** The time that is said is a value of what is likely asked for: a table is booked now, for Friday. */
const ownsTime = ({ snapshot: { catalogue } }: Turn, intent: IntentOutput): boolean =>
  framesOf(intent).some(
    ({ primary_domain, goal, entities, confidence }) =>
      confidence >= LIKELY &&
      Object.entries(catalogue.goal(primary_domain, goal)?.spec.entities_schema ?? {}).some(
        ([name, entity]) => takesTime(entity) && Object.hasOwn(entities, name),
      ),
  );
const LIKELY = 0.5;

/** A moment right behind what asks to be told, or one of several, is that of the telling, whatever is to be told. */
function isToldThen(reading: TimeReading, locale: Locale, text: string): boolean {
  const { kind, instants, words: when } = reading;
  const isMoment = kind === "ask" ? instants.length > 0 : happensOnce(reading);
  if (!isMoment || when === "") return false;
  return schedulesIn(text, locale).tellMe?.rest.startsWith(when) === true;
}

/** A command that is not wanted. */
function refused({ turn }: Heard, intent: IntentOutput): Outcome | undefined {
  if (!refusesCommand(turn.entry.input_text, turn.locale)) return undefined;
  const held = controlIn(turn, "not standing");
  return {
    ...words("success", sayHeld("negated", "", turn.locale), held),
    ...(intent.goal !== null && { heldBack: intent }),
  };
}

/** A command over standing requests that is only asked about. */
function askedAbout({ turn }: Heard): Outcome | undefined {
  const asked = readAskedAbout(turn.entry.input_text, turn.locale);
  if (asked === undefined) return undefined;
  const { command, words: about } = asked;
  if (command.does === "show" || !(command.hasNoun === true || command.points)) return undefined;
  const answer = sayHeld("asked_about", about, turn.locale);
  const intent = controlIn(turn, "only asked about a standing request");
  return words("clarification", answer, intent);
}

/** Something that an answer of this conversation showed. */
function namesShown({ state: { shown } }: Turn, text: string): boolean {
  if (shown.length === 0) return false;
  const nouns = wordsIn(shown.flatMap(({ items }) => items));
  return readReference(text, nouns) !== undefined;
}

/** An hour was said, and what it means is open. */
const OPEN: ReadonlySet<TimeReading["asks"]> = new Set<TimeReading["asks"]>([
  "unclear_half",
  "passed",
  "over",
  "unread",
]);

/**
 * An hour beside something that is to be sent, and the request is the same without it. Then it says when, and is no word of
 * the request.
 */
function isTimeOfSending(
  { kind, asks, words: said }: TimeReading,
  whole: IntentOutput,
  beside: () => IntentOutput,
  asksToSend: boolean,
): boolean {
  if (kind !== "ask" || !OPEN.has(asks) || !/\d/.test(said) || !asksToSend) return false;
  const what = (intent: IntentOutput) =>
    JSON.stringify(framesOf(intent).map(({ goal, entities }) => [goal, entities]));
  return what(whole) === what(beside());
}

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

/** What someone says whom a reminder has reached: it is done, and what was put off rings no more. undefined: nothing rang. */
async function takeAsDone({ turn }: Heard): Promise<Outcome | undefined> {
  const { deps, entry, key, locale } = turn;
  const text = entry.input_text;
  // Any words may be those of what rang, which is looked up only where it may be told of.
  const rang = saysOver(text, locale, text) ? await lastRang(turn) : undefined;
  const one = rang && (await deps.store.schedules.find(key, rang.schedule_id));
  if (one === undefined) return undefined;
  const about = one.action.do === "tell" ? (one.action.text ?? one.words) : one.words;
  if (!saysOver(text, locale, about)) return undefined;
  const intent = controlIn(turn, "standing requests: done");
  const isReminder = one.action.do === "tell" && one.action.text !== null;
  // What was read or watched is seen, and not done.
  if (!isReminder) return words("success", sayIn("replies", locale)("agreed"), intent);
  const answer = sayIn("schedules", locale)("done", { what: nameOf(one) });
  if (!happensOnce(one.timing) || one.status !== "active") return words("success", answer, intent);
  const { version, ...before } = one;
  const over = { status: "done" as const, next_at: null, updated_at: turn.startedAt };
  if (!(await deps.store.schedules.change({ ...before, ...over, version: version + 1 })))
    return words("clarification", sayIn("schedules", locale)("changed_meanwhile"), intent);
  return { ...words("success", answer, intent), standing: { id: one.id, before: one } };
}
