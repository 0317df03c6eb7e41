import type { Scene } from "../../language/modifiers/scene.ts";
import { rememberOf } from "../../language/remember-texts.ts";
import { isCovered, pauseBefore } from "../../language/text.ts";
import { isCommonWord } from "../../language/words/common-words.ts";
import { deedOf } from "../../language/words/deeds.ts";
import { familiesOf, type OfFamily } from "../../language/words/families.ts";
import { saysAt } from "../../language/words/phrases.ts";
import { stemOf } from "../../language/words/stem.ts";
import type { GoalModel } from "../goal-model.ts";
import { isWrittenAsName } from "../vocabulary.ts";
import type { Edit } from "./edit.ts";
import { beginsClause, payloadFrom } from "./say-plainly.ts";

/** An example says what is to be done among its first words. */
const AMONG_FIRST = 3;
/** What a verb does something with may stand before its particle. */
const MOST_BETWEEN = 5;
/** A verb may stand in several families. */
const MOST_VERBS = 3;

/** The words of a request that a goal has others for. */
export type OwnWords = {
  /** The verb, in several ways: the most likely first. */
  readonly deeds: readonly (readonly Edit[])[];
  /** What it is done with, and how. */
  readonly things: readonly Edit[];
  /** In another sense the verb is a rival's, the goal says it already, or there is more than one clause. */
  readonly isUnsure: boolean;
};

/**
 * The request in the words that the goal's examples say most, for those of the same family that they do not say: the first verb, and
 * any thing before a text that is kept as it was said. What a rival, another goal that may well be meant, says itself is the rival's. Pure.
 */
export function inOwnWords(scene: Scene, goal: GoalModel, rivals: readonly GoalModel[]): OwnWords {
  const { words, edges } = scene;
  const end = payloadFrom(scene);
  const own = vocabularyOf(goal);
  const others = rivals.filter((each) => each !== goal);
  const known = [goal, ...others].map((each) => vocabularyOf(each).stems);
  let deeds: Edit[][] = [];
  let isUnsure = words.some((_, at) => at > edges.from && at < edges.to && pauseBefore(scene, at));
  const things: Edit[] = [];
  for (let at = edges.from; at < end; at++) {
    const said = words[at];
    if (said === undefined) continue;
    const isFirst = deeds.length === 0 && beginsClause(scene, at);
    const isOthers =
      isCommonWord(said.word) ||
      isWrittenAsName(scene.text, at, said.start) ||
      known.some((stems) => stems.has(stemOf(said.word)));
    const senses = familiesOf(said.word, scene.locale);
    const found = senses
      .filter(({ isDeed }) => (isDeed ? isFirst : !isOthers))
      .flatMap((each) => {
        const most = own.mostSaid(each);
        const rest = most && restOf(scene, each, at, end);
        return most && rest && most.words !== said.word ? [{ ...most, ...each, rest }] : [];
      })
      .sort((a, b) => b.times - a.times)
      .filter(({ words: put }, at, all) => all.findIndex(({ words }) => words === put) === at);
    const editsOf = ({ rest, words: put }: (typeof found)[number]): Edit[] =>
      rest.isRight
        ? [{ start: said.start, end: rest.end, put }]
        : [
            { start: said.start, end: said.end, put },
            { start: rest.start, end: rest.end, put: "" },
          ];
    const asDeed = found.filter(({ isDeed }) => isDeed);
    const thing = found.find(({ words: put }) => stemOf(put) !== stemOf(said.word));
    if (asDeed.length > 0) {
      deeds = asDeed.slice(0, MOST_VERBS).map(editsOf);
      const isOf = (rival: GoalModel, families: readonly OfFamily[]) =>
        families.some((each) => vocabularyOf(rival).mostSaid(each) !== undefined);
      const verbs = senses.filter(({ isDeed }) => isDeed);
      const shared = verbs.filter(({ family }) => asDeed.some((each) => each.family === family));
      isUnsure ||=
        others.some((each) => isOf(each, verbs) && !isOf(each, shared)) ||
        asDeed.every((each) => each.isOtherSense) ||
        asDeed.some(({ words: put }) => stemOf(put) === stemOf(said.word)) ||
        own.says.has(said.word);
    } else if (thing !== undefined) things.push(...editsOf(thing));
  }
  return { deeds, things, isUnsure };
}

/** Where the rest of a member stands: right behind its first word, or a verb's particle a few words later. */
function restOf(
  scene: Scene,
  { rest, isDeed }: OfFamily,
  at: number,
  end: number,
): { start: number; end: number; isRight: boolean } | undefined {
  const { words } = scene;
  const last = rest.length === 1 && isDeed ? at + 1 + MOST_BETWEEN : at + 1;
  for (let from = at + 1; from <= Math.min(last, end - rest.length); from++) {
    if (from > at + 1 && pauseBefore(scene, from)) return undefined;
    if (!saysAt(words, from, rest)) continue;
    const to = words[from + rest.length - 1];
    return {
      start: words[from]?.start ?? 0,
      end: Math.max(to?.end ?? 0, words[at]?.end ?? 0),
      isRight: from === at + 1,
    };
  }
  return undefined;
}

/** `isOtherSense`: only in another family has the goal more words for it, and so it means it in the sense of that one. */
type Said = { readonly words: string; readonly times: number; readonly isOtherSense: boolean };

type Vocabulary = {
  readonly says: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
  /** The member of the family that the examples say most. */
  mostSaid(of: OfFamily): Said | undefined;
};
const vocabularyOf = rememberOf((goal: GoalModel): Vocabulary => {
  const says = new Set<string>();
  const times = new Map<number, Map<string, number>>();
  const count = (family: number, word: string) => {
    const counted = times.get(family) ?? new Map<string, number>();
    times.set(family, counted.set(word, (counted.get(word) ?? 0) + 1));
  };
  for (const { locale, words, marks } of goal.examples) {
    const verb = words
      .slice(0, AMONG_FIRST)
      .findIndex(
        ({ word }) =>
          deedOf(word) !== undefined || familiesOf(word, locale).some(({ isDeed }) => isDeed),
      );
    words.forEach(({ word }, at) => {
      if (isCovered(marks, at)) return;
      says.add(word);
      const there = familiesOf(word, locale).filter(({ rest }) => saysAt(words, at + 1, rest));
      // A verb with its particle is another one than the verb alone.
      const longest = Math.max(...there.map(({ rest }) => rest.length));
      for (const { family, rest, isDeed, isProgressive } of there)
        if (!isDeed || (at === verb && !isProgressive && rest.length === longest))
          count(family, [word, ...rest].join(" "));
    });
  }
  const inSeveral = new Set(
    [...times.values()].flatMap((of) => (of.size > 1 ? [...of.keys()] : [])),
  );
  const isOtherSense = (word: string, { size }: ReadonlyMap<string, number>) =>
    size === 1 && inSeveral.has(word);
  const most = new Map(
    [...times].flatMap(([family, counted]) => {
      const [first] = [...counted].sort(([, a], [, b]) => b - a);
      if (first === undefined) return [];
      const [words, times] = first;
      return [[family, { words, times, isOtherSense: isOtherSense(words, counted) }] as const];
    }),
  );
  return {
    says,
    stems: new Set([...says].map(stemOf)),
    mostSaid: ({ family }) => most.get(family),
  };
});
