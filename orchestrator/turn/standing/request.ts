import { dayIn, shift } from "#shared/calendar/days.ts";
import { instantOf } from "#shared/calendar/zoned.ts";
import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { PendingOption, PendingResume } from "#shared/contracts/pending.ts";
import type { Schedule, TellTo } from "#shared/contracts/schedule.ts";
import { sayIn } from "#shared/messages/say.ts";
import { readPresent } from "../../language/time/read-present.ts";
import { asking, type TimeReading } from "../../language/time/reading.ts";
import type { ScheduleStore } from "../../ports/schedule-store.ts";
import { type Outcome, withQuestion } from "../outcome.ts";
import { pendingFor } from "../questions.ts";
import { controlIn, type StandingTurn, type Turn } from "../turn.ts";

/** A standing request as far as it was said and asked about. */
export type StandingRequest = {
  readonly text: string;
  /** Chosen from the instants that the words may mean. */
  readonly chosen_at: number | null;
  /** What it is about, where that was asked for. */
  readonly subject: string | null;
  /** Where to tell, where that was asked for. */
  readonly tell: TellTo | null;
};

export const requestOf = (text: string): StandingRequest => ({
  text,
  chosen_at: null,
  subject: null,
  tell: null,
});

/** The question that a request waits with. */
export const resumeAt = (
  asked: Extract<PendingResume, { at: "standing" }>["asked"],
  request: StandingRequest,
): Extract<PendingResume, { at: "standing" }> => ({
  at: "standing",
  asked,
  ...request,
  proposal: null,
});

/** The question of a standing request: for one of its options, for a yes, or for words. */
export function asked(
  turn: Turn,
  intent: IntentOutput,
  question: string,
  resume: PendingResume,
  answers: "words" | "yes" | readonly PendingOption[] = "words",
): Outcome {
  const kind = answers === "words" ? "fill" : answers === "yes" ? "confirm" : "select";
  const options = typeof answers === "string" ? [] : [...answers];
  const pending = pendingFor(turn, { kind, question, options, resume });
  return withQuestion(pending, intent, turn.locale);
}

/** What was made or changed last in this conversation, as it is now. */
export async function lastStanding({ deps, key, state }: Turn): Promise<Schedule | undefined> {
  const id = state.last_standing?.id;
  return id === undefined ? undefined : deps.store.schedules.find(key, id);
}

/** What words of time are read against. */
export type Where = Pick<StandingTurn, "locale" | "startedAt" | "timezone" | "standing">;

/** Until when, by the words: the beginning of that day for what waits until then. `isAll`: nothing else is said. */
export function untilSaid(
  { startedAt, timezone, locale, standing }: Where,
  text: string,
): { until: number; end: number; isAll: boolean; rest: string } | undefined {
  const said = standing.readTime(text, startedAt, timezone, locale, { recurs: "minute" });
  const { kind, until: end, rest } = said;
  if (kind !== "every" || end === undefined) return undefined;
  // A pause until a day ends when the day begins.
  const isWholeDay = (end + 1) % 60_000 === 0;
  const until = isWholeDay ? end + 1 - 86_400_000 : end;
  return { until: Math.max(until, startedAt), end, isAll: rest === "", rest };
}

/** Until when something pauses, by the words: until then, or as long as the period lasts that they name. */
export function pauseSaid(turn: StandingTurn, text: string) {
  const said = untilSaid(turn, text);
  if (said !== undefined) return said;
  const { startedAt, timezone, locale } = turn;
  const present = readPresent(text, locale, dayIn(timezone, startedAt));
  if (present === undefined) return undefined;
  const { last, rest } = present;
  const end = instantOf({ date: shift(last, 1, "day"), time: "00:00" }, timezone);
  return { until: end, end, isAll: rest === "", rest };
}

/** When, by the words and by what was chosen. */
export function timeOf(
  { deps, startedAt, timezone, locale, standing: { readTime } }: StandingTurn,
  { text, chosen_at }: StandingRequest,
): TimeReading {
  const reading = readTime(text, startedAt, timezone, locale);
  if (chosen_at === null) return reading;
  const { rest, words: said, condition } = reading;
  return chosen_at > deps.clock.now()
    ? { kind: "at", instants: [chosen_at], rest, words: said, ...(condition && { condition }) }
    : { ...asking("over"), rest, words: said };
}

/** Something that stands would have become another one. */
class NeedsYes extends Error {
  override readonly name = "NeedsYes";
}

/** True under an instruction that is not trusted. */
export const asksFirst = ({ instruction }: Turn): boolean => instruction?.isTrusted === false;

/**
 * There nothing that stands is made, changed or cancelled before a yes: whatever would do so is stopped, and the very
 * words are asked about.
 */
export async function askingFirst(
  turn: Turn,
  read: (only: (turn: Turn) => Turn) => Promise<Outcome | undefined> | Outcome | undefined,
): Promise<Outcome | undefined> {
  try {
    return await read(onlyLooking);
  } catch (error) {
    if (!(error instanceof NeedsYes)) throw error;
    const text = turn.entry.input_text;
    const intent = controlIn(turn, "standing requests: asked first");
    const question = sayIn("replies", turn.locale)("confirm", { what: `“${text}”` });
    return asked(turn, intent, question, resumeAt("wanted", requestOf(text)), "yes");
  }
}

const refuse = (): Promise<never> => Promise.reject(new NeedsYes());

function onlyLooking(turn: Turn): Turn {
  const { deps } = turn;
  const schedules: ScheduleStore = {
    ...deps.store.schedules,
    add: refuse,
    change: refuse,
    claim: refuse,
  };
  return { ...turn, deps: { ...deps, store: { ...deps.store, schedules } } };
}

/** What is done each time, with what that relies on. */
export type Deed = Pick<Schedule, "action" | "acts" | "digests" | "consent">;
export const TELLING: Omit<Deed, "action"> = { acts: false, digests: {}, consent: [] };
