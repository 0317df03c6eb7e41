import type { Locale } from "#shared/contracts/names.ts";
import { readModifiers } from "../modifiers/read-modifiers.ts";
import { readReply } from "../modifiers/read-reply.ts";
import { tokens } from "../text.ts";
import { readStandingCommand } from "./read-command.ts";
import { readReminder } from "./read-reminder.ts";
import type { StandingCommand } from "./standing-command.ts";

/** A command or a reminder that is not wanted. Pure. */
export function refusesCommand(text: string, locale: Locale): boolean {
  const { refuses, core } = readReply(text, locale);
  const wanted = refuses && (readStandingCommand(core, locale) ?? readReminder(core, locale));
  return wanted !== false && wanted !== undefined;
}

/** A command that is only asked about, and the words that ask. Pure. */
export function readAskedAbout(
  text: string,
  locale: Locale,
): { command: StandingCommand; words: string } | undefined {
  const marks = readModifiers({ text, words: tokens(text), locale, today: () => undefined });
  const mood = marks.find(({ kind, value }) => kind === "mood" && value === "asked_about");
  const command = mood && readStandingCommand(text.slice(mood.end), locale);
  return command && { command, words: text.slice(mood.start, mood.end) };
}
