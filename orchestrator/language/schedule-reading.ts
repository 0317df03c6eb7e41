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
import { isTheOne, namesOne } from "./commands/names-one.ts";
import { readTwoCommands, remindersBehind } from "./commands/parts.ts";
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
  remindersBehind,
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
