import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { ShownAnswer } from "#shared/contracts/pending.ts";
import { readingOf } from "../language/reading.ts";
import { framesOf, withFrames, withoutDoubts } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate.ts";
import { missingEntities } from "../planning/missing-entities.ts";
import { sessionContextOf, type Turn } from "./turn.ts";
import type { Snapshot } from "./turn-deps.ts";

/** The deeds that were asked for with what was shown. */
export const deedsDone = ({ said, frames }: ShownAnswer): ReadonlySet<string> =>
  readingOf([said, ...frames.map(({ original_query }) => original_query)].join("\n")).deeds;

/** The same once more, behind a deed of that kind. Pure. */
export function repeats(text: string, answer: ShownAnswer): boolean {
  const { onceMore } = readingOf(text);
  if (onceMore === undefined) return false;
  const { deed, ofAnswer, ofSame } = onceMore;
  if (deed === "show" && !answer.acted && ofAnswer) return true;
  return ofSame && deedsDone(answer).has(deed);
}

/** So certain is what is meant by the goal that came before. */
const ELLIPTICAL = 0.97;

/** The last goal once more, with what it is to be made of. Pure. */
export function ofAnother(
  turn: Turn,
  intent: IntentOutput,
  { frames: [last] }: ShownAnswer,
): IntentOutput | undefined {
  const { catalogue, understanding } = turn.snapshot;
  const [heard, ...others] = framesOf(intent);
  if (last === undefined || others.length > 0 || intent.followups.length > 0) return undefined;
  const isSame = heard?.primary_domain === last.primary_domain && heard.goal === last.goal;
  const reads = { catalogue, understanding };
  const frame =
    ofText(reads, intent, last) ??
    ofTextBefore(turn, intent) ??
    (isSame ? heard : readAsLast(reads, intent, last));
  if (frame === undefined) return undefined;
  const { another } = readingOf(intent.original_query);
  if (another === undefined) return undefined;
  const doubts = (frame.doubts ?? []).filter(
    ({ reason, detail }) => reason !== "unread" || !readingOf(another).mentions(detail),
  );
  if (doubts.length > 0 || frame.confidence >= ELLIPTICAL) return undefined;
  if (missingEntities(frame, catalogue).length > 0) return undefined;
  const { doubts: _, unread: _rest, ...kept } = intent;
  const evidence = [...intent.evidence, { kind: "last_goal", detail: `another ${last.goal}` }];
  const again = { ...withoutDoubts(frame), confidence: ELLIPTICAL };
  return withFrames({ ...kept, tier: "elliptical" as const, evidence }, [again]);
}

/** Behind what was deleted: of a text that was made before that, where it was the same deed. */
function ofTextBefore({ snapshot, state }: Turn, intent: IntentOutput): GoalFrame | undefined {
  const { opening = "" } = readingOf(intent.original_query).bordered ?? {};
  if (readingOf(opening).deeds.size === 0) return undefined;
  for (const { frames, acted } of state.shown.toReversed()) {
    const [frame, ...others] = frames;
    if (frame === undefined || others.length > 0 || !acted) continue;
    const read = ofText(snapshot, intent, frame);
    if (read !== undefined) return read;
  }
  return undefined;
}

/** The same deed as before, of words that are no clear request of their own: read as what came before. */
function readAsLast(
  { catalogue, understanding }: Pick<Snapshot, "catalogue" | "understanding">,
  intent: IntentOutput,
  last: GoalFrame,
): GoalFrame | undefined {
  const [own] = framesOf(intent);
  const { firstDeed } = readingOf(intent.original_query);
  if (firstDeed === undefined || !readingOf(last.original_query).names(firstDeed)) return undefined;
  if ((intent.modifiers ?? []).length > 0) return undefined;
  if (own !== undefined && gateOfFrame(own, [], catalogue).passed) return undefined;
  const read = understanding.frameOf(last.primary_domain, last.goal, intent.original_query);
  return read && { ...read, confidence: Math.min(read.confidence, MOST_READ) };
}

/** The last goal of another text, where it is made of one. */
function ofText(
  { catalogue, understanding }: Pick<Snapshot, "catalogue" | "understanding">,
  { original_query, modifiers = [] }: IntentOutput,
  last: GoalFrame,
): GoalFrame | undefined {
  const said = readingOf(original_query).bordered;
  if (said === undefined || said.text === "") return undefined;
  const { opening, asks, text } = said;
  const done = readingOf(last.original_query).deeds;
  const inOpening = modifiers.some(
    ({ kind, span }) =>
      kind !== "amount" &&
      span.start < opening.length &&
      (kind === "polarity" || span.start >= asks),
  );
  if (inOpening || !readingOf(opening.slice(asks)).asksOnlyFor(done)) return undefined;
  const schema = catalogue.goal(last.primary_domain, last.goal)?.spec.entities_schema ?? {};
  const [name, ...more] = Object.keys(schema).filter(
    (each) => schema[each]?.required === true && Object.hasOwn(last.entities, each),
  );
  if (name === undefined || more.length > 0) return undefined;
  const read = understanding.valueOf(last.primary_domain, last.goal, name, text);
  if (read === undefined) return undefined;
  return {
    ...withoutDoubts(last),
    original_query,
    entities: { [name]: read.value },
    confidence: MOST_READ,
  };
}

/** What is read as another goal than it seems is never certain by itself. */
const MOST_READ = 0.9;

/** A listed word of a goal before the last one, or what is asked of it again behind what changed something. */
export function ofEarlier(turn: Turn, intent: IntentOutput): IntentOutput | undefined {
  const { snapshot, state, entry } = turn;
  const last = state.last_frame;
  const [own] = framesOf(intent);
  const isClear =
    own !== undefined &&
    intent.tier !== "elliptical" &&
    gateOfFrame(own, intent.followups, snapshot.catalogue).passed;
  if (last === null || isClear || intent.followups.length > 0) return undefined;
  if (intent.tier === "elliptical" && changesEnum(turn, intent, last)) return undefined;
  const asksOfRead = state.shown.at(-1)?.acted === true && readingOf(entry.input_text).isQuestion;
  for (const { frames, acted } of state.shown.toReversed()) {
    const [frame, ...more] = frames;
    if (frame === undefined || more.length > 0 || acted || frame.goal === last.goal) continue;
    const lastFrame = frame;
    const context = { ...sessionContextOf(turn), lastFrame };
    const heard = snapshot.understanding.understand(entry.input_text, context).intent;
    if (heard.tier === "elliptical" && (asksOfRead || changesEnum(turn, heard, frame)))
      return heard;
  }
  return undefined;
}

/** It is that goal again, with another of an entity's listed words. */
function changesEnum({ snapshot }: Turn, intent: IntentOutput, before: GoalFrame): boolean {
  if (intent.goal !== before.goal || intent.primary_domain !== before.primary_domain) return false;
  const spec = snapshot.catalogue.goal(before.primary_domain, before.goal)?.spec;
  return Object.entries(intent.entities).some(
    ([name, value]) =>
      spec?.entities_schema[name]?.type === "enum" && value !== before.entities[name],
  );
}
