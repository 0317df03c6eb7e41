import type { Locale } from "#shared/contracts/names.ts";
import { readControl } from "../control.ts";
import { contains, endOfAny } from "../modifiers/languages.ts";
import type { Mark } from "../modifiers/mark.ts";
import { readModifiers } from "../modifiers/read-modifiers.ts";
import { sceneIn } from "../modifiers/scene.ts";
import type { Side } from "../modifiers/tells-at.ts";
import { type Token, tokens } from "../text.ts";
import { isFunctionWord } from "../words/common-words.ts";
import { CONNECTIVES } from "../words/connectives.ts";
import { type Deed, deedOf } from "../words/deeds.ts";
import { afterBreath, afterLead, onlyLetsGo } from "./after-lead.ts";
import { hasOwnText } from "./few-words.ts";
import { smallPhrases, smallWords, withoutEnd } from "./small-words.ts";

/** Something that is joined to what was done before. */
export type JoinedThing = {
  /** Its words, without what joins them. */
  readonly text: string;
  /** Else whether it is meant so is open. */
  readonly isJoined: boolean;
  /** The deed, where it is said again. */
  readonly deed: Deed | undefined;
  /** It is said that this is done too. */
  readonly isToo: boolean;
  readonly isAsked: boolean;
};

const MOST_WORDS = 10;
const TOO = smallPhrases("too");

/**
 * A short message that names something, most often behind what joins it to another. Pure.
 * Shape: undefined where it denies, tells, supposes or asks about something, and for a text of one's own
 */
export function readJoinedThing(text: string): JoinedThing | undefined {
  const said = afterLead(text)?.rest ?? text;
  const words = tokens(said, MOST_WORDS + 1);
  const from = words.findIndex(({ word }) => !CONNECTIVES.has(word));
  const first = words[from];
  if (words.length > MOST_WORDS || first === undefined || hasOwnText(said)) return undefined;
  if (words.some((_, at) => at >= from && tells(said, words, at))) return undefined;
  const deed = deedOf(first.word);
  const isJoinedAgain = CONNECTIVES.has(words[from + 1]?.word ?? "");
  const next = deed === undefined ? first : isJoinedAgain ? words[from + 2] : undefined;
  if (next === undefined) return undefined;
  const isToo = withoutEnd(TOO, said) !== said;
  const named = withoutEnd(TOO, said.slice(next.start));
  return { text: named, isJoined: from > 0, deed, isToo, isAsked: said.includes("?") };
}

/** Words that deny or tell something, where they are no part of a title. */
function tells(text: string, words: readonly Token[], at: number): boolean {
  const isTitled = /\p{Lu}/u.test(text[words[at]?.start ?? 0] ?? "") && words[at]?.word !== "i";
  return !isTitled && TELLING.some((group) => endOfAny(group, words, at) !== undefined);
}

const TELLING = ["negators", "already", "reporting", "supposing", "asking"] as const;

/** The verb that a text asks with, in the person's letters. */
export type Verb = {
  readonly text: string;
  readonly deed: Deed;
  readonly start: number;
  readonly end: number;
};

/** The first word that asks for a deed. Pure. */
export function readVerb(text: string): Verb | undefined {
  for (const { word, start, end } of tokens(text)) {
    const deed = isFunctionWord(word) ? undefined : deedOf(word);
    if (deed !== undefined) return { text: text.slice(start, end), deed, start, end };
  }
  return undefined;
}

/** The text without the words that join it to another; undefined: it has no others. Pure. */
export function withoutJoint(text: string): string | undefined {
  const first = tokens(text).find(({ word }) => !CONNECTIVES.has(word));
  return first && text.slice(first.start);
}

const REFUSING = smallWords("bareNo");
const MOST_BESIDE_WORDS = 24;

/** An undo behind nothing but a breath, or beside a clause that only tells why. Pure. */
export function undoes(text: string, locale: Locale): boolean {
  const isUndo = (said: string) => readControl(afterBreath(said) ?? said) === "undo";
  return isUndo(text) || clauseBeside(text, locale, isUndo) !== undefined;
}

/**
 * The clause that begins or ends a message and asks for something, where the rest only tells why. Pure.
 * Shape: undefined where the rest holds it back, or asks for anything else
 */
export function clauseBeside(
  text: string,
  locale: Locale,
  asks: (said: string) => boolean,
): string | undefined {
  if (
    text.includes("?") ||
    hasOwnText(text) ||
    tokens(text, MOST_BESIDE_WORDS + 1).length > MOST_BESIDE_WORDS
  )
    return undefined;
  const pauses = [...text.matchAll(/[,.!;\u2026\u2013\u2014]+\s+/g)];
  const [first, last] = [pauses.at(0), pauses.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const behind = text.slice(last.index + last[0].length);
  if (asks(behind)) return onlyTells(text, last.index, "before", locale) ? behind : undefined;
  const before = text.slice(0, first.index);
  return asks(before) && onlyTells(text, first.index, "behind", locale) ? before : undefined;
}

/** What stands on that side of a place holds nothing back, and asks for nothing else. */
function onlyTells(text: string, at: number, side: Side, locale: Locale): boolean {
  const said = side === "before" ? text.slice(0, at) : text.slice(at).replace(/^\P{L}+/u, "");
  const scene = sceneIn(said, locale);
  const { words } = scene;
  // What one denies of oneself is no report.
  const isOwn = contains("negators", words) && words.some(({ word }) => SPEAKER.has(word));
  if (contains("conditions", words) || (contains("reporting", words) && !isOwn)) return false;
  const isHeld = readModifiers(scene).some(
    ({ kind, value }) => HOLDS.has(kind) || (kind === "mood" && value !== "reported"),
  );
  if (isHeld) return false;
  const asked = words.find(({ word }) => !CONNECTIVES.has(word));
  if (asked === undefined || deedOf(asked.word) !== undefined) return false;
  return side === "before" || (words.length > 1 && !REFUSING.has(asked.word) && !onlyLetsGo(said));
}

const SPEAKER = smallWords("speaker");
const HOLDS: ReadonlySet<Mark["kind"]> = new Set(["condition", "time", "recurrence", "addressee"]);
