import type { IntentOutput } from "#shared/contracts/intent.ts";
import { intentWithout } from "../../planning/frames.ts";
import { readReminder } from "../../standing/commands/read-command.ts";
import { standingWords } from "../../standing/say.ts";
import { showInstant } from "../../standing/show-when.ts";
import type { AskReason, TimeReading } from "../../standing/words/reading.ts";
import type { Outcome } from "../outcome.ts";
import type { Turn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";
import { asked, conclude, type Deed, TELLING } from "./conclude.ts";
import { deedOf } from "./deed-of.ts";
import { proposeWatch } from "./propose-watch.ts";
import { resumeAt, type StandingRequest, timeOf } from "./request.ts";
import { placeToTell } from "./tell-place.ts";

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
      ? await deedOf(turn, standing, reading, request)
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
  const text = KEEPS_WORDS.has(asks) ? request.text : rest;
  return asked(turn, intent, {
    kind: "fill",
    question,
    options: [],
    resume: resumeAt("time", { ...request, text }),
  });
}

const KEEPS_WORDS: ReadonlySet<AskReason> = new Set(["needs_hour", "unclear_day", "of_text"]);

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
