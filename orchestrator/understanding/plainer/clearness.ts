import type { DoubtReason, FollowupRequest, GoalFrame } from "#shared/contracts/intent.ts";
import type { Effect } from "#shared/contracts/manifest.ts";
import { type Catalogue, gateOfGoal } from "../../catalogue/catalogue.ts";
import type { GoalModel } from "../goal-model.ts";

/** What can be asked about a request before it is planned. */
export type Clearness = {
  /** Would it be carried out as it stands? */
  isClear(frame: GoalFrame, followups: readonly FollowupRequest[]): boolean;
  /** It only reads, and nothing of it leaves the house; where that was only told of, nothing is made of it either. */
  staysHere(
    frames: readonly GoalFrame[],
    followups: readonly FollowupRequest[],
    isTold?: boolean,
  ): boolean;
  /** Nothing of it goes to anyone. */
  isKept(frames: readonly GoalFrame[], followups: readonly FollowupRequest[]): boolean;
  /** It goes to someone. */
  isSent(frame: GoalFrame): boolean;
  goalOf(frame: Pick<GoalFrame, "primary_domain" | "goal">): GoalModel | undefined;
};

/** What is only read is read also where it is asked about or told of. */
const GOES_WITH_READS: ReadonlySet<DoubtReason> = new Set(["asked_about", "reported", "supposed"]);

export function buildClearness(
  catalogue: Catalogue,
  goalNamed: (domain: string, name: string) => GoalModel | undefined,
  { changes, sends }: Record<"changes" | "sends", (goal: GoalModel) => boolean>,
): Clearness {
  const effectsOf = (followups: readonly FollowupRequest[]) =>
    followups.flatMap(
      ({ domain, capability }) => catalogue.capability(domain, capability)?.effect ?? [],
    );
  const goalOf = ({ primary_domain, goal }: Pick<GoalFrame, "primary_domain" | "goal">) =>
    goalNamed(primary_domain, goal);
  const isSent = (frame: GoalFrame) => {
    const goal = goalOf(frame);
    return goal !== undefined && sends(goal);
  };
  return {
    goalOf,
    isSent,
    isKept: (frames, followups) =>
      !frames.some(isSent) && !effectsOf(followups).includes("external"),
    isClear({ primary_domain, goal, confidence, doubts = [] }, followups) {
      const own = gateOfGoal(primary_domain, goal, catalogue) ?? 0;
      const followed = catalogue.gateOf(primary_domain, effectsOf(followups)) ?? 0;
      const model = goalOf({ primary_domain, goal });
      const isRead = model !== undefined && !changes(model) && followups.length === 0;
      const stopping = doubts.filter(({ reason }) => !isRead || !GOES_WITH_READS.has(reason));
      return stopping.length === 0 && confidence >= Math.max(own, followed);
    },
    staysHere(frames, followups, isTold = false) {
      const isRead = (frame: GoalFrame) => {
        const goal = goalOf(frame);
        return goal !== undefined && !changes(goal);
      };
      const goesTooFar = (effect: Effect) => effect === "external" || (isTold && effect !== "read");
      return frames.every(isRead) && !effectsOf(followups).some(goesTooFar);
    },
  };
}
