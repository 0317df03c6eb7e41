import type { Locale } from "#shared/contracts/names.ts";
import { wordSet } from "#shared/language/words.ts";
import { foldLetters } from "#shared/plain-text/fold.ts";
import { quotesIn } from "../quotes.ts";
import type { Token } from "../text.ts";
import type { Sentence } from "../values/recogniser.ts";
import { deedOf } from "../words/deeds.ts";
import { addresseeEnd } from "./addressee.ts";
import { endOfAny, type Language, READINGS } from "./languages.ts";
import type { Mark } from "./mark.ts";
import type { Group } from "./phrase-table.ts";
import {
  clauseEnd,
  jointBefore,
  openingClauseEnd,
  opensClause,
  opensSentence,
  pauseBefore,
  type Scene,
  sceneOf,
} from "./scene.ts";
import { type Phrase, STANDS } from "./stands.ts";
import { withTails } from "./tails.ts";

type Value = Mark["value"];
type Found = {
  readonly group?: Group;
  readonly kind: Mark["kind"];
  readonly value: Value;
  readonly from: number;
  readonly to: number;
  readonly locale: Locale;
  readonly rank: number;
};

/** What is read of a long text, words: requests begin and end it, and what is between is someone's prose. */
const HEAD_WORDS = 120;
const TAIL_WORDS = 40;
const LAST_RANK = 99;
/** Phrases that people pause in. */
const MAY_PAUSE = new Set<Group>(["polite_openings", "corrections", "slips", "retractions"]);

/**
 * What stands around requests: polarity, mood, condition, time, recurrence, addressee, correction, exception, amount,
 * and courtesy that changes nothing. Pure, and without a word about any subject. What belongs to a goal, and what
 * stands in a message, is for whoever knows the goal (judge-clause.ts).
 * Shape: marks from left to right, none overlapping; what is quoted is not read
 * Cost:  a look-up for each of at most 160 words
 */
export function readModifiers(sentence: Sentence): readonly Mark[] {
  const { words, locale } = sentence;
  const known = READ.get(words)?.[locale];
  if (known !== undefined) return known;
  const marks = marksIn(sentence);
  READ.set(words, { ...READ.get(words), [locale]: marks });
  return marks;
}

/** One sentence is read for what follows, its corrections, its parts and its goal: its words are the same. */
const READ = new WeakMap<readonly Token[], Partial<Record<Locale, readonly Mark[]>>>();

function marksIn(sentence: Sentence): readonly Mark[] {
  const { text, words } = sentence;
  const scene = sceneOf(sentence);
  const quotes = quotesIn(sentence);
  const marks: Mark[] = [];
  const tail = Math.max(HEAD_WORDS, words.length - TAIL_WORDS);
  for (let at = 0; at < words.length; ) {
    if (at >= HEAD_WORDS && at < tail) at = tail;
    const quote = quotes.find(({ from, to }) => at >= from && at < to);
    const found = quote === undefined ? phraseAt(scene, at, marks) : undefined;
    if (found !== undefined) {
      const { from, to } = extentOf(scene, found, marks);
      marks.push({
        kind: found.kind,
        value: found.value,
        from,
        to,
        start: words[from]?.start ?? 0,
        end: words[to - 1]?.end ?? text.length,
        locale: found.locale,
      });
    }
    at = quote?.to ?? Math.max(at + 1, marks.at(-1)?.to ?? 0, found?.to ?? 0);
  }
  return withTails(scene, marks);
}

/** The longest phrase that stands at a word, in the sentence's language or, where it tells, in another. */
function phraseAt(scene: Scene, at: number, marks: readonly Mark[]): Found | undefined {
  const [own] = scene.languages;
  let best: Found | undefined;
  const consider = (found: Found) => {
    if (
      best === undefined ||
      found.to > best.to ||
      (found.to === best.to && found.locale === best.locale && found.rank < best.rank)
    )
      best = found;
  };
  for (const lang of scene.languages) {
    const { table, locale } = lang;
    const isOwn = lang === own;
    for (const { group, to } of table.hitsAt(scene.words, at)) {
      const says = READINGS.get(group);
      if (says === undefined || !(isOwn || tells(scene.words, at, to, own))) continue;
      if (!MAY_PAUSE.has(group) && pausesInside(scene, at, to)) continue;
      const value = readingOf(scene, lang, { group, at, to }, marks);
      if (value === undefined) continue;
      const kind =
        value === "asked_about"
          ? "mood"
          : value === "courtesy" || value === "plain"
            ? "courtesy"
            : says.kind;
      consider({ group, kind, value, from: at, to, locale, rank: says.rank });
    }
    const somebody = addresseeEnd(scene, lang, at);
    if (somebody !== undefined && (isOwn || tells(scene.words, at, somebody, own)))
      consider({
        ...{ kind: "addressee", value: "to_somebody", rank: LAST_RANK },
        ...{ from: at, to: somebody, locale },
      });
    const negated = runTogetherEnd(scene, lang, at);
    if (negated !== undefined && opensClause(scene, marks, at))
      consider({
        ...{ kind: "polarity", value: "negated", rank: LAST_RANK },
        ...{ from: at, to: negated, locale },
      });
    const teller = tellerEnd(scene, lang, at, marks);
    if (teller !== undefined && best === undefined)
      consider({
        ...{ kind: "mood", value: "reported", rank: LAST_RANK },
        ...{ from: at, to: teller, locale },
      });
  }
  return best;
}

function pausesInside(scene: Scene, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) if (pauseBefore(scene, at)) return true;
  return false;
}

/**
 * Some word of it is no small word of the sentence's own language: "no" says nothing in Portuguese. A letter alone tells only before what
 * asks: "n" is "and" in English.
 */
const tells = (words: readonly Token[], from: number, to: number, own: Language | undefined) =>
  words
    .slice(from, to)
    .some(
      ({ word }) =>
        own?.common.has(word) !== true &&
        !/^\d/.test(word) &&
        (word.length > 1 || deedOf(words[to]?.word ?? "") !== undefined),
    );

/** One written word that stands for two others, before what ends like a verb. */
function runTogetherEnd(
  { text, words }: Scene,
  { runTogether }: Language,
  at: number,
): number | undefined {
  const word = words[at];
  if (word === undefined || runTogether.length === 0) return undefined;
  if (!runTogether.includes(foldLetters(text.slice(word.start, word.end)))) return undefined;
  let to = at;
  while (words[to]?.start === word.start) to++;
  const next = words[endOfAny("oneself", words, to) ?? to]?.word ?? "";
  return deedOf(next) === undefined && !/(?<!di)a$/.test(next) ? undefined : to;
}

/** Someone tells of a deed, unless a wish follows. */
function tellerEnd(
  scene: Scene,
  { table }: Language,
  at: number,
  marks: readonly Mark[],
): number | undefined {
  const to = table.endOf("tellers", scene.words, at);
  if (to === undefined || to >= scene.words.length || !opensSentence(scene, marks, at))
    return undefined;
  if (table.endOf("wishes", scene.words, to) !== undefined) return undefined;
  return to;
}

/** What a phrase says where it stands; undefined: nothing. */
function readingOf(
  scene: Scene,
  lang: Language,
  phrase: Phrase,
  marks: readonly Mark[],
): Value | undefined {
  const stands = STANDS[phrase.group]?.({ scene, lang, phrase, marks }) ?? true;
  if (stands === true) return READINGS.get(phrase.group)?.value;
  return stands === false ? undefined : stands;
}

/** Up to a pause, an address, or what leads to something else. */
function purposeEnd(scene: Scene, from: number): number {
  const { words } = scene;
  const end = clauseEnd(scene, from - 1);
  for (let to = from; to < end; to++) {
    if (words[to]?.word.startsWith("http") === true) return to;
    if (ENDS_PURPOSE.some((group) => endOfAny(group, words, to) !== undefined)) return to;
    if ((endOfAny("times", words, to) ?? 0) > to + 1) return to;
  }
  return Math.max(from, end);
}

const ENDS_PURPOSE: readonly Group[] = [
  "joints",
  "retractions",
  "conditions",
  "recurrences",
  "slips",
  "negators",
];

/** The words that a modifier takes with it: a condition its clause, what is left out the rest of its own. */
function extentOf(
  scene: Scene,
  { group, kind, value, from, to }: Found,
  marks: readonly Mark[],
): { from: number; to: number } {
  if (value === "left_out") {
    const joint = Math.max(jointBefore(scene, marks, from), marks.at(-1)?.to ?? 0);
    return { from: joint, to: Math.max(to, clauseEnd(scene, to - 1)) };
  }
  if (group === "purposes") return { from, to: purposeEnd(scene, to) };
  if (group === "backgrounds") return { from, to: clauseEnd(scene, to - 1) };
  const isOfEvent = kind === "recurrence" && OF_EVENTS.has(scene.words[to - 1]?.word ?? "");
  if (kind !== "condition" && !isOfEvent) return { from, to };
  const opens = opensSentence(scene, marks, from);
  // What is asked for then is no part of the condition.
  const isJoined = jointBefore(scene, marks, from) < from;
  const end = opens || isJoined ? openingClauseEnd(scene, to) : clauseEnd(scene, to - 1);
  // A condition that takes all of the sentence leaves no request to look for.
  return { from, to: opens && end >= scene.words.length ? to : Math.max(to, end) };
}

const OF_EVENTS = wordSet("words.of-events");
