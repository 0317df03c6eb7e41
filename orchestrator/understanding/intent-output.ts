import type {
  Alternative,
  Entities,
  Evidence,
  FollowupRequest,
  GoalFrame,
  IntentOutput,
} from "#shared/contracts/intent.ts";
import type { Ellipsis, Part } from "./clause.ts";
import { type Clause, type RankedGoal, SILENCE } from "./clause.ts";
import { entitiesOf } from "./entities/found.ts";
import type { GoalModel } from "./goal-model.ts";

export const alternativeOf = ({ goal, confidence }: RankedGoal): Alternative => ({
  domain: goal.domain,
  goal: goal.name,
  confidence,
});

export const frameOf = (
  goal: GoalModel,
  clause: Clause,
  entities: Entities,
  text: string,
): GoalFrame => ({
  primary_domain: goal.domain,
  goal: goal.name,
  entities,
  confidence: clause.confidence,
  original_query: text,
  ...howRead(clause),
});

const howRead = ({ doubts, unread }: Clause): Pick<GoalFrame, "doubts" | "read_whole"> => ({
  ...(doubts.length > 0 && { doubts: [...doubts] }),
  ...(unread?.length === 0 && { read_whole: true }),
});

/** The parts of a sentence as one intent: the first is the goal, the others come after it. */
export function intentOf(
  text: string,
  parts: readonly Part[],
  followups: readonly FollowupRequest[],
  candidates: readonly Alternative[],
): IntentOutput {
  const shared = shareEntities(parts);
  const [first, ...others] = parts;
  const clause = first?.clause ?? SILENCE;
  const { goal } = clause;
  return {
    primary_domain: goal?.domain ?? null,
    goal: goal?.name ?? null,
    entities: goal === undefined ? {} : (shared[0] ?? {}),
    confidence: goal === undefined ? 0 : clause.confidence,
    original_query: text,
    tier: clause.tier,
    evidence: [...clause.evidence(), ...followupEvidence(followups), ...parts.flatMap(toldBehind)],
    alternatives: candidates.filter(
      (each) => each.domain !== goal?.domain || each.goal !== goal.name,
    ),
    also: others.flatMap((part, at) =>
      part.clause.goal === undefined
        ? []
        : [frameOf(part.clause.goal, part.clause, shared[at + 1] ?? {}, part.sentence.text)],
    ),
    followups: [...followups],
    ...howRead(clause),
  };
}

/** What is told behind a request is left out of it: its reason, or how it is to be answered. */
const toldBehind = ({ sentence: { text }, clause: { around = [] } }: Part): Evidence[] =>
  around.flatMap(({ mark: { isReason, start, end }, whose }) =>
    isReason && whose === "request" ? { kind: "remark", detail: text.slice(start, end) } : [],
  );

/** A goal that lacks what another part of the sentence says takes it from there. */
function shareEntities(parts: readonly Part[]): Entities[] {
  const said = parts.map(({ clause }) => entitiesOf(clause.found));
  return parts.map(({ clause: { goal } }, at) => {
    const own = said[at] ?? {};
    const missing = [...(goal?.entities ?? [])].flatMap(([name, { required }]) =>
      required && !Object.hasOwn(own, name) ? [name] : [],
    );
    const lent = missing.flatMap((name) => {
      const lender = parts.findIndex(
        (part, other) =>
          part.clause.goal?.domain === goal?.domain && Object.hasOwn(said[other] ?? {}, name),
      );
      const value = said[lender]?.[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    return lent.length === 0 ? own : { ...own, ...Object.fromEntries(lent) };
  });
}

/** The last goal, taken up again with what the sentence changes. */
export function intentOfEllipsis(
  text: string,
  { goal, entities, confidence, found }: Ellipsis,
  followups: readonly FollowupRequest[],
  candidates: readonly Alternative[],
): IntentOutput {
  const changed = found.map(({ entity }) => entity).join(", ");
  const again = `${goal.domain}.${goal.name} again`;
  return {
    primary_domain: goal.domain,
    goal: goal.name,
    entities,
    confidence,
    original_query: text,
    tier: "elliptical",
    evidence: [
      {
        kind: "last_goal",
        detail: changed === "" ? again : `${again}, with another ${changed}`,
        weight: confidence,
      },
      ...followupEvidence(followups),
    ],
    alternatives: candidates.filter(
      (each) => each.goal !== goal.name || each.domain !== goal.domain,
    ),
    also: [],
    followups: [...followups],
  };
}

const followupEvidence = (followups: readonly FollowupRequest[]): Evidence[] =>
  followups.map(({ domain, capability, phrase }) => ({
    kind: "followup",
    detail: `"${phrase}" → ${domain}.${capability}`,
  }));
