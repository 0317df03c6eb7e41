import { locales } from "#shared/contracts/names.ts";
import { wordSet } from "#shared/language/words.ts";
import { readStandingCommand } from "../../language/commands/read-command.ts";
import { readReminder, saysRemind } from "../../language/commands/read-reminder.ts";
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
const JOINTS = wordSet("schedules.joins-a-reminder");

/** Where a text goes on behind such a word, or behind the end of a sentence: what stands before, and behind. */
function* partsOf(text: string): Generator<{ first: string; behind: string }> {
  for (const word of text.matchAll(/\p{L}+(?=\s)|[.!?;](?=\s)/gu)) {
    const behind = text.slice(word.index + word[0].length).trimStart();
    const before = text.slice(0, word.index);
    if (/\p{L}/u.test(word[0])) {
      if (JOINTS.has(word[0].toLowerCase()) && /\s$/.test(before))
        yield { first: before.trimEnd().replace(/\s*[,;.!?]$/, ""), behind };
    } else if (!JOINTS.has(/^\p{L}+(?=\s)/u.exec(behind)?.[0].toLowerCase() ?? ""))
      yield { first: before, behind };
  }
}

/** "quanto tá a tesla? *e me lembra amanhã às 10 de olhar*": what is asked before a reminder, and the reminder. Pure. */
export function beforeReminder(
  { deps: { standing }, startedAt, timezone }: Pick<Turn, "deps" | "startedAt" | "timezone">,
  text: string,
): { first: string; reminder: string } | undefined {
  if (standing === undefined || /[:"\u201c\u00ab]\s/.test(text)) return undefined;
  for (const { first, behind: reminder } of partsOf(text)) {
    const reminds = locales.some((locale) => {
      if (!saysRemind(reminder, locale)) return false;
      const { kind, rest } = standing.readTime(reminder, startedAt, timezone, locale);
      return kind !== "none" && readReminder(rest, locale) !== undefined;
    });
    if (reminds) return { first, reminder };
  }
  return undefined;
}
