import type { Entities, IntentOutput } from "#shared/contracts/intent.ts";
import type { OnlyIf, TellTo, WatchState } from "#shared/contracts/schedule.ts";
import { sayIn } from "#shared/messages/say.ts";
import { isPronoun, phrasesSaid } from "../../language/commands/subject-of.ts";
import { schedulesIn } from "../../language/schedule-reading.ts";
import type { AskReason, TimeReading } from "../../language/time/reading.ts";
import { intentWithout } from "../../planning/frames.ts";
import { forbiddenSteps } from "../../planning/rights.ts";
import { isTrue, observe, withSeen } from "../../standing/observe.ts";
import { promisesOf } from "../../standing/promises.ts";
import { showComparison, showInstant, showSeen } from "../../standing/show-when.ts";
import { bothOf, type Outcome, words } from "../outcome.ts";
import { controlIn, type StandingTurn, type Turn } from "../turn.ts";
import type { Turns } from "../turns.ts";
import { beforeEvent } from "./before-event.ts";
import { changeTo } from "./change-standing.ts";
import { conclude, type Proposed, scheduleOf } from "./conclude.ts";
import { askWhom, deedOf, sendStatement } from "./deed-of.ts";
import { findWatch } from "./find-watch.ts";
import { look, planOfLook } from "./look.ts";
import { channelNamed, INBOX } from "./make-schedule.ts";
import {
  asked,
  type Deed,
  lastStanding,
  resumeAt,
  type StandingRequest,
  TELLING,
  timeOf,
} from "./request.ts";
import { nameOf } from "./show-schedule.ts";
import { NOTHING_SEEN } from "./with-subject.ts";

/** Where its owner is told: in the channel that is named, else where it is asked for, else in a linked chat; else a question. */
async function placeToTell(
  turn: StandingTurn,
  request: StandingRequest,
  rest: string,
): Promise<TellTo | Outcome> {
  const { deps, key, locale, standing } = turn;
  const { session_id } = key;
  if (request.tell !== null) return request.tell;
  const named = channelNamed(rest, standing);
  if (named !== undefined && (await standing.reaches(key, named)))
    return { channel: named, session_id };
  if (turn.tell !== null) return turn.tell;
  const say = sayIn("schedules", locale);
  const own = await deps.addressBook?.own(key);
  const first = own === undefined || own === "only_user" ? [] : [own.channel];
  const reached = await Promise.all(
    [...first, ...standing.channels()].map(async (channel) =>
      (await standing.reaches(key, channel)) ? [channel] : [],
    ),
  );
  const [linked] = reached.flat();
  if (linked !== undefined) return { channel: linked, session_id };
  const options = [{ label: say("inbox"), params: { channel: INBOX } }];
  const intent = controlIn(turn, "standing");
  return asked(turn, intent, say("where_to_tell"), resumeAt("where", request), options);
}

/** A request for later, again and again, or on a condition, on its way to be kept. */
export async function propose(
  turn: StandingTurn,
  asked_for: StandingRequest,
): Promise<Outcome | undefined> {
  const request = await withSpoken(turn, asked_for);
  const before = await beforeEvent(turn, request);
  if (before === undefined) return proposeAt(turn, request);
  const outcome = await proposeAt(turn, before.request);
  if (outcome?.standing == null) return outcome;
  const { locale, timezone, startedAt } = turn;
  const { label: what, starts_at } = before.event;
  const when = showInstant(starts_at, timezone, locale, startedAt);
  const counted = sayIn("schedules", locale)("counted_from", { what, when });
  return { ...outcome, answer: `${outcome.answer}\n${counted}` };
}

async function proposeAt(
  turn: StandingTurn,
  request: StandingRequest,
): Promise<Outcome | undefined> {
  const reading = timeOf(turn, request);
  if (reading.apart !== undefined) return proposeBoth(turn, request, reading.apart);
  const isTimed = reading.kind !== "none" && reading.condition === undefined;
  const said = schedulesIn(reading.rest, turn.locale);
  const reminder = isTimed ? said.timedReminder : said.reminder;
  const intent = intentWithout(request.text, "control", "standing request");
  if (reading.kind === "none" && reminder === undefined) return undefined;
  if (reading.kind === "none" || reading.asks === "no_time") return askTime(turn, request);
  if (reading.kind === "ask" && reading.asks !== "condition")
    return askWhen(turn, reading, request, intent);
  const place = await placeToTell(turn, request, reading.rest);
  const isWatch = reading.kind === "when" || reading.asks === "condition";
  if ("status" in place) {
    // Where it would be told is no matter where it cannot be done.
    if (isWatch || reminder !== undefined) return place;
    const deed = await deedOf(turn, reading, request);
    return deed === undefined || "status" in deed ? deed : place;
  }
  const only_if = isWatch ? undefined : onlyIfOf(turn, reading);
  if (only_if === "unknown") return cannotWatch(turn, reading.condition?.clause ?? "", intent);
  if (reading.condition !== undefined && isWatch)
    return proposeWatch(turn, { request, reading, intent, place }, () =>
      deedOf(turn, reading, request),
    );
  const deed =
    only_if !== undefined && said.tellMe?.rest === ""
      ? { ...TELLING, action: { do: "tell" as const, text: null } }
      : reminder === undefined
        ? await deedOf(turn, reading, request)
        : await remindOf(turn, reminder.text, request, intent);
  if (deed === undefined || "status" in deed) return deed;
  const proposed = { deed, reading, request, intent, place };
  return conclude(turn, only_if === undefined ? proposed : { ...proposed, only_if });
}

/** One behind the other; what was made of both is undone together. */
async function proposeBoth(
  turn: StandingTurn,
  request: StandingRequest,
  apart: NonNullable<TimeReading["apart"]>,
): Promise<Outcome> {
  const { deps, key, locale } = turn;
  const made = async (text: string) =>
    (await propose(turn, { ...request, text })) ?? askTime(turn, { ...request, text });
  const first = await made(apart[0]);
  const second = await made(apart[1]);
  const both = bothOf(first, second, locale);
  const one = first.standing && (await deps.store.schedules.find(key, first.standing.id));
  if (one === undefined || one === null || second.standing == null) return both;
  // It was not there before: undone, it is cancelled.
  const before = { ...one, status: "cancelled" as const, next_at: null };
  const others = [
    ...(second.standing.others ?? []),
    { id: one.id, before },
    ...(first.standing?.others ?? []),
  ];
  return { ...both, standing: { ...second.standing, others } };
}

function onlyIfOf(turn: Turn, { condition }: TimeReading): OnlyIf | "unknown" | undefined {
  if (condition === undefined) return undefined;
  const found = findWatch(turn, condition);
  if (found === undefined) return "unknown";
  const { domain, goal, entities, watchable, comparison, becomes } = found;
  return {
    ...{ domain, goal, entities, value: watchable.name, comparison },
    ...(becomes !== undefined && { becomes: [...becomes] }),
  };
}

function askTime(turn: Turn, request: StandingRequest): Outcome {
  const { text } = request;
  const question = sayIn("schedules", turn.locale)("asks.no_time", { words: text });
  const intent = intentWithout(text, "control", "standing request");
  return asked(turn, intent, question, resumeAt("time", request));
}

const cannotWatch = ({ locale }: Turn, what: string, intent: IntentOutput): Outcome =>
  words("clarification", sayIn("schedules", locale)("cannot_watch", { what }), intent);

function askWhen(
  turn: Turn,
  reading: TimeReading,
  request: StandingRequest,
  intent: IntentOutput,
): Outcome {
  const { locale, timezone, startedAt } = turn;
  const say = sayIn("schedules", locale);
  const { asks = "unread", instants, words: saidWords, rest } = reading;
  const question = say(`asks.${asks}`, { words: saidWords === "" ? request.text : saidWords });
  if (instants.length > 0) {
    const options = instants.map((at) => ({
      label: showInstant(at, timezone, locale, startedAt),
      params: { at },
    }));
    return asked(turn, intent, question, resumeAt("instant", request), options);
  }
  // What was said of the time is taken back where it has to be said again.
  const text = KEEPS_WORDS.has(asks) ? request.text : rest;
  return asked(turn, intent, question, resumeAt("time", { ...request, text }));
}

const KEEPS_WORDS: ReadonlySet<AskReason> = new Set(["needs_hour", "unclear_day", "of_text"]);

async function remindOf(
  turn: Turn,
  text: string,
  request: StandingRequest,
  intent: IntentOutput,
): Promise<Deed | Outcome> {
  const spoken = request.subject ?? text;
  const subject = isPronoun(spoken) ? await spokenOf(turn) : spoken;
  if (subject !== "") return { ...TELLING, action: { do: "tell", text: subject } };
  const question = sayIn("schedules", turn.locale)("remind_of_what");
  return asked(turn, intent, question, resumeAt("subject", request));
}

/** The request with what was spoken of last in the place of a pronoun. */
async function withSpoken(turn: StandingTurn, request: StandingRequest): Promise<StandingRequest> {
  const { condition } = timeOf(turn, request);
  if (condition === undefined || !isPronoun(condition.subject)) return request;
  const spoken = await watchableSpoken(turn);
  const at = request.text.indexOf(condition.clause);
  const place = at < 0 ? -1 : request.text.indexOf(condition.subject, at);
  if (spoken === undefined || place < 0) return request;
  const { text } = request;
  const behind = text.slice(place + condition.subject.length);
  return { ...request, text: `${text.slice(0, place)}${spoken}${behind}` };
}

/** What was looked at or read last, by the only text that says which. */
async function watchableSpoken(turn: Turn): Promise<string | undefined> {
  const { last_frame, shown } = turn.state;
  const last = await lastStanding(turn);
  const watched = last?.timing.kind === "when" ? last : undefined;
  const isNewer = watched !== undefined && watched.updated_at > (shown.at(-1)?.at ?? 0);
  const entities =
    isNewer && watched.timing.kind === "when"
      ? watched.timing.watch.entities
      : last_frame?.entities;
  return onlyText(entities);
}

/** What was made or said last: a standing request, else the only text of the last goal. "": nothing that is one. */
async function spokenOf(turn: Turn): Promise<string> {
  const last = await lastStanding(turn);
  return last === undefined ? (onlyText(turn.state.last_frame?.entities) ?? "") : nameOf(last);
}

/** The only value that is a text. */
function onlyText(entities: Entities = {}): string | undefined {
  const [only, other] = Object.values(entities).filter((value) => typeof value === "string");
  return other === undefined ? only : undefined;
}

/** Another time or threshold, from words. undefined: they say none. */
export const scheduleTo: Turns["scheduleTo"] = async ({ clock }, standing, schedule, to) => {
  const { locale, zone: timezone } = schedule;
  const timing = changeTo({ locale, timezone, standing, startedAt: clock.now() }, schedule, to);
  return timing && { ...schedule, ...timing };
};

/** It has to go back by so much of its threshold before it may fire again, per cent; unless the words say how much. */
const BAND_PERCENT = 1;

/** A request on a condition: what it watches is looked at once, so that where things stand is known and told. */
async function proposeWatch(
  turn: StandingTurn,
  proposed: Omit<Proposed, "deed">,
  deedOf: () => Promise<Deed | Outcome | undefined>,
): Promise<Outcome | undefined> {
  const { reading, intent, request } = proposed;
  const { snapshot, mayUse, locale, key, timezone, deps } = turn;
  const { catalogue } = snapshot;
  const say = sayIn("schedules", locale);
  const { condition } = reading;
  const found = condition && findWatch(turn, condition);
  if (condition === undefined || found === undefined)
    return cannotWatch(turn, condition?.clause ?? reading.words, intent);
  const { watchable, comparison, becomes, domain, goal, entities, isFirst } = found;
  const [called] = isFirst || watchable.of_day ? [] : (watchable.words[locale] ?? []);
  const fresh: WatchState = {
    ...{ domain, goal, entities, value: watchable.name, comparison },
    ...(becomes !== undefined && { becomes: [...becomes] }),
    ...(called !== undefined && { called }),
    ...NOTHING_SEEN,
    band_percent: condition.band_percent ?? BAND_PERCENT,
    again: condition.again,
    every_ms: watchable.every_s * 1000,
  };
  const looked = { ...key, locale, zone: timezone, watch: fresh };
  const plan = planOfLook(looked, deps, mayUse);
  if (plan === undefined || forbiddenSteps(plan, { catalogue, mayUse }).length > 0)
    return cannotWatch(turn, condition.clause, intent);
  const statement = say("statement", {
    what: Object.values(entities).flat().join(", "),
    when: showComparison(comparison, locale),
  });
  const telling = tellsOnly(turn, proposed.place, reading.rest);
  const sent =
    telling === undefined ? await sendStatement(turn, reading.rest, statement) : undefined;
  if (sent !== undefined && "to" in sent) return askWhom(turn, request, sent, intent);
  const deed = telling ?? sent ?? (await deedOf());
  if (deed === undefined || "status" in deed) return deed;
  const seen = await look(looked, deps, mayUse);
  const first = observe(fresh, seen);
  const { counts } = first;
  const { watch } = withSeen(first, turn.startedAt);
  const digests = { ...deed.digests, ...promisesOf(plan, catalogue) };
  const timing = { kind: "when", watch } as const;
  const ready = { ...proposed, deed: { ...deed, digests }, timing };
  if (counts && seen !== undefined && isTrue(watch, seen.value)) {
    const value = showSeen(seen.value, locale);
    const named = `${Object.values(entities).join(", ")}: ${value}`;
    const already = say("already_true", { value: named });
    const options = [
      { label: say("now_option"), params: { now: true, value: already.split("\n")[0] ?? "" } },
      { label: say("next_time_option"), params: { now: false } },
    ];
    const proposal = scheduleOf(turn, ready) ?? null;
    const resume = { ...resumeAt("already_true", request), proposal };
    return asked(turn, intent, already, resume, options);
  }
  const outcome = await conclude(turn, ready);
  const note = seen?.isSample === true && outcome.standing !== undefined ? `\n${say("stale")}` : "";
  return { ...outcome, answer: `${outcome.answer}${note}` };
}

/** Nothing but that they want to know, also where its owner is reached. */
function tellsOnly({ locale }: Turn, place: TellTo, rest: string): Deed | undefined {
  const telling = schedulesIn(rest, locale).tellMe;
  const { length } = schedulesIn(telling?.rest ?? rest, locale).words;
  const isPlace = length <= MOST_PLACE_WORDS && phrasesSaid(rest, [place.channel]).length > 0;
  return telling?.rest === "" || isPlace || rest === ""
    ? { ...TELLING, action: { do: "tell", text: null } }
    : undefined;
}
const MOST_PLACE_WORDS = 4;
