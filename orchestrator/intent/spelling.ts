import { locales } from "#shared/contracts/names.ts";
import type { Lexicon } from "./entities/lexicon.ts";
import type { GoalModel } from "./goal-model.ts";
import { isCommonWord } from "./lexicons/common-words.ts";
import { EVERYDAY_REQUESTS } from "./lexicons/everyday-requests.ts";
import { type Token, tokens } from "./text.ts";

/** Shorter words have too many neighbours. */
const SHORTEST = 5;
/** In shorter words, another letter often makes another word. */
const LONG = 8;
/** Said this often, a word is no slip of the author's. */
const ENOUGH = 2;

/**
 * Corrects what is one slip away from a single word that requests are made of: "histrico" is read as
 * "historico". Names are left to those who know them, and words that anybody uses are right.
 * Shape: places stay, so that values are still the person's own letters
 * Cost:  a lookup for each known word; about 2 us for an unknown one
 */
export function buildSpelling(
  goals: readonly GoalModel[],
  lexicon: Lexicon,
): (text: string, words: readonly Token[]) => readonly Token[] {
  const frames = new Map<string, number>();
  const known = new Set<string>();
  for (const { examples, spec } of goals) {
    for (const locale of locales)
      for (const { text } of spec.hints.negatives?.[locale] ?? [])
        for (const { word } of tokens(text)) known.add(word);
    for (const { words, marks } of examples)
      words.forEach(({ word }, at) => {
        known.add(word);
        if (!marks.some(({ from, to }) => at >= from && at < to))
          frames.set(word, (frames.get(word) ?? 0) + 1);
      });
  }
  for (const text of EVERYDAY_REQUESTS) for (const { word } of tokens(text)) known.add(word);
  const byShorter = new Map<string, string[]>();
  for (const [word, count] of frames)
    if (count >= ENOUGH && isCorrectable(word))
      for (const shorter of [word, ...shorterBy(word)])
        byShorter.set(shorter, [...(byShorter.get(shorter) ?? []), word]);

  function corrected(word: string): string {
    const near = new Set(
      [word, ...shorterBy(word)]
        .flatMap((shorter) => byShorter.get(shorter) ?? [])
        .filter((other) => isOneSlip(word, other)),
    );
    const [only = word] = near;
    return near.size === 1 ? only : word;
  }

  return (text, words) => {
    let result: Token[] | undefined;
    words.forEach((token, at) => {
      const { word, start } = token;
      if (!isCorrectable(word) || isCommonWord(word)) return;
      if (known.has(word) || otherForms(word).some((form) => known.has(form))) return;
      const isName = at > 0 && /\p{Lu}/u.test(text[start] ?? "");
      if (isName || lexicon.hitsAt(words, at).length > 0) return;
      const right = corrected(word);
      if (right === word) return;
      result ??= [...words];
      result[at] = { ...token, word: right };
    });
    return result ?? words;
  };
}

/** "compre" is a form of "compra", and no slip of "compare". */
const otherForms = (word: string): string[] =>
  /[aeo]$/.test(word)
    ? ["a", "e", "o", "ar", "er"].map((ending) => word.slice(0, -1) + ending)
    : [];

const isCorrectable = (word: string): boolean => word.length >= SHORTEST && /^[a-z]+$/.test(word);

const shorterBy = (word: string): string[] =>
  Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));

/**
 * One letter is missing or too many, or two neighbours have changed places; in a long word, one may be
 * another. The first letter and the last stay: endings and beginnings make other words.
 */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  if (a[0] !== b[0] || a.at(-1) !== b.at(-1)) return false;
  let at = 0;
  while (a[at] === b[at]) at++;
  const rest = (word: string, skip: number) => word.slice(at + skip);
  if (a.length > b.length) return rest(a, 1) === rest(b, 0);
  if (a.length < b.length) return rest(a, 0) === rest(b, 1);
  const swapped = a[at] === b[at + 1] && a[at + 1] === b[at];
  return swapped ? rest(a, 2) === rest(b, 2) : a.length >= LONG && rest(a, 1) === rest(b, 1);
}
