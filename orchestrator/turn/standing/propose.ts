import type { IntentOutput } from "#shared/contracts/intent.ts";
import { inLocale } from "#shared/contracts/names.ts";
import type { ScheduleAction } from "#shared/contracts/schedule.ts";
import { draftPlan } from "../../planning/draft.ts";
import { intentWithout, withFrames } from "../../planning/frames.ts";
import { PlanError } from "../../planning/plan-error.ts";
import { readReminder, readSendMe, readTellMe } from "../../standing/commands/read-command.ts";
import { effectsOf, promisesOf } from "../../standing/promises.ts";
import { type StandingWords, standingWords } from "../../standing/say.ts";
import { showInstant } from "../../standing/show-when.ts";
import type { TimeReading } from "../../standing/words/reading.ts";
import { offeredTo } from "../offered-to.ts";
import { type Outcome, words } from "../outcome.ts";
import { sessionContextOf, type Turn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";
import { conclude, type Deed, TELLING } from "./conclude.ts";
import { proposeWatch } from "./propose-watch.ts";
import { asked, resumeAt, type StandingRequest, timeOf } from "./request.ts";
import { channelNamed, placeToTell } from "./tell-place.ts";

/** A request for later, again and again, or on a condition, on its way to be kept. */
export async function propose(
  turn: Turn,
  standing: StandingRequests,
  request: StandingRequest,
): Promise<Outcome | undefined> {
  const say = standingWords(turn.locale);
  const reading = timeOf(turn, standing, request);
  const reminder = readReminder(reading.rest, turn.locale);
  const intent = intentWithout(request.text, "control", "standing request");
  if (reading.kind === "none") {
    const question = {
      kind: "fill" as const,
      question: say.asks.vague(request.text),
      options: [],
      resume: resumeAt("time", request),
    };
    return reminder === undefined ? undefined : asked(turn, intent, question);
  }
  if (reading.kind === "ask" && reading.asks !== "condition")
    return askWhen(turn, reading, request, intent);
  const place = await placeToTell(turn, standing, request, reading.rest);
  if ("status" in place) return place;
  if (reading.condition !== undefined)
    return proposeWatch(turn, standing, { request, reading, intent, place }, () =>
      deedOf(turn, standing, reading, request),
    );
  const deed =
    reminder === undefined
      ? deedOf(turn, standing, reading, request)
      : remindOf(turn, reminder.text, request, intent);
  if (deed === undefined || "status" in deed) return deed;
  return conclude(turn, standing, { deed, reading, request, intent, place });
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
  // What was said of the time is taken back where it has to be said anew.
  const isKept = asks === "needs_hour" || asks === "unclear_day";
  const text = isKept ? request.text : rest;
  return asked(turn, intent, {
    kind: "fill",
    question,
    options: [],
    resume: resumeAt("time", { ...request, text }),
  });
}

function remindOf(
  turn: Turn,
  text: string,
  request: StandingRequest,
  intent: IntentOutput,
): Deed | Outcome {
  const subject = request.subject ?? text;
  if (subject !== "") return { ...TELLING, action: { do: "tell", text: subject } };
  const question = standingWords(turn.locale).remindOfWhat;
  return asked(turn, intent, {
    kind: "fill",
    question,
    options: [],
    resume: resumeAt("subject", request),
  });
}

/** What the rest of the words asks for. */
export function deedOf(
  turn: Turn,
  standing: StandingRequests,
  reading: TimeReading,
  request: StandingRequest,
): Deed | Outcome | undefined {
  const { rest } = reading;
  const say = standingWords(turn.locale);
  const intent = intentWithout(request.text, "control", "standing request");
  if (request.subject !== null)
    return { ...TELLING, action: { do: "tell", text: request.subject } };
  const goals = rest === "" ? undefined : (goalsOf(turn, rest, say) ?? toldGoals(turn, rest, say));
  if (goals !== undefined && goals !== "stopped" && "action" in goals) return goals;
  const telling = readTellMe(rest, turn.locale);
  if (telling !== undefined) {
    const isPlace =
      channelNamed(telling.rest, standing) !== undefined && telling.rest.split(/\s+/).length <= 3;
    const text = isPlace
      ? ""
      : (readReminder(`${REMINDS[turn.locale]} ${telling.rest}`, turn.locale)?.text ?? "");
    if (text !== "") return { ...TELLING, action: { do: "tell", text } };
    return asked(turn, intent, {
      kind: "fill",
      question: say.tellOfWhat,
      options: [],
      resume: resumeAt("subject", request),
    });
  }
  if (goals === "stopped") return undefined;
  return words("clarification", goals?.lacks ?? say.whatToDo(rest, reading.words), intent);
}

/** "me manda as altas" reads them, and what is read is told. */
function toldGoals(turn: Turn, text: string, say: StandingWords): Deed | undefined {
  const sent = readSendMe(text, turn.locale);
  const goals = sent === undefined || sent.rest === "" ? undefined : goalsOf(turn, sent.rest, say);
  return goals !== undefined && goals !== "stopped" && "action" in goals && !goals.acts
    ? goals
    : undefined;
}

const REMINDS: Readonly<Record<Turn["locale"], string>> = { "pt-BR": "me lembra", en: "remind me" };

/** The goals of a text, as a plan that may run; "stopped": what stands around it is against it. */
function goalsOf(
  turn: Turn,
  text: string,
  say: StandingWords,
): Deed | { lacks: string } | "stopped" | undefined {
  const { snapshot, mayUse, state, locale } = turn;
  const { catalogue, understanding } = snapshot;
  const heard = offeredTo(
    { catalogue, mayUse },
    understanding.understand(text, sessionContextOf(turn)),
  );
  const { intent } = heard;
  try {
    const draft = draftPlan(intent, state.remembered, catalogue, mayUse);
    if (draft.leads === "gap") {
      const question = draft.schema.question && inLocale(draft.schema.question, locale);
      return { lacks: say.lacks(question ?? draft.entity) };
    }
    if (draft.leads === "held" || draft.leads === "forbidden") return "stopped";
    if (draft.leads !== "plan") return undefined;
    const consent = effectsOf(draft.plan, catalogue);
    const kept: IntentOutput = withFrames(intent, draft.frames);
    const action: ScheduleAction = { do: "goals", intent: kept };
    return {
      action,
      acts: consent.length > 0,
      digests: promisesOf(draft.plan, catalogue),
      consent,
    };
  } catch (error) {
    if (error instanceof PlanError) return undefined;
    throw error;
  }
}
