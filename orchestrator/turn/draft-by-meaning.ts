import type { Alternative, GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import { isAboutTheGoal } from "#shared/contracts/intent.ts";
import { onlyReads } from "../catalogue/catalogue.ts";
import { type Draft, draftPlan } from "../planning/draft.ts";
import { withFrames } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate.ts";
import { mayPursue } from "../planning/rights.ts";
import type { Turn } from "./turn.ts";

/** Where an intent leads, the intent as it is now, and a goal to suggest where it leads nowhere. */
export type Drafted = { draft: Draft; intent: IntentOutput; suggested?: GoalFrame };

/** A goal less sure than this is not suggested. */
const WORTH_SUGGESTING = 0.5;

type Drafting = Pick<Turn, "snapshot" | "mayUse" | "state">;
type Heard = Drafting & { deps: Pick<Turn["deps"], "meaning"> };

export const draftOf = ({ snapshot, state, mayUse }: Drafting, intent: IntentOutput): Draft =>
  draftPlan(intent, state.remembered, snapshot.catalogue, mayUse);

/** Where the words alone leave the goal open. Several requests in one message are asked about: there is one goal to find. */
export const leavesGoalOpen = ({ draft: { leads }, intent }: Drafted): boolean =>
  (leads === "unsure" || leads === "nowhere") && intent.also.length === 0;

/** The draft with a goal that was found: taken as what is meant, where its gate lets it pass; else suggested, where it is likely. */
export function withFound(
  turn: Drafting,
  drafted: Drafted,
  frame: GoalFrame,
  candidates: readonly Alternative[],
  take: (intent: IntentOutput) => IntentOutput | undefined,
): Drafted {
  const { intent } = drafted;
  const { primary_domain, goal, confidence } = frame;
  const { passed } = gateOfFrame(frame, intent.followups, turn.snapshot.catalogue);
  const taken = passed ? take(withFrames(intent, [frame])) : undefined;
  if (taken === undefined)
    return confidence < WORTH_SUGGESTING ? drafted : { ...drafted, suggested: frame };
  const alternatives = candidates.filter(
    (each) => each.domain !== primary_domain || each.goal !== goal,
  );
  const chosen = { ...taken, alternatives };
  return { draft: draftOf(turn, chosen), intent: chosen };
}

/**
 * The draft of an intent. Where the words alone leave the goal open and sentences are read by meaning, a goal that only
 * reads is taken where its gate lets it pass; any other likely one is suggested.
 * Errors: as draftPlan
 */
export async function draftByMeaning(
  turn: Heard,
  intent: IntentOutput,
  candidates: readonly Alternative[],
): Promise<Drafted> {
  const { catalogue, understanding } = turn.snapshot;
  const drafted = { draft: draftOf(turn, intent), intent };
  const { original_query: text } = intent;
  if (turn.deps.meaning === undefined || !leavesGoalOpen(drafted)) return drafted;
  const meant = await turn.deps.meaning(catalogue, text, candidates);
  const goal = meant && catalogue.goal(meant.domain, meant.goal);
  const may = goal !== undefined && mayPursue(goal, { catalogue, mayUse: turn.mayUse });
  const read = may ? understanding.frameOf(goal.domain, goal.spec.goal, text) : undefined;
  if (meant === undefined || goal === undefined || read === undefined) return drafted;
  const { domain, goal: name, confidence } = meant;
  // What was said around the request holds for whatever goal it is.
  const doubts = (intent.doubts ?? []).filter((doubt) => !isAboutTheGoal(doubt));
  const frame: GoalFrame = {
    primary_domain: domain,
    goal: name,
    entities: read.entities,
    original_query: text,
    confidence,
    ...(doubts.length > 0 && { doubts }),
  };
  const detail = `by its meaning ${domain}.${name}`;
  const told = {
    ...intent,
    evidence: [...intent.evidence, { kind: "meaning", detail, weight: confidence }],
  };
  return withFound(turn, { ...drafted, intent: told }, frame, candidates, (taken) =>
    onlyReads(goal, catalogue) ? taken : undefined,
  );
}
