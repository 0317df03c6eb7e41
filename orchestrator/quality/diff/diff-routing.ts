import type { GoalFrame } from "#shared/contracts/intent.ts";
import { canonicalJson } from "#shared/contracts/json.ts";
import { inEach, type Locale } from "#shared/contracts/names.ts";
import {
  type Route,
  type RouteAspect,
  type RouteChange,
  type RouteCost,
  type RoutingDiff,
  routeAspects,
} from "#shared/contracts/routing.ts";
import { type Catalogue, gateOfGoal, onlyReads } from "../../catalogue/catalogue.ts";
import { framesOf } from "../../planning/frames.ts";
import { gateOfFrame } from "../../planning/gate.ts";
import { enabledFollowups, type Follower } from "../../planning/plan-followups.ts";
import { followupPhrases } from "../../understanding/followup-phrases.ts";
import type { Understanding } from "../../understanding/understanding.ts";
import { keysOf, valuesOf } from "../evaluation/labelled.ts";
import { isExample, type ManifestSentence, sentencesOf } from "../evaluation/manifest-sentences.ts";

/** A catalogue, and how sentences are heard against it. */
export type Router = {
  catalogue: Catalogue;
  understanding: Understanding;
  /** Where sentences are known to lead; what is found out is put there too. */
  known?: Map<string, Route>;
};

/** Where a sentence leads when nothing was said before it. */
export function routeOf(router: Router, text: string): Route {
  const found = router.known?.get(text) ?? heardRoute(router, text);
  router.known?.set(text, found);
  return found;
}

function heardRoute({ catalogue, understanding }: Router, text: string): Route {
  const { intent } = understanding.understand(text, { lastFrame: null });
  const { primary_domain: domain, goal, entities, confidence, tier, also } = intent;
  const frames = framesOf(intent);
  const followers = [
    ...intent.followups,
    ...frames.flatMap((frame) => enabledFollowups(frame, catalogue)),
  ];
  return {
    domain,
    goal,
    entities,
    confidence,
    tier,
    cost: costOf(frames, followers, catalogue),
    also: also.map((frame) => `${frame.primary_domain}.${frame.goal}`),
    followups: [...new Set(followers.map((each) => `${each.domain}.${each.capability}`))],
  };
}

function costOf(
  frames: readonly GoalFrame[],
  followers: readonly Follower[],
  catalogue: Catalogue,
): RouteCost {
  const effects = followers.map(
    ({ domain, capability }) => catalogue.capability(domain, capability)?.effect ?? "external",
  );
  const acts = frames.every((frame) => {
    const { primary_domain, goal, confidence } = frame;
    if ((gateOfFrame(frame, [], catalogue).doubts ?? []).length > 0) return false;
    const own = gateOfGoal(primary_domain, goal, catalogue) ?? 0;
    // What follows carries the answer away: its effects count as well.
    const following = effects.length > 0 ? (catalogue.gateOf(primary_domain, effects) ?? 0) : 0;
    return confidence >= Math.max(own, following);
  });
  if (frames.length === 0 || !acts) return "unsure";
  const needsModel = frames.some(
    ({ primary_domain, goal }) =>
      catalogue.goal(primary_domain, goal)?.spec.action_type !== "deterministic",
  );
  return needsModel ? "model" : "zero_tokens";
}

/** An example with a follow-up phrase behind it. */
type Followed = {
  text: string;
  /** Where the example leads without it. */
  base: Route;
  /** The capabilities that have the phrase, before and after. */
  before: ReadonlySet<string>;
  after: ReadonlySet<string>;
};

const MOST_FOLLOWED = 3000;
/** Of the phrases of one capability and language that both catalogues have; a manifest spells some in hundreds of ways. */
const MOST_UNCHANGED = 40;

/**
 * Follow-up phrases of two catalogues behind an example that leads to the same reading goal with the same values in both, so that it
 * shows who would be given the answer: all that are not the same in both, and some of the others, evenly spread.
 * Cost: a few understandings, for the examples; those of the phrases are the caller's
 */
function followedExamples(
  before: Router,
  after: Router,
  sentences: readonly ManifestSentence[],
): Followed[] {
  const owners = new Map<string, { locale: Locale; before: Set<string>; after: Set<string> }>();
  for (const [when, { catalogue }] of [
    ["before", before],
    ["after", after],
  ] as const)
    for (const manifest of catalogue.manifests.values())
      for (const { phrase, locale, capability } of followupPhrases(manifest)) {
        const known = owners.get(phrase) ?? { locale, before: new Set(), after: new Set() };
        known[when].add(`${manifest.domain}.${capability}`);
        owners.set(phrase, known);
      }
  const bases = inEach((locale) => baseOf(locale, before, after, sentences));
  const [changed, unchanged] = [[...owners], [...owners]].map((all, at) =>
    all.filter(([, of]) => of.before.symmetricDifference(of.after).size > 0 === (at === 0)),
  );
  const alike = Map.groupBy(unchanged ?? [], ([, of]) => [of.locale, ...of.after].join());
  const chosen = [...(changed ?? []), ...[...alike.values()].flatMap(spread)];
  return chosen.slice(0, MOST_FOLLOWED).flatMap(([phrase, { locale, ...having }]) => {
    const base = bases[locale] ?? Object.values(bases).find((each) => each !== undefined);
    return base === undefined
      ? []
      : [{ text: `${base.text} ${phrase}`, base: base.route, ...having }];
  });
}

/** As many as are heard, from the first to the last. */
const spread = <T>(all: readonly T[]): T[] => {
  const step = Math.max(1, all.length / MOST_UNCHANGED);
  return all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
};

/** It now goes where the phrase says, which no one had before, and is about what it was about without it. */
const followsAsWanted = (now: Route, { base, before, after }: Followed): boolean => {
  const [only, ...others] = now.followups;
  return (
    before.size === 0 &&
    only !== undefined &&
    others.length === 0 &&
    after.has(only) &&
    now.domain === base.domain &&
    now.goal === base.goal
  );
};

function baseOf(
  locale: Locale,
  before: Router,
  after: Router,
  sentences: readonly ManifestSentence[],
): { text: string; route: Route } | undefined {
  for (const { text, locale: spoken } of sentences) {
    if (spoken !== locale) continue;
    const [old, now] = [routeOf(before, text), routeOf(after, text)];
    if (now.cost !== "zero_tokens" || now.followups.length > 0 || now.also.length > 0) continue;
    if (old.domain !== now.domain || old.goal !== now.goal || old.cost !== now.cost) continue;
    // An example that only one of them has may mean something else to the other, with every phrase behind it.
    if (differs.entities(old, now)) continue;
    const goal = after.catalogue.goal(now.domain ?? "", now.goal ?? "");
    if (goal !== undefined && onlyReads(goal, after.catalogue)) return { text, route: now };
  }
  return undefined;
}

/** What is heard to tell two catalogues apart. */
type Heard = {
  wanted: Map<string, ManifestSentence[]>;
  said: Set<string>;
  examples: Set<string>;
  followed: Followed[];
};

/** The examples of both catalogues, one of them with follow-up phrases of both behind it, and what people said; each text once. */
function heardOf(before: Router, after: Router, recorded: readonly string[]): Heard {
  const wanted = examplesOf(after);
  const said = new Set(recorded);
  const examples = exampleTexts(before.catalogue).union(new Set(wanted.keys())).difference(said);
  const followed = followedExamples(before, after, [...wanted.values()].flat()).filter(
    ({ text }) => !said.has(text) && !examples.has(text),
  );
  return { wanted, said, examples, followed };
}

/**
 * What a candidate catalogue would change: what `heardOf` says is heard, through the one and the other.
 * Shape:  each text once; a change of confidence alone is none, until it crosses the gate
 * Cost:   two understandings a sentence, 1 to 2 ms each; none where a router knows where it leads
 */
export function diffRouting(
  before: Router,
  after: Router,
  recorded: readonly string[],
): RoutingDiff {
  const { wanted, said, examples, followed } = heardOf(before, after, recorded);
  const changeOf = (
    text: string,
    source: RouteChange["source"],
    isIntended: (old: Route, now: Route) => boolean,
  ): RouteChange[] => {
    const [old, now] = [routeOf(before, text), routeOf(after, text)];
    const changed = routeAspects.filter((aspect) => differs[aspect](old, now));
    if (changed.length === 0) return [];
    return [{ text, source, changed, before: old, after: now, intended: isIntended(old, now) }];
  };
  // No example asks for what follows one that led somewhere without it.
  const asLabelled = (text: string) => (old: Route, now: Route) =>
    isAsWanted(now, wanted.get(text) ?? []) &&
    (old.cost === "unsure" || !differs.followups(old, now));
  const changes = [
    ...[...said].flatMap((text) => changeOf(text, "recorded", asLabelled(text))),
    ...[...examples].flatMap((text) => changeOf(text, "example", asLabelled(text))),
    ...followed.flatMap((each) =>
      changeOf(each.text, "followup", (_old, now) => followsAsWanted(now, each)),
    ),
  ];
  return {
    before: before.catalogue.digest,
    after: after.catalogue.digest,
    examples: examples.size,
    recorded: said.size,
    changes: changes.sort((a, b) => weightOf(a) - weightOf(b)),
  };
}

/** The same sentences of equal catalogues lead to the same places, so that none has to be heard. */
export function nothingChanged(catalogue: Catalogue, recorded: readonly string[]): RoutingDiff {
  const { digest } = catalogue;
  const said = new Set(recorded);
  return {
    before: digest,
    after: digest,
    examples: exampleTexts(catalogue).difference(said).size,
    recorded: said.size,
    changes: [],
  };
}

/** The changes that someone has to look at. */
export const surprises = ({ changes }: RoutingDiff): RouteChange[] =>
  changes.filter(({ intended }) => !intended);

/** True for an example of a goal that acts, on that goal and with the values that it marks. */
export const leadsAsMarked = (
  router: Router,
  of: { domain: string; goal: string },
  text: string,
): boolean =>
  isAsWanted(
    routeOf(router, text),
    (examplesOf(router).get(text) ?? []).filter(
      ({ domain, goal }) => domain === of.domain && goal === of.goal,
    ),
  );

const differs: Readonly<Record<RouteAspect, (a: Route, b: Route) => boolean>> = {
  goal: (a, b) =>
    a.domain !== b.domain || a.goal !== b.goal || canonicalJson(a.also) !== canonicalJson(b.also),
  followups: (a, b) => canonicalJson(a.followups) !== canonicalJson(b.followups),
  entities: (a, b) => canonicalJson(a.entities) !== canonicalJson(b.entities),
  tier: (a, b) => a.tier !== b.tier,
  cost: (a, b) => a.cost !== b.cost,
};

/** A catalogue's examples by their texts; near misses say where a sentence does not belong, and are left out. */
const examplesOf = ({ catalogue, understanding }: Router): Map<string, ManifestSentence[]> =>
  Map.groupBy(
    sentencesOf([...catalogue.manifests.values()], understanding).filter(isExample),
    ({ text }) => text,
  );

/** The texts alone: no value is read. */
const exampleTexts = ({ manifests }: Catalogue): Set<string> =>
  new Set(
    sentencesOf([...manifests.values()], { valueOf: () => undefined })
      .filter(isExample)
      .map(({ text }) => text),
  );

/** It acts, on the goal and with the values that its author wrote down. */
export const isAsWanted = (
  { domain, goal, also, entities, cost }: Route,
  labels: ManifestSentence[],
) =>
  cost !== "unsure" &&
  also.length === 0 &&
  labels.some(
    (label) =>
      label.domain === domain &&
      label.goal === goal &&
      keysOf(valuesOf(entities)).symmetricDifference(keysOf(label.entities ?? [])).size === 0,
  );

/** What surprises comes first; a goal before what follows it and its entities, these before tier and cost. */
const weightOf = ({ intended, changed, source }: RouteChange): number =>
  (intended ? 100 : 0) +
  Math.min(...changed.map((aspect) => routeAspects.indexOf(aspect))) * 10 +
  (source === "recorded" ? 0 : 1);
