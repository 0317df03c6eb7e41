import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, wordList } from "#shared/language/words.ts";
import { withoutCourtesy } from "../courtesy.ts";
import { endsWithAny, gapBefore, isCovered, pauseBefore } from "../text.ts";
import { type Sentence, sentenceOf } from "../values/recogniser.ts";
import { isFunctionWord } from "../words/common-words.ts";
import { deedOf } from "../words/deeds.ts";
import { endOfAny, type Language, languagesFor } from "./languages.ts";
import type { Mark } from "./mark.ts";

/** A sentence, and what can be asked about a place in it. */
export type Scene = Sentence & {
  readonly languages: readonly Language[];
  /** The words between the courtesies at both ends. */
  readonly edges: { readonly from: number; readonly to: number };
  readonly asks: boolean;
};

export const sceneOf = (sentence: Sentence): Scene => ({
  ...sentence,
  languages: languagesFor(sentence.locale),
  edges: withoutCourtesy(sentence.words),
  asks: sentence.text.includes("?"),
});

/** The scene of a text by itself. */
export const sceneIn = (text: string, locale: Locale): Scene => sceneOf(sentenceOf(text, locale));

/** A sentence between its courtesies. */
export const withoutEdges = (sentence: Sentence): Sentence => {
  const edges = withoutCourtesy(sentence.words);
  return partOf(
    sentence,
    endsAsName(sentence, edges.to) ? { ...edges, to: sentence.words.length } : edges,
  );
};

/** Several words with capitals behind another one go on with a name. */
const endsAsName = ({ text, words }: Sentence, end: number): boolean =>
  end > 0 &&
  words.length - end > 1 &&
  words.slice(end - 1).every(({ start }) => /\p{Lu}/u.test(text[start] ?? "")) &&
  /\p{Ll}/u.test(text) &&
  !/[,.;!]/.test(gapBefore({ text, words }, end));

/** Some words of a sentence, from one up to another. */
export const partOf = (sentence: Sentence, { from, to }: { from: number; to: number }): Sentence =>
  to - from === sentence.words.length
    ? sentence
    : { ...sentence, words: sentence.words.slice(from, to) };

/** Some words, and where they stand in the text. */
export const stretchOf = ({ text, words }: Scene, from: number, to: number) => ({
  ...{ from, to, start: words[from]?.start ?? 0 },
  end: words[to - 1]?.end ?? text.length,
});

/** Nothing but courtesy follows. */
export const endsAt = ({ edges }: Scene, to: number): boolean => to >= edges.to;

/** Words that may stand before the first word of a request: courtesy, small words, other modifiers. */
function isPrelude(scene: Scene, marks: readonly Mark[], at: number): boolean {
  return (
    at < scene.edges.from ||
    isCovered(marks, at) ||
    endOfAny("subjects", scene.words, at) !== undefined ||
    endOfAny("joints", scene.words, at) !== undefined
  );
}

/** A request could begin at this place, and none has before. */
export const opensSentence = (scene: Scene, marks: readonly Mark[], at: number): boolean =>
  scene.words.slice(0, at).every((_, before) => isPrelude(scene, marks, before));

/** The place where the words that join a clause to what stands before it begin. */
export function jointBefore(scene: Scene, marks: readonly Mark[], at: number): number {
  const { words } = scene;
  let from = at;
  while (from > 0 && !pauseBefore(scene, from)) {
    const joint = [from - 1, from - 2].find(
      (begin) =>
        begin >= 0 && !isCovered(marks, begin) && endOfAny("joints", words, begin) === from,
    );
    if (joint === undefined) break;
    from = joint;
  }
  return from;
}

/** A request could begin at this place: at the beginning, after a pause, or after what joins. */
export const opensClause = (scene: Scene, marks: readonly Mark[], at: number): boolean =>
  opensSentence(scene, marks, at) || pauseBefore(scene, at) || jointBefore(scene, marks, at) < at;

/** Where the clause that a place stands in ends: at a pause, or with the sentence. */
export function clauseEnd(scene: Scene, from: number): number {
  let to = from + 1;
  while (to < scene.words.length && !pauseBefore(scene, to)) to++;
  return to;
}

/** The same for a clause that comes before its request: without a pause, the request begins with an action. */
export function openingClauseEnd(scene: Scene, from: number): number {
  const end = clauseEnd(scene, from);
  const asks = ({ word }: { word: string }) =>
    deedOf(word) !== undefined && !endsWithAny(word, WAITED_FOR[scene.locale]);
  const next = scene.words.slice(end).find(({ word }) => !isFunctionWord(word));
  // What asks stands before the pause.
  if (next !== undefined && asks(next)) return end;
  const verb = scene.words.slice(from + 1, end).findIndex(asks);
  return verb < 0 ? end : from + 1 + verb;
}

const WAITED_FOR = byLocale((locale) => wordList("verbs.awaited-endings", locale));
