import type { IntentOutput } from "#shared/contracts/intent.ts";
import { inLocale } from "#shared/contracts/names.ts";
import type {
  Schedule,
  ScheduleAction,
  ScheduleTiming,
  TellTo,
} from "#shared/contracts/schedule.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { draftPlan } from "../../planning/draft.ts";
import { intentWithout, withFrames } from "../../planning/frames.ts";
import { PlanError } from "../../planning/plan-error.ts";
import { readReminder, readTellMe } from "../../standing/commands/read-command.ts";
import { effectsOf, promisesOf } from "../../standing/promises.ts";
import { type StandingWords, standingWords } from "../../standing/say.ts";
import { showInstant, showTiming } from "../../standing/show-when.ts";
import type { TimeReading } from "../../standing/words/reading.ts";
import type { StandingRequests } from "../desk.ts";
import { offeredTo } from "../offered-to.ts";
import { type Outcome, words } from "../outcome.ts";
import { pendingFor } from "../questions.ts";
import { askInWords } from "../reply/question.ts";
import { hearingOf, type Turn } from "../turn.ts";
import { makeSchedule } from "./make-schedule.ts";
import { proposeWatch } from "./propose-watch.ts";
import { resumeAt, type StandingRequest, timeOf } from "./request.ts";
import { channelNamed, placeToTell } from "./tell-place.ts";

/** What is done each time, with what that relies on. */
export type Deed = Pick<Schedule, "action" | "acts" | "digests" | "consent">;
export const TELLING: Omit<Deed, "action"> = { acts: false, digests: {}, consent: [] };

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
    return proposeWatch(turn, standing, { request, reading, intent, place });
  const deed =
    reminder === undefined
      ? deedOf(turn, standing, reading, request)
      : remindOf(turn, reminder.text, request, intent);
  if (deed === undefined || "status" in deed) return deed;
  return conclude(turn, standing, { deed, reading, request, intent, place });
}

export type Proposed = {
  readonly deed: Deed;
  readonly reading: TimeReading;
  readonly request: StandingRequest;
  readonly intent: IntentOutput;
  readonly place: TellTo;
  readonly timing?: ScheduleTiming;
};

/** Keeps it, or asks for a yes where it changes something. */
export async function conclude(
  turn: Turn,
  standing: StandingRequests,
  proposed: Proposed,
): Promise<Outcome> {
  const { deed, reading, request, intent, place } = proposed;
  const { desk, key, startedAt, timezone, locale } = turn;
  const timing = proposed.timing ?? timingOf(reading, startedAt);
  if (timing === undefined)
    return words("clarification", standingWords(locale).asks.unread(reading.words), intent);
  const recurs = timing.kind === "every" || timing.kind === "when";
  const schedule: Schedule = {
    ...key,
    id: desk.makeId("sch"),
    status: "active",
    paused: null,
    timing,
    ...deed,
    until: recurs ? (reading.until ?? startedAt + standing.endsAfterMs) : null,
    words: request.text,
    zone: timezone,
    locale,
    tell: place,
    rights: turn.shownBy ?? null,
    failures: 0,
    next_at:
      timing.kind === "every"
        ? (reading.instants[0] ?? null)
        : timing.kind === "when"
          ? startedAt + timing.watch.every_ms
          : timing.at,
    created_at: startedAt,
    updated_at: startedAt,
    version: 1,
  };
  if (!deed.acts && turn.instruction?.isTrusted !== false)
    return makeSchedule(turn, standing, schedule, intent, reading.until === undefined);
  const say = standingWords(locale);
  const until =
    schedule.until === null ? "" : showInstant(schedule.until, timezone, locale, startedAt);
  const effects = describeEffects(deed, turn.snapshot.catalogue, turn.locale);
  const destroys = deed.consent.some(
    ({ domain, capability }) =>
      turn.snapshot.catalogue.capability(domain, capability)?.effect === "destructive",
  );
  const question = [
    say.confirm(request.text, showTiming(schedule, locale, startedAt), until, effects),
    ...(destroys ? [say.asksEachTime] : []),
  ].join("\n");
  const resume = { ...resumeAt("confirm", request), proposal: schedule };
  return asked(turn, intent, { kind: "confirm", question, options: [], resume });
}

function describeEffects(
  { consent, action }: Deed,
  catalogue: Catalogue,
  locale: Turn["locale"],
): string {
  const named = consent.map(({ domain, capability }) => {
    const described = catalogue.capability(domain, capability)?.spec.description;
    return (described && inLocale(described, locale)) ?? `${domain}.${capability}`;
  });
  return named.length > 0 ? named.join("; ") : action.do === "tell" ? (action.text ?? "") : "";
}

function timingOf({ kind, instants, rule }: TimeReading, now: number): ScheduleTiming | undefined {
  const [first] = instants;
  if (kind === "every") return rule && { kind: "every", rule };
  if (first === undefined) return undefined;
  if (kind === "after") return { kind: "after", at: first, said_at: now };
  return kind === "at" ? { kind: "at", at: first } : undefined;
}

/** The question of a standing request. */
export function asked(
  turn: Turn,
  intent: IntentOutput,
  question: Parameters<typeof pendingFor>[1],
): Outcome {
  const pending = pendingFor(turn, question);
  return { ...words("clarification", askInWords(pending, turn.locale), intent), pending };
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
  const goals = rest === "" ? undefined : goalsOf(turn, rest, say);
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

const REMINDS: Readonly<Record<Turn["locale"], string>> = { "pt-BR": "me lembra", en: "remind me" };

/** The goals of a text, as a plan that may run; "stopped": what stands around it is against it. */
function goalsOf(
  turn: Turn,
  text: string,
  say: StandingWords,
): Deed | { lacks: string } | "stopped" | undefined {
  const { snapshot, mayUse, state, locale } = turn;
  const { catalogue, understanding } = snapshot;
  const heard = offeredTo({ catalogue, mayUse }, understanding.understand(text, hearingOf(turn)));
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
