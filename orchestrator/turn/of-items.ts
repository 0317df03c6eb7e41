import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { ShownAnswer, ShownItem } from "#shared/contracts/shown.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";
import { framesOf, withFrames } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate-of-frame.ts";
import { specimensOf } from "./conversation/specimens.ts";
import { isItem } from "./of-list-change.ts";
import { phrases } from "./reply/phrases.ts";
import type { Turn } from "./turn.ts";
import { hearAs } from "./understand-message.ts";

/** The sentence with the named things in their places, as their domain's goals take them. */
export function ofItems(
  turn: Turn,
  text: string,
  { start, end }: { start: number; end: number },
  items: readonly ShownItem[],
): IntentOutput | undefined {
  const [first] = items;
  if (first === undefined) return undefined;
  const { and } = phrases(turn.locale);
  const names = items.map(({ said_as }) => said_as);
  const { catalogue } = turn.snapshot;
  // A symbol that no one says may break the sentence: then known ones stand in its place while it is read.
  const specimens = specimensOf(catalogue, first, items.length, turn.locale);
  const addresses = items.flatMap(({ entities }) => Object.values(entities).filter(isAddress));
  const places = addresses.length === items.length ? addresses.map(String) : [];
  const before = text.slice(0, start).replace(ONLY, " ");
  // "... que eu já fui" is a reason, and no part of a name that stands before it.
  const behind = text.slice(end).replace(REASON, ", ");
  const read = [names, specimens, places]
    .flatMap((stand) => (stand.length > 1 ? [stand, stand.slice(0, 1)] : [stand]))
    .filter((stand) => stand.length > 0)
    .flatMap((stand) => {
      const { intent } = hearAs(turn, `${before}${stand.join(` ${and} `)}${behind}`);
      const detail = items.map(({ label }) => label).join("; ");
      const evidence = [...intent.evidence, { kind: "shown", detail }];
      return withItems(turn, { ...intent, original_query: text, evidence }, items, stand) ?? [];
    });
  return read.toSorted((a, b) => b.confidence - a.confidence)[0];
}

/** What an address leads to is the same for every domain; a number is its domain's own. */
const isAddress = (value: unknown): boolean =>
  typeof value === "string" && /^https?:\/\/\S+$/.test(value);

const REASON =
  /^\s*(?:a[ií]\s+)?(?:que|porque|pq|pois|because|cause|cos|since)\s+(?:(?:eu|i)\s+)?(?=\S+\s+\S+|\S+$)/i;

/** "apaga só a segunda" names one, and leaves nothing out that was to be done. */
export const ONLY = /\s(?:só|so|somente|apenas|only|just)\s+$/i;

/** The intent with the things themselves in the entity that stands for them; each a goal of its own where it takes one. */
function withItems(
  { snapshot }: Turn,
  intent: IntentOutput,
  items: readonly ShownItem[],
  stand: readonly string[],
): IntentOutput | undefined {
  const [frame, ...others] = framesOf(intent);
  const [first] = items;
  if (frame === undefined || first === undefined) return undefined;
  const isOwn = frame.primary_domain === first.domain;
  if (!isOwn && gateOfFrame(frame, [], snapshot.catalogue).effect === "external") return undefined;
  if (others.some(({ goal }) => goal !== frame.goal)) return undefined;
  const schema = snapshot.catalogue.goal(frame.primary_domain, frame.goal)?.spec.entities_schema;
  const name = Object.keys(first.entities).find(
    (each) =>
      Object.hasOwn(frame.entities, each) &&
      schema !== undefined &&
      (isOwn || isAddress(first.entities[each])),
  );
  if (schema === undefined || name === undefined) return undefined;
  const values = items.flatMap(({ entities }) => entities[name] ?? []);
  const given = (value: GoalFrame["entities"][string]): GoalFrame => ({
    ...frame,
    entities: { ...frame.entities, [name]: value },
  });
  if (schema[name]?.multiple === true) {
    const said = [frame.entities[name] ?? []].flat();
    const stood = stand.map(foldPhrase);
    const own = said.filter(
      (value) =>
        !stood.includes(foldPhrase(String(value))) &&
        !items.some((item) => isItem(item, String(value))),
    );
    const all = [...values, ...own].filter((value) => typeof value !== "boolean");
    return withFrames(intent, [given(all.length === 1 ? (all[0] ?? "") : all)]);
  }
  const doubts = [...(frame.doubts ?? []), ...others.flatMap((other) => other.doubts ?? [])];
  const kept = doubts.filter(({ reason }) => reason !== "compound");
  const frames = values.map((value) => ({
    ...given(value),
    ...(kept.length > 0 ? { doubts: kept } : { doubts: undefined }),
  }));
  return withFrames(
    intent,
    frames.map(({ doubts: left, ...each }) =>
      left === undefined ? each : { ...each, doubts: left },
    ),
  );
}

/** "As duas" behind answers that showed one thing each: so many of these, as one list. */
export function lastOfOne(shown: readonly ShownAnswer[], count: number): ShownAnswer | undefined {
  const last = shown.slice(-count);
  const items = last.flatMap((each) => each.items);
  const [first] = last;
  const isOfOne = last.every((each) => each.items.length === 1);
  const isOneKind = items.every(({ domain }) => domain === items[0]?.domain);
  if (first === undefined || items.length !== count || !isOfOne || !isOneKind) return undefined;
  const text = last.map((each) => each.text).join("\n");
  const outside = [...new Set(last.flatMap((each) => each.outside))];
  return { ...first, items, text, outside, list: true };
}
