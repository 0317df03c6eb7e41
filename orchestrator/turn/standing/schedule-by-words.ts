import { intentWithout } from "../../planning/frames.ts";
import type { Outcome } from "../outcome.ts";
import { inLanguage, openTurn } from "../turn.ts";
import type { Turns } from "../turns.ts";
import { understandMessage } from "../understand-message.ts";
import { makeSchedule } from "./make-schedule.ts";
import { propose } from "./propose.ts";
import { requestOf } from "./request.ts";
import { resumeStanding } from "./resume-standing.ts";

/**
 * A standing request from words alone, without a conversation: it is made, or what is missing is told. Each of `choices` is
 * the option that is meant of the question then asked; one that is not offered leaves its question open.
 * Errors: StoreError
 */
export const scheduleByWords: Turns["scheduleByWords"] = async (
  entry,
  deps,
  standing,
  options,
  { confirmed, choices },
) => {
  const opened = await openTurn(entry, deps, options);
  const locale = entry.locale ?? understandMessage(opened).locale;
  const turn = { ...inLanguage(opened, locale), standing };
  let done = await propose(turn, requestOf(entry.input_text));
  for (const choice of choices) {
    const option = done?.pending?.options.find(({ label }) => label === choice);
    if (option === undefined || done?.pending?.resume.at !== "standing") break;
    const given = { what: "option", option } as const;
    done = await resumeStanding(turn, done.pending.resume, given, (followups) => [...followups]);
  }
  if (done === undefined)
    return { made: undefined, options: [], needsConfirmation: false, answer: "" };
  const { pending } = done;
  const proposal = pending?.resume.at === "standing" ? pending.resume.proposal : null;
  const intent = intentWithout(entry.input_text, "control", "standing request");
  if (confirmed && isConfirm(done) && proposal !== null)
    done = await makeSchedule(turn, proposal, intent, true);
  const id = done.standing?.id;
  const made = id === undefined ? undefined : await deps.store.schedules.find(turn.key, id);
  const labels = done.pending?.options.map(({ label }) => label) ?? [];
  return { made, answer: done.answer, options: labels, needsConfirmation: isConfirm(done) };
};

const isConfirm = ({ pending }: Outcome): boolean => pending?.kind === "confirm";
