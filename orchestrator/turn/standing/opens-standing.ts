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

/** What joins a reminder to what is asked before it. */
const JOINT =
  /\s*[,;.!?]?\s+(?:e|a\u00ed|e a\u00ed|depois|e depois|and|plus|also|then|and then|and also)\s+|[.!?;]\s+/giu;

/** "quanto tá a tesla? *e me lembra amanhã às 10 de olhar*": what is asked before a reminder, and the reminder. Pure. */
export function beforeReminder(
  { deps: { standing }, startedAt, timezone }: Pick<Turn, "deps" | "startedAt" | "timezone">,
  text: string,
): { first: string; reminder: string } | undefined {
  if (standing === undefined || /[:"\u201c\u00ab]\s/.test(text)) return undefined;
  for (const joint of text.matchAll(JOINT)) {
    const first = text.slice(0, joint.index);
    const reminder = text.slice(joint.index + joint[0].length);
    const reminds = locales.some((locale) => {
      if (!saysRemind(reminder, locale)) return false;
      const { kind, rest } = standing.readTime(reminder, startedAt, timezone, locale);
      return kind !== "none" && readReminder(rest, locale) !== undefined;
    });
    if (reminds) return { first, reminder };
  }
  return undefined;
}
