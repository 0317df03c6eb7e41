import { type Effect, effects as fromWeakest } from "#shared/contracts/capability.ts";
import {
  type Doubt,
  type DoubtReason,
  type Evidence,
  type FollowupRequest,
  type GoalFrame,
  isAboutTheGoal,
} from "#shared/contracts/intent.ts";
import { DEFAULT_GATE_THRESHOLD, READ_WHOLE_THRESHOLD } from "#shared/contracts/manifest.ts";
import {
  type Catalogue,
  capabilitiesOfGoal,
  effectAt,
  needsModel,
} from "../catalogue/catalogue.ts";
import { enabledFollowups } from "./plan-followups.ts";
import { resolveGoal } from "./resolve-goal.ts";

export type Gate = {
  passed: boolean;
  /** undefined: the domain is exempt by its manifest, and nothing is changed. */
  threshold: number | undefined;
  /** The strongest thing that would be done. */
  effect: Effect;
  /** The doubts that this effect does not go with; absent: none. */
  doubts?: Doubt[];
};

/** May so certain a step, of which nothing is in doubt, be sent? */
export function isSureOf(
  catalogue: Catalogue,
  domain: string,
  confidence: number,
  effect: Effect,
): boolean {
  const threshold = catalogue.gateOf(domain, [effect]);
  // Whether every word was read was asked before there was a plan.
  const isLikely = effect === "read" && threshold === DEFAULT_GATE_THRESHOLD;
  return threshold === undefined || confidence >= (isLikely ? READ_WHOLE_THRESHOLD : threshold);
}

/** May a request that was understood so do something of these effects in this domain? */
export function passes(
  catalogue: Catalogue,
  domain: string,
  confidence: number,
  effects: readonly Effect[],
  doubts: readonly Doubt[] = [],
  followed: readonly Effect[] = [],
): Gate {
  const threshold = catalogue.gateOf(domain, [...effects, ...followed]);
  const effect =
    fromWeakest.findLast((each) => effects.includes(each) || followed.includes(each)) ?? "read";
  const stopping = stoppingDoubts(doubts, {
    effects,
    followed,
    isExempt: threshold === undefined,
  });
  const isSure = threshold === undefined || confidence >= threshold;
  const passed = isSure && stopping.length === 0;
  return { passed, threshold, effect, ...(stopping.length > 0 && { doubts: stopping }) };
}

type Reasons = ReadonlySet<DoubtReason>;

/** What may be done although it is in doubt: nothing that leaves the machine, and no deed that is not clearly asked for. */
const GOES_WITH: Readonly<Record<Effect, Reasons>> = {
  read: new Set([
    "asked_about",
    "reported",
    "supposed",
    "addressed",
    "limited",
    "ambiguous_scope",
  ] as const),
  write: new Set(["addressed", "ambiguous_scope"] as const),
  destructive: new Set(["addressed"] as const),
  external: new Set(),
};

/** What would be done; `isExempt`: its domain asks for no certainty. */
type Done = {
  readonly effects: readonly Effect[];
  readonly followed?: readonly Effect[];
  readonly isExempt?: boolean;
};

/** Doubts whether anything was asked for at all: they stop what is to follow as well. */
export const OF_THE_DEED: Reasons = new Set(["asked_about", "reported", "supposed"] as const);

/** The doubts that stop something of these effects; `followed` are those of what is to follow. */
export function stoppingDoubts(
  doubts: readonly Doubt[],
  { effects, followed = [], isExempt = false }: Done,
): Doubt[] {
  return doubts.filter((doubt) => {
    const { reason } = doubt;
    if (isExempt && isAboutTheGoal(doubt)) return false;
    const concerned = OF_THE_DEED.has(reason) ? [...effects, ...followed] : effects;
    return concerned.some((effect) => !GOES_WITH[effect].has(reason));
  });
}

/**
 * May a goal act? What would be done decides, with what is to follow it: the follow-ups carry its answer away.
 * Where no table but a model plans, everything that its plan may hold counts. What no goal covers may come to a
 * goal that is for that and reads at any confidence: only a model leads there.
 */
export function gateOfFrame(
  frame: GoalFrame,
  followups: readonly FollowupRequest[],
  catalogue: Catalogue,
): Gate {
  const { primary_domain: domain, goal, confidence, doubts = [] } = frame;
  const following = [...followups, ...enabledFollowups(frame, catalogue)];
  const followed = following.map((each) => effectAt(each, catalogue));
  const own = effectsOf(frame, catalogue);
  const effects = [...own, ...followed];
  const found = catalogue.goal(domain, goal);
  const isFallback = found?.spec.fallback !== undefined;
  if (!isFallback || effects.some((effect) => effect !== "read")) {
    const gate = passes(catalogue, domain, confidence, own, doubts, followed);
    // A model's answer costs something.
    const isFree = found === undefined || !needsModel(found, catalogue);
    return isFree && isLikelyRead(frame, gate)
      ? { ...gate, passed: true, threshold: READ_WHOLE_THRESHOLD }
      : gate;
  }
  const stopping = stoppingDoubts(doubts, { effects: ["read"], isExempt: true });
  const stopped = stopping.length > 0 && { doubts: stopping };
  return { passed: stopping.length === 0, threshold: undefined, effect: "read", ...stopped };
}

/**
 * A question that goal and values account for word by word is answered below the gate: an answer changes nothing, and a
 * question in its place helps less. A domain that asks for more certainty than others gets it here as well.
 */
function isLikelyRead(
  { confidence, doubts = [], read_whole }: GoalFrame,
  { effect, threshold = 0 }: Gate,
): boolean {
  const isCertain = doubts.every(({ reason }) => reason === "asked_about");
  const isOrdinary = threshold === DEFAULT_GATE_THRESHOLD;
  const isLikely = confidence >= READ_WHOLE_THRESHOLD;
  return effect === "read" && read_whole === true && isCertain && isOrdinary && isLikely;
}

function effectsOf(frame: GoalFrame, catalogue: Catalogue): Effect[] {
  const goal = catalogue.goal(frame.primary_domain, frame.goal);
  if (goal === undefined) return [];
  const own = resolveGoal(frame, catalogue);
  return own.length > 0
    ? own.map((each) => effectAt(each, catalogue))
    : capabilitiesOfGoal(goal, catalogue).map(({ effect }) => effect);
}

/** What the gate compared, for the trace of a goal that it held back. */
export const gateEvidence = (
  { primary_domain, goal, confidence }: GoalFrame,
  { threshold, effect, doubts = [] }: Gate,
): Evidence => {
  const needs = threshold === undefined ? "" : `, ≥ ${threshold}`;
  const doubtful = doubts.map(({ reason, detail }) => `; ${reason}: "${detail}"`).join("");
  return {
    kind: "gate",
    detail: `${primary_domain}.${goal}: ${effect}${needs}${doubtful}`,
    weight: confidence,
  };
};
