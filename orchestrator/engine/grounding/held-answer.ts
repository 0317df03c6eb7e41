import type { Locale } from "#shared/contracts/names.ts";
import { phraseList, phraseWords, wordSet } from "#shared/language/words.ts";
import { foldLetters, foldWords } from "#shared/plain-text/fold.ts";
import {
  type Block,
  blocksOf,
  type Evidence,
  type Found,
  type Governor,
  governorOf,
  STEM_LETTERS,
  sentencesIn,
  type Voice,
} from "./evidence.ts";
import { isDay, readWords, type Word, type WordClass } from "./read-words.ts";

/** Said whole, and of nothing. */
const PLAIN_TALK = wordSet("claims.plain-talk");
/** How a sentence begins that says what its writer does not know, cannot do, or needs. */
const DECLINES = phraseWords("claims.declines");
/** What such a sentence may speak of beside what was asked. */
const SUBJECTS = wordSet("claims.subjects-of-declines");
/** A deed stands behind them that need not have been done. */
const PURPOSES = wordSet("claims.purposes");

/** True for a greeting, thanks, and the like, and nothing beside it. */
const isPlainTalk = (text: string): boolean =>
  PLAIN_TALK.has(
    foldLetters(text)
      .replace(/[^\p{L}' ]+/gu, "")
      .trim(),
  );

/**
 * True for a sentence that only says what its writer does not know, cannot do or needs, in words that were asked: it
 * begins so, and goes on without a break. What stands behind a break would be another sentence.
 */
function isDecline(words: readonly Word[], asked: ReadonlySet<string>): boolean {
  const said = words.filter(
    ({ is, text }, at) => !(is === "break" && (at === 0 || at === words.length - 1 || text === "")),
  );
  if (said.some(({ is }) => is === "break")) return false;
  const opening = DECLINES.find((each) => each.every((word, at) => said[at]?.text === word));
  if (opening === undefined) return false;
  return said
    .slice(opening.length)
    .every(
      ({ text, is }) =>
        is === "filler" || (is === "content" && (asked.has(text) || SUBJECTS.has(text))),
    );
}

/** A sentence of an answer, who stands behind it, and which evidence holds it; undefined: it needs none. */
export type HeldSentence = { text: string; voice: Voice; of?: number };
export type HeldAnswer = {
  /** By line. */
  lines: HeldSentence[][];
  /** Sentences that nothing holds. */
  dropped: string[];
  /** Which evidence the answer rests on. */
  used: Set<number>;
};

/** Of words that begin alike, how much of the longer one has to be the same for one stem. */
const STEM_SHARE = 0.5;
/** What may be said of a thing although what holds it does not say it so: it makes the sentence weaker. */
const HEDGES: ReadonlySet<WordClass> = new Set(["negation", "modal", "future", "condition"]);

/**
 * What of an answer its evidence holds. A sentence is held by one line or record that has all its content words,
 * numbers and days, and says them in the same way: what can be done is not done, what is not is not so, and what
 * happens as a rule has not happened. What only says that something is not known or not possible, in words of the
 * task, needs nothing. Nothing looks at what a word means, so no one has to know all words for a deed.
 * Cost: one pass over the evidence, and for each sentence a look at the lines that have its rarest word
 */
export function heldAnswer(
  message: string,
  { evidence, task, locale }: { evidence: readonly Evidence[]; task: string; locale: Locale },
): HeldAnswer {
  const blocks = blocksOf(evidence, locale);
  const asked = new Set(readWords(task, locale).map(({ text }) => text));
  const known = { blocks, having: indexOf(blocks), asked };
  const used = new Set<number>();
  const dropped: string[] = [];
  const lines = message.split("\n").map((line) =>
    sentencesIn(line).flatMap((text): HeldSentence[] => {
      const words = readWords(text, locale);
      if (words.length === 0) return [];
      const held = holderOf(words, text, known);
      if (held === "nothing") return [{ text: text.trim(), voice: null }];
      if (held !== undefined) {
        used.add(held.of);
        return [{ text: text.trim(), voice: held.voice, of: held.of }];
      }
      dropped.push(text.trim());
      return [];
    }),
  );
  return { lines: lines.filter((line) => line.length > 0), dropped, used };
}

type Known = {
  blocks: readonly Block[];
  /** Which of them have a word. */
  having: ReadonlyMap<string, readonly Block[]>;
  asked: ReadonlySet<string>;
};

/** A content word of a sentence, and how it is said. `isPossible`: another word of its stem may hold it. */
type Wanted = { text: string; governor: Governor; isPossible: boolean };

/** What holds a sentence; "nothing": it needs nothing. Undefined: it needs something, and there is nothing. */
function holderOf(
  words: readonly Word[],
  text: string,
  { blocks, having, asked }: Known,
): Block | "nothing" | undefined {
  if (isPlainTalk(text) || isDecline(words, asked)) return "nothing";
  const wanted = words.flatMap(({ text: word, is }, at): Wanted[] =>
    is === "content"
      ? [{ text: word, governor: governorOf(words, at), isPossible: isOnlyPossible(words, at) }]
      : [],
  );
  if (wanted.length === 0) return undefined;
  const said = new Set(words.map(({ is }) => is));
  const [rarest = blocks] = wanted
    .filter(({ isPossible }) => !isPossible)
    .map((each) => having.get(each.text) ?? [])
    .toSorted((one, other) => one.length - other.length);
  return rarest.find((block) => holds(block, wanted, said));
}

function indexOf(blocks: readonly Block[]): Map<string, Block[]> {
  const having = new Map<string, Block[]>();
  for (const block of blocks)
    for (const word of new Set([...block.found.keys(), ...block.own])) {
      const known = having.get(word);
      if (known === undefined) having.set(word, [block]);
      else known.push(block);
    }
  return having;
}

function holds(block: Block, wanted: readonly Wanted[], said: ReadonlySet<WordClass>): boolean {
  const { found, sentences, own } = block;
  const matches: { text: string; entries: readonly Found[] }[] = [];
  for (const { text, governor, isPossible } of wanted) {
    if (own.has(text)) continue;
    const entries = found.get(text) ?? (isPossible ? stemIn(block, text) : []);
    const fitting = entries.filter((entry) => fits(entry, governor, said));
    if (fitting.length === 0) return false;
    matches.push({ text, entries: fitting });
  }
  if (matches.length === 0) return false;
  const clauses = matches.flatMap(({ entries }) => entries.map(({ clause }) => clause));
  for (const hedge of ["negation", "future"] as const)
    if (said.has(hedge) && !clauses.some(({ has }) => has.has(hedge))) return false;
  const days = new Set(sentences.flatMap((each) => [...each].filter(isDay)));
  if (days.size < 2) return true;
  // Of several days, each belongs to what stands in its sentence.
  const beside = new Set(
    matches.flatMap(({ text, entries }) =>
      isDay(text) ? [] : entries.map(({ clause }) => clause.sentence),
    ),
  );
  return matches.every(
    ({ text, entries }) =>
      !isDay(text) || entries.some(({ clause }) => beside.has(clause.sentence)),
  );
}

/** An occurrence says of its word no more than the sentence does. */
function fits({ clause, governor }: Found, as: Governor, said: ReadonlySet<WordClass>): boolean {
  for (const hedge of HEDGES) if (clause.has.has(hedge) && !said.has(hedge)) return false;
  if (governor === undefined) return true;
  if (governor === "past") return true;
  // As a rule, or perhaps: that it was so does not follow.
  return governor === "present" ? as === "present" || as === "modal" : as === "modal";
}

/** True for what can be done or is a purpose: no deed, so that a noun of the same stem may hold it. */
function isOnlyPossible(words: readonly Word[], at: number): boolean {
  if (governorOf(words, at) === "modal") return true;
  return PURPOSES.has(words[at - 1]?.text ?? "");
}

function stemIn({ found, stems }: Block, word: string): Found[] {
  if (/^\d/.test(word)) return [];
  const alike = stems.get(word.slice(0, STEM_LETTERS)) ?? [];
  return alike.flatMap((known) => {
    let same = STEM_LETTERS;
    while (same < word.length && same < known.length && word[same] === known[same]) same += 1;
    const isStem = same >= STEM_SHARE * Math.max(word.length, known.length);
    return isStem ? (found.get(known) ?? []) : [];
  });
}

const OFFERS = phraseList("claims.offers");

/** True for an answer that offers to do more, in any language. */
export function offersMore(message: string): boolean {
  const folded = ` ${foldWords(message)} `;
  return OFFERS.some((offer) => folded.includes(` ${offer} `));
}
