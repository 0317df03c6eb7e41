import { locales } from "#shared/contracts/names.ts";
import { intentWithout } from "../../planning/frames.ts";
import { readStandingCommand } from "../../standing/commands/read-command.ts";
import type { Outcome } from "../outcome.ts";
import { inLanguage, type Turn } from "../turn.ts";
import { changeEach } from "./obey-standing.ts";
import { inZone } from "./request.ts";

/** "Cancela isso" with no question open, after a standing request was made or changed: that one. undefined: it is not. */
export async function dropLast(turn: Turn): Promise<Outcome | undefined> {
  const { deps, entry, state, pending, key } = turn;
  const { standing } = deps;
  if (standing === undefined || state.last_standing === null) return undefined;
  if (pending !== undefined && !pending.parked) return undefined;
  for (const locale of [turn.locale, ...locales.filter((each) => each !== turn.locale)]) {
    const command = readStandingCommand(entry.input_text, locale);
    if (command?.does !== "cancel" || !command.points) continue;
    const last = await deps.store.schedules.find(key, state.last_standing.id);
    if (last === undefined || last.status === "done" || last.status === "cancelled")
      return undefined;
    const told = inZone(inLanguage(turn, locale));
    const intent = intentWithout(entry.input_text, "control", "standing requests: cancel");
    return { ...(await changeEach({ turn: told, standing, command, intent }, [last])), locale };
  }
  return undefined;
}
