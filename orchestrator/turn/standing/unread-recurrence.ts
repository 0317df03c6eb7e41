import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { byLocale } from "#shared/language/words.ts";
import { COMMAND_LEXICONS } from "../../language/commands/lexicon.ts";
import { tokens } from "../../language/text.ts";
import { endOf, phrasesIn } from "../../language/time/phrases.ts";
import type { AskReason, TimeReading } from "../../language/time/reading.ts";
import { framesOf } from "../../planning/frames.ts";

/** An hour was said, and what it means is open. */
const OPEN: ReadonlySet<AskReason | undefined> = new Set<AskReason | undefined>([
  "unclear_half",
  "passed",
  "over",
  "unread",
]);

/**
 * "At 9 send me the price of apple": an hour beside something that is to be sent, and the request is the same without it.
 * Then it says when, and is no word of the request. Pure.
 */
export function isTimeOfSending(
  { kind, asks, words, rest }: TimeReading,
  whole: IntentOutput,
  without: () => IntentOutput,
  locale: Locale,
): boolean {
  if (kind !== "ask" || !OPEN.has(asks) || !/\d/.test(words) || sends(rest, locale) === undefined)
    return false;
  const what = (intent: IntentOutput) =>
    JSON.stringify(framesOf(intent).map(({ goal, entities }) => [goal, entities]));
  return what(whole) === what(without());
}

const EVERY = byLocale((locale) => phrasesIn("schedules.every", locale));
const MOST_NAMED = 4;

/** "A cada lua cheia me diz o preço": how often, in words that no one reads. undefined: none such. Pure. */
export function unreadRecurrence(text: string, locale: Locale): string | undefined {
  const words = tokens(text);
  const named = endOf(EVERY[locale], words, 0);
  const request = sends(text, locale);
  if (named === undefined || request === undefined) return undefined;
  if (request <= named || request - named > MOST_NAMED || words[named]?.word === "mundo")
    return undefined;
  return text.slice(0, words[request - 1]?.end);
}

/** The place of the words that ask for something to be sent or told. */
function sends(text: string, locale: Locale): number | undefined {
  const words = tokens(text);
  const { sendMe } = COMMAND_LEXICONS[locale];
  const at = words.findIndex((_, place) => endOf(sendMe, words, place) !== undefined);
  return at < 0 ? undefined : at;
}
