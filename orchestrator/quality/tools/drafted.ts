import { z } from "zod";
import { parseExample } from "#shared/contracts/annotated-example.ts";
import { ContractError } from "#shared/contracts/errors.ts";
import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { localeSchema } from "#shared/contracts/names.ts";
import type { Route, RouteChange, RoutingDiff } from "#shared/contracts/routing.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { gatesOf } from "../evaluation/evaluate.ts";
import { keysOf, type Labelled, predict } from "../evaluation/labelled.ts";
import { isError } from "../lint/finding.ts";
import { lintManifests } from "../lint/lint-manifests.ts";
import { sharedFollowups } from "../lint/rules/capability-rules.ts";
import { stemsIn } from "../review/lint-again.ts";

/**
 * Why an orchestrator would not take a manifest, whatever stands beside it: the errors of the linter, or the schemas that
 * cannot be checked.
 * Cost: 50 ms for 1,000 examples
 */
export function objectionsTo(manifest: Manifest): LintFinding[] | ContractError {
  try {
    const catalogue = buildCatalogue([manifest]);
    return [...lintManifests(catalogue), ...sharedFollowups(catalogue)].filter(isError);
  } catch (error) {
    if (error instanceof ContractError) return error;
    throw error;
  }
}

/**
 * What the manifests in force make of a sentence that a model proposed. teaches: nothing acts on it yet. known: its goal
 * acts on it, with the values that it marks. other_values: its goal acts on it with others. repeats: it says what one
 * before it says. taken: another goal acts on it.
 */
export type Standing = "teaches" | "known" | "other_values" | "repeats" | "taken";

export const drafted = z.strictObject({
  number: z.int(),
  goal: z.string(),
  locale: localeSchema,
  example: z.string(),
});
/** A sentence for a goal, with its values marked, under the number that its author names it by. */
export type Drafted = z.infer<typeof drafted>;

export type Proposal = Drafted & {
  standing: Standing;
  /** The goal that acts on it, or the number of what it repeats. */
  by: string | null;
};

export type DraftedExamples = {
  domain: string;
  proposals: Proposal[];
  /** What the model said and cannot be an example. */
  refused: number;
  /** 0: they are those of the last time, and no model was asked. */
  tokens: number;
  /**
   * Writes the sentences of these numbers into the manifest, but none that another goal acts on, that takes a sentence from
   * another goal, or that changes what one of its own means.
   * Errors: ContractError where the files cannot say it
   * Cost:   a training, and what `diff` takes, for each time that something has to stay out
   */
  accept(numbers: ReadonlySet<number>): Promise<{
    written: Proposal[];
    held: HeldBack<Proposal>[];
  }>;
};

/** A sentence that a goal could have as an example. */
type Candidate = { goal: string; example: string };

/** A sentence that stays out, and what would lead elsewhere with it. */
type HeldBack<C extends Candidate> = { sentence: C; takes: RouteChange };

/**
 * The sentences that can all become examples of a domain together: by what `diff` tells, no sentence that acts now then stops,
 * goes elsewhere or means something else.
 * Shape:  of what would be taken, those of its words are held back that share most with it; what shares none with anything that
 *         was chosen was at the edge, and is moved by any learning
 * Cost:   a training and a diff for each time that something is held back, and one more
 */
export function withoutTakers<C extends Candidate>(
  domain: string,
  chosen: readonly C[],
  diffWith: (sentences: readonly C[]) => RoutingDiff,
): { staying: C[]; held: HeldBack<C>[] } {
  const held: HeldBack<C>[] = [];
  let staying = [...chosen];
  while (staying.length > 0) {
    const takers = new Map<C, RouteChange>();
    for (const takes of diffWith(staying).changes.filter(isTaken))
      for (const sentence of takersOf(takes, staying, domain)) takers.set(sentence, takes);
    if (takers.size === 0) break;
    for (const [sentence, takes] of takers) held.push({ sentence, takes });
    staying = staying.filter((each) => !takers.has(each));
  }
  return { staying, held };
}

/** What acts now and is another goal's then, also as its own example wants it; or acts no longer, or means something else. */
const isTaken = ({ before, intended, changed }: RouteChange): boolean =>
  before.cost !== "unsure" && (!intended || changed.includes("goal"));

/** Of the goals that the sentence would come to, else of all but its own: those that share most words with it. */
function takersOf<C extends Candidate>(
  { text, before, after }: RouteChange,
  sentences: readonly C[],
  domain: string,
): C[] {
  const gaining = goalsOf(after).filter((goal) => !goalsOf(before).includes(goal));
  const of = (goals: readonly string[]) =>
    sentences.filter(({ goal }) => goals.includes(`${domain}.${goal}`));
  const gained = of(gaining);
  const stems = new Set(stemsIn(text));
  const shared = (gained.length > 0 ? gained : sentences).map((sentence) => {
    const own = new Set(stemsIn(parseExample(sentence.example).text));
    return { sentence, count: own.intersection(stems).size };
  });
  const most = Math.max(...shared.map(({ count }) => count));
  // Whatever it was that took it to such a goal, nothing of it may stay.
  if (most === 0) return gained;
  return shared.filter(({ count }) => count === most).map(({ sentence }) => sentence);
}

const goalsOf = ({ domain, goal, also }: Route): string[] => [`${domain}.${goal}`, ...also];

export type { Labelled } from "../evaluation/labelled.ts";

type ActedOn = {
  sentences: number;
  /** The right goal with the values that were said, above its gate. */
  right: number;
  /** Another goal, or other values, above the gate. */
  wrong: number;
  /** Below the gate, and the right goal would be the first that is offered. */
  offered: number;
};

/**
 * What manifests make of sentences: who acts on them rightly, and who wrongly.
 * Errors: ContractError for manifests that could not be in force together
 * Cost:   building the understanding once
 */
export function actRightly(
  manifests: readonly Manifest[],
  sentences: readonly Labelled[],
): ActedOn {
  const catalogue = buildCatalogue(manifests);
  const understanding = buildUnderstanding(catalogue);
  understanding.calibrate();
  const gates = gatesOf(catalogue);
  const acted = { sentences: sentences.length, right: 0, wrong: 0, offered: 0 };
  for (const label of sentences) {
    const { goal, confidence, entities } = predict(understanding, label);
    const passes = goal !== null && confidence >= gates.gateOf(goal);
    const isWhole = keysOf(label.entities ?? []).isSubsetOf(keysOf(entities));
    if (passes && goal === label.goal && isWhole) acted.right += 1;
    else if (passes) acted.wrong += 1;
    else if (goal === label.goal) acted.offered += 1;
  }
  return acted;
}
