import { tokens } from "../language/text.ts";
import type { Sentence } from "../language/values/recogniser.ts";
import { recogniseUrl } from "../language/values/typed-values.ts";
import type { GoalModel } from "./goal-model.ts";

/** The goal that an address means in the place of another one; undefined: the other one is meant. */
export type AddressGoals = (goal: GoalModel, sentence: Sentence) => GoalModel | undefined;

/**
 * Goals that know their addresses by the host: where one goal of a manifest takes links and another one the videos of a
 * host, an address there is a video. Words that are the other goal's own decide otherwise.
 */
export function buildAddressGoals(goals: readonly GoalModel[]): AddressGoals {
  const knowing = goals.filter((goal) => hostsOf(goal).length > 0);
  const wordsOf = new Map(goals.map((goal) => [goal, keywordsOf(goal)]));
  return (goal, sentence) => {
    if (knowing.length === 0 || !takesAddress(goal) || hostsOf(goal).length > 0) return undefined;
    const host = hostIn(sentence);
    if (host === undefined) return undefined;
    const meant = knowing.find(
      (each) => each.domain === goal.domain && hostsOf(each).some((known) => isBelow(host, known)),
    );
    if (meant === undefined) return undefined;
    const isOwn = (word: string) =>
      wordsOf.get(goal)?.has(word) === true && wordsOf.get(meant)?.has(word) !== true;
    return sentence.words.some(({ word }) => isOwn(word)) ? undefined : meant;
  };
}

/**
 * The goal that an address means behind another one of its domain: any other address behind a video is a link.
 * undefined: the last goal takes it, or no other one does.
 */
export function buildNextByAddress(goals: readonly GoalModel[]): AddressGoals {
  const meant = buildAddressGoals(goals);
  return (last, sentence) => {
    const host = takesAddress(last) ? hostIn(sentence) : undefined;
    if (host === undefined) return undefined;
    const hosts = hostsOf(last);
    if (hosts.length === 0) return meant(last, sentence);
    if (hosts.some((known) => isBelow(host, known))) return undefined;
    const others = goals.filter(
      (each) => each.domain === last.domain && takesAddress(each) && hostsOf(each).length === 0,
    );
    return others.length === 1 ? others[0] : undefined;
  };
}

const hostsOf = ({ entities }: GoalModel): readonly string[] =>
  [...entities.values()].flatMap(({ hosts = [] }) => hosts);

const takesAddress = ({ entities }: GoalModel): boolean =>
  [...entities.values()].some(({ type, required }) => type === "url" && required);

/** Its keywords of one word each: of several, each word may be anybody's. */
const keywordsOf = ({ spec }: GoalModel): ReadonlySet<string> =>
  new Set(
    Object.values(spec.hints.keywords ?? {})
      .flatMap((keywords) => keywords ?? [])
      .map((keyword) => tokens(keyword))
      .flatMap(([only, other]) => (only === undefined || other !== undefined ? [] : [only.word])),
  );

function hostIn(sentence: Sentence): string | undefined {
  for (let at = 0; at < sentence.words.length; at++) {
    const found = recogniseUrl(sentence, at);
    if (found !== undefined) return new URL(found.value).hostname;
  }
  return undefined;
}

const isBelow = (host: string, known: string): boolean =>
  host === known || host.endsWith(`.${known}`);
