import { locales } from "#shared/contracts/names.ts";
import { readStandingCommand } from "../../standing/commands/read-command.ts";
import { readReminder, saysRemind } from "../../standing/commands/read-reminder.ts";
import type { Turn } from "../turn.ts";

/** A message that begins a reminder, or asks about standing requests, whatever question is open. */
export const opensStanding = (
  {
    deps: { standing },
    state,
    startedAt,
    timezone,
  }: Pick<Turn, "deps" | "state" | "startedAt" | "timezone">,
  text: string,
): boolean =>
  standing !== undefined &&
  locales.some((locale) => {
    const command = readStandingCommand(text, locale);
    return (
      command?.does === "list" ||
      command?.does === "why" ||
      (command?.does === "show" && command.points && state.last_standing !== null) ||
      (command?.hasNoun === true && state.last_standing !== null) ||
      (command?.does === "change" &&
        state.last_standing !== null &&
        standing.readTime(command.rest, startedAt, timezone, locale).kind !== "none") ||
      readReminder(text, locale) !== undefined ||
      // "em 15 minutos me lembra da panela"
      (saysRemind(text, locale) &&
        readReminder(standing.readTime(text, startedAt, timezone, locale).rest, locale) !==
          undefined)
    );
  });
