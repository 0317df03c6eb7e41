import type { Evidence } from "#shared/contracts/intent.ts";
import { isModifierWord } from "../../language/modifiers/languages.ts";
import { rememberTexts } from "../../language/remember-texts.ts";
import type { Token } from "../../language/text.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import { isCommonWord } from "../../language/words/common-words.ts";
import { OPENING_WORDS } from "../../language/words/connectives.ts";
import { actionOf } from "../../language/words/deeds.ts";
import { doubted, type Part, standing } from "../clause.ts";
import type { Lexicon } from "../entities/lexicon.ts";
import type { GoalModel } from "../goal-model.ts";
import { isWrittenAsName } from "../vocabulary.ts";
import { type KnownWords, type Neighbour, readKnownWords } from "./known-words.ts";

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
