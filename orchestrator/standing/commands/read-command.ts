import type { Locale } from "#shared/contracts/names.ts";
import { withoutCourtesy } from "../../understanding/courtesy.ts";
import { type Token, tokens } from "../../understanding/text.ts";
import { endOf, type Phrases } from "../words/phrases.ts";
import { REQUEST_LEXICONS } from "../words/request-lexicon.ts";
import { COMMAND_LEXICONS, type CommandLexicon } from "./lexicon.ts";

const MOST_WORDS = 30;

export type StandingVerb =
  | "list"
  | "cancel"
  | "pause"
  | "resume"
  | "postpone"
  | "change"
  | "show"
  | "why";

/** Something said to or about standing requests. */
export type StandingCommand = {
  readonly does: StandingVerb;
  /** The rest of the words: which ones are meant, until when, into what. */
  readonly rest: string;
  /** It names them as such, or as the one of a time: "o lembrete", "o das 9". */
  readonly isNamed: boolean;
  readonly all: boolean;
};

const VERBS: readonly Exclude<StandingVerb, "list" | "why">[] = [
  "cancel",
  "pause",
  "resume",
  "postpone",
  "change",
  "show",
];

/** A command about standing requests; undefined: the text is about something else. Pure. */
export function readStandingCommand(text: string, locale: Locale): StandingCommand | undefined {
  const all = tokens(text, MOST_WORDS + 1);
  if (all.length === 0 || all.length > MOST_WORDS) return undefined;
  const { from, to } = withoutCourtesy(all);
  const words = all.slice(from, to);
  const lexicon = COMMAND_LEXICONS[locale];
  const rest = (at: number) =>
    text.slice(words[at]?.start ?? text.length, words.at(-1)?.end ?? text.length);
  if (endOf(lexicon.list, words, 0) === words.length)
    return { does: "list", rest: "", isNamed: true, all: true };
  const why = endOf(lexicon.why, words, 0);
  if (why !== undefined) return { does: "why", rest: rest(why), isNamed: true, all: false };
  for (const does of VERBS) {
    const end = endOf(lexicon[does], words, 0);
    if (end === undefined) continue;
    const named = namedIn(words, end, lexicon);
    return { does, rest: rest(end), ...named };
  }
  return undefined;
}

function namedIn(
  words: readonly Token[],
  from: number,
  lexicon: CommandLexicon,
): { isNamed: boolean; all: boolean } {
  const says = (phrases: Phrases): boolean =>
    words.some((_, at) => at >= from && endOf(phrases, words, at) !== undefined);
  const all = endOf(lexicon.all, words, from) !== undefined;
  const isNamed = says(lexicon.nouns) || endOf(lexicon.theOne, words, from) !== undefined;
  return { isNamed, all };
}

/** "me lembra de ligar pro dentista": what is to be told; "" where nothing is named. undefined: it is no reminder. */
export function readReminder(text: string, locale: Locale): { text: string } | undefined {
  const said = opened(text, REQUEST_LEXICONS[locale].remind);
  if (said === undefined) return undefined;
  const { words, at } = said;
  const body = endOf(REQUEST_LEXICONS[locale].remindJoints, words, at) ?? at;
  return { text: tidy(text.slice(words[body]?.start ?? text.length)) };
}

/** "me avisa": nothing but that it is to be told. The rest says through which channel, or of what. */
export function readTellMe(text: string, locale: Locale): { rest: string } | undefined {
  const said = opened(text, REQUEST_LEXICONS[locale].tellMe);
  return said && { rest: tidy(text.slice(said.words[said.at]?.start ?? text.length)) };
}

/** "me manda as altas": what is to be sent, without the word for sending. */
export function readSendMe(text: string, locale: Locale): { rest: string } | undefined {
  const said = opened(text, COMMAND_LEXICONS[locale].sendMe);
  return said && { rest: tidy(text.slice(said.words[said.at]?.start ?? text.length)) };
}

function opened(
  text: string,
  phrases: Phrases,
): { words: readonly Token[]; at: number } | undefined {
  const words = tokens(text);
  const { from } = withoutCourtesy(words);
  const begin = PRELUDES.has(words[from]?.word ?? "") ? from + 1 : from;
  for (const place of [from, begin, 0]) {
    const at = endOf(phrases, words, place);
    if (at !== undefined) return { words, at };
  }
  return undefined;
}

/** Words that may stand before a request. */
const PRELUDES = new Set("e and entao then ai".split(" "));

const tidy = (text: string): string =>
  text
    .trim()
    .replace(/^[:,\s]+/, "")
    .replace(/[\s,.;]+$/, "")
    .replace(/^["\u201c](.+)["\u201d]$/, "$1");
