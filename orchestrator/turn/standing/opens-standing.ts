import { locales } from "#shared/contracts/names.ts";
import { readReminder, readStandingCommand } from "../../standing/commands/read-command.ts";
import type { Turn } from "../turn.ts";

/** A message that begins a reminder, or asks about standing requests, whatever question is open. */
export const opensStanding = (
  { deps, state }: Pick<Turn, "deps" | "state">,
  text: string,
): boolean =>
  deps.standing !== undefined &&
  locales.some((locale) => {
    const command = readStandingCommand(text, locale);
    return (
      command?.does === "list" ||
      command?.does === "why" ||
      (command?.does === "show" && command.points && state.last_standing !== null) ||
      readReminder(text, locale) !== undefined
    );
  });
