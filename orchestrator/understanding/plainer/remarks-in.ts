import { wordSet } from "#shared/language/words.ts";
import { isLaughter, REACTIONS } from "../../language/conversation/read-courtesy.ts";
import { contains, endOfAny, endsWith } from "../../language/modifiers/languages.ts";
import { readModifiers } from "../../language/modifiers/read-modifiers.ts";
import type { Scene } from "../../language/modifiers/scene.ts";
import { isBesideOwnDeed, type Side, type Tone } from "../../language/modifiers/tells-at.ts";
import {
  FEWEST_TOLD,
  MOST_TOLD,
  MOST_TOLD_BEFORE,
  mayHoldBack,
  startsReason,
  toneOf,
} from "../../language/modifiers/tone-of.ts";
import { quotesIn } from "../../language/quotes.ts";
import { gapBefore, joined, pauseBefore, type Token, tokens } from "../../language/text.ts";
import { isFunctionWord, opensQuestion } from "../../language/words/common-words.ts";
import { CONNECTIVES } from "../../language/words/connectives.ts";
import { deedOf, deedSet, isDeterminer } from "../../language/words/deeds.ts";

/** A verb: what it is about may be named before. */
const FEWEST_LEFT = 1;

/** Words at one end of a sentence that only tell something, and where the rest begins and ends. */
export type Remark = {
  readonly side: Side;
  readonly words: readonly Token[];
  readonly tone: Tone;
  /** Of the rest, in the text. */
  readonly start: number;
  readonly end: number;
};

/**
 * What people tell beside a request, before or behind it. A clause with a verb that tells, and nothing in it that asks,
 * denies, sets a condition or speaks of the request. Pure.
 * Shape: the longest at each end
 */
export function remarksIn(scene: Scene): Remark[] {
  const { words, edges, text } = scene;
  const marksIn = (said: string) => readModifiers({ ...scene, text: said, words: tokens(said) });
  const latest = Math.min(words.length - FEWEST_LEFT, MOST_TOLD_BEFORE + edges.from);
  const places = Array.from({ length: Math.max(0, latest - 1) }, (_, at) => at + FEWEST_TOLD);
  const before = ({ at, begin }: { at: number; begin: number }): Remark[] => {
    const said = words.slice(0, leftBehind(words, at));
    const tone =
      begin > words.length - FEWEST_LEFT ? undefined : toneOf(scene, said, "before", marksIn);
    const start = words[begin]?.start ?? 0;
    return tone === undefined
      ? []
      : [{ side: "before", words: said, start, end: text.length, tone }];
  };
  // The longest that a pause or a joining word ends, of a clause or two, and of a story.
  const paused = places.toReversed().flatMap((at) => pausedBefore(scene, at));
  const told = paused.flatMap(before);
  const short = told.find(({ words: said }) => said.length <= MOST_TOLD + 1);
  const found = [...new Set([short, told[0]])].filter((each) => each !== undefined);
  for (let at = Math.max(FEWEST_TOLD, edges.to - MOST_TOLD); at <= edges.to - 2; at++) {
    if (!mayEndBefore(scene, at)) continue;
    const said = words.slice(at, edges.to);
    const tone = toneOf(scene, said, "behind", marksIn);
    if (tone === undefined) continue;
    found.push({ side: "behind", words: said, start: 0, end: words[at - 1]?.end ?? 0, tone });
    break;
  }
  return found;
}

/** What leads on ends no remark. */
function leftBehind(words: readonly Token[], at: number): number {
  let to = at;
  while (
    to > FEWEST_TOLD &&
    (isLaughter(words[to - 1]?.word ?? "") || LEADS_ON.has(words[to - 1]?.word ?? ""))
  )
    to--;
  return to;
}

const LEADS_ON = wordSet("words.leads-on");

/** Where a request begins that stands behind a pause, or behind what joins it to a remark. */
function pausedBefore(scene: Scene, at: number): { at: number; begin: number }[] {
  const { words } = scene;
  if (isMarked(scene, at)) return [];
  let begin = at;
  while (JOINS.has(words[begin]?.word ?? "")) begin++;
  if (isMarked(scene, begin)) return [];
  const isJoined =
    begin > at &&
    (SO.has(words[begin - 1]?.word ?? "") || tellsOfOneself(words.slice(scene.edges.from, at)));
  const isPaused = pauseBefore(scene, at) || isLaughter(words[at - 1]?.word ?? "");
  return isPaused || isJoined ? [{ at, begin }] : [];
}

/** A colon or a quotation begins there. */
const isMarked = ({ text, words }: Scene, at: number): boolean =>
  /[:"\u201c\u00ab(]/.test(gapBefore({ text, words }, at));

const SO = wordSet("words.so");
const JOINS = CONNECTIVES.union(wordSet("words.joins-remarks"));

const asks = (words: readonly Token[], at: number): boolean =>
  deedOf(words[at]?.word ?? "") !== undefined ||
  opensQuestion(words[at]?.word ?? "") ||
  (["polite_openings", "wishes"] as const).some(
    (group) => endOfAny(group, words, at) !== undefined,
  );

/** Nobody else's deed follows. */
const tellsOfOneself = ([first]: readonly Token[]): boolean => ONESELF.has(first?.word ?? "");

const ONESELF = wordSet("tone.of-oneself");

/** A remark may begin there: behind a pause, with a word that gives a reason, or where someone begins to tell. */
function mayEndBefore(scene: Scene, at: number): boolean {
  const { text, words } = scene;
  const between = gapBefore({ text, words }, at);
  // What puts something right is no remark on it.
  if (between.includes(":") || endsWith("corrections", words, at)) return false;
  if (quotesIn(scene).some(({ from, to }) => at > from && at < to)) return false;
  // What is to be told.
  const isTold =
    words[at]?.word === "que" && words.slice(0, at).some(({ word }) => TELLS.has(deedOf(word)));
  return (
    pauseBefore(scene, at) ||
    (startsReason(words, at) && !isTold) ||
    isBesideOwnDeed(words.slice(at), scene) ||
    words[at - 1]?.word.startsWith("http") === true
  );
}

const TELLS = deedSet("send", "tell", "write");

/** Who calls for attention says little. */
const MOST_WORDS = 5;

/**
 * A short beginning that only calls for attention, before a pause and words that ask. It tells nothing, names nothing by an
 * article or a number, denies nothing, and sets no time or condition. Pure.
 * Shape: the shortest; undefined where there is none. An unknown word may say how what follows is meant: it stands only before what reads
 */
export function callIn(scene: Scene): Remark | undefined {
  const { words, text, edges } = scene;
  const most = Math.min(edges.from + MOST_WORDS, words.length - 2);
  for (let at = Math.max(1, edges.from); at <= most; at++) {
    if (!pauseBefore(scene, at) || isMarked(scene, at)) continue;
    const said = words.slice(0, at);
    let begin = at;
    while (JOINS.has(words[begin]?.word ?? "")) begin++;
    if (isMarked(scene, begin) || !asks(words, begin) || !isCall(scene, said)) continue;
    const start = words[begin]?.start ?? 0;
    const tone = isKnownCall(said.slice(edges.from)) ? "any" : "reads";
    return { side: "before", words: said, start, end: text.length, tone };
  }
  return undefined;
}

function isCall(scene: Scene, words: readonly Token[]): boolean {
  const said = scene.text.slice(0, words.at(-1)?.end);
  const own = words.slice(scene.edges.from);
  const first = own[0];
  if (/[\d:"\u201c\u00ab(?@]|https?:/.test(said)) return false;
  if (GETTERS.has(joined(own))) return true;
  if (contains("negators", own)) return false;
  if (first !== undefined && (opensQuestion(first.word) || LEADS.has(first.word))) return false;
  const isArticle =
    first !== undefined &&
    isDeterminer(first.word) &&
    !/^[\u00f3\u00f4\u00d3\u00d4]/u.test(said.slice(first.start));
  if (isArticle || mayHoldBack(scene, own)) return false;
  if (own.some(({ word }) => isVerb(word))) return false;
  return readModifiers({ ...scene, text: said, words: tokens(said) }).every(
    ({ kind }) => kind === "courtesy",
  );
}

const isKnownCall = (words: readonly Token[]): boolean =>
  GETTERS.has(joined(words)) ||
  words.every(
    ({ word }) =>
      REACTIONS.calls.has(word) || REACTIONS.sounds.has(word) || REACTIONS.judging.has(word),
  );

const isVerb = (word: string): boolean =>
  (deedOf(word) !== undefined && !isFunctionWord(word)) || /(?:mente|.{3}ly|ing|ndo)$/.test(word);

/** What asks for attention with a verb. */
const GETTERS = wordSet("reactions.attention-getters");

/** Lead to what, whom or when it is about. */
const LEADS = wordSet("words.leads-to-a-noun-alone");
