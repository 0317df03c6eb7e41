import { wordSet } from "#shared/language/words.ts";
import { endOfAny } from "../../language/modifiers/languages.ts";
import { readModifiers } from "../../language/modifiers/read-modifiers.ts";
import { pauseBefore, type Scene } from "../../language/modifiers/scene.ts";
import { mayHoldBack } from "../../language/modifiers/tone-of.ts";
import { type Token, tokens } from "../../language/text.ts";
import { isFunctionWord } from "../../language/words/common-words.ts";
import { deedOf, isDeterminer } from "../../language/words/deeds.ts";
import { opensQuestion } from "../../language/words/questions.ts";
import { REACTIONS } from "../../language/words/reactions.ts";
import { asks, isMarked, JOINS, type Remark } from "./remarks-in.ts";

/** Who calls for attention says little. */
const MOST_WORDS = 5;

/**
 * A short beginning that only calls for attention, before a pause and words that ask: "*guri*, anota ...", "*pega a visão*, manda ...".
 * It tells nothing, names nothing by an article or a number, denies nothing, and sets no time or condition. Pure.
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
  if (GETTERS.has(own.map(({ word }) => word).join(" "))) return true;
  if (own.some((_, at) => endOfAny("negators", own, at) !== undefined)) return false;
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
  GETTERS.has(words.map(({ word }) => word).join(" ")) ||
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
