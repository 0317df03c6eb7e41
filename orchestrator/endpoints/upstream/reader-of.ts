import type { ExplainResponse } from "#shared/contracts/endpoints.ts";
import type { GoalFrame } from "#shared/contracts/intent.ts";
import { framesOf } from "../../planning/frames.ts";

/** Which goals a caller is answered here, and which are only suggested, `finance.get_quote`, `finance:*` or `*`. */
export type GoalsHere = {
  /** Absent: all that are not suggested. */
  answers?: readonly string[] | undefined;
  suggests?: readonly string[] | undefined;
};

/** Whose a message is. */
export type Reader = "here" | "upstream" | { suggests: GoalFrame };

const nameOf = ({ primary_domain, goal }: GoalFrame): string =>
  `${primary_domain}.${goal.toLowerCase()}`;
const names = (wanted: readonly string[] | undefined, frame: GoalFrame): boolean =>
  wanted?.some(
    (each) => each === "*" || each === `${frame.primary_domain}:*` || each === nameOf(frame),
  ) ?? false;

/**
 * Who answers a message that a model would answer too. It is ours where a goal is certain enough to act on and no model
 * is needed for it; what only has a meaning after an answer of ours ("undo", "and tomorrow?", "the second", an answer to
 * our question) is ours where we gave the last answer. `isOurs`: we did; `isAsked`: with a question. Pure.
 */
export function readerOf(
  explained: Pick<
    ExplainResponse,
    "intent" | "gate" | "needs" | "pending" | "schedules" | "takes_back" | "settings"
  >,
  { isOurs, isAsked }: { isOurs: boolean; isAsked: boolean },
  goals: GoalsHere,
): Reader {
  const { intent, gate, needs, pending, schedules, takes_back, settings } = explained;
  if (needs.some(({ what }) => what === "model")) return "upstream";
  const frames = framesOf(intent);
  const isHeld = frames.length > 0 && !gate.passed;
  // What is to be done later has a goal of its own only once it is due.
  const isLater =
    schedules.length > 0 ||
    settings !== null ||
    (pending !== null && pending.kind !== "choose_goal");
  const standsAlone = !isHeld && (frames.length > 0 || isLater);
  const leans =
    intent.tier === "control" || intent.tier === "pending" || intent.tier === "elliptical";
  const isReply = leans || takes_back || (isAsked && intent.tier !== "none");
  return (isOurs ? standsAlone || isReply : standsAlone && !leans)
    ? allowed(frames, goals)
    : "upstream";
}

/** All of its goals, or none: half an answer would be worse than the model's. */
function allowed(frames: readonly GoalFrame[], { answers, suggests }: GoalsHere): Reader {
  const [only] = frames;
  if (frames.length === 1 && only !== undefined && names(suggests, only)) return { suggests: only };
  if (frames.some((frame) => names(suggests, frame))) return "upstream";
  if (answers === undefined) return "here";
  const isAll =
    frames.length > 0 ? frames.every((frame) => names(answers, frame)) : answers.length > 0;
  return isAll ? "here" : "upstream";
}
