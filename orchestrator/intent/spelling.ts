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
 * Cost:  a look for each long word; the first one reads all examples, an unknown one takes about 2 us
 */
export function buildSpelling(
  goals: readonly GoalModel[],
  lexicon: Lexicon,
): (text: string, words: readonly Token[]) => readonly Token[] {
  let read: Words | undefined;
  const wordsSaid = (): Words => {
    read ??= readWords(goals);
    return read;
  };

  function corrected(word: string): string {
    const { frames } = wordsSaid();
    const near = [-1, 0, 1].flatMap((longer) =>
      (frames.get(frameOf(word, word.length + longer)) ?? []).filter((other) =>
        isOneSlip(word, other),
      ),
    );
    const [only = word] = near;
    return near.length === 1 ? only : word;
  }

  return (text, words) => {
    let result: Token[] | undefined;
    words.forEach((token, at) => {
      const { word, start } = token;
      if (!isCorrectable(word) || isCommonWord(word)) return;
      const { known } = wordsSaid();
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

type Words = {
  /** Whatever anybody wrote, long enough to be corrected. */
  readonly known: ReadonlySet<string>;
  /** Words that requests are made of, by what a slip does not change: see frameOf. */
  readonly frames: ReadonlyMap<string, readonly string[]>;
};

function readWords(goals: readonly GoalModel[]): Words {
  const counts = new Map<string, number>();
  const known = new Set<string>();
  const know = (word: string) => {
    if (isCorrectable(word)) known.add(word);
  };
  for (const { examples, spec } of goals) {
    for (const locale of locales)
      for (const { text } of spec.hints.negatives?.[locale] ?? [])
        for (const { word } of tokens(text)) know(word);
    for (const { words, marks } of examples)
      words.forEach(({ word }, at) => {
        know(word);
        if (!marks.some(({ from, to }) => at >= from && at < to))
          counts.set(word, (counts.get(word) ?? 0) + 1);
      });
  }
  for (const text of EVERYDAY_REQUESTS) for (const { word } of tokens(text)) know(word);
  const frames = new Map<string, string[]>();
  for (const [word, count] of counts) {
    if (count < ENOUGH || !isCorrectable(word)) continue;
    const frame = frameOf(word, word.length);
    const others = frames.get(frame);
    if (others === undefined) frames.set(frame, [word]);
    else others.push(word);
  }
  return { known, frames };
}

/** The first letter, the last one, and a length. */
const frameOf = (word: string, length: number): string => `${word[0]}${word.at(-1)}${length}`;

/** "compre" is a form of "compra", and no slip of "compare". */
const otherForms = (word: string): string[] =>
  /[aeo]$/.test(word)
    ? ["a", "e", "o", "ar", "er"].map((ending) => word.slice(0, -1) + ending)
    : [];

const isCorrectable = (word: string): boolean => word.length >= SHORTEST && /^[a-z]+$/.test(word);

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
