import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, wordSet } from "#shared/language/words.ts";
import { readPutBack } from "./commands/against-command.ts";
import {
  asksOnlyToBeTold,
  readAgreement,
  readAnswerWhen,
  saysSinceNow,
  saysToMe,
} from "./commands/answers.ts";
import { readBecoming, readGoesOn, readOneMore } from "./commands/goes-on.ts";
import { bringsForward, readByAmount, readInto, withoutName } from "./commands/into.ts";
import { COMMAND_LEXICONS, type StandingCommand, type StandingVerb } from "./commands/lexicon.ts";
import { letsGoOfLast, readStandingCommand } from "./commands/read-command.ts";
import {
  asksToSend,
  readReminder,
  readReminderOf,
  readSendMe,
  readTellMe,
  readUnreadRecurrence,
  saysRemind,
} from "./commands/read-reminder.ts";
import { withoutCourtesy } from "./courtesy.ts";
import { readBy, rememberTexts } from "./remember-texts.ts";
import { tokens } from "./text.ts";
import { REQUEST_LEXICONS } from "./time/request-lexicon.ts";
import { endOf, phrasesIn } from "./words/phrases.ts";

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

/** What joins a reminder to what is asked before it. */
const JOINS = wordSet("schedules.joins-a-reminder");

const MOST_NAME_WORDS = 6;
const BEFORE = byLocale((locale) => phrasesIn("schedules.before-a-name", locale));
const BEHIND = byLocale((locale) => phrasesIn("schedules.behind-a-name", locale));

/** What a text may say to or about schedules: each part is what its reader says it is. */
const PARTS = {
  words: (text: string) => tokens(text),
  command: readStandingCommand,
  twoCommands: readTwoCommands,
  letsGo: letsGoOfLast,
  putsBack: readPutBack,
  reminder: readReminder,
  timedReminder: readReminderOf,
  saysRemind,
  laterBehind,
  tellMe: readTellMe,
  sendMe: readSendMe,
  asksToSend,
  unreadRecurrence: readUnreadRecurrence,
  namesOne,
  isTheOne,
  withoutName,
  goesOn: readGoesOn,
  becoming: readBecoming,
  oneMore: readOneMore,
  into: readInto,
  bringsForward,
  byAmount: readByAmount,
  agreement: readAgreement,
  saysToMe,
  saysSinceNow,
  onlyTold: asksOnlyToBeTold,
  when: readAnswerWhen,
};

/**
 * What a text says to or about schedules, in one language. Every part is read when it is first asked for, and once.
 * Cost: nothing until a part is asked for; then what its reader says
 */
export class ScheduleReading extends readBy(PARTS) {}

/** The reading of a text, kept for the last texts. Pure. */
export const schedulesIn = (text: string, locale: Locale): ScheduleReading => KEPT[locale](text);
const KEPT = byLocale((locale) => rememberTexts(100, (text) => new ScheduleReading(text, locale)));

/** Nothing but the name of one, by its day or what it is about. Pure. */
function namesOne(text: string, locale: Locale): boolean {
  const words = tokens(text, MOST_NAME_WORDS + 1);
  if (words.length > MOST_NAME_WORDS || text.includes("?")) return false;
  const before = endOf(BEFORE[locale], words, 0);
  if (before !== undefined && before < words.length) return true;
  return (
    words[0]?.word === "the" &&
    words.some((_, at) => at > 1 && endOf(BEHIND[locale], words, at) === words.length)
  );
}

/** Nothing, or one word that points to one. Pure. */
function isTheOne(text: string, locale: Locale): boolean {
  const { length, 0: first } = tokens(text, 2);
  return (
    length === 0 ||
    (length === 1 &&
      first !== undefined &&
      endOf(COMMAND_LEXICONS[locale].theOne, [first], 0) === 1)
  );
}

/** Two commands in one message, each with its words. */
type CommandPart = { readonly text: string; readonly command: StandingCommand };

/** Two commands that are joined, each of which says which one it means. undefined: it is none of these. Pure. */
function readTwoCommands(
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
