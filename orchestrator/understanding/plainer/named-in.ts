import type { Locale } from "#shared/contracts/names.ts";
import { wordList, wordMap, wordSet } from "#shared/language/words.ts";
import { BEFORE_VERBS, SEES, tellsAt } from "../../language/modifiers/tells-at.ts";
import { pauseBefore, type Token, tokens } from "../../language/text.ts";
import { isFunctionWord, isParticle } from "../../language/words/common-words.ts";
import { BEING } from "../../language/words/connectives.ts";
import { deedOf, isDeterminer } from "../../language/words/deeds.ts";

/** A name is hardly longer; one that is written as a name may be. */
const LONGEST_NAME = 4;
const LONGEST_TITLE = 8;

const WHEN = wordSet("words.when-it-was");
const LEADS = wordSet("words.leads-to-a-name");
/** Lead to whom something was told, with whom, or where: no name of what it was about. */
const LEADS_ELSEWHERE = wordSet("words.leads-elsewhere");
const PRONOUNS = new Map(
  [...wordMap("words.pronouns-put-plainly")].map(([word, put]) => [
    word,
    put.map((each) => `${each} `).join(""),
  ]),
);
const DEMONSTRATIVES = new Map(
  [...wordMap("words.demonstratives-put-plainly")].map(([word, put]) => [word, put.join(" ")]),
);
const ARTICLES = wordSet("words.singular-articles");
/** Leads to what a note or a document is about. */
const ABOUT = wordList("words.about-alone");

/**
 * What a remark is about, as its words name it. Pure.
 * Shape: the likeliest first
 */
export function namedIn(text: string, said: readonly Token[], locale: Locale): string[] {
  let to = said.length;
  while (to > 0 && WHEN.has(said[to - 1]?.word ?? "")) to--;
  const verb = said.findIndex(
    ({ word }, at) => tellsAt({ text, locale }, said, at) || SEES.has(word),
  );
  if (verb < 0) return [];
  const isLead = ({ word }: Token, at: number) => at > verb && at < to - 1 && LEADS.has(word);
  const lead = Math.max(verb, said.findLastIndex(isLead));
  let end = verb;
  const isBeside = (word: string) => WHEN.has(word) || BEFORE_VERBS[locale].has(word);
  while (end > 0 && isBeside(said[end - 1]?.word ?? "")) end--;
  const behind = said.slice(verb + 1, to);
  const before = nameOf(text, said.slice(0, end));
  const names = [nameOf(text, objectOf(behind)), nameOf(text, said.slice(lead + 1, to))];
  // What something is, is no name of it.
  const isBeing = BEING.has(said[verb]?.word ?? "");
  const found = [titleIn(text, behind), ...(isBeing ? [before, ...names] : [...names, before])];
  return [...new Set(found.filter((name) => name !== undefined))];
}

/** What is written as a name; undefined where there is none, or more than one. */
function titleIn(text: string, words: readonly Token[]): string | undefined {
  const isCapital = ({ start }: Token) => /\p{Lu}/u.test(text[start] ?? "");
  const found: { from: number; to: number }[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined || !isCapital(word)) continue;
    let to = at + 1;
    for (let next = to; next < words.length; next++) {
      const each = words[next];
      if (each === undefined || pauseBefore({ text, words }, next)) break;
      if (isCapital(each) || /^\d/.test(each.word)) to = next + 1;
      else if (!isParticle(each.word) && !isDeterminer(each.word)) break;
    }
    const isNamed = words.slice(at, to).some((each) => !isFunctionWord(each.word));
    if (isNamed && !LEADS_ELSEWHERE.has(words[at - 1]?.word ?? "")) found.push({ from: at, to });
    at = to - 1;
  }
  const [only, second] = found;
  if (only === undefined || second !== undefined || only.to - only.from > LONGEST_TITLE)
    return undefined;
  const isKind =
    isDeterminer(words[only.from - 2]?.word ?? "") &&
    !isFunctionWord(words[only.from - 1]?.word ?? "");
  return text.slice(words[only.from - (isKind ? 1 : 0)]?.start, words[only.to - 1]?.end);
}

function objectOf(words: readonly Token[]): readonly Token[] {
  const ends = ({ word }: Token) => LEADS_ELSEWHERE.has(word) || WHEN.has(word);
  const end = words.findIndex((word, at) => at > 0 && ends(word));
  return words.slice(0, end < 0 ? words.length : end);
}

function nameOf(text: string, words: readonly Token[]): string | undefined {
  const from = words.findIndex(({ word }) => !isDeterminer(word));
  const name = from < 0 ? [] : words.slice(from);
  const first = name[0];
  const last = name.at(-1);
  const content = name.filter(({ word }) => !isFunctionWord(word));
  if (first === undefined || last === undefined || content.length > LONGEST_NAME) return undefined;
  return name.every(({ word }) => isFunctionWord(word))
    ? undefined
    : text.slice(first.start, last.end);
}

type Pronoun = { from: Token; to: Token; put: string; kind?: string };

/** The pronoun, or the noun that is pointed at, in a request; undefined: it names what it is about itself. */
function pronounIn(words: readonly Token[], name = ""): Pronoun | undefined {
  for (const [at, word] of words.entries()) {
    const next = words[at + 1];
    const isBareKind =
      ARTICLES.has(word.word) &&
      /\p{Lu}/u.test(name) &&
      isFunctionWord(words[at + 2]?.word ?? "to");
    const article = isBareKind ? word.word : DEMONSTRATIVES.get(word.word);
    if (article !== undefined && next !== undefined && !isFunctionWord(next.word))
      return { from: word, to: next, put: `${article} `, kind: next.word };
    const isBare = word.word !== "that" || next === undefined;
    const put = PRONOUNS.get(word.word);
    if (put !== undefined && isBare) return { from: word, to: word, put };
  }
  return undefined;
}

/** It names nothing that something could be done with. */
export const namesNothing = (request: string, names: readonly string[]): boolean => {
  const words = tokens(request);
  return (
    pronounIn(words, names[0]) !== undefined ||
    words.every(({ word }) => isFunctionWord(word) || deedOf(word) !== undefined)
  );
};

/** The request with what a remark named: in the place of "it", behind its verb, or at its end. */
export function withNamed(request: string, name: string): string[] {
  const words = tokens(request);
  const pronoun = pronounIn(words, name);
  if (pronoun !== undefined) {
    const { from, to, put, kind } = pronoun;
    const isSaid = kind === undefined || tokens(name)[0]?.word === kind;
    const what = isSaid ? name : `${request.slice(to.start, to.end)} ${name}`;
    const instead = (said: string) => request.slice(0, from.start) + said + request.slice(to.end);
    return [instead(`${put}${what}`), ...(isSaid ? [] : [instead(name)])];
  }
  const put = (from: number, to: number, what: string) =>
    `${request.slice(0, from)}${what}${request.slice(to)}`;
  const end = request.replace(/[\s,.!?;]+$/u, "").length;
  const verb = words.find(({ word }) => deedOf(word) !== undefined);
  return [
    ...(verb === undefined ? [] : [put(verb.end, verb.end, ` ${name}`)]),
    ...ABOUT.map((about) => put(end, request.length, ` ${about} ${name}`)),
    put(end, request.length, ` ${name}`),
  ];
}
