import type { IntentOutput } from "#shared/contracts/intent.ts";
import { readingOf } from "../language/reading.ts";
import { framesOf, withFrames } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate.ts";
import type { Turn } from "./turn.ts";

/**
 * Where nothing was shown, what only points to it and to who asks is no text, and is asked for. Pure.
 * Shape: the intent itself where nothing of it only points
 */
export function withoutPointing({ snapshot }: Turn, intent: IntentOutput): IntentOutput {
  if (readingOf(intent.original_query).hasOwnText) return intent;
  const frames = framesOf(intent);
  const plain = frames.map((frame) => {
    const { effect } = gateOfFrame(frame, [], snapshot.catalogue);
    if (effect !== "external") return frame;
    const told = Object.entries(frame.entities).filter(
      ([, value]) => typeof value !== "string" || !readingOf(value).pointsToAsker,
    );
    return told.length === Object.keys(frame.entities).length
      ? frame
      : { ...frame, entities: Object.fromEntries(told) };
  });
  return plain.every((frame, at) => frame === frames[at]) ? intent : withFrames(intent, plain);
}
