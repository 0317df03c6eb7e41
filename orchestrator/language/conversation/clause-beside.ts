import type { Locale } from "#shared/contracts/names.ts";
import { readControl } from "../control.ts";
import { endOfAny } from "../modifiers/languages.ts";
import type { Mark } from "../modifiers/mark.ts";
import { readModifiers } from "../modifiers/read-modifiers.ts";
import { sceneIn } from "../modifiers/scene.ts";
import type { Side } from "../modifiers/tells-at.ts";
import { tokens } from "../text.ts";
import { CONNECTIVES } from "../words/connectives.ts";
import { deedOf } from "../words/deeds.ts";
import type { Group } from "../words/modifier-lexicon.ts";
import { afterBreath, onlyLetsGo } from "./after-lead.ts";
import { hasOwnText } from "./few-words.ts";
import { smallWords } from "./small-words.ts";

const REFUSING = smallWords("bareNo");
const MOST_WORDS = 24;

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
  if (text.includes("?") || hasOwnText(text) || tokens(text, MOST_WORDS + 1).length > MOST_WORDS)
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
  const has = (group: Group) => words.some((_, each) => endOfAny(group, words, each) !== undefined);
  // What one denies of oneself is no report.
  const isOwn = has("negators") && words.some(({ word }) => SPEAKER.has(word));
  if (has("conditions") || (has("reporting") && !isOwn)) return false;
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
