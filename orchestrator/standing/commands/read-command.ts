import { type Locale, locales } from "#shared/contracts/names.ts";
import { SMALL_NUMBERS } from "#shared/recognisers/number-words.ts";
import { withoutCourtesy } from "../../understanding/courtesy.ts";
import { actionOf } from "../../understanding/lexicons/actions.ts";
import { type Token, tokens } from "../../understanding/text.ts";
import { TIME_LEXICONS } from "../words/lexicons.ts";
import { endOf, type Phrases } from "../words/phrases.ts";
import { asksForAny, asksForList } from "./asks-for-list.ts";
import { asksWhetherTold } from "./asks-whether-told.ts";
import { asksWhy } from "./asks-why.ts";
import { COMMAND_LEXICONS, type CommandLexicon } from "./lexicon.ts";
import { readReminder } from "./read-reminder.ts";
import { saysDone } from "./says-done.ts";
import { endOfAspect } from "./tells.ts";

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
  /** By what they are called: "o lembrete". */
  readonly hasNoun?: boolean;
  readonly all: boolean;
  /** "isso", "that alert", or nothing at all: the one that was spoken of last. */
  readonly points: boolean;
  /** Whether it still stands is asked. */
  readonly still?: boolean;
  /** Whether it was told is asked. */
  readonly told?: boolean;
  /** Only what has rung just now is meant: "põe mais 5", "me lembra daqui a 10 minutos". */
  readonly rang?: boolean;
  /** A list of so many, 0 of any number: only where it is what was spoken of. */
  readonly count?: number;
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
export const readStandingCommand = (text: string, locale: Locale): StandingCommand | undefined =>
  commandIn(text, locale) ?? behindClause(text, locale);

/** "voltei, pode retomar a da Vale": a command behind a few words that ask for nothing. */
function behindClause(text: string, locale: Locale): StandingCommand | undefined {
  const pause = /[,.;!\u2014]\s+/.exec(text);
  if (pause === null) return undefined;
  const head = tokens(text.slice(0, pause.index), MOST_LEAD_WORDS + 1);
  const asks = head.some(
    ({ word }) => (actionOf(word) !== undefined && word !== TOWARDS) || /\d/.test(word),
  );
  if (head.length > MOST_LEAD_WORDS || asks) return undefined;
  const command = commandIn(text.slice(pause.index + pause[0].length), locale);
  return command !== undefined && (command.isNamed || command.points) ? command : undefined;
}

function commandIn(text: string, locale: Locale): StandingCommand | undefined {
  const all = tokens(text, MOST_WORDS + 1);
  if (all.length === 0 || all.length > MOST_WORDS) return undefined;
  const lexicon = COMMAND_LEXICONS[locale];
  const words = withoutLeads(text, all, lexicon);
  const rest = (at: number) =>
    text.slice(words[at]?.start ?? text.length, words.at(-1)?.end ?? text.length);
  const said = { rest: "", isNamed: true, all: false, points: false };
  if (asksForList(words, locale)) return { ...said, does: "list", all: true };
  if (endOf(lexicon.left, words, 0) === words.length || asksForAny(words, locale))
    return { ...said, does: "list", isNamed: false, all: true };
  for (const [count, phrases] of lexicon.listThem)
    if (endOf(phrases, words, 0) === words.length)
      return { ...said, does: "list", isNamed: false, all: true, count: count ?? 0 };
  if (endOf(lexicon.next, words, 0) === words.length || isNext(words, lexicon))
    return { ...said, does: "show", isNamed: false, points: true };
  if (asksWhy(words, locale)) return { ...said, does: "why", rest: rest(0) };
  const told = asksWhetherTold(text, locale);
  if (told !== undefined) return { ...said, does: "why", rest: told, told: true };
  const again = endOf(lexicon.againIn, words, 0);
  const more = endOf(lexicon.more, words, 0) ?? again ?? countedMore(words);
  if (more !== undefined && isLength(words, more, locale)) {
    const rang = again !== undefined || isNumber(words.at(-1)?.word);
    const length = lengthOf(rest(more === words.length ? 0 : more), locale);
    return { ...said, does: "postpone", rest: length, isNamed: false, ...(rang && { rang }) };
  }
  if (isPutOff(words, lexicon)) return { ...said, does: "postpone", isNamed: false, rang: true };
  for (const does of VERBS) {
    const end = endOfAspect(does, words, locale) ?? endOf(lexicon[does], words, 0);
    // "set a reminder for 3pm" makes one.
    if (end === undefined || (does === "change" && readReminder(text, locale) !== undefined))
      continue;
    const clause = CUT.has(does) ? clauseEnd(text, words, end) : words.length;
    const open = words.findIndex(
      (_, at) => at >= end && endOf(lexicon.openEnds, words, at) === clause,
    );
    const to = does === "pause" && open >= 0 ? open : clause;
    const own = words.slice(0, to);
    const named = namedIn(own, end, lexicon, does);
    const own_rest = text.slice(own[end]?.start ?? text.length, own.at(-1)?.end ?? text.length);
    return { does, rest: own_rest, points: pointsIn(own, end, lexicon), ...named };
  }
  const still = stillIn(words, lexicon);
  if (still === undefined) return undefined;
  const names = text.slice(still[0]?.start ?? text.length, still.at(-1)?.end);
  const named = namedIn(still, 0, lexicon, "show");
  return { does: "show", still: true, rest: names, points: false, ...named };
}
/** What is said behind a pause only gives a reason. */
const CUT: ReadonlySet<StandingVerb> = new Set<StandingVerb>(["cancel", "pause", "resume"]);
const MOST_LEAD_WORDS = 4;
/** "deixa *pra* lá": as often a preposition as a verb. */
const TOWARDS = "para";

/** "drop it, *the pain's gone*": a reason names no further one. */
function clauseEnd(text: string, words: readonly Token[], from: number): number {
  for (let at = Math.max(from, 1); at < words.length; at++) {
    const behind = words.slice(at);
    if (isPause(text, words[at - 1], words[at]) && !behind.some(({ word }) => /\d/.test(word)))
      return at;
  }
  return words.length;
}

/** "is the nvidia one still on?": the words that name it. undefined: no such question, or it names none. */
function stillIn(words: readonly Token[], { still }: CommandLexicon): readonly Token[] | undefined {
  const before = endOf(still.before, words, 0);
  if (before !== undefined && before < words.length) return words.slice(before);
  const begins = ASKS.has(words[0]?.word ?? "") ? 1 : 0;
  const at = words.findIndex(
    (_, place) => place > begins && endOf(still.behind, words, place) === words.length,
  );
  return at < 0 ? undefined : words.slice(begins, at);
}
const ASKS = new Set(["is", "are"]);

/** "agora não, daqui a pouco": what has rung is put off, without how long. */
function isPutOff(words: readonly Token[], { later }: CommandLexicon): boolean {
  let at = 0;
  for (let to = endOf(later, words, at); to !== undefined; to = endOf(later, words, at)) at = to;
  return at > 0 && at === words.length;
}

/** "5 min", "another hour", "5" of minutes: a length of time and nothing else. */
function isLength(words: readonly Token[], from: number, locale: Locale): boolean {
  const { units } = TIME_LEXICONS[locale];
  const rest = from === words.length ? words : words.slice(from);
  const last = rest.at(-1)?.word ?? "";
  return (
    rest.length > 0 &&
    rest.length <= MOST_LENGTH_WORDS &&
    (units.has(last) || isNumber(last)) &&
    rest
      .slice(0, -1)
      .every(
        ({ word }) => isNumber(word) || SMALL_NUMBERS.has(word) || ONE.has(word) || word === "more",
      )
  );
}
const isNumber = (word = ""): boolean => /^\d{1,3}$/.test(word);
/** "10 more minutes": the whole is the length. */
const countedMore = (words: readonly Token[]): number | undefined =>
  (isNumber(words[0]?.word) || SMALL_NUMBERS.has(words[0]?.word ?? "")) && words[1]?.word === "more"
    ? words.length
    : undefined;
/** "another *hour*" is one, and "5" is of minutes. */
function lengthOf(text: string, locale: Locale): string {
  const length = text.replace(/\s+more\b/i, "");
  if (/^\d+$/.test(length)) return `${length} ${MINUTES[locale]}`;
  return /\s/.test(length) || /\d/.test(length) ? length : `1 ${length}`;
}
export const MINUTES: Readonly<Record<Locale, string>> = { "pt-BR": "minutos", en: "minutes" };
const MOST_LENGTH_WORDS = 3;
const ONE = new Set("um uma uns umas a an one meia half".split(" "));

/** "quando é o próximo?", "what time is the next one?" */
const isNext = (words: readonly Token[], { nextWords, nextMarks }: CommandLexicon): boolean =>
  words.length > 1 &&
  words.some(({ word }) => nextMarks.has(word)) &&
  words.every(({ word }) => nextWords.has(word) || nextMarks.has(word));

/**
 * Every clause lets go of what was spoken of last, or says that it is done: "não precisa mais, já tirei, cancela". Pure.
 */
export function letsGoOfLast(text: string, locale: Locale): boolean {
  const clauses = text.split(CLAUSES).filter((clause) => clause.trim() !== "");
  const lexicon = COMMAND_LEXICONS[locale];
  const isDrop = (clause: string): boolean => {
    const words = withoutLeads(clause, tokens(clause), lexicon);
    const plain = tokens(clause);
    return (
      endOf(lexicon.cancelAlone, words, 0) === words.length ||
      endOf(lexicon.cancelAlone, plain, 0) === plain.length
    );
  };
  // "Tirei, *pode cancelar isso*"
  const isCancel = (clause: string): boolean => {
    const words = withoutLeads(clause, tokens(clause), lexicon);
    const end = endOf(lexicon.cancel, words, 0);
    return clauses.length > 1 && end !== undefined && pointsIn(words, end, lexicon);
  };
  const drops = clauses.filter((clause) => isDrop(clause) || isCancel(clause));
  const isTold = (clause: string): boolean => drops.includes(clause) || saysDone(clause, locale);
  return drops.length > 0 && clauses.length <= 3 && clauses.every(isTold);
}

/** It is done, as someone says whom a reminder has reached, and needed no more: "já tirei, não precisa mais". Pure. */
export const saysOver = (text: string, locale: Locale, about: string): boolean =>
  saysDone(text, locale, about) ||
  (letsGoOfLast(text, locale) &&
    text.split(CLAUSES).some((clause) => saysDone(clause, locale, about)));
const CLAUSES = /[,.;!?]+/;

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

function namedIn(
  words: readonly Token[],
  from: number,
  lexicon: CommandLexicon,
  does: StandingVerb,
): { isNamed: boolean; hasNoun: boolean; all: boolean } {
  const says = (phrases: Phrases): boolean =>
    words.some((_, at) => at >= from && endOf(phrases, words, at) !== undefined);
  // "mostra tudo o que eu salvei" is about something else as well.
  const all =
    endOf(lexicon.all, words, from) !== undefined && (does !== "show" || says(lexicon.nouns));
  // "mostra o que eu guardei" is about something else.
  const isThat = does === "show" && THAT.has(words[from + 1]?.word ?? "");
  const hasNoun = says(lexicon.nouns);
  // "Resume the msft one" is no summary.
  const isOne = does === "resume" && words[from]?.word === "the" && words.at(-1)?.word === "one";
  const isNamed = hasNoun || isOne || (!isThat && endOf(lexicon.theOne, words, from) !== undefined);
  return { isNamed, hasNoun, all };
}

/** "cancela tudo o que está agendado": it says all, and nothing about which. */
export function namesEvery({ all, rest }: StandingCommand, locale: Locale): boolean {
  const lexicon = COMMAND_LEXICONS[locale];
  const words = tokens(rest);
  const from = endOf(lexicon.all, words, 0) ?? 0;
  return (
    all &&
    words
      .slice(from)
      .every(
        ({ word }) => lexicon.listWords.has(word) || lexicon.listNouns.has(word) || THAT.has(word),
      )
  );
}

const THAT = new Set(["que", "that"]);
