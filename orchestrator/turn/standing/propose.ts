import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { OnlyIf, TellTo } from "#shared/contracts/schedule.ts";
import { wordSet } from "#shared/language/words.ts";
import { readReminder, readReminderOf, readTellMe } from "../../language/commands/read-reminder.ts";
import { tokens } from "../../language/text.ts";
import type { AskReason, TimeReading } from "../../language/time/reading.ts";
import { intentWithout } from "../../planning/frames.ts";
import { mayPursue } from "../../planning/rights.ts";
import { findWatch } from "../../standing/find-watch.ts";
import { standingWords } from "../../standing/say.ts";
import { showInstant } from "../../standing/show-when.ts";
import { type Outcome, words } from "../outcome.ts";
import { pendingFor } from "../questions.ts";
import { askInWords } from "../reply/question.ts";
import type { Turn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";
import { channelNamed } from "./channel-named.ts";
import { conclude } from "./conclude.ts";
import { type Deed, TELLING } from "./deed.ts";
import { deedOf } from "./deed-of.ts";
import { INBOX } from "./place-of.ts";
import { proposeWatch } from "./propose-watch.ts";
import { asked, resumeAt, type StandingRequest, timeOf } from "./request.ts";
import { nameOf } from "./show-schedule.ts";

/** Where its owner is told: in the channel that is named, else where it is asked for, else in a linked chat; else a question. */
async function placeToTell(
  turn: Turn,
  standing: StandingRequests,
  request: StandingRequest,
  rest: string,
): Promise<TellTo | Outcome> {
  const { key, locale, entry } = turn;
  const { session_id } = key;
  if (request.tell !== null) return request.tell;
  const named = channelNamed(rest, standing);
  if (named !== undefined && (await standing.reaches(key, named)))
    return { channel: named, session_id };
  if (turn.tell !== null) return turn.tell;
  const say = standingWords(locale);
  const reached = await Promise.all(
    standing
      .channels()
      .map(async (channel) => ((await standing.reaches(key, channel)) ? [channel] : [])),
  );
  const [linked] = reached.flat();
  if (linked !== undefined) return { channel: linked, session_id };
  const options = [{ label: say.inbox, params: { channel: INBOX } }];
  const question = {
    kind: "select" as const,
    question: say.whereToTell,
    options,
    resume: resumeAt("where", request),
  };
  const pending = pendingFor(turn, question);
  return {
    ...words(
      "clarification",
      askInWords(pending, locale),
      intentWithout(entry.input_text, "control", "standing"),
    ),
    pending,
  };
}

/** A request for later, again and again, or on a condition, on its way to be kept. */
export async function propose(
  turn: Turn,
  standing: StandingRequests,
  asked_for: StandingRequest,
): Promise<Outcome | undefined> {
  const say = standingWords(turn.locale);
  const request = await withSpoken(turn, standing, asked_for);
  const reading = timeOf(turn, standing, request);
  const isTimed = reading.kind !== "none" && reading.condition === undefined;
  const read = isTimed ? readReminderOf : readReminder;
  const reminder = read(reading.rest, turn.locale);
  const intent = intentWithout(request.text, "control", "standing request");
  if (reading.kind === "none" && reminder === undefined) return undefined;
  if (reading.kind === "none" || reading.asks === "no_time") {
    const question = {
      kind: "fill" as const,
      question: say.asks.no_time(request.text),
      options: [],
      resume: resumeAt("time", request),
    };
    return asked(turn, intent, question);
  }
  if (reading.kind === "ask" && reading.asks !== "condition")
    return askWhen(turn, reading, request, intent);
  const place = await placeToTell(turn, standing, request, reading.rest);
  const isWatch = reading.kind === "when" || reading.asks === "condition";
  if ("status" in place) {
    // Where it would be told is no matter where it cannot be done.
    if (isWatch || reminder !== undefined) return place;
    const deed = await deedOf(turn, standing, reading, request);
    return deed === undefined || "status" in deed ? deed : place;
  }
  const only_if = isWatch ? undefined : onlyIfOf(turn, reading);
  if (only_if === "unknown")
    return words("clarification", say.cannotWatch(reading.condition?.clause ?? ""), intent);
  if (reading.condition !== undefined && isWatch)
    return proposeWatch(turn, standing, { request, reading, intent, place }, () =>
      deedOf(turn, standing, reading, request),
    );
  const deed =
    only_if !== undefined && readTellMe(reading.rest, turn.locale)?.rest === ""
      ? { ...TELLING, action: { do: "tell" as const, text: null } }
      : reminder === undefined
        ? await deedOf(turn, standing, reading, request)
        : await remindOf(turn, reminder.text, request, intent);
  if (deed === undefined || "status" in deed) return deed;
  const proposed = { deed, reading, request, intent, place };
  return conclude(turn, standing, only_if === undefined ? proposed : { ...proposed, only_if });
}

/** What has to be so when it is due; "unknown": nothing that can be looked at. */
function onlyIfOf(
  { snapshot: { catalogue, understanding }, mayUse }: Turn,
  { condition }: TimeReading,
): OnlyIf | "unknown" | undefined {
  if (condition === undefined) return undefined;
  const found = findWatch(condition, catalogue, understanding, (goal) =>
    mayPursue(goal, { catalogue, mayUse }),
  );
  if (found === undefined) return "unknown";
  const { domain, goal, entities, watchable, comparison, becomes } = found;
  return {
    ...{ domain, goal, entities, value: watchable.name, comparison },
    ...(becomes !== undefined && { becomes: [...becomes] }),
  };
}

function askWhen(
  turn: Turn,
  reading: TimeReading,
  request: StandingRequest,
  intent: IntentOutput,
): Outcome {
  const { locale, timezone, startedAt } = turn;
  const say = standingWords(locale);
  const { asks = "unread", instants, words: saidWords, rest } = reading;
  const question = say.asks[asks](saidWords === "" ? request.text : saidWords);
  if (instants.length > 0) {
    const options = instants.map((at) => ({
      label: showInstant(at, timezone, locale, startedAt),
      params: { at },
    }));
    return asked(turn, intent, {
      kind: "select",
      question,
      options,
      resume: resumeAt("instant", request),
    });
  }
  // What was said of the time is taken back where it has to be said again.
  const text = KEEPS_WORDS.has(asks) ? request.text : rest;
  return asked(turn, intent, {
    kind: "fill",
    question,
    options: [],
    resume: resumeAt("time", { ...request, text }),
  });
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
  const question = standingWords(turn.locale).remindOfWhat;
  return asked(turn, intent, {
    kind: "fill",
    question,
    options: [],
    resume: resumeAt("subject", request),
  });
}

const PRONOUNS = wordSet("words.pronouns-of-subjects");
const isPronoun = (text: string): boolean => {
  const said = tokens(text);
  return said.length > 0 && said.every(({ word }) => PRONOUNS.has(word));
};

/** "Me avisa quando *ela* passar de 60": the request with what was spoken of last in the place of the pronoun. */
async function withSpoken(
  turn: Turn,
  standing: StandingRequests,
  request: StandingRequest,
): Promise<StandingRequest> {
  const { condition } = timeOf(turn, standing, request);
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
async function watchableSpoken({ deps, key, state }: Turn): Promise<string | undefined> {
  const { last_standing, last_frame, shown } = state;
  const last = last_standing && (await deps.store.schedules.find(key, last_standing.id));
  const watched = last?.timing.kind === "when" ? last : undefined;
  const isNewer = watched !== undefined && watched.updated_at > (shown.at(-1)?.at ?? 0);
  const entities =
    isNewer && watched.timing.kind === "when"
      ? watched.timing.watch.entities
      : last_frame?.entities;
  const texts = Object.values(entities ?? {}).filter((value) => typeof value === "string");
  const [only, other] = texts;
  return other === undefined ? only : undefined;
}

/** What was made or said last: a standing request, else the only text of the last goal. "": nothing that is one. */
async function spokenOf({ deps, key, state }: Turn): Promise<string> {
  const { last_standing, last_frame } = state;
  const last = last_standing && (await deps.store.schedules.find(key, last_standing.id));
  if (last !== null && last !== undefined) return nameOf(last);
  const texts = Object.values(last_frame?.entities ?? {}).filter(
    (value) => typeof value === "string",
  );
  const [only, other] = texts;
  return only === undefined || other !== undefined ? "" : only;
}
