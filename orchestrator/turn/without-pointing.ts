import type { IntentOutput } from "#shared/contracts/intent.ts";
import { hasOwnText } from "../language/conversation/few-words.ts";
import { pointsToAsker } from "../language/conversation/says-only-that.ts";
import { framesOf, withFrames } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate-of-frame.ts";
import type { Turn } from "./turn.ts";

/**
 * "Telegram it to me only" where nothing was shown: "it to me only" is no text, and is asked for. Pure.
 * Shape: the intent itself where nothing of it only points
 */
export function withoutPointing({ snapshot }: Turn, intent: IntentOutput): IntentOutput {
  if (hasOwnText(intent.original_query)) return intent;
  const frames = framesOf(intent);
  const plain = frames.map((frame) => {
    const { effect } = gateOfFrame(frame, [], snapshot.catalogue);
    if (effect !== "external") return frame;
    const told = Object.entries(frame.entities).filter(
      ([, value]) => typeof value !== "string" || !pointsToAsker(value),
    );
    return told.length === Object.keys(frame.entities).length
      ? frame
      : { ...frame, entities: Object.fromEntries(told) };
  });
  return plain.every((frame, at) => frame === frames[at]) ? intent : withFrames(intent, plain);
}
