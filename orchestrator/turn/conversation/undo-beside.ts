import type { Locale } from "#shared/contracts/names.ts";
import { readControl } from "../../language/control.ts";
import { afterBreath, onlyLetsGo } from "../../language/conversation/after-lead.ts";
import { hasOwnText } from "../../language/conversation/few-words.ts";
import { smallWords } from "../../language/conversation/small-words.ts";
import { endOfAny } from "../../language/modifiers/languages.ts";
import type { Mark } from "../../language/modifiers/mark.ts";
import type { Group } from "../../language/modifiers/phrase-table.ts";
import { readModifiers } from "../../language/modifiers/read-modifiers.ts";
import type { Side } from "../../language/modifiers/tells-at.ts";
import { tokens } from "../../language/text.ts";
import { CONNECTIVES } from "../../language/words/connectives.ts";
import { deedOf } from "../../language/words/deeds.ts";
import { sceneIn } from "../../understanding/plainer/plainer-than.ts";

const REFUSING = smallWords("bareNo");
const MOST_WORDS = 24;

/** True for an undo that stands beside a clause that only tells why: "ai errei, esse eu uso no trampo. desfaz". Pure. */
export const undoBeside = (text: string, locale: Locale): boolean =>
  clauseBeside(text, locale, (said) => readControl(afterBreath(said) ?? said) === "undo") !==
  undefined;

/**
 * The clause that begins or ends a message and asks for something, where the rest only tells why: "undo that, sounds daft",
 * "não era isso que eu queria, desfaz". Pure.
 * Shape: undefined for "se der errado, desfaz", "undo that, no wait", and where anything else is asked for
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
  // "Não era isso que eu queria, ..." is one's own.
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
