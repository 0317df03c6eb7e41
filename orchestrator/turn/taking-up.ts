import type {
  Evidence,
  FollowupRequest,
  GoalFrame,
  IntentOutput,
} from "#shared/contracts/intent.ts";
import { withFrames } from "../planning/frames.ts";

/** What was heard as goals that came before: nothing of what was said around it stands against them. Pure. */
export function takingUp(
  heard: IntentOutput,
  frames: readonly GoalFrame[],
  evidence: Evidence,
  followups: readonly FollowupRequest[] = [],
): IntentOutput {
  const { doubts: _, modifiers: _around, unread: _rest, ...kept } = heard;
  return withFrames(
    {
      ...{ ...kept, tier: "elliptical" as const, followups: [...followups] },
      evidence: [...kept.evidence, evidence],
    },
    frames,
  );
}
