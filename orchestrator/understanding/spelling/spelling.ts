import type { Evidence } from "#shared/contracts/intent.ts";
import { locales } from "#shared/contracts/names.ts";
import { isModifierWord } from "../../language/modifiers/languages.ts";
import { rememberTexts } from "../../language/remember-texts.ts";
import { type Slips, slipsBetween } from "../../language/spelling/slips.ts";
import { phrasesOf } from "../../language/templates/phrases.ts";
import { isCovered, type Token, wordsIn } from "../../language/text.ts";
import { CALENDAR_WORDS } from "../../language/time/lexicon.ts";
import { SMALL_NUMBERS } from "../../language/values/number.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import { commonWordsOf, isCommonWord } from "../../language/words/common-words.ts";
import { OPENING_WORDS } from "../../language/words/connectives.ts";
import { actionOf } from "../../language/words/deeds.ts";
import { stemOf } from "../../language/words/stem.ts";
import { EVERYDAY_REQUESTS } from "../classifier/training-set.ts";
import { doubted, type Part, standing } from "../clause.ts";
import type { Lexicon } from "../entities/lexicon.ts";
import type { GoalModel } from "../goal-model.ts";
import { isWrittenAsName } from "../vocabulary.ts";

/** A known word that an unknown one may stand for. */
type Neighbour = Slips & {
  readonly word: string;
  /** How often it is said: an example once, a template twice. */
  readonly said: number;
  /** The author wrote it down as a value, so that it may be a name. */
  readonly listed: boolean;
};

type KnownWords = {
  /** The word stands somewhere in the manifests, or is an everyday word. */
  has(word: string): boolean;
  /** Some known word differs in its ending only, if at all. */
  hasForm(word: string): boolean;
  /** The word has letters in a row that no known word has. */
  isOdd(word: string): boolean;
  /** Words of requests that are at most so many slips away. Cost: about 10 us among 4,000 words */
  near(word: string, most: number): Neighbour[];
};

/** What is said between known words, as often as they are said. */
const COMMON = 3;
const WRITTEN = 2;
const LISTED = 1;
const MARKED = 0.5;

type Said = { said: number; listed: boolean };

/** Cost: one pass over everything that the manifests say */
function readKnownWords(goals: readonly GoalModel[], templateWords: Iterable<string>): KnownWords {
  const known = new Set<string>();
  const requests = new Map<string, Said>();
  const say = (word: string, often: number, listed = false) => {
    known.add(word);
    if (!isSpelled(word)) return;
    const before = requests.get(word);
    requests.set(word, {
      said: (before?.said ?? 0) + often,
      listed: listed || before?.listed === true,
    });
  };
  for (const goal of goals) {
    for (const word of wordsOfValues(goal)) say(word, LISTED, true);
    for (const word of wordsOfHints(goal, "keywords")) say(word, LISTED);
    for (const word of wordsOfHints(goal, "negatives")) known.add(word);
    for (const { words, marks } of goal.examples)
      words.forEach(({ word }, at) => {
        say(word, isCovered(marks, at) ? MARKED : 1);
      });
  }
  const manifests = new Set(goals.map(({ manifest }) => manifest));
  for (const { lists } of manifests)
    for (const word of wordsOfLists(lists)) say(word, LISTED, true);
  for (const word of templateWords) say(word, WRITTEN);
  const spoken = new Set(goals.flatMap(({ examples }) => examples.map(({ locale }) => locale)));
  for (const locale of locales)
    for (const word of commonWordsOf(locale))
      if (spoken.has(locale)) say(word, COMMON);
      else known.add(word);
  for (const word of wordsOf(EVERYDAY_REQUESTS)) known.add(word);
  for (const word of [...CALENDAR_WORDS, ...SMALL_NUMBERS.keys()]) known.add(word);
  return knownWordsOf(known, requests);
}

const wordsOf = (texts: readonly string[]): string[] => texts.flatMap((text) => wordsIn(text));

const wordsOfValues = ({ entities }: GoalModel): string[] =>
  [...entities.values()].flatMap(({ values = [], synonyms = {} }) =>
    wordsOf([...values, ...Object.entries(synonyms).flat(2)]),
  );

function wordsOfHints({ spec }: GoalModel, kind: "keywords" | "negatives"): string[] {
  const hints = locales.flatMap<string | { text: string }>(
    (locale) => spec.hints[kind]?.[locale] ?? [],
  );
  return wordsOf(hints.map((hint) => (typeof hint === "string" ? hint : hint.text)));
}

const wordsOfLists = (lists: GoalModel["manifest"]["lists"]): string[] =>
  Object.values(lists)
    .flatMap((list) => ("values" in list ? list.values : []))
    .flatMap((entry) => wordsOf(phrasesOf(typeof entry === "string" ? entry : entry.in)));

/** A function of its own, so that what was only read is let go. */
function knownWordsOf(known: ReadonlySet<string>, requests: ReadonlyMap<string, Said>): KnownWords {
  const stems = new Set<string>();
  const runs = new Uint8Array(LETTERS ** 3);
  for (const word of known) {
    stems.add(stemOf(word));
    if (isSpelled(word)) for (const run of runsOf(word)) runs[run] = 1;
  }
  const words = [...requests.keys()].sort((a, b) => a.length - b.length);
  const letters = Int32Array.from(words, lettersOf);
  /** Words of `length` letters begin at this place. */
  const starts: number[] = [];
  for (const [at, { length }] of words.entries())
    for (let of = starts.length; of <= length; of++) starts[of] = at;

  return {
    has: (word) => known.has(word),
    hasForm: (word) => stems.has(stemOf(word)),
    isOdd: (word) => isSpelled(word) && runsOf(word).some((run) => runs[run] === 0),
    near(word, most) {
      if (!isSpelled(word)) return [];
      const own = lettersOf(word);
      const end = starts[word.length + most + 1] ?? words.length;
      const found: Neighbour[] = [];
      for (let at = starts[Math.max(0, word.length - most)] ?? words.length; at < end; at++) {
        // A slip takes a letter away, brings one in, or both.
        if (ones(own ^ (letters[at] ?? 0)) > 2 * most) continue;
        const other = words[at] ?? "";
        const slips = slipsBetween(word, other, most);
        const said = requests.get(other);
        if (slips !== undefined && said !== undefined)
          found.push({ ...slips, ...said, word: other });
      }
      return found;
    },
  };
}

const isSpelled = (word: string): boolean => /^[a-z]{3,}$/.test(word);

/** The alphabet, and the edge of a word. */
const LETTERS = 27;
const letterAt = (word: string, at: number): number =>
  at < 0 || at >= word.length ? 0 : word.charCodeAt(at) - 96;

/** Each three letters in a row, the word's edges among them, as one number. */
const runsOf = (word: string): number[] =>
  Array.from(
    { length: word.length },
    (_, at) =>
      (letterAt(word, at - 1) * LETTERS + letterAt(word, at)) * LETTERS + letterAt(word, at + 1),
  );

/** One bit for each letter of the alphabet that the word has. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << letterAt(word, at);
  return letters;
}

/** How many bits are set. */
function ones(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return (((left + (left >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** A sentence without slips of the hand; places stay, so that values are still the person's own letters. */
export type Spelled = {
  /** Only what cannot mean another word is corrected. */
  readonly sure: readonly Token[];
  /** What was most likely meant; the same words as `sure` where nothing else is unknown. */
  readonly likely: readonly Token[];
  /** Some word of `likely` is no more than a guess. */
  readonly guessed: boolean;
};

/** Shorter words have too many neighbours. */
const SHORTEST = 3;
const SHORTEST_MEANT = 4;
/** In words of ordinary letters that are shorter, a slip often makes another word. */
const SHORTEST_ORDINARY = 5;
/** So many letters leave no doubt when one of them is another. */
const LONG = 8;
/** From this length on, two slips in an odd word still tell what was meant. */
const ROOM_FOR_TWO = 5;
/** In a shorter word, two slips leave so little that it is a guess. */
const NO_GUESS = 6;
/** Said this often, a word is no slip of the author's. */
const ENOUGH = 2;
/** One slip more is as unlikely as a word that is said so many times (e to its power) less often. */
const SLIP_WEIGHT = 4;
/** Half a slip more, or a word said ten times less often: no one means the second likeliest word. */
const CLEAR = 2.3;

/**
 * Corrects slips of the hand by the words that requests are made of: "histrico" is read as "historico". A word
 * whose letters no known word has in a row is surely a slip ("frennh"); one that might be a word that no one has
 * told us is only likely one. Names are only corrected to what the author listed.
 * "previso" may be a form of "previsao" as well as a slip of it: that is only likely, too.
 * Cost: a look for each word; the first unknown one reads all examples, each takes about 10 us
 */
export function buildSpelling(
  goals: readonly GoalModel[],
  lexicon: Lexicon,
  templateWords: () => Iterable<string>,
): (text: string, words: readonly Token[]) => Spelled {
  let read: KnownWords | undefined;
  const known = (): KnownWords => {
    read ??= readKnownWords(goals, templateWords());
    return read;
  };

  /** A sentence is heard whole and in parts, which say the same strange words. */
  const meantAs = {
    name: rememberTexts(MOST_STRANGE, (word) => meantBy(word, known(), true) ?? NOTHING),
    word: rememberTexts(MOST_STRANGE, (word) => meantBy(word, known(), false) ?? NOTHING),
  };

  return (text, words) => {
    let sure: Token[] | undefined;
    let likely: Token[] | undefined;
    let guessed = false;
    words.forEach((token, at) => {
      const { word, start } = token;
      if (word.length < SHORTEST || isEverydayWord(word) || known().has(word)) return;
      if (lexicon.hitsAt(words, at).length > 0) return;
      const meant = meantAs[isWrittenAsName(text, at, start) ? "name" : "word"](word);
      if (meant === NOTHING) return;
      likely ??= [...words];
      likely[at] = { ...token, word: meant.word };
      guessed ||= meant.isGuess;
      if (!meant.isSure) return;
      sure ??= [...words];
      sure[at] = { ...token, word: meant.word };
    });
    return { sure: sure ?? words, likely: likely ?? words, guessed };
  };
}

const NOTHING = { word: "", isSure: false, isGuess: false };
/** More strange words than a message has. */
const MOST_STRANGE = 100;

/** A word of every day is no slip of another, also where no request has it. */
const isEverydayWord = (word: string): boolean =>
  isCommonWord(word) ||
  actionOf(word) !== undefined ||
  OPENING_WORDS.has(word) ||
  isModifierWord(word);

/** What an unknown word most likely stands for; undefined: nothing is near. */
function meantBy(
  word: string,
  known: KnownWords,
  isName: boolean,
): { word: string; isSure: boolean; isGuess: boolean } | undefined {
  const isForm = known.hasForm(word);
  const isOdd = !isForm && known.isOdd(word);
  const [best, second] = known
    .near(word, isOdd && word.length >= ROOM_FOR_TWO ? 2 : 1)
    .filter(
      (each) =>
        (each.word.length >= SHORTEST_MEANT || isSwapped(word, each.word)) &&
        !(isForm && each.atAnEdge) &&
        (each.listed || !isName) &&
        !isMadeOf(word, each),
    )
    .map((each) => ({ each, score: Math.log(1 + each.said) - SLIP_WEIGHT * each.cost }))
    .sort((a, b) => b.score - a.score);
  if (best === undefined) return undefined;
  const isClear = second === undefined || best.score - second.score > CLEAR;
  const isOne = best.each.count === 1;
  return {
    word: best.each.word,
    isSure: isClear && isOne && !isForm && (isOdd || isNoOtherWord(word, best.each)),
    isGuess: !isOne && word.length < NO_GUESS,
  };
}

/** A longer word that holds a known one is another word. */
const isMadeOf = (written: string, { word, count }: Neighbour): boolean =>
  count > 1 && (written.includes(word) || word.includes(written));

/** Beginnings and endings make other words, and so does another letter in a short one. */
const isNoOtherWord = (written: string, { word, said, atAnEdge }: Neighbour): boolean =>
  (isSwapped(written, word) && said >= ENOUGH) ||
  (Math.min(written.length, word.length) >= SHORTEST_ORDINARY &&
    said >= ENOUGH &&
    !atAnEdge &&
    (written.length !== word.length || written.length >= LONG || isRearranged(written, word)));

/** Two letters side by side have changed places, and nothing else. */
function isSwapped(written: string, word: string): boolean {
  const at = [...word].findIndex((letter, index) => letter !== written[index]);
  return (
    at >= 0 &&
    written === `${word.slice(0, at)}${word[at + 1] ?? ""}${word[at] ?? ""}${word.slice(at + 2)}`
  );
}

const isRearranged = (a: string, b: string): boolean =>
  [...a].sort().join() === [...b].sort().join();

/** A request that is this certain needs no other spelling. */
const CERTAIN = 0.9;
/** Words that are sure already lead to the same goal, and not by chance. */
const AGREED = 0.2;

/**
 * The requests of a sentence, and of what was likely meant by it where that is more certain. Words that no one
 * knows never lead to another goal without a question; to the same one they do.
 * Cost: a second reading, only for a sentence that is not clear and has words that are likely slips
 */
export function readAsMeant(
  sentence: Sentence,
  { likely, guessed }: Spelled,
  read: (sentence: Sentence) => Part[],
): Part[] {
  const parts = read(sentence);
  const said = parts[0]?.clause;
  const changed = likely.filter(({ word }, at) => word !== sentence.words[at]?.word);
  if (changed.length === 0 || (said === undefined ? 0 : standing(said)) >= CERTAIN) return parts;
  const others = read({ ...sentence, words: likely });
  const meant = others[0]?.clause;
  if (meant === undefined || standing(meant) <= (said === undefined ? 0 : standing(said)))
    return parts;
  const isSame =
    !guessed && meant.goal === said?.goal && said?.goal !== undefined && said.confidence >= AGREED;
  const doubt = {
    reason: "spelling",
    detail: changed.map(({ start, end }) => sentence.text.slice(start, end)).join(", "),
  } as const;
  const evidence = changed.map(
    ({ word, start, end }): Evidence => ({
      kind: "spelling",
      detail: `"${sentence.text.slice(start, end)}" → "${word}"`,
    }),
  );
  return others.map(({ sentence: own, clause }, at) => ({
    sentence: own,
    clause: {
      ...(isSame ? clause : doubted(clause, doubt)),
      evidence: at === 0 ? () => [...clause.evidence(), ...evidence] : clause.evidence,
    },
  }));
}
