import type { EntryRequest } from "#shared/contracts/intent.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { intentWithout } from "../../planning/frames.ts";
import type { Outcome } from "../outcome.ts";
import { inLanguage, openTurn } from "../turn.ts";
import type { StandingRequests, TurnDeps, TurnOptions } from "../turn-deps.ts";
import type { Turns } from "../turns.ts";
import { understandMessage } from "../understand-message.ts";
import { changeTo } from "./change-standing.ts";
import { makeSchedule } from "./make-schedule.ts";
import { propose } from "./propose.ts";
import { requestOf } from "./request.ts";

/**
 * A standing request from words alone, without a conversation: it is made, or what is missing is told.
 * Errors: StoreError
 */
export async function scheduleByWords(
  entry: EntryRequest,
  deps: TurnDeps,
  standing: StandingRequests,
  options: TurnOptions,
  confirmed: boolean,
): ReturnType<Turns["scheduleByWords"]> {
  const opened = await openTurn(entry, deps, options);
  const turn = inLanguage(opened, entry.locale ?? understandMessage(opened).locale);
  const nothing = { made: undefined, options: [], needsConfirmation: false };
  const outcome = await propose(turn, standing, requestOf(entry.input_text));
  if (outcome === undefined) return { ...nothing, answer: "" };
  const proposal =
    outcome.pending?.resume.at === "standing" ? outcome.pending.resume.proposal : null;
  const done =
    confirmed && isConfirm(outcome) && proposal !== null
      ? await makeSchedule(
          turn,
          standing,
          proposal,
          intentWithout(entry.input_text, "control", "standing request"),
          true,
        )
      : outcome;
  const id = done.standing?.id;
  const made = id === undefined ? undefined : await deps.store.schedules.find(turn.key, id);
  const labels = done.pending?.options.map(({ label }) => label) ?? [];
  return { made, answer: done.answer, options: labels, needsConfirmation: isConfirm(done) };
}

const isConfirm = ({ pending }: Outcome): boolean => pending?.kind === "confirm";

/** Another time or threshold, from words. undefined: they say none. */
export async function scheduleTo(
  deps: TurnDeps,
  standing: StandingRequests,
  schedule: Schedule,
  to: string,
): Promise<Schedule | undefined> {
  const now = deps.clock.now();
  const timing = changeTo(
    { locale: schedule.locale, startedAt: now, timezone: schedule.zone },
    standing,
    schedule,
    to,
  );
  return timing && { ...schedule, ...timing };
}
