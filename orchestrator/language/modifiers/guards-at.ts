import type { Locale } from "#shared/contracts/names.ts";
import { byLocale } from "#shared/language/words.ts";
import { pauseBefore } from "../text.ts";
import type { Group } from "../words/modifier-lexicon.ts";
import { CONDITIONS, type Condition, type Place } from "./conditions.ts";
import { endOfAny, type Language } from "./languages.ts";
import type { Mark } from "./mark.ts";
import { classOf, cuesOf, type Rule, readRules, unlessOf } from "./rule.ts";
import { clauseEnd, jointBefore, openingClauseEnd, opensSentence, type Scene } from "./scene.ts";

/** A rule with what must hold, or not, where its cue stands. */
export type Guard = Rule & {
  readonly conditions: readonly { readonly is: boolean; readonly holds: Condition }[];
};

/** Errors: a condition that there is none of, by file and rule. */
export function guardOf(rule: Rule): Guard {
  const { file, id, where } = rule;
  const conditions = where.map((said) => {
    const name = said.replace(/^not /, "");
    const holds = CONDITIONS.get(name);
    if (holds !== undefined) return { is: name === said, holds };
    const known = [...CONDITIONS.keys()].join(", ");
    throw new Error(`${file}: ${id}: there is no condition "${name}"; there are ${known}`);
  });
  return { ...rule, conditions };
}

/** The guards by the phrases that they look for, each in the order of the file. */
function byPhrases(rules: readonly Rule[]): ReadonlyMap<Group, readonly Guard[]> {
  const found = new Map<Group, Guard[]>();
  for (const guard of rules.map(guardOf))
    for (const group of new Set(guard.cue.map((cue) => classOf(cue) ?? cuesOf(guard))))
      found.set(group, [...(found.get(group) ?? []), guard]);
  return found;
}

export const GUARDS = byLocale((locale) => byPhrases(readRules(locale)));
let without: { readonly locale: Locale; readonly id: string } | undefined;

/** Those that look for the phrase in a language. */
const guardsFor = (locale: Locale, group: Group): readonly Guard[] => {
  const guards = GUARDS[locale].get(group) ?? [];
  return without?.locale === locale ? guards.filter(({ id }) => id !== without?.id) : guards;
};

/** What comes of something where a rule is not there: who tries whether anything needs it asks so. */
export function withoutRule<T>(locale: Locale, id: string, read: () => T): T {
  without = { locale, id };
  try {
    return read();
  } finally {
    without = undefined;
  }
}

/** A rule whose cue stands at a word and says something there, and the word behind the cue. */
export type Held = { readonly rule: Guard; readonly to: number };

/** Phrases that people pause in. */
const MAY_PAUSE = new Set(
  ["polite-openings", "corrections", "slips", "retractions"].map((name) => `<${name}>`),
);

/**
 * The rules of a language that say something at a word: of each cue the first whose conditions hold. Pure.
 * Cost: a look-up of the word's phrases, and the conditions of their rules
 */
export function guardsAt(scene: Scene, lang: Language, at: number, marks: readonly Mark[]): Held[] {
  const found: Held[] = [];
  for (const { group, to } of lang.table.hitsAt(scene.words, at)) {
    const place = { scene, lang, at, to, marks };
    const rule = guardsFor(lang.locale, group).find((each) => says(each, place));
    if (rule !== undefined) found.push({ rule, to });
  }
  return found;
}

function says(rule: Guard, place: Place): boolean {
  const { scene, lang, at, to } = place;
  if (!rule.cue.some((cue) => MAY_PAUSE.has(cue)) && pausesInside(scene, at, to)) return false;
  if (lang.table.endOf(unlessOf(rule), scene.words, at) !== undefined) return false;
  return rule.conditions.every(({ is, holds }) => holds(place) === is);
}

function pausesInside(scene: Scene, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) if (pauseBefore(scene, at)) return true;
  return false;
}

/** The words that a guard holds: its cue, and with a direction those up to what ends it. */
export function scopeOf(
  scene: Scene,
  { rule: { direction, until }, to }: Held,
  at: number,
  marks: readonly Mark[],
): { from: number; to: number } {
  if (direction === "none") return { from: at, to };
  if (direction === "both") {
    const joint = Math.max(jointBefore(scene, marks, at), marks.at(-1)?.to ?? 0);
    return { from: joint, to: Math.max(to, clauseEnd(scene, to - 1)) };
  }
  if (until.includes("clause")) return { from: at, to: endOfCondition(scene, at, to, marks) };
  const end = clauseEnd(scene, to - 1);
  for (let next = to; next < end; next++)
    if (until.some((what) => endsScope(scene, what, next))) return { from: at, to: next };
  return { from: at, to: until.length === 1 ? end : Math.max(to, end) };
}

/** A time of one word may be anything. */
function endsScope({ words }: Scene, what: string, at: number): boolean {
  if (what === "address") return words[at]?.word.startsWith("http") === true;
  const group = classOf(what);
  if (group === undefined) return false;
  const end = endOfAny(group, words, at);
  return end !== undefined && (group !== "times" || end > at + 1);
}

function endOfCondition(scene: Scene, at: number, to: number, marks: readonly Mark[]): number {
  const opens = opensSentence(scene, marks, at);
  // What is asked for then is no part of the condition.
  const isJoined = jointBefore(scene, marks, at) < at;
  const end = opens || isJoined ? openingClauseEnd(scene, to) : clauseEnd(scene, to - 1);
  // A condition that takes all of the sentence leaves no request to look for.
  return opens && end >= scene.words.length ? to : Math.max(to, end);
}
