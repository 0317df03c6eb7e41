import { intentWithout } from "../../planning/frames.ts";
import type { ScheduleStore } from "../../ports/schedule-store.ts";
import type { Outcome } from "../outcome.ts";
import { phrases } from "../reply/phrases.ts";
import type { Turn } from "../turn.ts";
import { asked, requestOf, resumeAt } from "./request.ts";

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
    const intent = intentWithout(text, "control", "standing requests: asked first");
    const question = phrases(turn.locale).confirm(`“${text}”`);
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
