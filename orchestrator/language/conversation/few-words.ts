import { withoutCourtesy } from "../courtesy.ts";
import { contains } from "../modifiers/languages.ts";
import { type Token, tokens } from "../text.ts";
import { isFunctionWord } from "../words/common-words.ts";
import { deedOf, isDeterminer } from "../words/deeds.ts";
import { smallWords } from "./small-words.ts";

/** The kinds of deeds that a text names. Pure. */
export const deedsIn = (text: string): ReadonlySet<string> => deedsOf(tokens(text));

/** The same of its words: behind a determiner stands a thing. Pure. */
export const deedsOf = (words: readonly Token[]): ReadonlySet<string> =>
  new Set(
    words.flatMap(({ word }, at) =>
      isDeterminer(words[at - 1]?.word ?? "") ? [] : (deedOf(word) ?? []),
    ),
  );

/** It quotes, or gives a text behind a colon: what stands in there is the user's own. An address has a colon as well. */
export const hasOwnText = (text: string): boolean => /["\u201c\u00ab]|:(?!\/\/)/u.test(text);

/** The words of a short text without the courtesy around them; undefined: they are more than that. */
export function fewWords(text: string, most: number): readonly Token[] | undefined {
  const all = tokens(text, most + 1);
  if (all.length > most) return undefined;
  const { from, to } = withoutCourtesy(all);
  return all.slice(from, to);
}

const MOST_BARE_WORDS = 8;

/** Few words, and nothing is named in them but deeds and what is told. Pure. */
export function namesOnly(text: string, told: string): boolean {
  const known = new Set(tokens(told).map(({ word }) => word));
  return (
    fewWords(text, MOST_BARE_WORDS)?.every(
      ({ word }) => isFunctionWord(word) || deedOf(word) !== undefined || known.has(word),
    ) === true
  );
}

const MOST_NAMING_WORDS = 5;

/** The one word of a few that says something, where nothing is denied or asked. Pure. */
export function onlyTellingWord(text: string): string | undefined {
  const words = text.includes("?") ? [] : (fewWords(text, MOST_NAMING_WORDS) ?? []);
  const [only, ...more] = words.filter(({ word }) => !isFunctionWord(word));
  return more.length > 0 || contains("negators", words) ? undefined : only?.word;
}

const PRONOUNS = smallWords("itself");
const WITH = smallWords("with");

/** The verb goes on with what something is compared or joined with, and what was spoken of is left out. Pure. */
export function goesOnWith(text: string): boolean {
  const words = tokens(text, MOST_WORDS);
  const { from } = withoutCourtesy(words);
  const next = PRONOUNS.has(words[from + 1]?.word ?? "") ? from + 2 : from + 1;
  return WITH.has(words[next]?.word ?? "");
}
const MOST_WORDS = 12;

/** A text with another figure in the place of its only one; undefined: it has none or several, or more than that is said. Pure. */
export function withFigure(text: string, said: string): string | undefined {
  const [old, another] = text.match(FIGURES) ?? [];
  const [put, more] = said.match(FIGURES) ?? [];
  if (old === undefined || put === undefined || (another ?? more) !== undefined) return undefined;
  const isOnly = fewWords(said, MOST_NAMING_WORDS)?.every(
    ({ word }) => word === put || isFunctionWord(word),
  );
  const isAlike = old.replace(/\d+/g, "") === put.replace(/\d+/g, "");
  return isOnly === true && isAlike ? text.replace(old, put) : undefined;
}
const FIGURES = /(?<![\p{L}\d/._-])\d+(?:[.,:]\d+)*(?![\p{L}\d/_-]|[.,:]\d)/gu;
