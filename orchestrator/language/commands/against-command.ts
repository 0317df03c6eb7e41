import type { Doubt } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { wordSet } from "#shared/language/words.ts";
import { type Mark, REASONS } from "../modifiers/mark.ts";
import { modifiersIn, readReply } from "../modifiers/read-modifiers.ts";
import { tokens } from "../text.ts";
import { endOf } from "../time/phrases.ts";
import { COMMAND_LEXICONS } from "./lexicon.ts";
import { readStandingCommand } from "./read-command.ts";
import { readReminder } from "./read-reminder.ts";
import type { StandingCommand } from "./standing-command.ts";

const KINDS: ReadonlySet<Mark["kind"]> = new Set(["polarity", "mood", "condition"] as const);
const OF = wordSet("words.of-or-to");
const ARTICLES = wordSet("words.articles");

/**
 * What is said around a command over standing requests, and no part of it: a condition, a no, that it is no serious word. It
 * holds for these as it does for goals. undefined: nothing. Pure.
 */
export function againstCommand(
  whole: string,
  { does, rest, said }: StandingCommand,
  locale: Locale,
): Pick<Doubt, "reason" | "detail"> | undefined {
  const text = said ?? whole;
  const words = tokens(text);
  const marks = modifiersIn(text, locale);
  const { openEnds } = COMMAND_LEXICONS[locale];
  // A command may take something back itself: what counts stands behind its verb.
  const at = rest === "" ? -1 : text.lastIndexOf(rest);
  const behind = at < 0 ? text.length : at;
  const isOwn = ({ kind, value, from, start }: Mark) =>
    start < behind ||
    // A place in the list is no one's words.
    (value === "reported" && ARTICLES.has(words[from - 1]?.word ?? "")) ||
    (does === "pause" && endOf(openEnds, tokens(text.slice(start)), 0) !== undefined) ||
    (kind === "condition" && (does === "change" || OF.has(words[from - 1]?.word ?? "")));
  const found = marks.find(
    (mark) => KINDS.has(mark.kind) && mark.value !== "partly" && !isOwn(mark),
  );
  if (found === undefined || found.value === "courtesy" || found.value === "plain")
    return undefined;
  return { reason: REASONS[found.value], detail: text.slice(found.start, found.end) };
}

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
  const marks = modifiersIn(text, locale);
  const mood = marks.find(({ kind, value }) => kind === "mood" && value === "asked_about");
  const command = mood && readStandingCommand(text.slice(mood.end), locale);
  return command && { command, words: text.slice(mood.start, mood.end) };
}
