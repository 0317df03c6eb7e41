import type {
  Evidence,
  FollowupRequest,
  GoalFrame,
  IntentOutput,
} from "#shared/contracts/intent.ts";
import type { ShownItem } from "#shared/contracts/pending.ts";
import { readingOf } from "../language/reading.ts";
import { placesOf } from "../language/said-with.ts";
import { framesOf, withFrames } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate.ts";
import { isItem } from "./conversation/words-in.ts";
import type { Turn } from "./turn.ts";
import { hearAs } from "./understand-message.ts";

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

/** The last list with another count, where its goal has one. */
export function ofAmount({ state, locale }: Turn, heard: IntentOutput, text: string) {
  const { amount } = readingOf(text);
  const answer = state.shown.findLast(({ limit, list }) => list && limit !== undefined);
  const [frame] = answer?.frames ?? [];
  if (amount === undefined || answer?.limit === undefined || frame === undefined) return undefined;
  const count = amount.more ? answer.items.length + amount.count : amount.count;
  const entities = { ...frame.entities, [answer.limit]: count };
  const evidence = { kind: "last_goal", detail: `${frame.goal} again, with ${count} (${locale})` };
  return takingUp(heard, [{ ...frame, entities, original_query: text }], evidence);
}

/** What was shown last once more, with more or fewer in its list. */
export function ofListChange(turn: Turn, heard: IntentOutput, text: string) {
  const { state, snapshot } = turn;
  const answer = state.shown.at(-1);
  const [frame] = answer?.frames ?? [];
  const change = readingOf(text).listChange;
  if (answer === undefined || frame === undefined || change === undefined || answer.acted)
    return undefined;
  // It says what is to follow.
  if (heard.followups.length > 0) return undefined;
  const [other] = framesOf(heard);
  const isSaid = text.trimStart().startsWith("+");
  const isOwn = other !== undefined && other.goal !== frame.goal && !isSaid;
  if (isOwn && gateOfFrame(other, heard.followups, snapshot.catalogue).passed) return undefined;
  const schema = snapshot.catalogue.goal(frame.primary_domain, frame.goal)?.spec.entities_schema;
  const name = Object.keys(schema ?? {}).find(
    (each) => schema?.[each]?.multiple === true && Array.isArray(frame.entities[each]),
  );
  if (name === undefined) return undefined;
  const dropped = change.drops.flatMap((drop) => itemsCalled(drop, answer.items));
  const isDropped = (item: ShownItem) => dropped.includes(item);
  if (dropped.length !== change.drops.length) return undefined;
  const { only } = change;
  const isMeant = (item: ShownItem) =>
    only === undefined || only.some((each) => isItem(item, each));
  const left = answer.items
    .filter((item) => !isDropped(item) && isMeant(item))
    .flatMap(({ entities }) => entities[name] ?? [])
    .filter((each) => typeof each !== "boolean");
  const all = [...left, ...change.adds];
  const [one] = all;
  // What is left of a comparison is one thing, and looked at by itself.
  if (all.length === 1 && (schema?.[name]?.at_least ?? 1) > 1)
    return hearAs(turn, String(one)).intent;
  const evidence = { kind: "last_goal", detail: `${frame.goal} again, with another list` };
  const entities = { ...frame.entities, [name]: all };
  return takingUp(heard, [{ ...frame, entities }], evidence);
}

/** By their names, or by their place. */
function itemsCalled(name: string, items: readonly ShownItem[]): ShownItem[] {
  const called = items.filter((item) => isItem(item, name));
  if (called.length > 0) return called;
  const { place } = readingOf(name).naming;
  const places = place && placesOf(place, items.length);
  return places?.flatMap((at) => items[at] ?? []) ?? [];
}

/** What was shown last is the other one. */
export function withShown({ state, snapshot }: Turn, intent: IntentOutput, text: string) {
  const answer = state.shown.at(-1);
  const [item, ...more] = answer?.items ?? [];
  const [frame] = framesOf(intent);
  if (answer === undefined || item === undefined || frame === undefined) return undefined;
  // One more joins what was compared; of another list no one can tell which is meant.
  if (more.length > 0 && answer.frames[0]?.goal !== frame.goal) return undefined;
  if (!readingOf(text).goesOnWith || frame.primary_domain !== item.domain) return undefined;
  const schema = snapshot.catalogue.goal(frame.primary_domain, frame.goal)?.spec.entities_schema;
  const name = Object.keys(item.entities).find(
    (each) => schema?.[each]?.multiple === true && Object.hasOwn(frame.entities, each),
  );
  if (name === undefined) return undefined;
  const before = [item, ...more]
    .flatMap(({ entities: shown }) => shown[name] ?? [])
    .filter((each) => typeof each !== "boolean");
  const others = [frame.entities[name] ?? []].flat().filter((each) => typeof each !== "boolean");
  const entities = { ...frame.entities, [name]: [...before, ...others] };
  return withFrames(intent, [{ ...frame, entities }]);
}
