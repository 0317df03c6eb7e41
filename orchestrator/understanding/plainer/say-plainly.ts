import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, wordList, wordMap, wordSet } from "#shared/language/words.ts";
import { contains, endOfAny } from "../../language/modifiers/languages.ts";
import type { Scene } from "../../language/modifiers/scene.ts";
import { normalised, pauseBefore, type Token } from "../../language/text.ts";
import { isFunctionWord, SAYING } from "../../language/words/common-words.ts";
import { CONNECTIVES } from "../../language/words/connectives.ts";
import { deedOf, isDeterminer } from "../../language/words/deeds.ts";
import type { Edit } from "./edit.ts";

/**
 * How people say common deeds among friends, and the plain words for them: "joga fora" is "apaga", "get rid of" is
 * "delete". Written as they are said, shorthand opened; `|` between words that mean the same in one place, `*` for what
 * stands between, and at the end of the plain word where what stands behind that is no more said; `$` where nothing may
 * follow. They serve every goal, because each says no more than its plain word.
 */
type PlainWords = {
  /** Wherever they stand. */
  readonly anywhere: readonly (readonly [said: string, plain: string])[];
  /** Only where a clause begins with them: elsewhere they are other words. */
  readonly first: readonly (readonly [said: string, plain: string])[];
  /** Say nothing, wherever they stand. */
  readonly fillers: readonly string[];
};

const pairs = (key: string, locale: Locale): PlainWords["anywhere"] =>
  [...wordMap(key, locale)].map(([said, plain]) => [said, plain.join(" ")]);

const PLAIN_WORDS: Readonly<Record<Locale, PlainWords>> = byLocale((locale) => ({
  anywhere: pairs("plain-words.anywhere", locale),
  first: pairs("plain-words.first", locale),
  fillers: wordList("plain-words.fillers", locale),
}));

type Pattern = {
  /** The words that may stand in each place; undefined: some words of any kind. */
  readonly places: readonly (ReadonlySet<string> | undefined)[];
  readonly plain: string;
  readonly isFirst: boolean;
  /** What follows the gap belongs to the verb. */
  readonly isParted: boolean;
  /** Nothing may follow. */
  readonly isLast: boolean;
};

const MOST_BETWEEN = 8;

const compile = (said: string, plain: string, isFirst: boolean): Pattern => ({
  places: said
    .replace(/ \$$/, "")
    .split(" ")
    .map((place) => (place === "*" ? undefined : new Set(place.split("|")))),
  plain: plain.replace(/ \*$/, ""),
  isFirst,
  isParted: plain.endsWith(" *"),
  isLast: said.endsWith(" $"),
});

/** Patterns by the words that may stand in their first place. */
type Patterns = ReadonlyMap<string, readonly Pattern[]>;

const PATTERNS: Readonly<Record<Locale, Patterns>> = byLocale((locale) =>
  byFirst([
    ...PLAIN_WORDS[locale].anywhere.map(([said, plain]) => compile(said, plain, false)),
    ...PLAIN_WORDS[locale].first.map(([said, plain]) => compile(said, plain, true)),
  ]),
);
const FILLERS: Readonly<Record<Locale, Patterns>> = byLocale((locale) =>
  byFirst(
    PLAIN_WORDS[locale].fillers
      .toSorted((a, b) => b.length - a.length)
      .map((said) => compile(normalised(said), "", false)),
  ),
);

function byFirst(patterns: readonly Pattern[]): Patterns {
  const found = new Map<string, Pattern[]>();
  for (const pattern of patterns)
    for (const word of pattern.places[0] ?? [])
      found.set(word, [...(found.get(word) ?? []), pattern]);
  return found;
}

/**
 * The same request in plain words: slang verbs by the common ones, without words that say nothing. What is quoted, or follows
 * a colon or "dizendo", is no part of it. Pure.
 */
export function sayPlainly(said: Scene): Edit[] {
  const short = said.words.map(shortened);
  const isSame = short.every((word, at) => word === said.words[at]);
  const scene = isSame ? said : { ...said, words: short };
  const { words, locale } = scene;
  const end = payloadFrom(scene);
  const edits: Edit[] = [];
  for (let at = 0; at < end; ) {
    const filler = firstEnd(FILLERS[locale], scene, at, end);
    const verb = filler === undefined ? firstEnd(PATTERNS[locale], scene, at, end) : undefined;
    const found = filler ?? verb;
    const start = words[at]?.start ?? 0;
    if (found !== undefined && !(filler !== undefined && isNamed(words, at))) {
      const to = words[found.to - 1]?.end ?? start;
      const isBeforeColon = found.plain === "" && at > 0 && scene.text[to] === ":";
      const from = isBeforeColon ? (words[at - 1]?.end ?? start) : start;
      edits.push({ start: from, end: to, put: found.plain });
    }
    const tail = words[found?.tail?.from ?? words.length];
    if (tail !== undefined)
      edits.push({ start: tail.start, end: words[(found?.tail?.to ?? 0) - 1]?.end ?? 0, put: "" });
    const word = words[at];
    const led = found === undefined ? courtesyBeforeColon(scene, at) : undefined;
    if (led !== undefined) {
      const [from, to] = [words[at - 1]?.end ?? start, words[led - 1]?.end ?? start];
      edits.push({ start: from, end: to, put: "" });
      at = led;
      continue;
    }
    if (found === undefined && word !== undefined && word.word !== said.words[at]?.word)
      edits.push({ start, end: word.end, put: word.word });
    at = found?.to ?? at + 1;
  }
  return [...dashAfterLabel(scene), ...edits];
}

/** Right before a colon it is none of the text. */
function courtesyBeforeColon({ text, words, edges }: Scene, at: number): number | undefined {
  const to = at > edges.from ? endOfAny("courtesy", words, at) : undefined;
  return to !== undefined && text[words[to - 1]?.end ?? 0] === ":" ? to : undefined;
}

/** A dash behind what a text is called. */
function dashAfterLabel({ text, words, edges }: Scene): Edit[] {
  const dash = /\s+[-\u2013\u2014]+\s+/u.exec(text);
  if (dash === null || /[:"\u201c\u00ab]/.test(text)) return [];
  const label = words.filter(({ start }, at) => at >= edges.from && start < dash.index);
  const isText = contains("text_nouns", label);
  const isSmall = ({ word }: Token, at: number) =>
    isFunctionWord(word) ||
    SELF.has(word) ||
    deedOf(word) !== undefined ||
    endOfAny("text_nouns", label, at) !== undefined;
  return isText && label.every(isSmall)
    ? [{ start: dash.index, end: dash.index + dash[0].length, put: ": " }]
    : [];
}
const SELF = wordSet("words.self");

function shortened(token: Token): Token {
  const isLong = token.word.length >= FEWEST_LETTERS && !/^(?:www|http)/.test(token.word);
  if (/^k{5,}$/.test(token.word)) return { ...token, word: "kkkk" };
  const word = isLong ? token.word.replace(/(\p{L})\1{2,}/gu, "$1") : token.word;
  return word === token.word ? token : { ...token, word };
}
const FEWEST_LETTERS = 4;

/** People, and no courtesy. */
const isNamed = (words: readonly Token[], at: number): boolean =>
  isDeterminer(words[at - 1]?.word ?? "") ||
  endOfAny("recipient_prepositions", words, at - 1) === at ||
  endOfAny("owner_prepositions", words, at - 1) === at;

/** Where a text begins that is kept or sent as it was said. */
export function payloadFrom({ text, words }: Scene): number {
  const sign = text.search(/:\s|["\u201c\u00ab]/);
  const at = words.findIndex(({ word, start }) => (sign >= 0 && start > sign) || SAYING.has(word));
  return at < 0 ? words.length : at;
}

function firstEnd(
  patterns: Patterns,
  scene: Scene,
  at: number,
  end: number,
): (Place & { plain: string }) | undefined {
  if (isOfSpelledOut(scene, at)) return undefined;
  for (const pattern of patterns.get(scene.words[at]?.word ?? "") ?? []) {
    if (pattern.isFirst && !beginsClause(scene, at)) continue;
    const place = placeOf(pattern, scene.words, at, end);
    if (place !== undefined) return { plain: pattern.plain, ...place };
  }
  return undefined;
}

const isOfSpelledOut = ({ text, words }: Scene, at: number): boolean => {
  const end = words[at]?.end ?? text.length;
  return text[end] === "." && words[at + 1]?.start === end + 1;
};

type Place = {
  /** The word behind the pattern, or behind the verb of one that goes on. */
  readonly to: number;
  /** What of it stands behind the gap, and is no more said. */
  readonly tail?: { readonly from: number; readonly to: number };
};

function placeOf(
  { places, isParted, isLast }: Pattern,
  words: readonly Token[],
  from: number,
  end: number,
): Place | undefined {
  const gap = places.indexOf(undefined);
  const head = gap < 0 ? places : places.slice(0, gap);
  const fits = (part: Pattern["places"], at: number) =>
    at + part.length <= end &&
    part.every((place, offset) => place?.has(words[at + offset]?.word ?? "") === true);
  if (!fits(head, from)) return undefined;
  const to = from + head.length;
  if (gap < 0) return { to };
  const rest = places.slice(gap + 1);
  for (let at = to + 1; at <= Math.min(end, to + MOST_BETWEEN); at++)
    if (fits(rest, at) && (!isLast || at + rest.length === end))
      return isParted ? { to, tail: { from: at, to: at + rest.length } } : { to };
  return undefined;
}

/** Nothing before it, or a pause, or what leads to a request. */
export function beginsClause(scene: Scene, at: number): boolean {
  const { words, edges } = scene;
  if (at <= edges.from || pauseBefore(scene, at)) return true;
  const before = words[at - 1]?.word ?? "";
  return CONNECTIVES.has(before) || LEADS.has(before);
}

const LEADS: ReadonlySet<string> = new Set(
  "pode poderia podia consegue me vai vamos bora so entao favor quero preciso you please kindly to just can could and then now go lets".split(
    " ",
  ),
);

/** Two requests that are said as "not only" and "but also" are both wanted. */
export function bothOf(scene: Scene): Edit[] {
  const { words, edges, locale } = scene;
  const end = payloadFrom(scene);
  const to = endOfAny("not_only", words, edges.from);
  const first = words[edges.from];
  if (to === undefined || first === undefined) return [];
  for (let at = to + 1; at < end - 1; at++) {
    const next = endOfAny("but_also", words, at);
    const start = words[at]?.start;
    const last = words[(next ?? 0) - 1];
    if (next === undefined || start === undefined || last === undefined) continue;
    return [
      { start: first.start, end: words[to - 1]?.end ?? first.end, put: "" },
      { start, end: last.end, put: AND[locale] },
    ];
  }
  return [];
}

const AND: Readonly<Record<Locale, string>> = { "pt-BR": "e", en: "and" };
