import { phraseWords, wordNumbers, wordSet } from "#shared/language/words.ts";
import { SMALL_NUMBERS } from "./number-words.ts";
import { phraseAt, type Read, touchesNext, type Words, wordAt } from "./words.ts";

const ORDINALS = wordNumbers("numbers.ordinals");
const ORDINAL_ENDINGS = wordSet("numbers.ordinal-endings");
const PAIRS = phraseWords("numbers.pairs");
/** "few" is taken for so many; whoever says it does not mean a number. */
const FEW = 3;
const FEW_WORDS = phraseWords("numbers.few");

/** A whole number of at most four digits, in figures or words: "6", "vinte e cinco", "a couple of". */
export function countAt(said: Words, at: number): Read<number> | undefined {
  const pair = phraseAt(said, at, PAIRS);
  if (pair !== undefined) return { to: pair, value: 2 };
  const few = phraseAt(said, at, FEW_WORDS);
  if (few !== undefined) return { to: few, value: FEW };
  const word = wordAt(said, at);
  if (/^\d{1,4}$/.test(word)) return { to: at + 1, value: Number(word) };
  if (word === "a" || word === "an") return { to: at + 1, value: 1 };
  const first = SMALL_NUMBERS.get(word);
  if (first === undefined || word === "meia") return undefined;
  const joined = wordAt(said, at + 1) === "e" ? at + 2 : at + 1;
  const second = SMALL_NUMBERS.get(wordAt(said, joined)) ?? 0;
  return first >= 20 && first % 10 === 0 && second > 0 && second < 10
    ? { to: joined + 1, value: first + second }
    : { to: at + 1, value: first };
}

/** "1º", "10th", "primeiro"; `marked` is false for a number without an ending. */
export function ordinalAt(
  said: Words,
  at: number,
): (Read<number> & { marked: boolean }) | undefined {
  const named = ORDINALS.get(wordAt(said, at));
  if (named !== undefined) return { to: at + 1, value: named, marked: true };
  const count = countAt(said, at);
  if (count === undefined) return undefined;
  const marked = touchesNext(said, count.to - 1) && ORDINAL_ENDINGS.has(wordAt(said, count.to));
  return marked ? { to: count.to + 1, value: count.value, marked } : { ...count, marked };
}
