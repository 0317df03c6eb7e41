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

type Heard = Pick<Turn, "snapshot" | "mayUse" | "state"> & {
  deps: Pick<Turn["deps"], "meaning">;
};

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
  const draftOf = (each: IntentOutput) =>
    draftPlan(each, turn.state.remembered, catalogue, turn.mayUse);
  const draft = draftOf(intent);
  const isOpen = draft.leads === "unsure" || draft.leads === "nowhere";
  const { original_query: text } = intent;
  if (turn.deps.meaning === undefined || !isOpen || intent.also.length > 0)
    return { draft, intent };
  const meant = await turn.deps.meaning(catalogue, text, candidates);
  const goal = meant && catalogue.goal(meant.domain, meant.goal);
  const may = goal !== undefined && mayPursue(goal, { catalogue, mayUse: turn.mayUse });
  const read = may ? understanding.frameOf(goal.domain, goal.spec.goal, text) : undefined;
  if (meant === undefined || goal === undefined || read === undefined) return { draft, intent };
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
  if (onlyReads(goal, catalogue) && gateOfFrame(frame, intent.followups, catalogue).passed) {
    const alternatives = candidates.filter((each) => each.domain !== domain || each.goal !== name);
    const chosen = { ...withFrames(told, [frame]), alternatives };
    return { draft: draftOf(chosen), intent: chosen };
  }
  return confidence < WORTH_SUGGESTING
    ? { draft, intent: told }
    : { draft, intent: told, suggested: frame };
}
