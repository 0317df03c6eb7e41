import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, classesOf, wordMap, wordSet } from "#shared/language/words.ts";
import { type Phrases, phrasesIn, phrasesOf } from "../words/phrases.ts";

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
  /** It names them as such, or as the one of a time. */
  readonly isNamed: boolean;
  /** By what they are called. */
  readonly hasNoun?: boolean;
  readonly all: boolean;
  /** It points, or says nothing at all: the one that was spoken of last. */
  readonly points: boolean;
  /** Whether it still stands is asked. */
  readonly still?: boolean;
  /** Whether it was told is asked. */
  readonly told?: boolean;
  /** Only what has rung just now is meant. */
  readonly rang?: boolean;
  /** Its own words, where others stand before it that only say why. */
  readonly said?: string;
  /** A list of so many, 0 of any number: only where it is what was spoken of. */
  readonly count?: number;
};

/** Classes of phrases: `schedule-commands.yaml` of a language says what each is for. */
const PHRASES = [
  ...(["sendMe", "list", "cancel", "pause", "resume", "postpone", "change"] as const),
  ...([
    "show",
    "nouns",
    "reminders",
    "watches",
    "theOne",
    "next",
    "cancelAlone",
    "more",
    "againIn",
  ] as const),
  ...(["later", "done", "left", "leads", "leadsApart", "openEnds", "all"] as const),
  ...(["both", "into", "byAmount", "last"] as const),
] as const;

/** Classes of words. */
const WORDS = ["listWords", "listNouns", "nextWords", "nextMarks", "trails", "pointing"] as const;

/** Are said in two parts as well. */
const SPLIT = ["resume", "cancel", "pause"] as const;

/** What people say to and about their standing requests, by what it does. */
export type CommandLexicon = Readonly<Record<(typeof PHRASES)[number], Phrases>> &
  Readonly<Record<(typeof WORDS)[number], ReadonlySet<string>>> & {
    /** Whether one still stands. */
    readonly still: { readonly before: Phrases; readonly behind: Phrases };
    /** For the list, where there are so many; 0: of any number. */
    readonly listThem: readonly (readonly [count: number, Phrases])[];
    /** A verb and what belongs to it behind what it is about. */
    readonly around: readonly (readonly [(typeof SPLIT)[number], Phrases, Phrases])[];
  };

export const COMMAND_LEXICONS: Readonly<Record<Locale, CommandLexicon>> = byLocale((locale) => ({
  ...classesOf(PHRASES, (name) => phrasesIn(`schedule-commands.${name}`, locale)),
  ...classesOf(WORDS, (name) => wordSet(`schedule-commands.${name}`, locale)),
  still: {
    before: phrasesIn("schedule-commands.still.before", locale),
    behind: phrasesIn("schedule-commands.still.behind", locale),
  },
  listThem: [...wordMap("schedule-commands.list-them", locale)].map(([count, phrases]) => [
    count === "any" ? 0 : Number(count),
    phrasesOf(...phrases),
  ]),
  around: SPLIT.map((verb) => [
    verb,
    phrasesIn(`schedule-commands.${verb}-around.before`, locale),
    phrasesIn(`schedule-commands.${verb}-around.behind`, locale),
  ]),
}));
