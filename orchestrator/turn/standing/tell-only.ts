import type { PendingAction } from "#shared/contracts/pending.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { asksOnlyToBeToldOf } from "../../language/commands/answers.ts";
import { type ScheduleReading, schedulesIn } from "../../language/schedule-reading.ts";
import { framesOf, withFrames } from "../../planning/frames.ts";
import { gateOfFrame } from "../../planning/gate.ts";
import type { Outcome } from "../outcome.ts";
import { controlIn, type StandingTurn, type Turn } from "../turn.ts";
import { planned } from "./deed-of.ts";
import { makeSchedule } from "./make-schedule.ts";
import { type Deed, TELLING } from "./request.ts";

/** What is said, in one language of its answer, where things stand. */
export type Heard = {
  readonly turn: StandingTurn;
  readonly said: ScheduleReading;
  /** What was made or changed last in this conversation, as it is now. */
  readonly last: Schedule | undefined;
  /** A goal would be carried out as it was said. */
  readonly isClear: boolean;
};

/** An answer to a question for a yes: only told. Pure. */
export function saysTellOnly(
  text: string,
  { resume: to, locale }: Pick<PendingAction, "resume" | "locale">,
): boolean {
  return to.at === "standing" && to.asked === "confirm" && schedulesIn(text, locale).onlyTold;
}

/** The proposal without what it changes or sends: what it reads is told, and of a watch what was seen. undefined: nothing is left. */
export function tellOnly(turn: Turn, proposal: Schedule): Schedule | undefined {
  const deed = deedThatTells(turn, proposal);
  return deed && !deed.acts ? { ...proposal, ...deed } : undefined;
}

function deedThatTells(turn: Turn, { action, timing, digests }: Schedule): Deed | undefined {
  if (timing.kind === "when") return { ...TELLING, digests, action: { do: "tell", text: null } };
  if (action.do === "tell") return undefined;
  const { catalogue } = turn.snapshot;
  const reads = framesOf(action.intent).filter(
    (frame) => gateOfFrame(frame, [], catalogue).effect === "read",
  );
  return reads.length === 0
    ? undefined
    : planned(turn, withFrames({ ...action.intent, followups: [] }, reads));
}

const SHORTLY_MS = 10 * 60_000;

/** What was declined a moment ago, only told. undefined: nothing was, or the words say something else. */
export async function tellDeclined({ turn }: Heard): Promise<Outcome | undefined> {
  const { entry, state, pending, startedAt, locale } = turn;
  const { declined } = state;
  if (declined === null || startedAt - declined.at > SHORTLY_MS) return undefined;
  if (pending !== undefined && !pending.parked) return undefined;
  const text = entry.input_text;
  if (!asksOnlyToBeToldOf(text, declined.proposal.words, locale)) return undefined;
  const only = tellOnly(turn, declined.proposal);
  const intent = controlIn(turn, "only told of what was declined");
  return only && makeSchedule(turn, only, intent, false);
}
