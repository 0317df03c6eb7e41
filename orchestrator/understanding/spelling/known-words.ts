import { locales } from "#shared/contracts/names.ts";
import { type Slips, slipsBetween } from "../../language/spelling/slips.ts";
import { phrasesOf } from "../../language/templates/phrases.ts";
import { isCovered, tokens } from "../../language/text.ts";
import { SMALL_NUMBERS } from "../../language/values/number.ts";
import { CALENDAR_WORDS } from "../../language/words/calendar-words.ts";
import { commonWordsOf } from "../../language/words/common-words.ts";
import { EVERYDAY_REQUESTS } from "../../language/words/everyday-requests.ts";
import { stemOf } from "../../language/words/stem.ts";
import type { GoalModel } from "../goal-model.ts";

/** A known word that an unknown one may stand for. */
export type Neighbour = Slips & {
  readonly word: string;
  /** How often it is said: an example once, a template twice. */
  readonly said: number;
  /** The author wrote it down as a value, so that it may be a name. */
  readonly listed: boolean;
};

export type KnownWords = {
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
export function readKnownWords(
  goals: readonly GoalModel[],
  templateWords: Iterable<string>,
): KnownWords {
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

const wordsOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => tokens(text).map(({ word }) => word));

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
