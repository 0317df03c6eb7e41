import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { tokens } from "../../language/text.ts";
import { isCommonWord } from "../../language/words/common-words.ts";
import { stemOf } from "../../language/words/stem.ts";
import type { ConfidenceModel } from "../../understanding/classifier/training.ts";
import type { Prediction } from "../evaluation/labelled.ts";
import type { ManifestSentence } from "../evaluation/manifest-sentences.ts";
import type { Variant } from "../evaluation/variants.ts";

/** What the linter has heard of a catalogue, for the next one that is nearly the same. */
export type Heard = {
  manifests: readonly Manifest[];
  confidence: Pick<ConfidenceModel, "intercept" | "weights"> | null;
  /** By the key of their sentences. */
  predictions: [key: string, Prediction][];
  /** By their keys, requests with a word around them that would not act. */
  harmless: string[];
  /** By goal, what is proposed as a near miss. */
  siblings: [goal: string, LintFinding | null][];
  /** By keyword, the goal that would act on it alone. */
  keywords: [text: string, goal: string | null][];
  /** So often was only a part heard since the whole was. */
  times: number;
};

/** What differs between two sets of manifests that are nearly the same. */
export type Change = { goals: ReadonlySet<string>; words: ReadonlySet<string> };

/** Of what was kept, so much may be of catalogues before; then all of it is heard again. */
const MOST_TIMES = 20;
/** More changed goals are another catalogue. */
const MOST_GOALS = 6;

export const goalKey = (domain: string, goal: string): string => `${domain}.${goal}`;

/** The same sentence in the same place of a goal, wherever it stands in its list. */
export const sentenceKey = ({ domain, of, goal, locale, path, text }: ManifestSentence): string =>
  JSON.stringify([domain, of, goal, locale, path.includes(".examples."), text]);

/** The same words in the same form, whichever read a follow-up was said behind. */
export const variantKey = ({ domain, of, form, said }: Variant): string =>
  JSON.stringify([domain, of, form, said]);

/** undefined: so much is another that all of it is to be heard. */
export function changeBetween(heard: Heard, now: readonly Manifest[]): Change | undefined {
  if (heard.times >= MOST_TIMES || heard.manifests.length !== now.length) return undefined;
  const goals = new Set<string>();
  const words = new Set<string>();
  for (const manifest of now) {
    const before = heard.manifests.find(({ domain }) => domain === manifest.domain);
    if (before === undefined) return undefined;
    const own = new Map(before.goals.map((goal) => [goal.goal, goal]));
    const { goals: specs, ...rest } = manifest;
    const { goals: _, ...restBefore } = before;
    // What a domain's goals share concerns each of them.
    const isShared = JSON.stringify(rest) !== JSON.stringify(restBefore);
    if (isShared) addWords(words, restBefore, rest);
    for (const spec of specs) {
      const old = own.get(spec.goal);
      own.delete(spec.goal);
      if (!isShared && JSON.stringify(old) === JSON.stringify(spec)) continue;
      goals.add(goalKey(manifest.domain, spec.goal));
      addWords(words, old, spec);
    }
    for (const gone of own.values()) {
      goals.add(goalKey(manifest.domain, gone.goal));
      addWords(words, gone, undefined);
    }
  }
  return goals.size > MOST_GOALS ? undefined : { goals, words };
}

/** The stems of the telling words in the texts that only one of both has. */
function addWords(words: Set<string>, before: unknown, now: unknown): void {
  const [old, fresh] = [new Set(textsIn(before)), new Set(textsIn(now))];
  for (const text of old.symmetricDifference(fresh))
    for (const stem of stemsIn(text)) words.add(stem);
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      yield key;
      yield* textsIn(inner);
    }
}

/** The stems of the words of a text that tell what it is about. */
export const stemsIn = (text: string): string[] =>
  tokens(text).flatMap(({ word }) => (isCommonWord(word) ? [] : stemOf(word)));

/** A goal is not left without more of its sentences than a fold leaves out. */
const MOST_OF_A_KIND = 0.2;
/** What shares less with a change than so many others is not moved by it. */
const MOST_MOVED = 120;

/** The sentences that what changed may move: those that share most with it, and no more of a goal than one fold leaves out. */
export function movedBy(
  { words }: Change,
  sentences: readonly ManifestSentence[],
): ManifestSentence[] {
  const kindOf = ({ domain, of, locale, path }: ManifestSentence) =>
    `${domain} ${of} ${locale} ${path.includes(".examples.")}`;
  const most = [...Map.groupBy(sentences, kindOf).values()].flatMap((own) => {
    const shared = own.map((sentence) => ({
      sentence,
      count: new Set(stemsIn(sentence.text).filter((stem) => words.has(stem))).size,
    }));
    return shared
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count)
      .slice(0, Math.max(1, Math.floor(own.length * MOST_OF_A_KIND)));
  });
  return most
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_MOVED)
    .map(({ sentence }) => sentence);
}
