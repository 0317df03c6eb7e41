import { type Locale, locales } from "#shared/contracts/names.ts";
import { byLocale, classesOf, wordList } from "#shared/language/words.ts";
import { rememberTexts } from "../remember-texts.ts";
import { parseTemplate, type TemplateNode } from "../templates/parse-template.ts";
import { type Token, tokens } from "../text.ts";
import { commonWordsOf } from "../words/common-words.ts";
import { deedOf } from "../words/deeds.ts";
import {
  COURTESY,
  type Group,
  MODIFIERS,
  type ModifierLexicon,
  type Phrases,
} from "../words/modifier-lexicon.ts";
import { phrasesOf, readRules } from "./rule.ts";

/** A phrase of a group that begins at a word, and the word behind it. */
type PhraseHit = { readonly group: Group; readonly to: number };

type PhraseTable = {
  /**
   * The longest phrase of each group that begins at word `at`.
   * Cost: a look-up, and one more for each word of what has begun
   */
  hitsAt(words: readonly Word[], at: number): readonly PhraseHit[];
  /** Every word of the phrases. */
  readonly words: ReadonlySet<string>;
  /** The phrase of one group there, as the word behind it; undefined: none. */
  endOf(group: Group, words: readonly Word[], at: number): number | undefined;
};

/** A place in the phrases: what may come next, and the groups of which a phrase ends there. */
type Place = {
  readonly words: Map<string, Place[]>;
  readonly classes: { readonly name: string; readonly to: Place }[];
  /** Reached without a word. */
  readonly free: Place[];
  readonly ends: Set<Group>;
};

/** All places that the same words lead to; what a word leads to is worked out when it is first said. */
type State = {
  readonly places: readonly Place[];
  readonly ends: readonly Group[];
  readonly next: Map<string, State>;
};

/** The classes that a word is of, and what it is told apart by: itself, or where no phrase says it, its classes alone. */
type Kind = { readonly kinds: readonly string[]; readonly key: string };
/** What was looked up of a sentence, by word. */
type Followed = {
  readonly words: readonly Word[];
  readonly hits: (readonly PhraseHit[] | undefined)[];
  readonly kinds: (Kind | undefined)[];
};

const NO_HITS: readonly PhraseHit[] = [];
const ANY = "#any";
const NUMBER = "#n";
/** Numbers that a clock shows, and that a month has: what is written otherwise than in figures may be either. */
const FIGURES = [
  ["#hour", /^(?:\d|[01]\d|2[0-4]|\d(?:00|15|30|45)|\d\d[0-5][05])$|\D/],
  ["#date", /^(?:0?[1-9]|[12]\d|3[01])$|\D/],
] as const;
/** By their endings. */
const GERUND = "#gerund";
const INFINITIVE = "#infinitive";
type Word = { readonly word: string };
type Vocabulary = { vocabulary: Set<string>; split: (text: string) => readonly Word[] };

/** Words that are remembered: those of every sentence are among them. */
const MOST_WORDS = 2000;

const newPlace = (): Place => ({ words: new Map(), classes: [], free: [], ends: new Set() });

/** Compiles the phrases of a lexicon. They are the core's own: one that cannot be read is an error at the start. */
function buildPhraseTable(
  lexicon: ModifierLexicon,
  groups: readonly (readonly [Group, Phrases])[],
  split: (text: string) => readonly Word[],
): PhraseTable {
  const classes = new Map<string, string>();
  const classify = (name: string, members: readonly string[]) => {
    for (const member of members) classes.set(member, name);
  };
  classify(NUMBER, lexicon.numbers);
  classify("#unit", lexicon.units);
  classify("#month", lexicon.months);
  classify("#day", lexicon.days);

  const vocabulary = new Set(classes.keys());
  const root = newPlace();
  for (const [group, phrases] of groups)
    for (const phrase of phrases)
      placeBehind(parseTemplate(phrase), root, { vocabulary, split }).ends.add(group);

  const kindOf = rememberTexts(MOST_WORDS, (word): Kind => {
    const own = classes.get(word) ?? (/^\d/.test(word) ? NUMBER : undefined);
    const kinds = [
      ANY,
      ...(own === undefined ? [] : [own]),
      ...FIGURES.flatMap(([kind, form]) => (own === NUMBER && form.test(word) ? [kind] : [])),
      ...(/(?:ing|ndo)$/.test(word) ? [GERUND] : []),
      ...(/[aeio]r$/.test(word) ? [INFINITIVE] : []),
    ];
    return { kinds, key: vocabulary.has(word) ? word : kinds.join() };
  });

  const states = new Map<string, State>();
  const numbers = new Map<Place, number>();
  const numberOf = (place: Place): number => {
    const number = numbers.get(place) ?? numbers.size;
    numbers.set(place, number);
    return number;
  };
  function stateOf(reached: Iterable<Place>): State {
    const places = new Set(reached);
    for (const place of places) for (const next of place.free) places.add(next);
    const key = Array.from(places, numberOf)
      .sort((a, b) => a - b)
      .join();
    const known = states.get(key);
    if (known !== undefined) return known;
    const ends = new Set([...places].flatMap((place) => [...place.ends]));
    const state = { places: [...places], ends: [...ends], next: new Map() };
    states.set(key, state);
    return state;
  }

  function stateBehind(state: State, word: string, { kinds, key }: Kind): State {
    const known = state.next.get(key);
    if (known !== undefined) return known;
    const next = stateOf(
      state.places.flatMap((place) => [
        ...(place.words.get(word) ?? []),
        ...place.classes.flatMap(({ name, to }) => (kinds.includes(name) ? [to] : [])),
      ]),
    );
    state.next.set(key, next);
    return next;
  }

  const start = stateOf([root]);
  const nowhere = stateOf([]);
  function readAt(
    words: readonly Word[],
    at: number,
    kindsOf: (Kind | undefined)[],
  ): readonly PhraseHit[] {
    let longest: Map<Group, number> | undefined;
    let state = start;
    for (let to = at; to < words.length; ) {
      const word = words[to]?.word ?? "";
      const kind = kindsOf[to] ?? kindOf(word);
      kindsOf[to] = kind;
      state = stateBehind(state, word, kind);
      if (state === nowhere) break;
      to++;
      if (state.ends.length > 0) longest ??= new Map();
      for (const group of state.ends) longest?.set(group, to);
    }
    return longest === undefined ? NO_HITS : Array.from(longest, ([group, to]) => ({ group, to }));
  }

  /** The places of one sentence that were read; its words do not change. */
  let last: Followed = { words: [], hits: [], kinds: [] };
  function hitsAt(words: readonly Word[], at: number): readonly PhraseHit[] {
    if (at < 0 || at >= words.length) return NO_HITS;
    if (last.words !== words) last = { words, hits: [], kinds: [] };
    const hits = last.hits[at] ?? readAt(words, at, last.kinds);
    last.hits[at] = hits;
    return hits;
  }

  return {
    hitsAt,
    words: vocabulary,
    endOf(wanted, words, at) {
      for (const { group, to } of hitsAt(words, at)) if (group === wanted) return to;
      return undefined;
    },
  };
}

/** Adds what a part of a phrase says behind a place; gives the place where it ends. The vocabulary gets its words. */
function placeBehind(node: TemplateNode, from: Place, table: Vocabulary): Place {
  switch (node.kind) {
    case "text":
      return wordsIn(node.text, table).reduce((place, word) => {
        const to = newPlace();
        if (word.startsWith("#")) place.classes.push({ name: word, to });
        else {
          table.vocabulary.add(word);
          place.words.set(word, [...(place.words.get(word) ?? []), to]);
        }
        return to;
      }, from);
    case "sequence":
      return node.parts.reduce((place, part) => placeBehind(part, place, table), from);
    case "choice": {
      const end = newPlace();
      for (const option of node.options) placeBehind(option, from, table).free.push(end);
      return end;
    }
    case "permutation":
    case "slot":
    case "rule":
      throw new Error("a phrase of the lexicon is words and alternatives only");
  }
}

const wordsIn = (text: string, { split }: Vocabulary): string[] =>
  text
    .split(/\s+/)
    .filter((piece) => piece !== "")
    .flatMap((piece) => (piece.startsWith("#") ? [piece] : split(piece).map(({ word }) => word)));

/** A language's phrases, its small words, and how its verbs tell of the past. */
export type Language = {
  readonly locale: Locale;
  readonly table: PhraseTable;
  readonly common: ReadonlySet<string>;
  readonly pastEndings: readonly string[];
  /** Negators that are written like other words. */
  readonly runTogether: readonly string[];
};

/** Classes of words and endings, which are looked up in other ways than phrases are. */
const NO_PHRASES: ReadonlySet<Group> = new Set([
  "negators_run_together",
  "past_endings",
  "numbers",
  "days",
  "months",
  "units",
]);
const PHRASES = [...COURTESY, ...MODIFIERS].filter((group) => !NO_PHRASES.has(group));

/** Every language's words around requests. */
const MODIFIER_LEXICONS: Readonly<Record<Locale, ModifierLexicon>> = byLocale((locale) => ({
  ...classesOf(COURTESY, (name) => wordList(`courtesy.${name}`, locale)),
  ...classesOf(MODIFIERS, (name) => wordList(`modifiers.${name}`, locale)),
}));

const LANGUAGES: readonly Language[] = locales.map((locale) => {
  const lexicon = MODIFIER_LEXICONS[locale];
  const classes = PHRASES.map((group) => [group, lexicon[group]] as const);
  return {
    locale,
    table: buildPhraseTable(lexicon, [...classes, ...phrasesOf(readRules(locale))], tokens),
    common: new Set(commonWordsOf(locale)),
    pastEndings: lexicon.past_endings,
    runTogether: lexicon.negators_run_together,
  };
});

/** Each language with the others behind it. */
const READ_IN: Readonly<Record<Locale, readonly Language[]>> = byLocale((locale) =>
  LANGUAGES.toSorted((a, b) => Number(b.locale === locale) - Number(a.locale === locale)),
);

/** All languages, the sentence's own first. */
export const languagesFor = (locale: Locale): readonly Language[] => READ_IN[locale];

/** The longest phrase of the group that begins there, in any language; undefined: none. */
export function endOfAny(group: Group, words: readonly Token[], at: number): number | undefined {
  let longest: number | undefined;
  for (const { table } of LANGUAGES) {
    const end = table.endOf(group, words, at);
    if (end !== undefined && end > (longest ?? 0)) longest = end;
  }
  return longest;
}

/** The same in one language: what is a small word here may be another word there. */
export const endOfIn = (
  locale: Locale,
  group: Group,
  words: readonly Token[],
  at: number,
): number | undefined => languagesFor(locale)[0]?.table.endOf(group, words, at);

/** A phrase of the group stands anywhere in the words. */
export const contains = (group: Group, words: readonly Token[]): boolean =>
  words.some((_, at) => endOfAny(group, words, at) !== undefined);

const LONGEST_COMPLEMENTISER = 4;

/** Do the words before a place announce a payload? */
export const isStated = (words: readonly Token[], at: number): boolean =>
  endsWith("complementisers", words, at);

/** The same, or is it named before? */
export const isAnnounced = (words: readonly Token[], at: number): boolean =>
  isStated(words, at) || endsWith("text_nouns", words, at);

/** A phrase of the group ends right before a place. */
export function endsWith(group: Group, words: readonly Token[], at: number): boolean {
  for (let length = 1; length <= LONGEST_COMPLEMENTISER && length <= at; length++)
    if (LANGUAGES.some(({ table }) => table.endOf(group, words, at - length) === at)) return true;
  return false;
}

/** How something goes on, and nothing that is left out. */
export function isOnAndOn(words: readonly Token[], at: number): boolean {
  const to = endOfAny("without", words, at);
  return to !== undefined && deedOf(words[to]?.word ?? "") === "stop";
}

/** Does a verb's ending tell of what was done? */
export const endsAsPast = (word: string): boolean =>
  LANGUAGES.some(({ pastEndings }) =>
    pastEndings.some((ending) => word.length > ending.length + 2 && word.endsWith(ending)),
  );

/** Some phrase around requests has the word, in any language. */
export const isModifierWord = (word: string): boolean =>
  LANGUAGES.some(({ table }) => table.words.has(word));

/** A text says where it begins: behind a colon, an opening quote, or words that announce it. */
export const isBordered = (text: string, words: readonly Token[], at: number): boolean =>
  /[:"'\u2018\u201c\u00ab]\s*$/u.test(text.slice(0, words[at]?.start)) || isStated(words, at);
