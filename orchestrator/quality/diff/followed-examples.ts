import { type Locale, locales } from "#shared/contracts/names.ts";
import type { Route } from "#shared/contracts/routing.ts";
import { onlyReads } from "../../catalogue/capabilities-of-goal.ts";
import { followupPhrases } from "../../understanding/followup-phrases.ts";
import type { ManifestSentence } from "../evaluation/leave-out.ts";
import { type Router, routeOf } from "./route-of.ts";

/** An example with a follow-up phrase behind it. */
export type Followed = {
  text: string;
  /** Where the example leads without it. */
  base: Route;
  /** The capabilities that have the phrase, before and after. */
  before: ReadonlySet<string>;
  after: ReadonlySet<string>;
};

const MOST_FOLLOWED = 3000;

/**
 * Every follow-up phrase of two catalogues behind an example that leads to the same reading goal in both, so that it
 * shows who would be given the answer.
 * Cost: a few understandings, for the examples; those of the phrases are the caller's
 */
export function followedExamples(
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
  const bases = new Map(
    locales.map((locale) => [locale, baseOf(locale, before, after, sentences)]),
  );
  return [...owners].slice(0, MOST_FOLLOWED).flatMap(([phrase, { locale, ...having }]) => {
    const base = bases.get(locale) ?? bases.values().find((each) => each !== undefined);
    return base === undefined
      ? []
      : [{ text: `${base.text} ${phrase}`, base: base.route, ...having }];
  });
}

/** It now goes where the phrase says, which no one had before, and is about what it was about without it. */
export const followsAsWanted = (now: Route, { base, before, after }: Followed): boolean => {
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
    const goal = after.catalogue.goal(now.domain ?? "", now.goal ?? "");
    if (goal !== undefined && onlyReads(goal, after.catalogue)) return { text, route: now };
  }
  return undefined;
}
