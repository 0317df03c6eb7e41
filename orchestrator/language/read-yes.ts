import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { locales } from "#shared/contracts/names.ts";
import { wordSet } from "#shared/language/words.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";
import { isOnlyCourtesy } from "./courtesy.ts";
import { endOfAny } from "./modifiers/languages.ts";
import { rememberOf } from "./remember-texts.ts";
import { phrasesOf } from "./templates/phrases.ts";
import { tokens } from "./text.ts";
import { deedOf } from "./words/deeds.ts";

const YES = wordSet("answers.yes");
const COURTESIES = wordSet("answers.courtesies");
const BESIDE_DEED = wordSet("answers.beside-a-deed");
/** Join a yes to what is said against it. */
const JOINTS = wordSet("answers.joints");
const NO = wordSet("answers.no");
const MOST_WORDS = 4;

/** Does the folded text say no, once or more, and nothing else? */
export function isNo(folded: string): boolean {
  if (NO.has(folded)) return true;
  if (/[?"“”«»]/.test(folded)) return false;
  const words = wordsIn(folded);
  let at = 0;
  while (at < words.length) {
    const length = longest(words, at, NO);
    if (length === 0) return false;
    at += length;
  }
  return at > 0;
}

/**
 * What begins as a yes. A yes is the words of one, courtesy, and the very deed that was asked about; whatever else
 * stands beside it makes it something else.
 * Shape: a yes that is taken back, asked, or goes on with more is `unclear`; undefined: no yes stands first
 */
export function readYes(text: string, question = ""): "yes" | "taken_back" | "unclear" | undefined {
  const words = wordsIn(text);
  const begun = endOfYes(words);
  if (!begun.isYes) {
    const isSaid = question !== "" && !/[?"“”«»`~<>]|^\s*['‘(]/.test(text);
    return isSaid && isDeedOf(words.slice(begun.at), wordsIn(withoutQuotes(question)))
      ? "yes"
      : undefined;
  }
  if (/[?"“”«»`~<>]|^\s*['‘(]/.test(text)) return "unclear";
  const rest = words.slice(begun.at);
  if (rest.length === 0 || isDeedOf(rest, wordsIn(withoutQuotes(question)))) return "yes";
  const joints = rest.findIndex((word) => !JOINTS.has(word));
  const against = rest.slice(Math.max(0, joints));
  if (!isTakenBack(against)) return "unclear";
  const asked = wordsIn(withoutQuotes(question)).map(deedOf);
  return against.some((word) => deedOf(word) !== undefined && asked.includes(deedOf(word)))
    ? "unclear"
    : "taken_back";
}

/** What a question quotes is not what it asks. */
const withoutQuotes = (question: string): string =>
  question.replace(/"(?:[^"\\]|\\.)*"|“[^”]*”/g, " ");

const wordsIn = (text: string): string[] =>
  foldPhrase(text)
    .replace(/[.,;:!?…()]+(?= |$)/g, " ")
    .split(" ")
    .filter(Boolean);

/** Where the words of a yes end, courtesy with them. */
function endOfYes(words: readonly string[]): { at: number; isYes: boolean } {
  let isYes = false;
  let at = 0;
  while (at < words.length) {
    const yes = longest(words, at, YES);
    const length = Math.max(yes, longest(words, at, COURTESIES));
    if (length === 0) break;
    isYes ||= yes > 0;
    at += length;
  }
  return { at, isYes };
}

function longest(words: readonly string[], at: number, phrases: ReadonlySet<string>): number {
  let said = words[at] ?? "";
  let found = phrases.has(said) ? 1 : 0;
  for (let length = 2; length <= Math.min(MOST_WORDS, words.length - at); length++) {
    said += ` ${words[at + length - 1]}`;
    if (phrases.has(said)) found = length;
  }
  return found;
}

/** The deed of the question, and nothing that says more. */
function isDeedOf(rest: readonly string[], asked: readonly string[]): boolean {
  let isNamed = false;
  for (let at = 0; at < rest.length; ) {
    const isOwn = asked.some((word) => isSameDeed(rest[at] ?? "", word));
    const length = isOwn
      ? 1
      : Math.max(...[YES, COURTESIES, BESIDE_DEED].map((each) => longest(rest, at, each)));
    if (length === 0) return false;
    isNamed ||= isOwn;
    at += length;
  }
  return isNamed;
}

function isSameDeed(said: string, asked: string): boolean {
  const deed = deedOf(said);
  // To cancel may take back the yes, whatever was asked.
  if (deed === "cancel") return false;
  const other = deedOf(asked);
  if (deed !== undefined && other !== undefined) return deed === other;
  const shorter = Math.min(said.length, asked.length);
  const stem = Math.max(SHORTEST_STEM, shorter - MOST_ENDING);
  return (
    Math.abs(said.length - asked.length) <= MOST_ENDING &&
    shorter >= stem &&
    said.slice(0, stem) === asked.slice(0, stem)
  );
}

const SHORTEST_STEM = 4;
const MOST_ENDING = 2;

/** Nothing but a no. */
function isTakenBack(rest: readonly string[]): boolean {
  const said = rest.join(" ");
  if (NO.has(said)) return true;
  const words = tokens(said);
  for (let at = 0; at < words.length; ) {
    const end = Math.max(
      endOfAny("retractions", words, at) ?? 0,
      endOfAny("negators", words, at) ?? 0,
      at +
        longest(
          words.map(({ word }) => word),
          at,
          COURTESIES,
        ),
    );
    if (end <= at) return false;
    at = end;
  }
  return words.length > 0;
}

/** What people choose with, and days by themselves. */
const CHOOSING = wordSet("answers.choosing");
const MOST_PHRASES = 500;

/** Is the text no request but the answer to a question? Pure. */
export function isMereAnswer(text: string): boolean {
  const words = tokens(text);
  if (words.length === 0) return false;
  if (readYes(text) === "yes" || isNo(foldPhrase(text)) || isOnlyCourtesy(words)) return true;
  return words.every(({ word }) => CHOOSING.has(word) || /^\d+(?:[.,:]\d+)*$/.test(word));
}

/**
 * Where a manifest takes a mere answer for a request: open questions of all domains would lose theirs.
 * Cost: 20 us for each of its examples and phrases, once
 */
export const mereAnswerIn = rememberOf(findMereAnswer);

function findMereAnswer({ goals }: Manifest): { path: string; text: string } | undefined {
  for (const [at, { hints }] of goals.entries())
    for (const locale of locales) {
      for (const [index, each] of (hints.examples?.[locale] ?? []).entries()) {
        const { text } = parseExample(each);
        if (isMereAnswer(text))
          return { path: `goals.${at}.hints.examples.${locale}.${index}`, text };
      }
      for (const [index, template] of (hints.templates?.[locale] ?? []).entries())
        for (const text of template.includes("{") ? [] : phrasesOf(template).slice(0, MOST_PHRASES))
          if (isMereAnswer(text))
            return { path: `goals.${at}.hints.templates.${locale}.${index}`, text };
    }
  return undefined;
}
