import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, wordSet } from "#shared/language/words.ts";
import { withoutCourtesy } from "../courtesy.ts";
import { tokens } from "../text.ts";
import { endOf, phrasesIn } from "../time/phrases.ts";
import { REQUEST_LEXICONS } from "../time/request-lexicon.ts";
import { readStandingCommand } from "./read-command.ts";
import type { StandingCommand, StandingVerb } from "./standing-command.ts";

/** Two commands in one message, each with its words. */
export type CommandPart = { readonly text: string; readonly command: StandingCommand };

/** More are no two requests, and each place where one may end costs two readings. */
const MOST_WORDS = 60;
const JOINTS = byLocale((locale) => phrasesIn("schedules.joins-commands", locale));
const CHANGES: ReadonlySet<StandingVerb> = new Set<StandingVerb>([
  "cancel",
  "pause",
  "resume",
  "change",
  "postpone",
]);

/** Two commands that are joined, each of which says which one it means. undefined: it is none of these. Pure. */
export function readTwoCommands(
  text: string,
  locale: Locale,
): readonly [CommandPart, CommandPart] | undefined {
  const words = tokens(text, MOST_WORDS + 1);
  if (words.length > MOST_WORDS) return undefined;
  for (let at = 1; at < words.length - 1; at++) {
    const to = endOf(JOINTS[locale], words, at);
    const next = to === undefined ? undefined : words[to];
    if (next === undefined) continue;
    const first = partOf(text.slice(0, words[at - 1]?.end), locale);
    const second = first && partOf(text.slice(next.start), locale);
    if (first !== undefined && second !== undefined) return [first, second];
  }
  return undefined;
}

function partOf(text: string, locale: Locale): CommandPart | undefined {
  const command = readStandingCommand(text, locale);
  return command === undefined || !CHANGES.has(command.does) || command.rest === ""
    ? undefined
    : { text, command: { ...command, isNamed: true } };
}

/** What joins a reminder to what is asked before it. */
const JOINS = wordSet("schedules.joins-a-reminder");

/**
 * Where a text may go on with what is for later, behind such a word or behind the end of a sentence: what stands before it, and it.
 * What is written down ends there too; what is sent, or quoted, does not.
 */
export function laterBehind(
  text: string,
  locale: Locale,
): readonly { first: string; later: string }[] {
  const words = tokens(text, MOST_WORDS + 1);
  if (/["\u201c\u00ab]\s/.test(text) || words.length > MOST_WORDS) return [];
  const keeps = endOf(REQUEST_LEXICONS[locale].keep, words, withoutCourtesy(words).from);
  return /:\s/.test(text) && keeps === undefined ? [] : [...partsOf(text)];
}

function* partsOf(text: string): Generator<{ first: string; later: string }> {
  for (const word of text.matchAll(/\p{L}+(?=\s)|[.!?;](?=\s)/gu)) {
    const later = text.slice(word.index + word[0].length).trimStart();
    const before = text.slice(0, word.index);
    if (/\p{L}/u.test(word[0])) {
      if (JOINS.has(word[0].toLowerCase()) && /\s$/.test(before))
        yield { first: before.trimEnd().replace(/\s*[,;.!?]$/, ""), later };
    } else if (!JOINS.has(/^\p{L}+(?=\s)/u.exec(later)?.[0].toLowerCase() ?? ""))
      yield { first: before, later };
  }
}
