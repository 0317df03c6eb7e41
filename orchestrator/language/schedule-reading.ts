import type { Locale } from "#shared/contracts/names.ts";
import { byLocale } from "#shared/language/words.ts";
import {
  asksOnlyToBeTold,
  readAgreement,
  readAnswerWhen,
  saysSinceNow,
  saysToMe,
} from "./commands/answers.ts";
import { readBecoming, readGoesOn, readOneMore } from "./commands/goes-on.ts";
import { bringsForward, readByAmount, readInto, withoutName } from "./commands/into.ts";
import { COMMAND_LEXICONS } from "./commands/lexicon.ts";
import { laterBehind, readTwoCommands } from "./commands/parts.ts";
import { readPutBack } from "./commands/put-back.ts";
import { letsGoOfLast, readStandingCommand } from "./commands/read-command.ts";
import {
  readReminder,
  readReminderOf,
  readSendMe,
  readTellMe,
  saysRemind,
} from "./commands/read-reminder.ts";
import { asksToSend, readUnreadRecurrence } from "./commands/sends.ts";
import { rememberTexts } from "./remember-texts.ts";
import { tokens } from "./text.ts";
import { endOf, phrasesIn } from "./time/phrases.ts";

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
} satisfies Readonly<Record<string, (text: string, locale: Locale) => unknown>>;

/**
 * What a text says to or about schedules, in one language. Every part is read when it is first asked for, and once.
 * Cost: nothing until a part is asked for; then what its reader says
 */
export type ScheduleReading = {
  readonly [Part in keyof typeof PARTS]: ReturnType<(typeof PARTS)[Part]>;
};

const READS = Object.entries(PARTS).map(([part, read]) => [
  part,
  {
    get(this: { text: string; locale: Locale }) {
      const value = read(this.text, this.locale);
      Object.defineProperty(this, part, { value });
      return value;
    },
  },
]);
const READER: object = Object.defineProperties({}, Object.fromEntries(READS));

/** The reading of a text, kept for the last texts. Pure. */
export const schedulesIn = (text: string, locale: Locale): ScheduleReading => KEPT[locale](text);
const KEPT = byLocale((locale) =>
  rememberTexts(100, (text) => {
    const reading: unknown = Object.assign(Object.create(READER), { text, locale });
    return reading as ScheduleReading;
  }),
);

const MOST_NAME_WORDS = 6;
const BEFORE = byLocale((locale) => phrasesIn("schedules.before-a-name", locale));
const BEHIND = byLocale((locale) => phrasesIn("schedules.behind-a-name", locale));

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
