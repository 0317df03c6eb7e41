import { type Locale, locales } from "#shared/contracts/names.ts";
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
  /** "isso", "that alert", or nothing at all: the one that was spoken of last. */
  readonly points: boolean;
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
  const lexicon = COMMAND_LEXICONS[locale];
  const words = withoutLeads(text, all, lexicon);
  const rest = (at: number) =>
    text.slice(words[at]?.start ?? text.length, words.at(-1)?.end ?? text.length);
  const said = { rest: "", isNamed: true, all: false, points: false };
  if (endOf(lexicon.list, words, 0) === words.length || isList(words, lexicon))
    return { ...said, does: "list", all: true };
  if (endOf(lexicon.left, words, 0) === words.length)
    return { ...said, does: "list", isNamed: false, all: true };
  if (endOf(lexicon.next, words, 0) === words.length)
    return { ...said, does: "show", isNamed: false, points: true };
  const why = endOf(lexicon.why, words, 0);
  if (why !== undefined) return { ...said, does: "why", rest: rest(why) };
  for (const does of VERBS) {
    const end = endOf(lexicon[does], words, 0);
    if (end === undefined) continue;
    const named = namedIn(words, end, lexicon);
    return { does, rest: rest(end), points: pointsIn(words, end, lexicon), ...named };
  }
  return undefined;
}

/** "isso", "esse aviso", nothing at all; "o aviso" is any of them. */
function pointsIn(words: readonly Token[], from: number, lexicon: CommandLexicon): boolean {
  const rest = words.slice(from);
  const isNoun = rest.map((_, at) => endOf(lexicon.nouns, words, from + at) !== undefined);
  return (
    rest.every(({ word }, at) => lexicon.pointing.has(word) || isNoun[at] === true) &&
    (!isNoun.includes(true) || rest.some(({ word }) => POINTS.has(word)))
  );
}

/** Nothing but such words, in whichever language: "isso", "that one". */
export const pointsOnly = (text: string): boolean =>
  locales.some((locale) => pointsIn(tokens(text), 0, COMMAND_LEXICONS[locale]));

/** Point to one, and not to any of a kind: "esse aviso" and "o aviso". */
const POINTS = new Set(
  "isso isto esse essa este esta ele ela disso desse dessa aquele aquela aquilo it that this these those".split(
    " ",
  ),
);

/** A command without what leads to it and trails behind it: "ah, então pode cancelar isso já". */
function withoutLeads(
  text: string,
  all: readonly Token[],
  lexicon: CommandLexicon,
): readonly Token[] {
  const { from, to } = withoutCourtesy(all);
  let words = all.slice(from, to);
  for (;;) {
    const apart = endOf(lexicon.leadsApart, words, 0);
    const lead =
      apart !== undefined && isPause(text, words[apart - 1], words[apart])
        ? apart
        : endOf(lexicon.leads, words, 0);
    if (lead === undefined || lead >= words.length) break;
    words = words.slice(lead);
  }
  while (words.length > 1 && lexicon.trails.has(words.at(-1)?.word ?? ""))
    words = words.slice(0, -1);
  return words;
}

const isPause = (text: string, before: Token | undefined, after: Token | undefined): boolean =>
  before !== undefined &&
  after !== undefined &&
  /[,;.!\u2014-]/.test(text.slice(before.end, after.start));

/** "o que ficou agendado?", "do I have anything scheduled?" */
const isList = (words: readonly Token[], { listWords, listNouns }: CommandLexicon): boolean =>
  words.some(({ word }) => listNouns.has(word)) &&
  words.every(({ word }) => listWords.has(word) || listNouns.has(word));

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
