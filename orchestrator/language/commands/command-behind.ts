import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, wordSet } from "#shared/language/words.ts";
import { endOfAny } from "../modifiers/languages.ts";
import { type Token, tokens } from "../text.ts";
import { actionOf } from "../words/deeds.ts";
import { endOf, phrasesIn } from "../words/phrases.ts";
import { COMMAND_LEXICONS, type StandingCommand } from "./lexicon.ts";

/** So many words may say why, before what is asked for. */
const MOST_LEAD_WORDS = 9;
const MOST_BEFORE_BARE = 4;
/** As often a preposition as a verb. */
const TOWARDS = "para";

type Read = (text: string, locale: Locale) => StandingCommand | undefined;

/**
 * A command behind a few words that ask for nothing. undefined: none, or what stands before it may be a request, a condition or a no. Pure.
 */
export function commandBehind(
  text: string,
  locale: Locale,
  read: Read,
): StandingCommand | undefined {
  const words = tokens(text, MOST_LEAD_WORDS + 1);
  for (let at = 1; at <= Math.min(MOST_LEAD_WORDS, words.length - 1); at++) {
    const head = words.slice(0, at);
    const begin = words[at]?.start ?? text.length;
    const isApart = /[,.;!:\u2014]\s*$/.test(text.slice(head.at(-1)?.end, begin));
    if (!isReason(head, isApart, locale)) continue;
    const command = read(text.slice(begin), locale);
    if (command === undefined) continue;
    const hasNumber = head.some(({ word }) => /\d/.test(word));
    const isMeant = isApart
      ? isApartMeant(command)
      : isJoinedMeant(command, text.slice(begin), locale);
    // Longer ones are read clause by clause.
    const isBare = command.does === "cancel" && command.points && command.rest === "";
    if (isBare && at > MOST_BEFORE_BARE) continue;
    if (isMeant && (!hasNumber || TIMED.has(command.does)))
      return { ...command, said: text.slice(begin) };
  }
  return undefined;
}
const TIMED: ReadonlySet<StandingCommand["does"]> = new Set(["change", "postpone"]);

/** Tells something: it begins with no request, and where no pause ends it nothing in it may change what follows. */
function isReason(head: readonly Token[], isApart: boolean, locale: Locale): boolean {
  const asks = ({ word }: Token) => actionOf(word) !== undefined && word !== TOWARDS;
  const [first] = head;
  if (first === undefined || asks(first)) return false;
  if (isApart && TELLS.has(first.word)) return true;
  const isOpen = head.some(
    (token, at) =>
      OPENS.has(token.word) ||
      (!isApart &&
        endOfAny("negators", head, at) !== undefined &&
        endOf(WHOLE_NOS[locale], head, at) !== head.length),
  );
  return !isOpen && !head.some(asks);
}
const TELLS = wordSet("schedules.tellers");
const STOPS: ReadonlySet<StandingCommand["does"]> = new Set(["cancel", "pause", "resume"]);
const WHOLE_NOS = byLocale((locale) => phrasesIn("schedules.can-not", locale));
/** A condition, or someone else's words. */
const OPENS = wordSet("schedules.opens-a-clause");

/** Behind a pause it names one, points to one, or says how long. */
const isApartMeant = ({ does, isNamed, points, rest, rang }: StandingCommand): boolean =>
  isNamed ||
  points ||
  does === "list" ||
  (does === "postpone" && (rang === true || rest !== "")) ||
  (does === "change" && /\d/.test(rest));

function isJoinedMeant(command: StandingCommand, text: string, locale: Locale): boolean {
  const { change, into, more, againIn, pointing } = COMMAND_LEXICONS[locale];
  const words = tokens(text);
  const { does, points, rest } = command;
  if (does === "postpone")
    return Math.max(endOf(more, words, 0) ?? 0, endOf(againIn, words, 0) ?? 0) > 1;
  const to = endOf(change, words, 0);
  if (does === "change" && to !== undefined)
    return to > 1 || endOf(into, words, to) !== undefined || pointing.has(words[to]?.word ?? "");
  return rest !== "" && (points || command.isNamed) && STOPS.has(does);
}
